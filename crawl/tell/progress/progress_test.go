package progress

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
	"github.com/ontocrawl/ontocrawl/message"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock is a time that tests set.
type clock struct{ t time.Time }

func (c *clock) now() time.Time       { return c.t }
func (c *clock) pass(d time.Duration) { c.t = c.t.Add(d) }
func newClock() *clock                { return &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }
func page(host string) *crawl.Visit   { return &crawl.Visit{Page: &crawl.Page{Host: host}} }
func failure(kind crawl.FailureKind) *crawl.Visit {
	return &crawl.Visit{Failure: crawl.Failure{Kind: kind}}
}
func relevant(host string) *crawl.Visit { v := page(host); v.Score.Relevant = true; return v }

func TestCounts(t *testing.T) {
	k := newClock()
	waiting := 0
	m := NewMeter(Options{Budget: 100, Waiting: func() int { return waiting }, Now: k.now})
	m.Count(page("a.example")) // of an earlier process: no part of the speed
	m.Count(failure(crawl.FailDNS))
	visits := []*crawl.Visit{
		relevant("a.example"), relevant("b.example"), page("b.example"),
		{Page: &crawl.Page{Source: true}},
		{Choice: crawl.Choice{Again: true}, Status: 304},
		{Choice: crawl.Choice{Again: true, URL: "http://a.example/x"}, Status: 500, Failure: crawl.Failure{Text: "status 500"}},
		{Status: 404, Failure: crawl.Failure{Kind: crawl.FailStatus4xx}},
	}
	defer func() { // new verdicts are no news of the crawl
		before := m.Counts()
		m.Visited(visits[0].Rejudge(10, crawl.Score{Relevance: .1}))
		m.Count(page("c.example").Rejudge(11, crawl.Score{Relevance: .1}))
		c := m.Counts()
		if c.Relevant != 1 || c.Judged != 2 || c.Lost != 1 || c.Gained != 0 || c.Requests != 9 || c.Visits != 11 || c.Pages != 4 || c.Hosts != 2 || c.Failures != 2 || c.LastURL != before.LastURL || c.LastVisit != before.LastVisit {
			t.Errorf("after new verdicts %+v", c)
		}
	}()
	visits[2].Same.Of = "http://a.example/"
	for i, v := range visits {
		k.pass(time.Second)
		waiting = 10 * (i + 1)
		v.Choice.URL = "http://a.example/" + string(rune('1'+i))
		m.Visited(v)
	}
	k.pass(3 * time.Second) // ten since the begin
	c := m.Counts()
	want := Counts{
		Totals: rundir.Totals{
			Visits: 9, Requests: 9, Pages: 4, Current: 4, Relevant: 2, HarvestRate: 0.5, Failures: 2, Sources: 1, Revisits: 2, Unchanged: 1, NearDuplicates: 1, Hosts: 2, RequestsPerRelevant: 4.5,
			Quarters: [4]int{1, 1}, SinceFind: 5, // finds are the third and fourth of nine requests
		},
		Waiting: 70, Budget: 100, PagesPerSecond: 0.3, SecondsLeft: 320, LastURL: "http://a.example/7", AgainIn: -1,
	}
	if c.Errors["dns"] != 1 || c.Errors["status 4xx"] != 1 || len(c.Errors) != 2 {
		t.Errorf("errors %v", c.Errors)
	}
	if math.Abs(c.SecondsLeft-want.SecondsLeft) > 1e-6 || !c.LastVisit.Equal(k.t.Add(-3*time.Second)) {
		t.Errorf("%v s left, last visit %v", c.SecondsLeft, c.LastVisit)
	}
	c.Errors, c.Failing, c.LastVisit, c.SecondsLeft = nil, nil, rundir.Time{}, want.SecondsLeft
	got, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(wanted) {
		t.Errorf("got  %s\nwant %s", got, wanted)
	}
}

