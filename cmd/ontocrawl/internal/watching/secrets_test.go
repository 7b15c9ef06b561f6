//go:build unix

package watching

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// hush begins every secret of these tests, so that one search finds all.
const hush = "5ecret0f"

func secretOf(place string) string { return hush + place + "0123456789" }

// lockedProxy is a proxy that wants a password, and answers for every host.
type lockedProxy struct {
	*httptest.Server
	mu      sync.Mutex
	asked   int
	refused int
	keyed   int // questions with the key of the search source
}

func newLockedProxy(t *testing.T) *lockedProxy {
	t.Helper()
	p := &lockedProxy{}
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte("puser:"+secretOf("proxy")))
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.asked++; r.Header.Get("Proxy-Authorization") != want {
			p.refused++
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, page1("Typhoon desk", storm, `<a href="/one">Typhoon landfall</a>`))
		case "/one":
			fmt.Fprint(w, page1("Typhoon one", strings.Repeat(storm, 3), ""))
		case "/search": // a search engine that repeats its key
			key := r.Header.Get("X-Search-Key")
			if key == secretOf("search") {
				p.keyed++
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"query": "q", "results": [{"url": "http://found.example/one", "title": "Typhoon %s", "content": "%[1]s"}], "unresponsive_engines": []}`, key)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(p.Close)
	return p
}

// with returns the address of the proxy with user and password.
func (p *lockedProxy) with() string {
	return strings.Replace(p.URL, "//", "//puser:"+secretOf("proxy")+"@", 1)
}

func (p *lockedProxy) counts() (asked, refused int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked, p.refused
}

// runReal runs the real program with variables env and returns all that it prints.
func runReal(t *testing.T, bin string, env []string, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = append(cleanEnv(), env...)
	b, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(b), cmd.ProcessState.ExitCode()
}

func cleanEnv() []string {
	return slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "ONTOCRAWL_") })
}

// quiet fails if text holds a secret.
func quiet(t *testing.T, what, text string) {
	t.Helper()
	if i := strings.Index(text, hush); i >= 0 {
		t.Errorf("%s holds a secret: ...%q", what, text[max(0, i-200):min(len(text), i+40)])
	}
}

// quietFolder fails if a file below dir holds a secret, packed or not, or if a folder or
// file below it can be read by others.
func quietFolder(t *testing.T, dir string) {
	t.Helper()
	quietFiles(t, dir)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if err == nil && info.Mode().Perm()&^want != 0 {
			t.Errorf("%s has the mode %v; want %v or less", path, info.Mode(), want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// quietFiles fails if a file below dir holds a secret, packed or not.
func quietFiles(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		files++
		b := read(path)
		quiet(t, path, string(b))
		if z, err := gzip.NewReader(bytes.NewReader(b)); err == nil {
			b, _ = io.ReadAll(z)
			quiet(t, path+" unpacked", string(b))
		}
		return nil
	})
	if err != nil || files < 5 {
		t.Errorf("%s: %d files, %v", dir, files, err)
	}
}

// TestSecretsOfACrawl gives the password of a proxy in every way in which it can be
// given, one after the other for one run folder; the run goes on each time, since
// where the password stands is no parameter of a run.
func TestSecretsOfACrawl(t *testing.T) {
	t.Parallel()
	bin, dir, proxy := buildBinary(t), t.TempDir(), newLockedProxy(t)
	out := filepath.Join(dir, "run")
	seeds := write(t, dir, "seeds.txt", "http://suser:"+secretOf("seed")+"@weather.example/\n")
	both := "puser:" + secretOf("proxy")
	yaml := write(t, dir, "clear.yaml", "proxy: "+proxy.with()+"\n")
	args := func(more ...string) []string {
		return append([]string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--delay", "1ms", "--retries", "0", "--segmenter", "trie",
			"--warc", "all", "--refresh-min", "0s", "--refresh-max", "0s", "--contact", "https://tests.example/"}, more...)
	}
	for i, tt := range []struct {
		name  string
		env   []string
		args  []string
		warns bool
	}{
		{"a flag", nil, []string{"--proxy", proxy.with()}, true},
		{"a flag with =", nil, []string{"--proxy=" + proxy.with()}, true},
		{"a variable", []string{"ONTOCRAWL_PROXY=" + proxy.with()}, nil, false},
		{"a file of settings", nil, []string{"--config", yaml}, true},
		{"a variable that is named", []string{"PASS=" + both}, []string{"--proxy", proxy.URL, "--proxy-auth-env", "PASS"}, false},
		{"a file that is named", nil, []string{"--proxy", proxy.URL, "--proxy-auth-file", write(t, dir, "pass", both+"\n")}, false},
	} {
		more := tt.args
		if i > 0 {
			more = append(more, "--refresh")
		}
		before, _ := proxy.counts()
		text, code := runReal(t, bin, tt.env, args(append(more, "--log-level", "debug")...)...)
		if after, refused := proxy.counts(); code != cli.ExitOK || after == before || refused > 0 {
			t.Errorf("%s: code %d, %d requests, %d without the password\n%s", tt.name, code, after-before, refused, text)
		}
		if warned := strings.Contains(text, "stand in clear, which the next release refuses"); warned != tt.warns {
			t.Errorf("%s: warned %v\n%s", tt.name, warned, text)
		}
		quiet(t, tt.name+": the output", text)
		quietFolder(t, out)
		text, _ = runReal(t, bin, tt.env, "status", out, "--json")
		quiet(t, tt.name+": status", text)
	}
	if text := string(read(filepath.Join(out, "run.yaml"))); !strings.Contains(text, "proxy: "+proxy.URL+"\n") {
		t.Errorf("run.yaml does not name the proxy:\n%s", text)
	}
	// A wrong password: the failures tell nothing of it, and neither does what is refused.
	for name, more := range map[string][]string{
		"a wrong password":             {"--fresh", "--proxy", strings.Replace(proxy.URL, "//", "//puser:"+secretOf("wrong")+"@", 1)},
		"no proxy there":               {"--fresh", "--proxy", "http://puser:" + secretOf("nobody") + "@127.0.0.1:1"},
		"no scheme":                    {"--proxy", "puser:" + secretOf("scheme") + "@127.0.0.1:1"},
		"another scheme":               {"--proxy", "socks5://puser:" + secretOf("socks") + "@127.0.0.1:1"},
		"a password that is no URL":    {"--proxy", "http://puser:" + secretOf("a/b") + "@127.0.0.1:1"},
		"a password for a variable":    {"--proxy", proxy.URL, "--proxy-auth-env", "puser:" + secretOf("env")},
		"a variable that is not set":   {"--proxy", proxy.URL, "--proxy-auth-env", "UNSET"},
		"a contact with a password":    {"--contact", "https://me:" + secretOf("contact") + "@tests.example/"},
		"an ontology with a password":  {"--ontology", "http://me:" + secretOf("ontology") + "@tests.example/o.owl"},
		"a stored web with a password": {"--web", "http://me:" + secretOf("web") + "@tests.example/"},
		"a list of seeds with one":     {"--seeds", "http://me:" + secretOf("seeds") + "@tests.example/"},
	} {
		text, code := runReal(t, bin, nil, args(more...)...)
		if code == cli.ExitOK {
			t.Errorf("%s: code 0\n%s", name, text)
		}
		quiet(t, name, text)
		if strings.Contains(name, "not set") && !strings.Contains(text, "UNSET") {
			t.Errorf("%s: %s", name, text)
		}
	}
	quietFolder(t, out)
	text, _ := runReal(t, bin, []string{"ONTOCRAWL_PROXY=" + proxy.with()}, "config", "--json")
	quiet(t, "config", text)
}

// TestSecretsOfImports reads an ontology that imports from an address with a password.
func TestSecretsOfImports(t *testing.T) {
	t.Parallel()
	bin, dir := buildBinary(t), t.TempDir()
	lib := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/b" { // IRIs relative to the address
			w.Header().Set("Content-Type", "text/turtle")
			fmt.Fprint(w, "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<> a owl:Ontology .\n<#B> a owl:Class .\n")
			return
		}
		http.NotFound(w, r)
	}))
	defer lib.Close()
	at := strings.Replace(lib.URL, "//", "//iuser:"+secretOf("import")+"@", 1)
	file := write(t, dir, "o.omn", "Ontology: <http://x.example/o>\nImport: <"+at+"/b>\nImport: <"+at+"/none>\nClass: <http://x.example/o#Typhoon>\nClass: <http://x.example/o#Eye>\n    SubClassOf: <http://x.example/o#Typhoon>\n")
	env := []string{"ONTOCRAWL_DELAY=0s", "ONTOCRAWL_ALLOW_PRIVATE=true", "LANG=en_GB.UTF-8"}
	page, turtle := filepath.Join(dir, "view.html"), filepath.Join(dir, "o.ttl")
	for _, args := range [][]string{
		{"inspect", file}, {"inspect", file, "--json"}, {"inspect", file, "--fetch-imports"}, {"inspect", file, "--fetch-imports", "--json"},
		{"validate", file, "--fix-hints"}, {"validate", file, "--format", "json", "--fetch-imports"}, {"validate", file, "--format", "tsv"},
		{"view", file, "--out", page, "--fetch-imports", "--no-open"}, {"convert", file, "--out", turtle}, {"convert", file, "--out", filepath.Join(dir, "o.obo")},
		{"diff", file, file, "--fetch-imports"}, {"tree", "Typhoon", "--ontology", file, "--fetch-imports"}, {"export", file, "--format", "json", "--fetch-imports"},
		{"inspect", "http://me:" + secretOf("name") + "@x.example/o.owl"}, {"convert", "http://me:" + secretOf("name") + "@x.example/o.owl", "--to", "turtle"},
	} {
		text, _ := runReal(t, bin, env, append([]string{"ontology"}, args...)...)
		quiet(t, strings.Join(args, " "), text)
		if slices.Equal(args, []string{"inspect", file, "--fetch-imports", "--json"}) && (!strings.Contains(text, `"concepts": 3`) || !strings.Contains(text, "***@")) {
			t.Errorf("the import was not read, or is not shown:\n%s", text)
		}
	}
	quiet(t, "the page", string(read(page)))
	// What is converted stays what it is: the address belongs to the ontology.
	if !strings.Contains(string(read(turtle)), secretOf("import")) {
		t.Errorf("the import is another one after conversion:\n%s", read(turtle))
	}
	if info, err := os.Stat(turtle); err != nil || info.Mode().Perm() != 0o666&^umaskOf(t) {
		t.Errorf("a file that was asked for has the mode %v, %v; want that of the umask", info.Mode(), err)
	}
}

// umaskOf is the umask of this process.
func umaskOf(t *testing.T) fs.FileMode {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(t.TempDir(), "f"), os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return 0o666 &^ info.Mode().Perm()
}

// TestSecretsOfADaemon puts a secret wherever a daemon takes one, lets its receivers
// fail, and searches all that it writes and answers.
func TestSecretsOfADaemon(t *testing.T) {
	t.Parallel()
	bin, dir, proxy := buildBinary(t), t.TempDir(), newLockedProxy(t)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "no hook at "+r.URL.Path, http.StatusNotFound)
	}))
	defer hook.Close()
	write(t, dir, "hmac", secretOf("hmac")+"\n")
	file := write(t, dir, "jobs.yaml", fmt.Sprintf(`
