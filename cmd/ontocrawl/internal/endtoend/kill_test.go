package endtoend

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// killTrial is one web and one command line, run undisturbed and disturbed.
type killTrial struct {
	bin, proxy, seeds string
	pages             int
	delay             time.Duration

	whole, open time.Duration // of an undisturbed run, and of one that finds nothing to do
}

func (k *killTrial) command(out string) *exec.Cmd {
	cmd := exec.Command(k.bin, "crawl", "--topic", "typhoon", "--seeds", k.seeds, "--out", out,
		"--max-pages", fmt.Sprint(k.pages), "--deterministic", "--workers", "8", "--segmenter", "trie",
		"--proxy", k.proxy, "--delay", k.delay.String(), "--contact", "https://tests.example/",
		"--warc", "all", "--warc-size", "300000", "--retries", "0")
	cmd.Env = slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, config.EnvPrefix) })
	cmd.Env = append(cmd.Env, "HOME="+filepath.Dir(out))
	return cmd
}

// readChanges returns the lines of changes.jsonl: the verdicts at the end of the run.
func readChanges(t *testing.T, dir string) (all []string) {
	t.Helper()
	for c, err := range rundir.Changes(dir) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d %s %s: %v %v by model %d", c.Seq, c.Change, c.URL, c.Relevance, c.Relevant, c.Model))
	}
	return all
}

// readModels returns the models of a run, without the times.
func readModels(t *testing.T, dir string) (all []string) {
	t.Helper()
	for m, err := range rundir.Models(dir) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("model %d after visit %d: %s", m.Model, m.Seq, m.Learned))
	}
	return all
}

// killSize is the size of the trial: ONTOCRAWL_KILLS kills (8; in the long form 20)
// and fifty pages for each kill, or a hundred where the kills are few.
func killSize(t *testing.T) (kills, pages int) {
	t.Helper()
	kills = 8
	if long() {
		kills = 20
	}
	if text := os.Getenv("ONTOCRAWL_KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("ONTOCRAWL_KILLS is %q, want a number of kills", text)
		}
		kills = n
	}
	return kills, max(50*kills, min(100*kills, 2000))
}