// What is to be asked again is told until it is recorded.
func TestRetried(t *testing.T) {
	k := newClock()
	m := NewMeter(Options{Now: k.now})
	at := func(url string) crawl.Choice { return crawl.Choice{URL: url} }
	m.Retried(at("http://a.example/"), 30*time.Second)
	m.Retried(at("http://b.example/"), 10*time.Second)
	k.pass(4 * time.Second)
	if c := m.Counts(); c.Postponed != 2 || c.AgainIn != 6 {
		t.Errorf("%d, in %v s", c.Postponed, c.AgainIn)
	}
	m.Retried(at("http://b.example/"), time.Minute)
	m.Visited(&crawl.Visit{Choice: at("http://a.example/"), Failure: crawl.Failure{Text: "x"}})
	if c := m.Counts(); c.Postponed != 1 || c.AgainIn != 60 {
		t.Errorf("%d, in %v s", c.Postponed, c.AgainIn)
	}
	k.pass(time.Hour)
	if c := m.Counts(); c.AgainIn != 0 {
		t.Errorf("overdue: in %v s", c.AgainIn)
	}
	m.Visited(&crawl.Visit{Choice: at("http://b.example/"), Page: &crawl.Page{}})
	if c := m.Counts(); c.Postponed != 0 || c.AgainIn != -1 {
		t.Errorf("%d, in %v s", c.Postponed, c.AgainIn)
	}
}

// TestStand: what the crawl waits for is told until it goes on.
func TestStand(t *testing.T) {
	k := newClock()
	m := NewMeter(Options{Now: k.now})
	until := k.t.Add(90 * time.Second)
	for _, x := range []struct {
		timer engine.Timer
		first string
		want  string
	}{
		{engine.TimerDelay, "a.example", "the delay of a.example, over in 1 min 30 s"},
		{engine.TimerRetry, "http://a.example/\x1b[1m", `http://a.example/\x1b[1m, asked again in 1 min 30 s`},
		{engine.TimerProbe, "http://a.example/", "any answer; a page is tried in 1 min 30 s"},
	} {
		m.Stand(engine.Standstill{Timer: x.timer, Until: until, First: x.first, Links: 7})
		c := m.Counts()
		if c.Stands == nil || c.Stands.Links != 7 || !c.Stands.Until.Equal(until) {
			t.Fatalf("%+v", c.Stands)
		}
		if got := c.Stands.text(message.Of(io.Discard), k.t); got != x.want {
			t.Errorf("%s: %q, want %q", x.timer, got, x.want)
		}
	}
	if m.Stand(engine.Standstill{}); m.Counts().Stands != nil {
		t.Error("it goes on, and waits")
	}
}

// TestLeft: the time left is that to the nearest of the limits.
func TestLeft(t *testing.T) {
	for _, x := range []struct {
		opt  Options
		want float64 // after 10 s with 20 pages and 20 failures
	}{
		{Options{}, -1}, {Options{Budget: 40}, 10}, {Options{Requests: 50}, 2.5}, {Options{Time: 25 * time.Second}, 15},
		{Options{Budget: 40, Requests: 50, Time: 12 * time.Second}, 2}, {Options{Budget: 40, Requests: 400, Time: time.Hour}, 10},
		{Options{Requests: 40}, 0}, {Options{Requests: 10}, 0},
	} {
		k := newClock()
		x.opt.Now = k.now
		m := NewMeter(x.opt)
		for i := range 40 {
			if k.pass(250 * time.Millisecond); i%2 == 0 {
				m.Visited(failure(crawl.FailOther))
			} else {
				m.Visited(page("a.example"))
			}
		}
		if c := m.Counts(); math.Abs(c.SecondsLeft-x.want) > 1e-9 {
			t.Errorf("%+v: %v s left, want %v", x.opt, c.SecondsLeft, x.want)
		}
	}
}

// Speed counts the last minute, whatever was before.
func TestSpeed(t *testing.T) {
	k := newClock()
	m := NewMeter(Options{Now: k.now})
	if c := m.Counts(); c.PagesPerSecond != 0 || c.SecondsLeft != -1 {
		t.Errorf("at the begin %+v", c)
	}
	for range 300 {
		k.pass(time.Second)
		m.Visited(page("a.example"))
		m.Visited(page("a.example"))
		m.Visited(failure(crawl.FailOther))
	}
	if c := m.Counts(); c.PagesPerSecond != 2 {
		t.Errorf("two a second: %v", c.PagesPerSecond)
	}
	k.pass(30 * time.Second)
	if c := m.Counts(); c.PagesPerSecond != 1 {
		t.Errorf("after half a minute of silence: %v", c.PagesPerSecond)
	}
	k.pass(30 * time.Second)
	if c := m.Counts(); c.PagesPerSecond != 0 || c.SecondsLeft != -1 {
		t.Errorf("after a minute of silence: %+v", c)
	}
}

