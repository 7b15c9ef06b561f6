package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
)

var deployDir = filepath.Join("..", "..", "deploy")

// callWorks checks that a command line is one that this program takes.
func callWorks(t *testing.T, file string, args []string) {
	t.Helper()
	callWorksOf(t, program.Ontocrawl(&cli.App{}), file, args)
}

func callWorksOf(t *testing.T, root *cobra.Command, file string, args []string) {
	t.Helper()
	cmd, rest, err := root.Find(args)
	if err != nil || cmd == root {
		t.Errorf("%s: no such command: %q", file, args)
		return
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Errorf("%s: %q: %v", file, args, err)
		return
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("%s: %q: %v", file, args, err)
	}
}

// The documents speak of files that are there.
func TestDeployDocs(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{"monitoring.md", "install.md", "install.zh-CN.md"} {
		text := string(read(filepath.Join("..", "..", "docs", doc)))
		found := regexp.MustCompile(`\]\(\.\./(deploy/[^)]+)\)`).FindAllStringSubmatch(text, -1)
		if len(found) < 3 {
			t.Errorf("%s speaks of %d files", doc, len(found))
		}
		for _, m := range found {
			if !exists(filepath.Join("..", "..", m[1])) {
				t.Errorf("%s speaks of %s, which does not exist", doc, m[1])
			}
		}
	}
}

// unit reads a unit of systemd: the values of each key.
func unit(text string) map[string][]string {
	keys := map[string][]string{}
	for line := range strings.Lines(text) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(k, "#") {
			keys[k] = append(keys[k], v)
		}
	}
	return keys
}

// What takes Chromium its sandbox, by itself or because it implies NoNewPrivileges for a
// service with a user (systemd.exec(5)).
var breaksSandbox = []string{
	"NoNewPrivileges", "RestrictNamespaces", "PrivateDevices", "DynamicUser", "PrivateUsers", "SystemCallFilter", "SystemCallArchitectures",
	"SystemCallLog", "RestrictAddressFamilies", "RestrictRealtime", "RestrictSUIDSGID", "RestrictFileSystems", "LockPersonality",
	"MemoryDenyWriteExecute", "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs", "ProtectClock", "ProtectHostname", "CapabilityBoundingSet",
}

func TestDeployUnits(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ontocrawl-watch.service", "ontocrawl-job@.service"} {
		u := unit(string(read(filepath.Join(deployDir, "systemd", name))))
		if len(u["ExecStart"]) != 1 {
			t.Errorf("%s: ExecStart %q", name, u["ExecStart"])
			continue
		}
		args := strings.Fields(u["ExecStart"][0])
		if args[0] != "ontocrawl" {
			t.Errorf("%s starts %q", name, args[0])
		}
		callWorks(t, name, args[1:])
		for _, key := range breaksSandbox {
			if u[key] != nil {
				t.Errorf("%s has %s=%s, which breaks the sandbox of Chromium", name, key, u[key])
			}
		}
		if user := u["User"]; len(user) != 1 || user[0] == "root" || !strings.Contains(string(read(filepath.Join(deployDir, "systemd", "ontocrawl.sysusers"))), "\nu "+user[0]+" ") {
			t.Errorf("%s runs as %q", name, user)
		}
		if restart := u["Restart"]; name == "ontocrawl-job@.service" && restart != nil {
			t.Errorf("%s: Restart=%s", name, restart)
		}
	}
	watch := unit(string(read(filepath.Join(deployDir, "systemd", "ontocrawl-watch.service"))))
	for key, want := range map[string]string{"Restart": "on-failure", "RestartPreventExitStatus": strconv.Itoa(cli.ExitUsage), "SuccessExitStatus": strconv.Itoa(cli.ExitInterrupted), "StartLimitBurst": "5", "StartLimitIntervalSec": "10min"} {
		if got := watch[key]; len(got) != 1 || got[0] != want {
			t.Errorf("%s=%s, want %s", key, got, want)
		}
	}
	if drop := unit(string(read(filepath.Join(deployDir, "systemd", "without-browser.conf")))); drop["NoNewPrivileges"] == nil || drop["RestrictNamespaces"] == nil {
		t.Errorf("without-browser.conf: %v", drop)
	}
}

// A faulty file of jobs ends watch with the exit code that its unit does not restart.
func TestFaultyJobsAreNotRestarted(t *testing.T) {
	t.Parallel()
	jobs := write(t, t.TempDir(), "jobs.yaml", "jobs: [{name: x}]\n")
	if r := ontocrawl(t, "watch", jobs); r.code != cli.ExitUsage || !strings.Contains(r.err, jobs+":1") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	if r := ontocrawl(t, "watch", jobs+"x"); r.code != cli.ExitUsage {
		t.Errorf("no file: code %d\n%s", r.code, r.err)
	}
}

