package rundir_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// scored makes a page of a host with a relevance.
func scored(seq int, host, lang string, relevance float64) *crawl.Visit {
	url := fmt.Sprintf("http://%s/%d", host, seq)
	return &crawl.Visit{
		Seq: seq, Choice: crawl.Choice{URL: url}, Status: 200, FetchedAt: epoch.Add(time.Duration(seq) * time.Second),
		Page:  &crawl.Page{URL: url, Final: url, Host: host, Lang: lang},
		Score: crawl.Score{Relevance: relevance, Relevant: relevance > 0.5},
	}
}

func failed(seq, status int, kind crawl.FailureKind) *crawl.Visit {
	return &crawl.Visit{Seq: seq, Choice: crawl.Choice{URL: fmt.Sprint("http://x/", seq)}, Status: status, Failure: crawl.Failure{Kind: kind, Text: "http://x/timeout"}, FetchedAt: epoch.Add(time.Duration(seq) * time.Second)}
}

func sitemap(seq int) *crawl.Visit {
	v := scored(seq, "a.example", "", 0)
	v.Page.Source = true
	return v
}

func again(v *crawl.Visit) *crawl.Visit {
	v.Choice.Again = true
	return v
}

func TestSummary(t *testing.T) {
	visits := []*crawl.Visit{
		scored(1, "a.example", "zh", 0.2), scored(2, "b.example", "en", 0.4), scored(3, "a.example", "zh", 0.9),
		failed(4, 404, crawl.FailStatus4xx), failed(5, 0, crawl.FailDuplicate), failed(6, 0, crawl.FailRobots),
		scored(7, "a.example", "", 0.5), failed(8, 0, crawl.FailDNS), failed(9, 404, crawl.FailStatus4xx),
		failed(10, 200, crawl.FailNotPage), failed(11, 200, crawl.FailMoved), failed(12, 0, crawl.FailOther),
		sitemap(13), again(scored(14, "a.example", "zh", 1)), again(failed(15, 304, 0)), again(failed(16, 404, crawl.FailStatus4xx)),
	}
	dir, st, c := t.TempDir(), new(state.Memory), &clock{epoch}
	f := openAt(t, dir, c)
	ok(t, f.Restore(st))
	for _, v := range visits {
		ok(t, st.Record(v))
		ok(t, f.Append(v))
	}
	ok(t, st.Commit())
	c.now = epoch.Add(90 * time.Second)
	ok(t, f.Finish("interrupted", 17))
	want := rundir.Summary{
		Stopped: "interrupted", Started: rundir.Time{Time: epoch}, Finished: rundir.Time{Time: c.now}, Seconds: 90,
		Totals: rundir.Totals{
			Visits: 16, Requests: 16, Pages: 4, Current: 4, Relevant: 1, HarvestRate: 0.25, Failures: 8, Sources: 1, Revisits: 3, Unchanged: 1, RequestsPerRelevant: 16, Quarters: [4]int{1}, SinceFind: 13,
			Errors: map[string]int{"status 4xx": 2, "duplicate": 1, "robots": 1, "dns": 1, "not a page": 1, "moved": 1, "other": 1},
		},
		Waiting:   17,
		Mean:      0.5,                                       // (0.2+0.4+0.9+0.5)/4
		SD:        math.Sqrt((0.09 + 0.01 + 0.16 + 0.0) / 4), // squared distances from 0.5
		Languages: map[string]int{"zh": 2, "en": 1, "": 1},
		Hosts:     rundir.Hosts{Count: 2, Top: []rundir.Host{{Host: "a.example", Pages: 3, Relevant: 1}, {Host: "b.example", Pages: 1}}, Failing: []rundir.Host{}},
		Files:     []string{rundir.PagesFile, rundir.ErrorsFile},
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	got, err := rundir.ReadSummary(dir)
	ok(t, err)
	if d := cmp.Diff(want, got, near); d != "" {
		t.Fatalf("summary (-want +got):\n%s", d)
	}
	ok(t, f.Close())
	if p, e := strings.Count(read(t, dir, rundir.PagesFile), "\n"), strings.Count(read(t, dir, rundir.ErrorsFile), "\n"); p != 4 || e != 8 {
		t.Errorf("%d lines of pages and %d of errors, want 4 and 8: no sitemap, nothing asked for again", p, e)
	}

	// An hour later the run goes on for ten seconds: the pause is not counted.
	c.now = epoch.Add(time.Hour)
	f = openAt(t, dir, c)
	ok(t, f.Restore(st))
	v := scored(17, "c.example", "en", 1)
	ok(t, st.Record(v))
	ok(t, f.Append(v))
	c.now = c.now.Add(10 * time.Second)
	ok(t, f.Finish("budget", 0))
	ok(t, f.Close())
	done, err := rundir.ReadSummary(dir)
	ok(t, err)
	if done.Seconds != 100 || !done.Started.Equal(epoch) || !done.Finished.Equal(c.now) || done.Pages != 5 || done.Hosts.Count != 3 {
		t.Errorf("summary of the second session: %+v", done)
	}

	// Run once more, a finished crawl tells the same.
	ok(t, st.Commit())
	c.now = c.now.Add(time.Hour)
	f = openAt(t, dir, c)
	ok(t, f.Restore(st))
	ok(t, f.Finish("budget", 0))
	again, err := rundir.ReadSummary(dir)
	ok(t, err)
	if d := cmp.Diff(done, again, near); d != "" {
		t.Errorf("a finished run told another summary (-first +again):\n%s", d)
	}
}

// TestSummaryWhileRunning: a killed run leaves a summary, its time nearly right.
func TestSummaryWhileRunning(t *testing.T) {
	dir, st, c := t.TempDir(), new(state.Memory), &clock{epoch}
	f := openAt(t, dir, c)
	ok(t, f.Restore(st))
	for seq := 1; seq <= 30; seq++ {
		c.now = c.now.Add(time.Second)
		ok(t, f.Append(scored(seq, "a.example", "en", 0.1)))
		ok(t, f.Flush())
	}
	s, err := rundir.ReadSummary(dir)
	ok(t, err)
	if s.Stopped != rundir.Running || s.Seconds != 30 || s.Pages != 30 {
		t.Errorf("summary of a running crawl: %+v", s)
	}
	ok(t, os.Remove(filepath.Join(dir, rundir.SummaryFile)))
}

// TestSummaryOfNothing: no page, no division by zero.
func TestSummaryOfNothing(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	ok(t, f.Restore(new(state.Memory)))
	ok(t, f.Finish("exhausted", 0))
	s, err := rundir.ReadSummary(dir)
	ok(t, err)
	if s.Pages != 0 || s.HarvestRate != 0 || s.SD != 0 || s.Seconds != 0 || s.Hosts.Top == nil || !s.Started.Equal(epoch) {
		t.Errorf("summary of no visit: %+v", s)
	}
}

// A new verdict replaces the old one in all figures of relevance, and changes no other.
func TestSummaryJudged(t *testing.T) {
	dir, m := t.TempDir(), new(state.Memory)
	a, b := found("/a", false, 1, 0.9), found("/b", false, 2, 0.2)
	for i, v := range []*crawl.Visit{a, b, judged(a, 0.3), judged(b, 0.8), judged(judged(b, 0.8), 0.6)} {
		v.Seq = i + 1
		ok(t, m.Record(v))
	}
	ok(t, m.Commit())
	f := open(t, dir)
	ok(t, f.Restore(m))
	s := f.Summary()
	if s.Pages != 2 || s.Relevant != 1 || s.HarvestRate != 0.5 || s.Judged != 3 || s.Visits != 5 || s.Failures != 0 {
		t.Errorf("%+v", s)
	}
	if math.Abs(s.Mean-0.45) > 1e-12 || math.Abs(s.SD-0.15) > 1e-12 { // of 0.3 and 0.6
		t.Errorf("mean %v, standard deviation %v", s.Mean, s.SD)
	}
	if h := s.Hosts.Top[0]; h.Pages != 2 || h.Relevant != 1 {
		t.Errorf("%+v", h)
	}
}

// A clock that jumps back a day, within a process and between two, makes no time negative
// and no file different from its journal.
func TestClockJumpsBack(t *testing.T) {
	dir, st, c := t.TempDir(), new(state.Memory), &clock{epoch}
	f := openAt(t, dir, c)
	ok(t, f.Restore(st))
	day := 24 * time.Hour
	for seq, at := range []time.Time{epoch, epoch.Add(time.Minute), epoch.Add(-day), epoch.Add(-day + time.Minute)} {
		v := scored(seq+1, "a.example", "en", 0.5)
		v.FetchedAt, v.Page.FetchedAt = at, at
		ok(t, st.Record(v))
		ok(t, f.Append(v))
	}
	ok(t, st.Commit())
	ok(t, f.Finish("interrupted", 0))
	ok(t, f.Close())
	c.now = epoch.Add(-day + time.Hour)
	f = openAt(t, dir, c)
	ok(t, f.Restore(st))
	c.now = c.now.Add(time.Hour)
	ok(t, f.Finish("exhausted", 0))
	ok(t, f.Close())
	got, err := rundir.ReadSummary(dir)
	ok(t, err)
	if got.Seconds < 0 || got.Finished.Before(got.Started.Time) || got.Pages != 4 {
		t.Errorf("%v to %v, %v seconds, %d pages", got.Started, got.Finished, got.Seconds, got.Pages)
	}
	if different, err := rundir.Compare(dir, st); err != nil || len(different) > 0 {
		t.Errorf("%+v, %v", different, err)
	}
}
