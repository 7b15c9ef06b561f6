package daemon_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// clusterTest tells the daemons of TestDeskCluster what they are.
type clusterTest struct {
	Dir, Name, Broker, Hook string
	Begin                   string  // a file whose time is when the made clock begins; without it it shows noon
	Minutes                 int     // how far the made clock goes
	Pace                    float64 // how many times slower than a free machine this one is
}

// clusterChild is the variable that makes the test one of its daemons.
const clusterChild = "CLUSTER_TEST_DAEMON"

// leaseTimes are short, and whole seconds at the server.
func (c *clusterTest) leaseTimes() broker.LeaseTimes {
	slow := func(d time.Duration) time.Duration { return time.Duration(c.Pace * float64(d)) }
	return broker.LeaseTimes{Renew: slow(500 * time.Millisecond), Lost: slow(1200 * time.Millisecond), Cancel: slow(1600 * time.Millisecond), TTL: slow(2 * time.Second).Round(time.Second)}
}

// fastClock is a made clock that all daemons share: a minute of it is a tenth of a second on a free machine.
type fastClock struct{ clusterTest }

func (c *fastClock) faster() float64 { return 600 / c.Pace }

func (c *fastClock) Now() time.Time {
	begun, err := os.Stat(c.Begin)
	if err != nil {
		return midday
	}
	passed := min(time.Duration(c.faster()*float64(max(time.Since(begun.ModTime()), 0))), time.Duration(c.Minutes)*time.Minute+30*time.Second)
	return midday.Add(passed)
}

func (c *fastClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(max(time.Duration(float64(d)/c.faster()), 5*time.Millisecond))
	return t.C, func() { t.Stop() }
}

var midday = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// webOfTimes is a crawler of a web that has a new page at each scheduled time, and one that
// changes every ten minutes. Its journal is a file in the run folder.
type webOfTimes struct {
	crawler
	clock *fastClock
}

// recordedVisit is a line of the journal.
type recordedVisit struct {
	Path  string
	Text  uint64
	Again bool
	At    time.Time
}

func (r *recordedVisit) visit(seq int) *crawl.Visit {
	url := "https://a.example/" + r.Path
	return &crawl.Visit{
		Seq: seq, Choice: crawl.Choice{URL: url, Host: "a.example", Again: r.Again}, Status: 200, FetchedAt: r.At,
		Page:  &crawl.Page{URL: url, Final: url, Host: "a.example", Title: fmt.Sprint(r.Path, " ", r.Text), Hash: r.Text, Simhash: r.Text * 0x9e3779b97f4a7c15},
		Score: crawl.Score{Relevance: 0.9, Relevant: true},
	}
}

type recordedVisits []*crawl.Visit

func (j recordedVisits) Committed() int { return len(j) }
func (j recordedVisits) Visits(yield func(*crawl.Visit) error) error {
	for _, v := range j {
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

func (w *webOfTimes) Crawl(ctx context.Context, a monitor.Assignment) (res monitor.Result, err error) {
	f, err := os.OpenFile(filepath.Join(a.Dir, "journal"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return res, err
	}
	defer f.Close()
	var old recordedVisits
	known := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r recordedVisit
		if json.Unmarshal(lines.Bytes(), &r) == nil { // else it was cut off
			old = append(old, r.visit(len(old)+1))
			known[r.Path] = true
		}
	}
	if err := a.Sink.Restore(old); err != nil {
		return res, err
	}
	k := uint64(a.Run.Due.Sub(midday) / time.Minute)
	for i, r := range []recordedVisit{{Path: "front", Text: 1 + k/10}, {Path: fmt.Sprint("at-", k), Text: 1_000_000 + k*7919}} {
		if ctx.Err() != nil {
			return monitor.Result{Outcome: monitor.Interrupted}, nil
		}
		r.Again, r.At = known[r.Path], w.clock.Now().Add(time.Duration(i))
		line, err := json.Marshal(r)
		if err != nil {
			return res, err
		}
		if _, err := f.Write(append(append([]byte("\n"), line...), '\n')); err != nil {
			return res, err
		}
		if err := f.Sync(); err != nil {
			return res, err
		}
		time.Sleep(3 * time.Millisecond) // it may be killed here
		old = append(old, r.visit(len(old)+1))
		if err := errors.Join(a.Sink.Append(old[len(old)-1]), a.Sink.Flush()); err != nil {
			return res, err
		}
	}
	return monitor.Result{Outcome: monitor.Done, Pages: len(old)}, nil
}

// runClusterChild is one daemon, until SIGTERM.
func runClusterChild(t *testing.T, text string) {
	var c clusterTest
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	f, err := jobfile.Parse(filepath.Join(c.Dir, "jobs.yaml"), []byte(`
min-free: 1MB
receivers: [{name: hook, kind: webhook, url: "`+c.Hook+`"}]
jobs:
  - {name: times, zone: UTC, seeds: ["https://a.example/"], schedule: "@every 1m", missed: run, budget: {pages: 5}, alerts: [{name: all, to: hook, kinds: [new, changed]}]}
`), jobfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := natsjs.DialBroker(c.Broker, "c", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGTERM)
	defer stop()
	clock := &fastClock{c}
	d, err := daemon.Open(ctx, daemon.Options{
		Jobs: f, ReceiverHosts: []string{"127.0.0.1"}, Crawler: &webOfTimes{clock: clock}, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})), Clock: clock,
		Cluster: &daemon.Cluster{Broker: b, Name: "c", Daemon: c.Name, Times: c.leaseTimes()},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Run(ctx), d.Close()); err != nil {
		t.Fatal(err)
	}
}

// letterBox is the receiver. It knows what came under each key.
type letterBox struct {
	mu     sync.Mutex
	bodies map[string]string
	events map[string]map[string]bool // by what happened: the keys
	again  int
	faults []string
}

func (b *letterBox) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return // its sender was killed
	}
	var body notify.Body
	err = json.Unmarshal(text, &body)
	key := r.Header.Get("Idempotency-Key")
	b.mu.Lock()
	defer b.mu.Unlock()
	switch was, known := b.bodies[key]; {
	case err != nil || key == "" || len(body.Notifications) != 1:
		b.faults = append(b.faults, fmt.Sprintf("key %q: %v %.200s", key, err, text))
	case known && was != string(text):
		b.faults = append(b.faults, "two bodies under the key "+key)
	case known:
		b.again++
	default:
		b.bodies[key] = string(text)
		e := body.Notifications[0].Event
		what := string(e.Kind) + " " + e.URL + " " + e.Title
		if b.events[what] == nil {
			b.events[what] = map[string]bool{}
		}
		b.events[what][key] = true
	}
}

