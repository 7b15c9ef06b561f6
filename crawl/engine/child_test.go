package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// childEnv holds the job of a child process: a real crawl on a real Badger and
// a real run folder, of an invented web.
const childEnv = "ONTOCRAWL_TEST_CHILD"

// job is a crawl in a run folder.
type job struct {
	Dir           string
	MaxPages      int
	Workers       int
	Deterministic bool
	Latency       time.Duration
	Spill         int64 `json:",omitempty"` // bytes for waiting links, of the default strategy; 0: the tests' own strategy
}

// runChild does the job of a child process, if this is one.
func runChild() bool {
	text := os.Getenv(childEnv)
	if text == "" {
		return false
	}
	var j job
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		panic(err)
	}
	if err := j.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	return true
}

func (j *job) run() error {
	folder, err := rundir.Open(j.Dir, rundir.Options{Logger: quiet})
	if err != nil {
		return err
	}
	defer folder.Close()
	// A batch is 20 visits here, so that a kill finds many moments.
	st, err := state.Open(folder.StatePath(), state.Options{Logger: quiet, BatchVisits: 20, ValueLog: 4 << 20})
	if err != nil {
		return err
	}
	defer st.Close()
	params := *j
	params.Dir = "" // a folder may be moved
	if err := folder.Settle(params, st); err != nil {
		return err
	}
	w := &web{Size: 40000, Hosts: 13, Latency: j.Latency}
	e := newEngine(w, st, engine.Options{
		Workers: j.Workers, MaxPages: j.MaxPages, Deterministic: j.Deterministic, Retries: 2, RetryWait: time.Millisecond,
	})
	e.Fetcher = &moody{web: w, det: j.Deterministic} // each process forgets what failed before
	e.Sinks = []crawl.Sink{folder}
	if j.Spill > 0 {
		store := spill.New(filepath.Join(folder.StatePath(), "links"), quiet)
		defer store.Close()
		p := strategy.Defaults()
		p.SpillInto(store.Records('e'), store.Records('u'), j.Spill, store.Err)
		if e.Strategy, err = strategy.NewTabu(p); err != nil {
			return err
		}
	}
	res, err := e.Run(context.Background(), w.seeds(1, 2, 3))
	if err != nil {
		return err
	}
	return folder.Finish(string(res.Stopped), res.Waiting)
}

func (j job) start(t *testing.T) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	text, err := json.Marshal(j)
	ok(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+string(text))
	stderr := new(strings.Builder)
	cmd.Stderr = stderr
	ok(t, cmd.Start())
	return cmd, stderr
}

// killed starts j and kills it after a while; it reports whether the child
// ended before.
func (j job) killed(t *testing.T, after time.Duration) (ended bool) {
	t.Helper()
	cmd, stderr := j.start(t)
	timer := time.AfterFunc(after, func() { cmd.Process.Signal(syscall.SIGKILL) })
	defer timer.Stop()
	err := cmd.Wait()
	if status, is := cmd.ProcessState.Sys().(syscall.WaitStatus); is && status.Signaled() && status.Signal() == syscall.SIGKILL {
		return false
	}
	if err != nil {
		t.Fatalf("the child failed: %v\n%s", err, stderr)
	}
	return true
}

var fetchedAt = regexp.MustCompile(`"fetched_at":"[^"]*"`)

// lines reads a file of j's folder, without the times.
func (j job) lines(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(j.Dir, name))
	ok(t, err)
	return fetchedAt.ReplaceAllString(string(b), `"fetched_at":""`)
}