// systemd itself finds nothing wrong with the units. It wants the program, which this
// test is here.
func TestSystemdVerifies(t *testing.T) {
	t.Parallel()
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	drop := string(read(filepath.Join(deployDir, "systemd", "without-browser.conf")))
	var units []string
	for name, as := range map[string]string{"ontocrawl-watch.service": "ontocrawl-watch.service", "ontocrawl-job@.service": "ontocrawl-job@a.service", "ontocrawl-job@.timer": "ontocrawl-job@a.timer"} {
		text := strings.Replace(string(read(filepath.Join(deployDir, "systemd", name))), "ExecStart=ontocrawl ", "ExecStart="+self+" ", 1)
		units = append(units, write(t, dir, as, text))
		if strings.HasSuffix(as, ".service") {
			if err := os.Mkdir(filepath.Join(dir, as+".d"), 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, as+".d"), "without-browser.conf", drop)
		}
	}
	cmd := exec.CommandContext(t.Context(), verify, append([]string{"verify", "--man=no"}, units...)...)
	cmd.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+dir+":")
	if out, err := cmd.CombinedOutput(); err != nil || bytes.Contains(out, []byte("ontocrawl")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// manifests are the documents of a YAML file.
func manifests(t *testing.T, file string) (all []map[string]any) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for dec := yaml.NewDecoder(f); ; {
		var doc map[string]any
		switch err := dec.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, doc)
	}
}

// at follows keys and indexes into what YAML gave.
func at(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

func texts(v any) (all []string) {
	l, _ := v.([]any)
	for _, x := range l {
		s, _ := x.(string)
		all = append(all, s)
	}
	return all
}

func TestDeployKubernetes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(deployDir, "kubernetes", "*.yaml"))
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == "cluster.yaml" }) // TestDeployCluster
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	claimed := map[string]string{}
	kinds := map[string]int{}
	for _, file := range files {
		for _, doc := range manifests(t, file) {
			kind, _ := doc["kind"].(string)
			kinds[kind]++
			spec := at(doc, "spec")
			switch kind {
			case "PersistentVolumeClaim":
				if modes := texts(at(spec, "accessModes")); !slices.Equal(modes, []string{"ReadWriteOncePod"}) {
					t.Errorf("%s: accessModes %q", file, modes)
				}
				continue
			case "CronJob":
				if at(spec, "concurrencyPolicy") != "Forbid" {
					t.Errorf("%s: a CronJob that may overlap", file)
				}
				spec = at(spec, "jobTemplate", "spec")
			case "Deployment":
				if at(spec, "replicas") != 1 || at(spec, "strategy", "type") != "Recreate" {
					t.Errorf("%s: two pods may hold the folder", file)
				}
				if at(spec, "selector", "matchLabels", "app.kubernetes.io/name") != at(spec, "template", "metadata", "labels", "app.kubernetes.io/name") {
					t.Errorf("%s: the selector selects other pods", file)
				}
				if args := texts(at(spec, "template", "spec", "containers", 0, "args")); args[0] != "watch" {
					t.Errorf("%s runs %q", file, args)
				}
			default:
				t.Errorf("%s: kind %q", file, kind)
			}
			podIsRight(t, file, at(spec, "template", "spec"), claimed)
		}
	}
	if kinds["Deployment"] != 1 || kinds["CronJob"] != 1 || kinds["PersistentVolumeClaim"] != 2 {
		t.Errorf("%v", kinds)
	}
}

// podIsRight checks a pod. claimed are the claims that pods of other files have.
func podIsRight(t *testing.T, file string, pod any, claimed map[string]string) {
	t.Helper()
	c := at(pod, "containers", 0)
	callWorks(t, file, texts(at(c, "args")))
	imageIsPinned(t, file, at(c, "image").(string), at(c, "imagePullPolicy"))
	if at(pod, "securityContext", "runAsNonRoot") != true || at(c, "securityContext", "allowPrivilegeEscalation") != false {
		t.Errorf("%s: runs with more rights than it needs", file)
	}
	volumes, _ := at(pod, "volumes").([]any)
	for _, v := range volumes {
		name, _ := at(v, "persistentVolumeClaim", "claimName").(string)
		if other, ok := claimed[name]; ok && name != "" {
			t.Errorf("%s and %s share the claim %s", file, other, name)
		}
		claimed[name] = file
	}
	mounts, _ := at(c, "volumeMounts").([]any)
	for _, m := range mounts {
		if at(m, "subPath") != nil || filepath.Ext(at(m, "mountPath").(string)) != "" {
			t.Errorf("%s mounts one file: %v", file, m)
		}
	}
}

// imageIsPinned checks that an image has a digest, or this version and is pulled once.
func imageIsPinned(t *testing.T, file, image string, policy any) {
	t.Helper()
	if strings.Contains(image, "@sha256:") {
		return
	}
	if !strings.HasSuffix(image, ":"+cli.Version) || policy != "IfNotPresent" {
		t.Errorf("%s: image %s with imagePullPolicy %v", file, image, policy)
	}
}

// directives are the lines of a Dockerfile by their words, from the last FROM on.
func directives(text string) (last string, by map[string]string) {
	text = strings.ReplaceAll(text, "\\\n", " ")
	last = text[strings.LastIndex(text, "\nFROM "):]
	by = map[string]string{}
	for line := range strings.Lines(last) {
		if word, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			by[word] += strings.TrimSpace(rest)
		}
	}
	return last, by
}