func (b *letterBox) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.bodies)
}

// TestDeskCluster lets three daemons, which are processes, share a job by a real broker, and kills
// whoever holds it again and again: each scheduled time has one run, and each event one letter,
// also a change of a page that another daemon saw before. With ONTOCRAWL_CLUSTER=1 there are 300
// times and 50 kills.
func TestDeskCluster(t *testing.T) {
	if text := os.Getenv(clusterChild); text != "" {
		runClusterChild(t, text)
		return
	}
	minutes, kills := 40, 3
	switch {
	case os.Getenv("ONTOCRAWL_CLUSTER") == "1":
		minutes, kills = 330, 50
	case testing.Short():
		minutes, kills = 20, 1
	}
	b, err := host.Start(t.Context(), natsjs.Serve{Cluster: "c", Dir: t.TempDir(), Join: []string{"127.0.0.1:0"}, Client: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	box := &letterBox{bodies: map[string]string{}, events: map[string]map[string]bool{}}
	hook := httptest.NewServer(box)
	defer hook.Close()
	ds := &daemons{t: t, all: map[string]*exec.Cmd{}, c: clusterTest{Dir: t.TempDir(), Broker: b.URL, Hook: hook.URL, Begin: filepath.Join(t.TempDir(), "begin"), Minutes: minutes, Pace: min(pacetest.Now(), 8)}}
	defer ds.end(syscall.SIGKILL)
	for i := range 3 {
		ds.start("d" + strconv.Itoa(i))
	}
	limit := time.Now().Add(10 * time.Minute)
	wait := func(what string, ok func() bool) {
		t.Helper()
		for !ok() {
			if time.Now().After(limit) {
				t.Fatalf("in vain: %s; %d letters", what, box.count())
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	wait("the first one holds the jobs", func() bool {
		_, _, err := b.Get(t.Context(), "jobs/holder")
		return err == nil
	})
	if err := os.WriteFile(ds.c.Begin, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	holder := func() string {
		value, _, err := b.Get(t.Context(), "jobs/holder")
		if err != nil {
			return ""
		}
		id, _ := broker.LeaseHolder(value) //nolint:errcheck // then nobody holds them
		name, _, _ := strings.Cut(id, ".")
		return name
	}
	for k := range kills {
		had := box.count()
		wait("letters come", func() bool { return box.count() > had+minutes/(2*kills) || box.count() >= minutes })
		wait("somebody holds the jobs", func() bool {
			name := holder()
			if ds.all[name] == nil {
				return false
			}
			ds.kill(name)
			if k%3 > 0 { // else it stays away until the next kill
				ds.start(name)
			}
			return true
		})
		ds.startAllBut(k%3 == 0)
	}
	ds.startAllBut(false)
	last := fmt.Sprintf("new https://a.example/at-%d at-%d %d", minutes, minutes, 1_000_000+minutes*7919)
	front := fmt.Sprintf("changed https://a.example/front front %d", minutes/10+1)
	wait("the letters of the last time", func() bool {
		box.mu.Lock()
		defer box.mu.Unlock()
		return box.events[last] != nil && box.events[front] != nil
	})
	ds.end(syscall.SIGTERM)
	runs, knows := ds.runs()
	// Who took over the last run after a kill may be told to end before the run has ended: whoever starts next ends it.
	for pause := 100 * time.Millisecond; runs[0].Outcome != monitor.Done && time.Now().Before(limit); pause *= 2 {
		ds.start(knows)
		wait("it holds the jobs", func() bool { return holder() == knows })
		time.Sleep(pause)
		ds.end(syscall.SIGTERM)
		runs, knows = ds.runs()
	}
	first := int(runs[len(runs)-1].Due.Sub(midday) / time.Minute)
	t.Logf("%d scheduled times, %d kills: %d runs, %d of them resumed, %d letters, %d of them came again", minutes-first+1, kills, len(runs), resumed(runs), box.count(), box.again)
	if first > minutes/3 {
		t.Errorf("the first run is the one of minute %d", first)
	}
	for i, r := range runs {
		if want := midday.Add(time.Duration(minutes-i) * time.Minute); !r.Due.Equal(want) || r.Outcome != monitor.Done {
			t.Errorf("run %d of %v %s, want the one of %v", r.Number, r.Due, r.Outcome, want)
		}
	}
	for _, f := range box.faults {
		t.Error(f)
	}
	for k := first; k <= minutes; k++ {
		want := fmt.Sprintf("new https://a.example/at-%d at-%d %d", k, k, 1_000_000+k*7919)
		if len(box.events[want]) != 1 {
			t.Errorf("%s: told %d times", want, len(box.events[want]))
		}
	}
	kind := "new"
	for v := first / 10; v <= minutes/10; v++ {
		if want := fmt.Sprintf("%s https://a.example/front front %d", kind, v+1); len(box.events[want]) != 1 {
			t.Errorf("%s: told %d times", want, len(box.events[want]))
		}
		kind = "changed"
	}
	if want := minutes - first + 1 + minutes/10 - first/10 + 1; len(box.bodies) != want {
		t.Errorf("%d letters, want %d", len(box.bodies), want)
	}
}

func resumed(runs []monitor.Run) (n int) {
	for i := range runs {
		n += min(runs[i].Resumed, 1)
	}
	return n
}

// daemons are the processes of a test.
type daemons struct {
	t    *testing.T
	c    clusterTest
	all  map[string]*exec.Cmd // those that run
	away []string
}

func (d *daemons) start(name string) {
	d.t.Helper()
	c := d.c
	c.Name, c.Dir = name, filepath.Join(d.c.Dir, name)
	text, err := json.Marshal(c)
	if err != nil {
		d.t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDeskCluster$", "-test.timeout=15m")
	cmd.Env = append(os.Environ(), clusterChild+"="+string(text))
	if os.Getenv("CLUSTER_TEST_LOG") != "" {
		cmd.Stderr = os.Stderr
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.all[name] = cmd
}

func (d *daemons) kill(name string) {
	cmd := d.all[name]
	cmd.Process.Kill() //nolint:errcheck // it may have ended
	cmd.Wait()         //nolint:errcheck // it was killed
	delete(d.all, name)
	d.away = append(d.away, name)
}

// startAllBut starts those that are away; with last, not the last one.
func (d *daemons) startAllBut(last bool) {
	var left []string
	for i, name := range d.away {
		switch {
		case d.all[name] != nil:
		case last && i == len(d.away)-1:
			left = append(left, name)
		default:
			d.start(name)
		}
	}
	d.away = left
}

func (d *daemons) end(sig syscall.Signal) {
	for name, cmd := range d.all {
		cmd.Process.Signal(sig) //nolint:errcheck // it may have ended
		if err := cmd.Wait(); err != nil && sig == syscall.SIGTERM {
			d.t.Errorf("%s: %v", name, err)
		}
		delete(d.all, name)
	}
}

// runs returns the runs of the job, the newest first, as the copy has them that heard most, and whose it is.
func (d *daemons) runs() (runs []monitor.Run, knows string) {
	var most int64 = -1
	for i := range 3 {
		name := "d" + strconv.Itoa(i)
		s, err := store.Open(store.Dir(filepath.Join(d.c.Dir, name, "monitor")), slog.New(slog.DiscardHandler))
		if err != nil {
			d.t.Fatal(err)
		}
		all, err := s.Runs("times", time.Time{}, 10_000)
		if err == nil && s.Heard() > most {
			most, runs, knows = s.Heard(), all, name
		}
		if err := errors.Join(err, s.Close()); err != nil {
			d.t.Fatal(err)
		}
	}
	if len(runs) == 0 {
		d.t.Fatal("no runs")
	}
	return runs, knows
}
