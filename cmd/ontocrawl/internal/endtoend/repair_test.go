package endtoend

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// A damageTrial is a crawl of a made-up web that stopped at a budget, to be damaged in
// copies.
type damageTrial struct {
	web   *crawltest.Web
	args  []string // without --out and --max-pages
	run   string
	pages int
}

func newDamageTrial(t *testing.T) *damageTrial {
	t.Helper()
	d := &damageTrial{web: crawltest.New(crawltest.Options{Seed: 5, Pages: 600}), pages: 60}
	server, err := d.web.Serve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	dir := t.TempDir()
	seeds := write(t, dir, "seeds.txt", strings.Join(d.web.Seeds(5), "\n"))
	d.run = filepath.Join(dir, "run")
	d.args = []string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--workers", "4", "--segmenter", "trie", "--proxy", "http://" + server.Addr,
		"--delay", "0s", "--contact", "https://tests.example/", "--warc", "all", "--warc-size", "150000", "--retries", "0", "--log-level", "error"}
	d.crawl(t, d.run, d.pages/2)
	d.crawl(t, d.run, d.pages) // a second session: several logs
	return d
}

func (d *damageTrial) crawl(t *testing.T, run string, pages int) {
	t.Helper()
	args := append(slices.Clone(d.args), "--out", run, "--max-pages", fmt.Sprint(pages))
	if r := ontocrawl(t, args...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
}

func (d *damageTrial) copy(t *testing.T) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(to, os.DirFS(d.run)); err != nil {
		t.Fatal(err)
	}
	return to
}

func verifyRun(t *testing.T, run string) runcheck.Report {
	t.Helper()
	r := ontocrawl(t, "verify", run, "--json")
	var rep runcheck.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if want := map[bool]int{true: cli.ExitOK, false: cli.ExitFailure}[rep.Sound]; r.code != want {
		t.Errorf("verify: sound %v and code %d", rep.Sound, r.code)
	}
	return rep
}

// mended repairs the run, which is sound then, goes on with it, and asks for no recorded
// page again.
func (d *damageTrial) mended(t *testing.T, run, what string) {
	t.Helper()
	recorded := map[string]bool{}
	for p, err := range rundir.Pages(d.run) {
		if err != nil {
			t.Fatal(err)
		}
		recorded[p.URL] = true
	}
	if r := ontocrawl(t, "repair", run); r.code != cli.ExitOK {
		t.Fatalf("%s: repair: code %d\n%s%s", what, r.code, r.out, r.err)
	}
	before := len(d.web.Requests())
	d.crawl(t, run, d.pages+15)
	led := map[string]bool{} // other addresses redirect there
	for f, err := range rundir.Failures(run) {
		if err != nil {
			t.Fatal(what, err)
		}
		led[strings.TrimPrefix(f.Error, "duplicate of ")] = true
	}
	for _, r := range d.web.Requests()[before:] {
		if url := "http://" + r.Host + r.Path; recorded[url] && !led[url] {
			t.Errorf("%s: %s was recorded, and is asked for again", what, url)
		}
	}
	count := map[string]int{}
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(what, err)
		}
		count[p.URL]++
	}
	for url := range recorded {
		if count[url] != 1 {
			t.Errorf("%s: %s is recorded %d times", what, url, count[url])
		}
	}
	if len(count) != d.pages+15 {
		t.Errorf("%s: %d pages at the end, want %d", what, len(count), d.pages+15)
	}
	if rep := verifyRun(t, run); !rep.Sound {
		t.Errorf("%s: not sound at the end: %+v", what, rep.Findings)
	}
}