// TestKill: a process that is killed at 20 random moments of its crawl and
// started again each time leaves, byte for byte, what an undisturbed one does.
func TestKill(t *testing.T) {
	t.Parallel()
	// 1,000 pages in batches of 20 with 2 ms a round: about a second.
	j := job{MaxPages: 1000, Workers: 4, Deterministic: true, Latency: 3 * time.Millisecond}
	whole := j
	whole.Dir = t.TempDir()
	begun := time.Now()
	if !whole.killed(t, time.Hour) {
		t.Fatal("the undisturbed child was killed")
	}
	took := time.Since(begun)

	j.Dir = t.TempDir()
	rnd := rand.New(rand.NewPCG(1, uint64(begun.UnixNano())))
	kills, pages := 0, []int{}
	for ; kills < 20; kills++ {
		// From hardly begun, before the state is open, to some hundred pages on.
		if j.killed(t, took/40+time.Duration(rnd.Int64N(int64(took/8)))) {
			break
		}
		b, _ := os.ReadFile(filepath.Join(j.Dir, rundir.PagesFile)) // not there yet, perhaps
		pages = append(pages, strings.Count(string(b), "\n"))
	}
	if !j.killed(t, time.Hour) {
		t.Fatal("the last child was killed")
	}
	t.Logf("an undisturbed crawl took %v; pages at the %d kills: %v", took, kills, pages)
	if kills < 5 {
		t.Errorf("killed only %d times", kills)
	}
	for _, name := range []string{rundir.PagesFile, rundir.ErrorsFile} {
		if d := cmp.Diff(whole.lines(t, name), j.lines(t, name)); d != "" {
			t.Errorf("%s (-undisturbed +killed):\n%s", name, d)
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(j.Dir, "*.damaged*")); len(kept) > 0 {
		t.Errorf("the run folder was ahead of its journal: %v", kept)
	}
	j.onceEach(t)
	j.again(t)
}

// TestKillSpilled: the same for a crawl most of whose links are on disk, which is killed
// between and after its checkpoints; and a folder of links that was lost is told as what it
// is.
func TestKillSpilled(t *testing.T) {
	t.Parallel()
	j := job{MaxPages: 2600, Workers: 4, Deterministic: true, Latency: time.Millisecond, Spill: 200_000}
	whole := j
	whole.Dir = t.TempDir()
	begun := time.Now()
	if !whole.killed(t, time.Hour) {
		t.Fatal("the undisturbed child was killed")
	}
	took := time.Since(begun)
	j.Dir = t.TempDir()
	rnd := rand.New(rand.NewPCG(3, uint64(begun.UnixNano())))
	kills := 0
	for ; kills < 6; kills++ {
		if j.killed(t, took/10+time.Duration(rnd.Int64N(int64(took/3)))) {
			break
		}
	}
	if !j.killed(t, time.Hour) {
		t.Fatal("the last child was killed")
	}
	t.Logf("an undisturbed crawl took %v; killed %d times", took, kills)
	if kills < 2 {
		t.Errorf("killed only %d times", kills)
	}
	for _, name := range []string{rundir.PagesFile, rundir.ErrorsFile} {
		if d := cmp.Diff(whole.lines(t, name), j.lines(t, name)); d != "" {
			t.Errorf("%s (-undisturbed +killed):\n%s", name, d)
		}
	}
	j.onceEach(t)
	links := filepath.Join(j.Dir, rundir.StateDir, "links")
	if tables, _ := filepath.Glob(filepath.Join(links, "db", "*")); len(tables) == 0 {
		t.Fatal("nothing was spilled")
	}
	ok(t, os.RemoveAll(links))
	cmd, stderr := j.start(t)
	if err := cmd.Wait(); err == nil || !strings.Contains(stderr.String(), links) || !strings.Contains(stderr.String(), "was deleted") {
		t.Errorf("without its links: %v, %q", err, stderr)
	}
}

// onceEach checks that no URL stands in the run folder twice.
func (j job) onceEach(t *testing.T) {
	t.Helper()
	seen := make(map[string]bool)
	n := 0
	for p, err := range rundir.Pages(j.Dir) {
		ok(t, err)
		if seen[p.URL] {
			t.Errorf("%s was recorded twice", p.URL)
		}
		seen[p.URL] = true
		n++
	}
	if n != j.MaxPages {
		t.Errorf("%d pages, want %d", n, j.MaxPages)
	}
}

// again: a finished crawl started once more changes nothing, mends what was
// deleted, and says so if it is not the same crawl.
func (j job) again(t *testing.T) {
	t.Helper()
	pages, errs := j.lines(t, rundir.PagesFile), j.lines(t, rundir.ErrorsFile)
	ok(t, os.Remove(filepath.Join(j.Dir, rundir.PagesFile)))
	ok(t, os.Remove(filepath.Join(j.Dir, rundir.ParamsFile)))
	if !j.killed(t, time.Hour) {
		t.Fatal("killed")
	}
	if j.lines(t, rundir.PagesFile) != pages || j.lines(t, rundir.ErrorsFile) != errs {
		t.Error("a finished crawl, started again, differs")
	}
	for what, spoil := range map[string]func(job) job{
		"other parameters": func(j job) job { j.Workers++; return j },
		"no state": func(j job) job {
			ok(t, os.RemoveAll(filepath.Join(j.Dir, rundir.StateDir)))
			return j
		},
	} {
		copied := j
		copied.Dir = t.TempDir()
		ok(t, os.CopyFS(copied.Dir, os.DirFS(j.Dir)))
		cmd, stderr := spoil(copied).start(t)
		if err := cmd.Wait(); err == nil || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), copied.Dir) {
			t.Errorf("%s: %v, %q, want one line that names the folder", what, err, stderr)
		}
	}
}

// TestKillUnordered: without deterministic mode too nothing is lost or twice.
func TestKillUnordered(t *testing.T) {
	t.Parallel()
	j := job{Dir: t.TempDir(), MaxPages: 400, Workers: 8, Latency: 4 * time.Millisecond}
	rnd := rand.New(rand.NewPCG(2, uint64(time.Now().UnixNano())))
	var had []string
	for kills := 0; kills < 6; kills++ {
		ended := j.killed(t, 80*time.Millisecond+time.Duration(rnd.Int64N(int64(150*time.Millisecond))))
		b, err := os.ReadFile(filepath.Join(j.Dir, rundir.PagesFile))
		if os.IsNotExist(err) && !ended {
			continue
		}
		ok(t, err)
		now := strings.SplitAfter(string(b), "\n")
		now = now[:len(now)-1] // without a torn one
		if len(now) < len(had) || strings.Join(now[:len(had)], "") != strings.Join(had, "") {
			t.Fatalf("after kill %d the lines of before are not there any more", kills)
		}
		had = now
	}
	if !j.killed(t, time.Hour) {
		t.Fatal("the last child was killed")
	}
	j.onceEach(t)
}
