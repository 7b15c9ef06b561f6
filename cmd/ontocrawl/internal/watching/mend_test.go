package watching

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// jobsTrial is a folder of jobs with three runs of a job, to be damaged in copies.
type jobsTrial struct {
	site      *living
	dir, file string
	history   jobHistory
	kinds     [][]string // of the events of each run
}

func newJobsTrial(t *testing.T) *jobsTrial {
	t.Helper()
	j := &jobsTrial{dir: t.TempDir(), site: stormSite(t)}
	j.file = jobsFor(t, j.dir, j.site, "")
	jobs := []string{"--jobs", j.file}
	askJob(t, new(monitor.Run), 0, append(jobs, "run", "typhoon")...)
	j.site.edit(map[string]string{
		"/":    page1("Weather daemon", strings.Repeat("All the news of the weather. ", 20), `<a href="/one">Typhoon landfall</a> <a href="/two">Typhoon warning</a>`),
		"/one": page1("Typhoon one", strings.Repeat(storm, 3)+"A red typhoon warning was issued. The storm surge is over; the dykes have held everywhere.", ""),
		"/two": page1("Typhoon two", strings.Repeat("Another typhoon formed in the east, a super typhoon with a storm surge. ", 4), ""),
	})
	askJob(t, new(monitor.Run), 0, append(jobs, "run", "typhoon", "--now")...)
	j.site.edit(map[string]string{"/two": ""})
	askJob(t, new(monitor.Run), 0, append(jobs, "run", "typhoon", "--now")...)
	j.history, j.kinds = j.read(t, j.file)
	return j
}

// read reads the history of the job.
func (j *jobsTrial) read(t *testing.T, file string) (h jobHistory, kinds [][]string) {
	t.Helper()
	askJob(t, &h, 0, "--jobs", file, "history", "typhoon")
	for n := range 3 {
		var shown shownRun
		askJob(t, &shown, 0, "--jobs", file, "show", fmt.Sprintf("typhoon/%d", n+1))
		kinds = append(kinds, kindsOf(shown, j.site))
	}
	return h, kinds
}