// runFiles lists the files of a run whose bytes count, by kind.
func runFiles(t *testing.T, run string) map[string][]string {
	t.Helper()
	kinds := map[string][]string{}
	err := filepath.WalkDir(run, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(run, path)
		if info, err := e.Info(); err != nil || info.Size() == 0 || e.Name() == "LOCK" || e.Name() == "DISCARD" || e.Name() == "labels.tsv" {
			return err
		}
		kind := filepath.Ext(name)
		if kind == "" || kind == ".json" || kind == ".jsonl" || kind == ".bin" {
			kind = name
		}
		if strings.HasPrefix(e.Name(), "checkpoint-") {
			kind = "checkpoint"
		}
		kinds[kind] = append(kinds[kind], name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// flip flips a bit of a file, not in its zeros: logs have many behind their ends.
func flip(t *testing.T, name string, rng *rand.Rand) int {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	end := len(b)
	for end > 0 && b[end-1] == 0 {
		end--
	}
	at := rng.IntN(max(end, 1))
	b[at] ^= 1 << rng.IntN(8)
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return at
}

// One bit is flipped at random places in each kind of file. verify finds it, or nothing
// refers to that place; repair mends the run, and the crawl goes on.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs dozens of crawls: not with -short")
	}
	d := newDamageTrial(t)
	if rep := verifyRun(t, d.run); !rep.Sound || len(rep.Findings) != 0 || rep.Pages != d.pages || rep.Answers == 0 || rep.Texts == 0 {
		t.Fatalf("the undamaged run: %+v", rep)
	}
	rng := rand.New(rand.NewPCG(7, 11))
	times := 1
	if long() {
		times = 4
	}
	for kind, names := range runFiles(t, d.run) {
		found := 0
		for range times {
			run := d.copy(t)
			name := names[rng.IntN(len(names))]
			at := flip(t, filepath.Join(run, name), rng)
			what := fmt.Sprintf("byte %d of %s", at, name)
			rep := verifyRun(t, run)
			if !rep.Sound {
				found++
			}
			d.mended(t, run, what)
			os.RemoveAll(run) //nolint:errcheck // temporary
		}
		t.Logf("%s: %d of %d flips are damage", kind, found, times)
	}
}

// Damage of an archive that spans several records is given up once: repair fills it with one record, and
// verify is sound from then on, and says what was lost.
func TestRepairOfManyRecords(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs several crawls: not with -short")
	}
	d := newDamageTrial(t)
	for what, damage := range map[string]func(b []byte) []byte{
		"cut to nothing":    func([]byte) []byte { return nil },
		"cut in the middle": func(b []byte) []byte { return b[:len(b)/2] },
		"zeros in the middle": func(b []byte) []byte {
			clear(b[len(b)/3 : 2*len(b)/3])
			return b
		},
	} {
		run := d.copy(t)
		names, err := filepath.Glob(filepath.Join(run, "warc", "*.warc.gz"))
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		b := read(names[0])
		if err := os.WriteFile(names[0], damage(b), 0o600); err != nil {
			t.Fatal(err)
		}
		if rep := verifyRun(t, run); rep.Sound {
			t.Errorf("%s: sound", what)
		}
		d.mended(t, run, what)
		if rep := verifyRun(t, run); len(rep.Findings) == 0 {
			t.Errorf("%s: nobody says what was lost", what)
		}
	}
}

// Whatever part of the state is gone, the journal is made anew and the crawl goes on.
func TestLostState(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs several crawls: not with -short")
	}
	d := newDamageTrial(t)
	d.crawl(t, d.copy(t), 70) // the undamaged one goes on
	for what, remove := range map[string][]string{
		"value logs": {"state/db/*.vlog"}, "manifest": {"state/db/MANIFEST"}, "tables": {"state/db/*.sst"}, "memtables": {"state/db/*.mem"},
		"HEAD": {"state/HEAD"}, "checkpoint": {"state/checkpoint-*"}, "database": {"state/db"}, "state": {"state"},
		"state and pages": {"state", "pages.jsonl"}, "key registry": {"state/db/KEYREGISTRY"},
	} {
		t.Run(what, func(t *testing.T) {
			run := d.copy(t)
			removed := 0
			for _, pattern := range remove {
				names, err := filepath.Glob(filepath.Join(run, pattern))
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range names {
					removed++
					if err := os.RemoveAll(name); err != nil {
						t.Fatal(err)
					}
				}
			}
			if removed == 0 {
				t.Skip("there is none")
			}
			r := ontocrawl(t, append(slices.Clone(d.args), "--out", run, "--max-pages", "70")...)
			if what == "value logs" && (r.code != cli.ExitConflict || !strings.Contains(r.err, "value log") || strings.Contains(r.err, "other parameters")) {
				t.Errorf("code %d: %s", r.code, r.err)
			}
			if r.code == cli.ExitOK { // nothing that counts was there
				return
			}
			d.mended(t, run, what)
		})
	}
}

// verify reads only, and refuses a run that a process has open, and what is none.
func TestVerifyReadsOnly(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	before := snapshot(t, out)
	if rep := verifyRun(t, out); !rep.Sound {
		t.Errorf("%+v", rep)
	}
	if r := ontocrawl(t, "repair", out, "--dry-run"); r.code != cli.ExitOK || !strings.Contains(r.out, "nothing to do") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if after := snapshot(t, out); before != after {
		t.Errorf("verify has changed the folder:\n%s\n%s", before, after)
	}
	if r := ontocrawl(t, "verify", out); !strings.Contains(r.out, ": sound") {
		t.Errorf("%s", r.out)
	}
	if r := ontocrawl(t, "verify", t.TempDir()); r.code != cli.ExitUsage {
		t.Errorf("an empty folder: code %d, %s", r.code, r.err)
	}
}

// snapshot is the names, sizes, times and bytes of a folder.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		sum := uint64(0)
		if !e.IsDir() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, c := range text {
				sum = sum*31 + uint64(c)
			}
		}
		fmt.Fprintln(&b, path, info.Size(), info.ModTime().UnixNano(), sum)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