func TestDeployImages(t *testing.T) {
	t.Parallel()
	source := string(read(filepath.Join(deployDir, "Dockerfile")))
	_, d := directives(source)
	if user, _, _ := strings.Cut(d["USER"], ":"); user == "" || user == "root" || user == "0" {
		t.Errorf("USER %q", d["USER"])
	}
	if !strings.Contains(d["LABEL"], `image.version="`+cli.Version+`"`) || d["EXPOSE"] != "9090" {
		t.Errorf("LABEL %s, EXPOSE %s", d["LABEL"], d["EXPOSE"])
	}
	_, check, _ := strings.Cut(d["HEALTHCHECK"], "CMD ")
	for _, call := range []string{check, strings.Replace(d["ENTRYPOINT"]+d["CMD"], "][", ",", 1)} {
		var args []string
		if err := json.Unmarshal([]byte(call), &args); err != nil || len(args) < 2 || args[0] != "/ontocrawl" {
			t.Errorf("%s: %v", call, err)
			continue
		}
		callWorks(t, "Dockerfile", args[1:])
	}
	compose := manifests(t, filepath.Join(deployDir, "compose.yaml"))[0]
	service := at(compose, "services", "ontocrawl")
	if restart := at(service, "restart"); restart != "on-failure:3" {
		t.Errorf("compose.yaml: restart %v", restart)
	}
	mounts := texts(at(service, "volumes"))
	for _, m := range regexp.MustCompile(`-v (\S+)`).FindAllStringSubmatch(source, -1) {
		mounts = append(mounts, m[1])
	}
	if len(mounts) != 4 {
		t.Errorf("mounts %q", mounts)
	}
	for _, m := range mounts {
		if from, _, _ := strings.Cut(m, ":"); filepath.Ext(filepath.Base(from)) != "" && from != ".." {
			t.Errorf("one file is mounted: %s", m)
		}
	}
}

// Nothing under deploy is empty.
func TestDeployIsWhole(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(deployDir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && len(bytes.TrimSpace(read(path))) == 0 {
			t.Errorf("%s is empty", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The chapters in both languages have the same commands, tables and sections.
func TestInstallInBothLanguages(t *testing.T) {
	t.Parallel()
	shape := func(name string) (all []string) {
		code := false
		for line := range strings.Lines(string(read(filepath.Join("..", "..", "docs", name)))) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), "   # ")
			switch fence := line == "```"; {
			case fence:
				code = !code
			case code:
				all = append(all, line)
			case strings.HasPrefix(line, "#"):
				all = append(all, line[:strings.Index(line, " ")])
			case strings.HasPrefix(line, "|"):
				all = append(all, strings.Repeat("|", strings.Count(line, "|")))
			}
		}
		return all
	}
	en, zh := shape("install.md"), shape("install.zh-CN.md")
	if len(en) < 50 || !slices.Equal(en, zh) {
		t.Errorf("the chapters differ:\n%q\n%q", en, zh)
	}
}

// The daemon starts as the unit and the image start it, with a file that init wrote; the health
// check of the image finds it well, and SIGTERM ends it in order.
func TestDeployStarts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the program and starts it")
	}
	_, image := directives(string(read(filepath.Join(deployDir, "Dockerfile"))))
	var inImage []string
	if err := json.Unmarshal([]byte(image["CMD"]), &inImage); err != nil {
		t.Fatal(err)
	}
	inUnit := strings.Fields(unit(string(read(filepath.Join(deployDir, "systemd", "ontocrawl-watch.service"))))["ExecStart"][0])[1:]
	bin := buildBinary(t)
	for name, args := range map[string][]string{"image": inImage, "unit": inUnit} {
		file := filepath.Join(t.TempDir(), "jobs.yaml")
		if r := ontocrawl(t, "init", file, "--yes", "--topic", "typhoon", "--sources", "https://weather.example.org/"); r.code != cli.ExitOK {
			t.Fatalf("code %d\n%s", r.code, r.err)
		}
		write(t, filepath.Dir(file), "jobs.yaml", string(read(file))+"    paused: true\n") // nothing is fetched
		for i, a := range args {
			args[i] = strings.NewReplacer("/etc/ontocrawl/jobs.yaml", file, "localhost:9090", "127.0.0.1:0", ":9090", "127.0.0.1:0").Replace(a)
		}
		w := cmdtest.StartWatch(t, bin, args[1:]...)
		w.Says(t, "the daemon is running")
		address := regexp.MustCompile(`"?address"?[=:]"?([0-9.:]+)`).FindStringSubmatch(w.Log.String())
		if address == nil {
			t.Fatalf("%s: no address\n%s", name, w.Log.String())
		}
		if r := ontocrawl(t, "health", address[1]); r.code != cli.ExitOK || r.out != "ok\n" {
			t.Errorf("%s: health: code %d\n%s", name, r.code, r.err)
		}
		if err := w.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := w.Cmd.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, w.Log.String())
		}
		if r := ontocrawl(t, "health", address[1]); r.code != cli.ExitFailure {
			t.Errorf("%s: health of nobody: code %d", name, r.code)
		}
	}
}