// copy copies the folder, with the file of the jobs.
func (j *jobsTrial) copy(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(j.dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// mended repairs a damaged folder and returns what repair said of the store. After it the folder is sound, no event is lost
// or doubled, and the next run tells nothing anew.
func (j *jobsTrial) mended(t *testing.T, dir, what string) (actions string) {
	t.Helper()
	folder, file := filepath.Join(dir, "monitor"), filepath.Join(dir, "jobs.yaml")
	r := ontocrawl(t, "repair", folder, "--json")
	var did struct{ Around runcheck.Repaired }
	if err := json.Unmarshal([]byte(r.out), &did); r.code != cli.ExitOK || err != nil {
		t.Fatalf("%s: repair: exit code %d, %v\n%s%s", what, r.code, err, r.out, r.err)
	}
	if r := ontocrawl(t, "verify", folder); r.code != cli.ExitOK {
		t.Errorf("%s: after repair: exit code %d\n%s", what, r.code, r.out)
	}
	h, kinds := j.read(t, file)
	if len(h.Runs) != 3 {
		t.Fatalf("%s: %d runs", what, len(h.Runs))
	}
	if d := cmp.Diff(j.kinds, kinds); d != "" {
		t.Errorf("%s: events:\n%s", what, d)
	}
	for i, run := range h.Runs {
		if d := cmp.Diff(j.history.Runs[i], run, cmpopts.IgnoreFields(monitor.Run{}, "Due", "Trigger", "Started", "Ended", "Outcome", "Error", "Pages", "Relevant", "FirstSeq", "LastSeq", "Resumed", "Asked", "Answered", "Seeds", "SeedsAnswered", "Stories", "Notifications", "Ontology", "Phase", "Requests")); d != "" {
			t.Errorf("%s: run %d:\n%s", what, run.Number, d)
		}
	}
	alerts := readFile(t, folder, "alerts.jsonl")
	var next monitor.Run
	askJob(t, &next, 0, "--jobs", file, "run", "typhoon", "--now")
	if again := next.Number == 3 && next.Resumed > 0; !again && (next.Number != 4 || next.New+next.Changed+next.Gone > 0) || readFile(t, folder, "alerts.jsonl") != alerts {
		t.Errorf("%s: the next run: %+v", what, next)
	}
	for _, a := range did.Around.Actions {
		actions += a.What + "\n"
	}
	return actions
}

// Whatever bit is flipped and wherever a file of the store ends, verify finds it or nothing refers to that place, and repair
// mends it: no event is lost, and nobody is told anything twice.
func TestStoreIsMended(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("mends dozens of folders: not with -short")
	}
	j := newJobsTrial(t)
	if r := ontocrawl(t, "verify", filepath.Join(j.dir, "monitor")); r.code != cli.ExitOK || strings.Count(r.out, ": sound") != 2 {
		t.Fatalf("the undamaged folder: exit code %d\n%s%s", r.code, r.out, r.err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	store := os.DirFS(filepath.Join(j.dir, "monitor", "store"))
	var names []string
	err := fs.WalkDir(store, ".", func(name string, d fs.DirEntry, err error) error {
		if info, e := d.Info(); e == nil && !d.IsDir() && info.Size() > 0 && d.Name() != "LOCK" && d.Name() != "DISCARD" {
			names = append(names, name)
		}
		return err
	})
	if err != nil || !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(n, ".sst") }) {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(store, name)
		if err != nil {
			t.Fatal(err)
		}
		end := len(text)
		for end > 0 && text[end-1] == 0 {
			end--
		}
		at := rng.IntN(max(end, 1))
		flipped := slices.Clone(text)
		flipped[at] ^= 1 << rng.IntN(8)
		for what, harmed := range map[string][]byte{fmt.Sprintf("%s, byte %d flipped", name, at): flipped, name + " cut": text[:end/2], name + " emptied": {}} {
			if slices.Equal(text, harmed) {
				continue
			}
			dir := j.copy(t)
			write(t, filepath.Join(dir, "monitor", "store"), name, string(harmed))
			r := ontocrawl(t, "verify", filepath.Join(dir, "monitor"))
			t.Logf("%s: verify %d, repair: %s", what, r.code, j.mended(t, dir, what))
			if filepath.Ext(name) == ".sst" && r.code != cli.ExitFailure {
				t.Errorf("%s: verify: exit code %d\n%s", what, r.code, r.out)
			}
		}
	}
	dir := j.copy(t)
	if err := os.RemoveAll(filepath.Join(dir, "monitor", "store")); err != nil {
		t.Fatal(err)
	}
	if r := ontocrawl(t, "verify", filepath.Join(dir, "monitor")); r.code != cli.ExitFailure {
		t.Errorf("without a store: verify: exit code %d\n%s", r.code, r.out)
	}
	if did := j.mended(t, dir, "without a store"); !strings.Contains(did, "goes on behind visit") || !strings.Contains(did, "4 notifications were lost") {
		t.Errorf("without a store: %s", did)
	}
}

// A backup of the folder of jobs is restored to where it was: the history is there, and nobody is told anything anew.
func TestJobsBackup(t *testing.T) {
	t.Parallel()
	j := newJobsTrial(t)
	dir := j.copy(t)
	folder, file := filepath.Join(dir, "monitor"), filepath.Join(dir, "x.tar.zst")
	if r := ontocrawl(t, "backup", folder, "-o", file); r.code != cli.ExitOK {
		t.Fatalf("backup: exit code %d\n%s%s", r.code, r.out, r.err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if r := ontocrawl(t, "restore", file, folder); r.code != cli.ExitOK {
		t.Fatalf("restore: exit code %d\n%s%s", r.code, r.out, r.err)
	}
	if did := j.mended(t, dir, "restored"); did != "" {
		t.Errorf("a restored folder was mended: %s", did)
	}
}
