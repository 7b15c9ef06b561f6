package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/crawltest"
)

// buildBinary builds the real program once for a test.
func buildBinary(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "ontocrawl")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// killTrial is one web and one command line, run undisturbed and disturbed.
type killTrial struct {
	bin, proxy, seeds string
	pages             int
	delay             time.Duration
}

func (k *killTrial) command(out string) *exec.Cmd {
	cmd := exec.Command(k.bin, "crawl", "--topic", "typhoon", "--seeds", k.seeds, "--out", out,
		"--max-pages", fmt.Sprint(k.pages), "--deterministic", "--workers", "8", "--segmenter", "trie",
		"--proxy", k.proxy, "--delay", k.delay.String(), "--contact", "https://tests.example/")
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(out))
	return cmd
}

// line is what the test compares of pages.jsonl.
type line struct {
	Seq       int     `json:"seq"`
	URL       string  `json:"url"`
	Relevance float64 `json:"relevance"`
	Priority  float64 `json:"priority"`
	Parent    string  `json:"parent"`
}

func readLines(t *testing.T, dir string) []line {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "pages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []line
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var l line
		if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
			t.Fatalf("%s: torn line: %v", dir, err)
		}
		all = append(all, l)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// The crash guarantee, on the real binary: one crawl of 2,000 pages over HTTP
// on loopback is killed with SIGKILL at 20 random moments and started again
// each time. It must record the same pages in the same order with the same
// judgements as a run nobody disturbed, none twice, and no host may be asked
// faster than its delay, restarts included.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a crawl of 2,000 pages twenty times: not with -short")
	}
	const kills = 20
	web := crawltest.New(crawltest.Options{Seed: 3})
	server, err := web.Serve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	k := &killTrial{
		bin: buildBinary(t), proxy: "http://" + server.Addr, seeds: filepath.Join(dir, "seeds.txt"),
		pages: 2000, delay: 10 * time.Millisecond,
	}
	if err := os.WriteFile(k.seeds, []byte(strings.Join(web.Seeds(5), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	calm, stormy := filepath.Join(dir, "calm"), filepath.Join(dir, "stormy")
	start := time.Now()
	if out, err := k.command(calm).CombinedOutput(); err != nil {
		t.Fatalf("undisturbed run: %v\n%s", err, out)
	}
	whole := time.Since(start)
	before := len(web.Requests())
	killed := k.disturb(t, stormy, kills, whole)
	want, got := readLines(t, calm), readLines(t, stormy)
	t.Logf("%d pages; undisturbed %v; killed %d times; requests %d undisturbed, %d disturbed",
		len(want), whole.Round(time.Millisecond), killed, before, len(web.Requests())-before)
	if killed != kills {
		t.Errorf("killed %d times, want %d", killed, kills)
	}
	if len(want) != k.pages {
		t.Errorf("the undisturbed run recorded %d pages, want %d", len(want), k.pages)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the disturbed run differs: %s", firstDifference(got, want))
	}
	seen := map[string]bool{}
	for _, l := range got {
		if seen[l.URL] {
			t.Errorf("%s was recorded twice", l.URL)
		}
		seen[l.URL] = true
	}
	k.checkPace(t, web)
}

// disturb starts the crawl, kills it after a random while, and so on; then it
// lets it finish. It returns how often the process was killed while it ran.
func (k *killTrial) disturb(t *testing.T, out string, kills int, whole time.Duration) int {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 7))
	killed := 0
	for killed < kills {
		cmd := k.command(out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// On the average a thirtieth of the whole a time, start-up included:
		// twenty of them do not finish the crawl.
		time.Sleep(time.Duration(rng.Int64N(int64(whole) / 15)))
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Logf("before kill %d the crawl had ended: %v", killed+1, cmd.Wait())
			break
		}
		err := cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() {
			t.Fatalf("the crawl ended by itself: %v", err)
		}
		killed++
	}
	if out, err := k.command(out).CombinedOutput(); err != nil {
		t.Fatalf("last run: %v\n%s", err, out)
	}
	return killed
}

// checkPace compares the times at which requests arrived. A request may be on
// its way longer than the next one, so a gap may look shorter than it was kept
// by what the machine's scheduler does to a message on loopback; a restart that
// forgot the last request would show gaps near zero.
func (k *killTrial) checkPace(t *testing.T, web *crawltest.Web) {
	t.Helper()
	least, at := time.Hour, ""
	for host, gap := range web.MinGap() {
		if gap < least {
			least, at = gap, host
		}
	}
	t.Logf("shortest gap between two requests to one host: %v (%s), delay %v", least, at, k.delay)
	if least < k.delay/2 {
		t.Errorf("%s was asked again after %v; the delay is %v", at, least, k.delay)
	}
}

func firstDifference(got, want []line) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("line %d is %+v, want %+v", i+1, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(got), len(want))
}