receivers:
  - {name: path, kind: webhook, url-env: HOOK_URL, secret-file: hmac}
  - {name: clear, kind: webhook, url: "http://wuser:%s@127.0.0.1:1/%s", secret-env: HMAC}
  - {name: mail, kind: email, smtp: "127.0.0.1:1", tls: none, user: me, password-env: MAIL_PASSWORD, from: a@tests.example, to: [b@tests.example]}
  - {name: lines, kind: jsonl, path: alerts.jsonl}
  - {name: feed, kind: atom, path: alerts.xml}
jobs:
  - name: typhoon
    topic: typhoon
    seeds: ["http://suser:%s@weather.example/"]
    schedule: "@every 168h"
    budget: {pages: 20, time: 1m}
    proxy: %s
    delay: 1ms
    retries: 0
    segmenter: trie
    warc: all
    contact: "https://tests.example/"
    phases: {cap: ["http://cuser:%s@weather.example/cap.xml"]}
    search: {sources: [paid], queries: 2}
    alerts: [{name: all, to: [path, clear, mail, lines, feed], kinds: [new, changed, gone]}]
`, secretOf("hookuser"), secretOf("hookpath"), secretOf("seed"), proxy.with(), secretOf("cap")))
	access := write(t, dir, "access.yaml", `