// The crash guarantee, on the real binary: one crawl over HTTP on loopback, its
// answers archived, is killed with SIGKILL at random moments and started again
// each time. It must record the same pages in the same order with the same
// judgements as a run nobody disturbed, none twice; what was archived must be
// whole and the answers of those pages; and no host may be asked faster than its
// delay, restarts included.
func TestKill(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("kills a crawl eight times or more: not with -short")
	}
	kills, pages := killSize(t)
	web := crawltest.New(crawltest.Options{Seed: 3, Pages: max(2*pages, 1600)})
	server, err := web.Serve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	k := &killTrial{
		bin: buildBinary(t), proxy: "http://" + server.Addr, seeds: filepath.Join(dir, "seeds.txt"),
		pages: pages, delay: 5 * time.Millisecond,
	}
	if err := os.WriteFile(k.seeds, []byte(strings.Join(web.Seeds(5), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	calm, stormy := filepath.Join(dir, "calm"), filepath.Join(dir, "stormy")
	start := time.Now()
	k.finish(t, calm)
	k.whole = time.Since(start)
	start = time.Now()
	k.finish(t, calm) // finished already: this is starting and stopping
	k.open = time.Since(start)
	before := len(web.Requests())
	killed := k.disturb(t, stormy, kills)
	want, got := readLines(t, calm), readLines(t, stormy)
	asked := web.Requests()[before:]
	t.Logf("%d pages; undisturbed %v; killed %d times; requests %d undisturbed, %d disturbed",
		len(want), k.whole.Round(time.Millisecond), killed, before, len(asked))
	if killed != kills {
		t.Errorf("killed %d times, want %d", killed, kills)
	}
	if len(want) != k.pages {
		t.Errorf("the undisturbed run recorded %d pages, want %d", len(want), k.pages)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the disturbed run differs: %s; failures of one run only: %.2000s", firstDifference(got, want), ownFailures(t, stormy, calm))
	}
	if made, again := readModels(t, calm), readModels(t, stormy); !slices.Equal(made, again) || len(made) == 0 || want[len(want)-1].Model == 0 {
		t.Errorf("the undisturbed run learned %d models, the disturbed one %d:\n%.300s\n%.300s", len(made), len(again), made, again)
	}
	if last, again := readChanges(t, calm), readChanges(t, stormy); !slices.Equal(last, again) || len(last) == 0 {
		t.Errorf("at its end the undisturbed run had %d other verdicts, the disturbed one %d", len(last), len(again))
	}
	k.checkLedger(t, got, asked, before, kills)
	k.checkPace(t, web)
	checkArchive(t, stormy)
}

// checkLedger compares what was recorded with what the server says it served.
func (k *killTrial) checkLedger(t *testing.T, got []line, asked []crawltest.Request, calm, kills int) {
	t.Helper()
	served, seen := map[string]int{}, map[string]bool{}
	for _, r := range asked {
		if r.Status == 200 {
			served["http://"+r.Host+r.Path]++
		}
	}
	for _, l := range got {
		if seen[l.URL] {
			t.Errorf("%s was recorded twice", l.URL)
		}
		seen[l.URL] = true
		if served[l.URL] == 0 {
			t.Errorf("%s was recorded, and never served", l.URL)
		}
	}
	// A death costs at most the batch that was not durable and what was in
	// flight, and each process reads the robots.txt of the hosts it meets.
	if more, most := len(asked)-calm, kills*(100+8+50); more > most {
		t.Errorf("%d requests more than undisturbed after %d kills, want at most %d", more, kills, most)
	}
}

// A moment is when a process is killed, beside a time after its start.
type moment struct {
	name string
	// due reports that what the moment waits for has happened in the run folder
	// since the process was started; nil: only time counts.
	due func(out string) func() bool
}

// moments are: any; while the process opens what the last one left; when a file
// of the archive has just been begun; and when the database has just written a
// Table, which a checkpoint and a compaction do.
var moments = []moment{
	{"any time", nil},
	{"opening", nil},
	{"archive rotation", func(out string) func() bool { return grows(filepath.Join(out, "warc"), ".warc.gz") }},
	{"checkpoint or compaction", func(out string) func() bool { return grows(filepath.Join(out, "state", "db"), ".sst") }},
}

// grows returns a function that reports whether the last name of folder dir that
// ends in suffix is another one than now.
func grows(dir, suffix string) func() bool {
	last := func() string {
		names, _ := filepath.Glob(filepath.Join(dir, "*"+suffix))
		return slices.Max(append(names, ""))
	}
	first := last()
	return func() bool { return last() != first }
}

// finish runs the crawl to its end.
func (k *killTrial) finish(t *testing.T, out string) {
	t.Helper()
	if text, err := k.command(out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// disturb starts the crawl, kills it after a random while, and so on; then it
// lets it finish. It returns how often the process was killed while it ran.
func (k *killTrial) disturb(t *testing.T, out string, kills int) int {
	t.Helper()
	const seed = 11
	t.Logf("moments drawn with seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 7))
	met := map[string]int{}
	killed := 0
	for ; killed < kills; killed++ {
		m := moments[killed%len(moments)]
		// On the average the time to open and two thirds of the work that is each
		// process's share: they do not finish the crawl.
		after := time.Duration(rng.Int64N(int64(2*k.open + 4*k.whole/time.Duration(3*kills))))
		if m.name == "opening" {
			after = time.Duration(rng.Int64N(int64(k.open)))
		}
		cmd := k.command(out)
		due := func() bool { return false }
		if m.due != nil {
			due = m.due(out)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		name := "any time"
		// However fast the machine is: the last pages are for the last process.
		share := k.pages * (killed + 1) / (kills + 5)
		for start, n := time.Now(), 0; time.Since(start) < after; time.Sleep(time.Millisecond) {
			if due() {
				name = m.name
				break
			}
			if n++; n%20 == 0 && bytes.Count(read(filepath.Join(out, "pages.jsonl")), []byte{'\n'}) > share {
				break
			}
		}
		if m.due == nil {
			name = m.name
		}
		for start := time.Now(); onTrial(out) && time.Since(start) < time.Minute; {
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Logf("before kill %d the crawl had ended: %v", killed+1, cmd.Wait())
			break
		}
		err := cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() {
			t.Logf("before kill %d the crawl had ended: %v", killed+1, err)
			break
		}
		met[name]++
	}
	t.Logf("killed at: %v", met)
	k.finish(t, out)
	return killed
}

// onTrial reports whether a page that was in flight at two deaths is tried alone now (crawl/engine). A third one would
// rightly quarantine it; on a busy machine, where a trial takes long, moments drawn at random do meet one.
func onTrial(out string) bool {
	accused, flying := map[string]bool{}, map[string]bool{}
	for text := range bytes.Lines(read(filepath.Join(out, "state", "inflight"))) {
		op, url, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), " ")
		switch op {
		case "s":
			standing, of, _ := strings.Cut(url, " ")
			accused[of] = standing == fmt.Sprint(int(engine.Accused))
		case "+":
			flying[url] = true
		case "-":
			delete(accused, url)
			delete(flying, url)
		case "c":
			delete(flying, url)
		}
	}
	for url := range flying {
		if accused[url] {
			return true
		}
	}
	return false
}

// checkPace compares the times at which requests arrived. The server notes the
// time before it answers, and the delay counts from the answer: so a gap is never
// shorter than the delay, however long a request was on its way.
func (k *killTrial) checkPace(t *testing.T, web *crawltest.Web) {
	t.Helper()
	least, at := time.Hour, ""
	for host, gap := range web.MinGap() {
		if gap < least {
			least, at = gap, host
		}
	}
	t.Logf("shortest gap between two requests to one host: %v (%s), delay %v", least, at, k.delay)
	if least < k.delay {
		t.Errorf("%s was asked again after %v; the delay is %v", at, least, k.delay)
	}
}

// ownFailures returns the failed requests of a run that another run does not have.
func ownFailures(t *testing.T, dir, other string) (own []string) {
	t.Helper()
	failed := func(dir string) (all []string) {
		for text := range bytes.Lines(read(filepath.Join(dir, "errors.jsonl"))) {
			var l struct{ URL, Kind, Error string }
			if err := json.Unmarshal(text, &l); err != nil {
				t.Fatalf("%s: torn line: %v", dir, err)
			}
			all = append(all, l.URL+" "+l.Kind+" "+l.Error)
		}
		return all
	}
	theirs := failed(other)
	for _, f := range failed(dir) {
		if !slices.Contains(theirs, f) {
			own = append(own, f)
		}
	}
	return own
}