func TestHealth(t *testing.T) {
	k := newClock()
	m := NewMeter(Options{Now: k.now})
	k.pass(StuckAfter)
	if err := m.Health(lowDisk); err != nil {
		t.Errorf("healthy: %v", err)
	}
	if err := m.Health(-1); err != nil {
		t.Errorf("unknown disk: %v", err)
	}
	k.pass(time.Second)
	if err := m.Health(lowDisk - 1); err == nil || !strings.Contains(err.Error(), "stuck: nothing was recorded for 15m1s") || !strings.Contains(err.Error(), "disk low: 511 MB") {
		t.Errorf("stuck on a full disk: %v", err)
	}
	m.Visited(failure(crawl.FailOther))
	if err := m.Health(-1); err != nil {
		t.Errorf("a failure is life: %v", err)
	}
}

func publish(t *testing.T, dir string, m *Meter) *Publisher {
	t.Helper()
	p, err := Publish(dir, Status{Topic: "typhoon", Command: []string{"ontocrawl", "crawl"}}, m, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPublish(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Read(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	m := NewMeter(Options{Budget: 3})
	p := publish(t, dir, m)
	s, alive, err := Read(dir)
	if err != nil || !alive || s.State != opening || s.Process != os.Getpid() || s.Topic != "typhoon" {
		t.Errorf("opening: alive %v, %v, %+v", alive, err, s)
	}
	p.Set(func(s *Status) { s.State = Crawling })
	m.Visited(&crawl.Visit{Choice: crawl.Choice{URL: "http://a.example/\u202e"}, Page: &crawl.Page{}})
	pacetest.Until(t, 10*time.Second, "a page in the status, which is written every second", func() bool {
		if s, alive, err = Read(dir); err != nil || !alive {
			t.Fatalf("crawling: alive %v, %v", alive, err)
		}
		return s.Pages > 0
	})
	if s.Pages != 1 || s.State != Crawling || s.LastURL != "http://a.example/\u202e" {
		t.Errorf("crawling: %+v", s)
	}
	if raw, _ := os.ReadFile(filepath.Join(dir, rundir.StatusFile)); strings.Contains(string(raw), "\u202e") {
		t.Error("the file holds a command to a terminal")
	}
	p.Close(func(s *Status) { s.State = "budget" })
	if s, alive, err = Read(dir); err != nil || alive || s.State != "budget" || s.SecondsLeft != -1 || s.Pages != 1 {
		t.Errorf("ended: alive %v, %v, %+v", alive, err, s)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// A reader that looks all the time neither sees half a file nor keeps a crawl
// from showing that it lives.
func TestReadersDoNotDisturb(t *testing.T) {
	dir := t.TempDir()
	p := publish(t, dir, NewMeter(Options{}))
	p.Close(func(s *Status) { s.State = Crawling }) // as a killed one leaves it
	stop, done := make(chan struct{}), make(chan error, 2)
	for range 2 {
		go func() {
			for {
				select {
				case <-stop:
					done <- nil
					return
				default:
				}
				if _, _, err := Read(dir); err != nil {
					done <- err
					return
				}
			}
		}()
	}
	for range 10 {
		p := publish(t, dir, NewMeter(Options{}))
		for range 20 {
			p.Set(func(s *Status) { s.Topic += "x" })
		}
		if _, alive, err := Read(dir); err != nil || !alive {
			t.Errorf("alive %v, %v", alive, err)
		}
		p.Close(func(*Status) {})
	}
	close(stop)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestReadDamaged(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, rundir.StatusFile), []byte(`{"state": "crawl`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(dir); err == nil || !strings.Contains(err.Error(), rundir.StatusFile) {
		t.Errorf("err %v", err)
	}
}