tokens:
  - {name: ann, role: read, secret-env: ANN}
  - {name: eve, role: admin, secret-file: eve.token}
`)
	write(t, dir, "eve.token", secretOf("eve"))
	env := []string{"HOOK_URL=" + hook.URL + "/services/" + secretOf("hook"), "HMAC=" + secretOf("hmac"), "MAIL_PASSWORD=" + secretOf("mail"), "ANN=" + secretOf("ann"),
		"ONTOCRAWL_TOKEN=" + secretOf("one"), "PAID_KEY=" + secretOf("search"), "ONTOCRAWL_RECEIVER_HOSTS=127.0.0.1"}
	settings := write(t, dir, "settings.yaml", "search:\n  paid: {kind: searxng, url: http://engine.example, per-minute: 6000, key-env: PAID_KEY, key-header: X-Search-Key}\n")
	text, code := runReal(t, bin, env, "job", "check", file, "--config", settings)
	if quiet(t, "job check", text); code != 0 || strings.Count(text, "stand in clear") != 2 || strings.Count(text, "are left out") != 2 {
		t.Errorf("job check: code %d\n%s", code, text)
	}
	w := &cmdtest.Daemon{Cmd: exec.Command(bin, "watch", file, "--config", settings, "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--access", access, "--log-level", "debug")}
	w.Cmd.Env = append(cleanEnv(), env...)
	w.Cmd.Stderr, w.Cmd.Stdout = &w.Log, &w.Log
	if err := w.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { w.Cmd.Process.Kill(); w.Cmd.Wait() }() //nolint:errcheck // it may have ended
	w.Says(t, "the daemon is running")
	page, metrics := addressIn(w.Log.String(), `msg="the page is served" url=`), addressIn(w.Log.String(), `msg="metrics are served" address=`)
	ask := func(method, url, token string) (string, int) {
		req, _ := http.NewRequest(method, url, strings.NewReader("{}"))
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return string(b), resp.StatusCode
	}
	order := page + "api/v1/jobs/typhoon/runs"
	if text, code := ask("POST", order, secretOf("ann")); code != 403 {
		t.Errorf("ann runs a job: %d %s", code, text)
	}
	if text, code := ask("POST", order, secretOf("nobody")); code != 401 {
		t.Errorf("a wrong token runs a job: %d %s", code, text)
	}
	if text, code := ask("GET", page+"api/v1/daemon?access_token="+secretOf("eve"), ""); code != 400 {
		t.Errorf("a token in an address: %d %s", code, text)
	}
	if text, code := ask("POST", order, secretOf("one")); code != 202 && code != 409 {
		t.Errorf("the one token runs a job: %d %s", code, text)
	}
	ended := func() bool {
		var runs []monitor.Run
		text, _ := ask("GET", order, secretOf("ann"))
		return json.Unmarshal([]byte(text), &runs) == nil && len(runs) > 0 && !runs[0].Ended.IsZero() && runs[0].New > 0
	}
	until(t, "a run that found something", ended)
	until(t, "the receivers to fail", func() bool {
		return strings.Count(w.Log.String(), "alert not delivered") >= 3 && exists(filepath.Join(dir, "monitor", "alerts.xml"))
	})
	until(t, "the source of alerts to fail", func() bool {
		text, _ := ask("GET", page+"api/v1/daemon", secretOf("ann"))
		quiet(t, "the state", text)
		return strings.Contains(text, "receiver path") && strings.Contains(text, "receiver clear") && strings.Contains(text, "cap.xml")
	})
	for _, r := range api.Routes() {
		// /jobs-file is the file of jobs itself, for those who may change it: what is written in clear there is seen there.
		if r.Method == "GET" && r.Path != "/events" && r.Path != "/jobs-file" {
			text, _ := ask("GET", page+"api/v1"+strings.NewReplacer("{job}", "typhoon", "{number}", "1").Replace(r.Path), secretOf("eve"))
			quiet(t, r.Pattern(), text)
		}
	}
	if text, code := ask("GET", page+"api/v1/jobs-file", secretOf("ann")); code != 403 {
		t.Errorf("who may only look sees the file of jobs: %d %s", code, text)
	} else {
		quiet(t, "the refusal", text)
	}
	text, _ = ask("GET", "http://"+metrics+"/metrics", "")
	quiet(t, "the metrics", text)
	for _, args := range [][]string{{"list"}, {"history", "typhoon"}, {"show", "typhoon/1"}, {"list", "--json"}} {
		text, _ := runReal(t, bin, env, append(append([]string{"job"}, args...), "--jobs", file, "--config", settings)...)
		quiet(t, strings.Join(args, " "), text)
	}
	// The secret of eve is replaced; ann's role is raised by SIGHUP.
	write(t, dir, "eve.token", secretOf("eve2"))
	until(t, "the new secret", func() bool { _, code := ask("GET", page+"api/v1/me", secretOf("eve2")); return code == 200 })
	if _, code := ask("GET", page+"api/v1/me", secretOf("eve")); code == 200 {
		t.Error("the old secret is still good")
	}
	write(t, dir, "access.yaml", strings.Replace(string(read(access)), "role: read", "role: run", 1))
	hup(t, w)
	w.Says(t, "tokens and roles were read again")
	if text, _ := ask("GET", page+"api/v1/me", secretOf("ann")); !strings.Contains(text, `"role":"run"`) {
		t.Errorf("after SIGHUP: %s", text)
	}
	write(t, dir, "access.yaml", "tokens: [{name: ann, role: admin, secret-env: GONE}]")
	hup(t, w)
	w.Says(t, "the old tokens and roles stay")
	audit := string(read(filepath.Join(dir, "monitor", "audit.jsonl")))
	for _, want := range []string{`"name":"ann","role":"read","address":"127.0.0.1","action":"run","object":"typhoon","outcome":"refused"`, `"name":"token","role":"admin"`, `401 this is no right token`, "400 a token in an address"} {
		if !strings.Contains(audit, want) {
			t.Errorf("the audit log lacks %s:\n%s", want, audit)
		}
	}
	quietFolder(t, filepath.Join(dir, "monitor")) // the socket is there still
	if err := w.Cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	w.Cmd.Wait() //nolint:errcheck // it ends by a signal
	quiet(t, "the log", w.Log.String())
	quietFolder(t, filepath.Join(dir, "monitor"))
	if asked, refused := proxy.counts(); asked == 0 || refused > 0 {
		t.Errorf("%d requests through the proxy, %d without the password", asked, refused)
	}
	if proxy.mu.Lock(); proxy.keyed == 0 {
		t.Error("the search source was not asked with its key")
	}
	proxy.mu.Unlock()
}

// addressIn is the word after before in a log.
func addressIn(log, before string) string {
	_, rest, _ := strings.Cut(log, before)
	return strings.Fields(rest + " ")[0]
}

// TestAccessRefuses: a daemon or a page does not start with tokens that cannot work.
func TestAccessRefuses(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	out := filepath.Join(dir, "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	for name, tt := range map[string]struct{ text, want string }{
		"a variable that is not set": {"tokens: [{name: ann, role: read, secret-env: UNSET}]", "token ann: the environment variable UNSET"},
		"an unreadable file":         {"tokens: [{name: ann, role: read, secret-file: none}]", "none: no such file"},
		"two of a name":              {"tokens: [{name: ann, role: read, secret-env: A}, {name: ann, role: run, secret-env: B}]", "access.yaml:1: a token of this name"},
		"a secret in clear":          {"tokens: [{name: ann, role: read, secret: " + secretOf("clear") + "}]", "access.yaml:1: a secret does not stand in this file"},
		"no file":                    {"", "access.yaml"},
	} {
		file := filepath.Join(dir, "access.yaml")
		if os.Remove(file); tt.text != "" { //nolint:errcheck // it may not be there
			write(t, dir, "access.yaml", tt.text)
		}
		r := ontocrawl(t, "serve", out, "--listen", "127.0.0.1:0", "--access", file)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%s: code %d, %s; want %q", name, r.code, r.err, tt.want)
		}
		quiet(t, name, r.err)
	}
}
