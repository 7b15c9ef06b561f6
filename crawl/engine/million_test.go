package engine_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// BenchmarkMillion crawls 100,000 pages of an endless web until a million URLs
// are known, in a process of its own with a real state, a real run folder and
// the strategies people use, and tells
//
//	start, end   pages/s over the first and the last tenth; end/start should stay above 0.8
//	             (the same of processor time, for a machine with other work, is end/start-cpu)
//	MB           the most memory the process ever held (VmHWM): below 1,000
//	open-s       from the start of a new process to its first fetch, after a stop: below 2
//
// Run it alone: go test -run - -bench Million -benchtime 1x -timeout 1h ./crawl/engine
// ONTOCRAWL_MILLION_MEMORY=512 lets it spill what is above so many MB; with
// ONTOCRAWL_MILLION_FRESH=40 a page names 40 unknown URLs instead of 10.
// ONTOCRAWL_MILLION=20000 makes it smaller: so many pages, ten times the URLs.
// ONTOCRAWL_MILLION_PROFILE=DIR leaves CPU profiles there, of the beginning up to
// the first fetch, of the first and of the last tenth.
func BenchmarkMillion(b *testing.B) {
	pages := 100_000
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_MILLION")); err == nil {
		pages = n
	}
	for _, name := range []string{"tabu", "best-first"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				j := millionJob{Dir: b.TempDir(), Strategy: name, Pages: pages, Fresh: million("FRESH", 10), Memory: million("MEMORY", 0)}
				first := j.start(b)
				b.ReportMetric(first.Start, "start-pages/s")
				b.ReportMetric(first.End, "end-pages/s")
				b.ReportMetric(first.End/first.Start, "end/start")
				b.ReportMetric(first.StartCPU/first.EndCPU, "end/start-cpu")
				b.ReportMetric(first.EndCPU, "cpu-µs/page")
				b.ReportMetric(first.MB, "MB")
				b.ReportMetric(first.Anonymous, "anonymous-MB")
				b.ReportMetric(float64(first.Known), "URLs")
				b.ReportMetric(first.Longest, "longest-s")
				j.Pages += 100
				again := j.start(b)
				b.ReportMetric(again.Opened, "open-s")
				b.ReportMetric(again.MB, "open-MB")
				b.Logf("%s: %+v; opened again: %+v", name, first, again)
			}
		})
	}
}

// BenchmarkReopen is only the end of BenchmarkMillion: from the start of a process
// to its first fetch, with the memory of a stopped crawl of that size, which is
// left as it is. With ONTOCRAWL_MILLION_DIR that crawl is kept in a folder for the
// next time.
func BenchmarkReopen(b *testing.B) {
	pages := 100_000
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_MILLION")); err == nil {
		pages = n
	}
	for _, name := range []string{"tabu", "best-first"} {
		b.Run(name, func(b *testing.B) {
			j := millionJob{Dir: b.TempDir(), Strategy: name, Pages: pages, Fresh: million("FRESH", 10), Memory: million("MEMORY", 0)}
			if dir := os.Getenv("ONTOCRAWL_MILLION_DIR"); dir != "" {
				j.Dir = filepath.Join(dir, fmt.Sprint(name, "-", pages))
			}
			if _, err := os.Stat(filepath.Join(j.Dir, rundir.SummaryFile)); err != nil {
				j.start(b)
			}
			j.Pages, j.Peek = pages+1000, true
			var open, cpu, mb float64
			n := 0
			for b.Loop() {
				again := j.start(b)
				open, cpu, mb, n = open+again.Opened, cpu+again.OpenCPU, max(mb, again.MB), n+1
			}
			b.ReportMetric(open/float64(n), "open-s")
			b.ReportMetric(cpu/float64(n), "open-cpu-s")
			b.ReportMetric(mb, "open-MB")
		})
	}
}

// million is the number in a variable of the environment.
func million(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_MILLION_" + name)); err == nil {
		return n
	}
	return otherwise
}

// millionEnv holds the job of a child process of BenchmarkMillion.
const millionEnv = "ONTOCRAWL_MILLION_CHILD"

type millionJob struct {
	Dir, Strategy string
	Pages         int
	Fresh         int  // URLs on a page of which nobody has heard
	Memory        int  // MB of what may be spilled; 0: nothing is spilled
	Peek          bool // end at the first fetch
}

// millionReport is the child's report.
type millionReport struct {
	Start, End float64 // pages/s

	StartCPU, EndCPU float64 // µs a page, of all processors
	OpenCPU          float64 // seconds until the first fetch

	MB float64
	// Anonymous is memory at the end without the pages of mapped files, which the system
	// takes back when it needs room.
	Anonymous float64
	Known     int
	Opened    float64 // seconds until the first fetch
	Longest   float64 // seconds, between two visits
}

func (j millionJob) start(b *testing.B) (r millionReport) {
	b.Helper()
	text, err := json.Marshal(j)
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=-")
	cmd.Env = append(os.Environ(), millionEnv+"="+string(text))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		b.Fatalf("%v\n%s", err, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		b.Fatalf("%v: %q", err, out.String())
	}
	return r
}

// runMillion does the job of a child process, if this is one.
func runMillion() bool {
	text := os.Getenv(millionEnv)
	if text == "" {
		return false
	}
	var j millionJob
	err := json.Unmarshal([]byte(text), &j)
	if err == nil {
		var r millionReport
		if r, err = j.run(); err == nil {
			err = json.NewEncoder(os.Stdout).Encode(r)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	return true
}

func (j millionJob) run() (r millionReport, err error) {
	begun := time.Now()
	opened := j.profile("open")
	debug.SetGCPercent(400) // as the program does
	debug.SetMemoryLimit(768 << 20)
	folder, err := rundir.Open(j.Dir, rundir.Options{Logger: quiet})
	if err != nil {
		return r, err
	}
	defer folder.Close()
	st, err := state.Open(folder.StatePath(), state.Options{Logger: quiet})
	if err != nil {
		return r, err
	}
	defer st.Close()
	if err := folder.Settle(map[string]string{"strategy": j.Strategy}, st); err != nil {
		return r, err
	}
	var s crawl.Strategy
	p := strategy.Defaults()
	if j.Memory > 0 {
		store := spill.New(filepath.Join(folder.StatePath(), "links"), quiet)
		defer store.Close()
		p.SpillInto(store.Records('e'), store.Records('u'), int64(j.Memory)<<20, store.Err)
	}
	if s, err = strategy.NewTabu(p); j.Strategy == "best-first" {
		s, err = strategy.NewBestFirst(p)
	}
	if err != nil {
		return r, err
	}
	w, clock := &endless{hosts: 1000, fresh: j.Fresh}, &pace{pages: j.Pages, last: begun, profile: j.profile}
	w.begin = func() {
		opened()
		if j.Peek {
			j.peeked(begun, w)
		}
	}
	w.known.Store(int64(j.Fresh*st.Committed()) + 1)
	e := &engine.Engine{
		Fetcher: w, Reader: w, Scorer: clear{}, Strategy: s, State: st, Sinks: []crawl.Sink{folder}, Logger: quiet,
		Observers: []crawl.Observer{clock}, Options: engine.Options{MaxPages: j.Pages},
	}
	res, err := e.Run(context.Background(), []crawl.Link{{URL: w.url(0), Host: w.host(0)}})
	if err != nil {
		return r, err
	}
	first := time.Unix(0, w.first.Load())
	r = millionReport{
		Start: clock.start, End: clock.end, StartCPU: clock.startCPU, EndCPU: clock.endCPU, OpenCPU: w.cpu.Seconds(), MB: peak(), Anonymous: memory("RssAnon:"), Known: res.Waiting + res.Visits,
		Opened: first.Sub(begun).Seconds(), Longest: clock.longest.Seconds(),
	}
	return r, folder.Finish(string(res.Stopped), res.Waiting)
}

// profile starts a CPU profile and returns what ends it.
func (j millionJob) profile(of string) (end func()) {
	dir := os.Getenv("ONTOCRAWL_MILLION_PROFILE")
	if dir == "" {
		return func() {}
	}
	f, err := os.Create(filepath.Join(dir, j.Strategy+"-"+of+".prof"))
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}
}

// peeked ends the process as a kill would: nothing is written.
func (j millionJob) peeked(begun time.Time, w *endless) {
	r := millionReport{Opened: time.Since(begun).Seconds(), OpenCPU: w.cpu.Seconds(), MB: peak()}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		os.Exit(3)
	}
	os.Exit(0)
}

// peak is the most memory this process ever held, in MB.
func peak() float64 { return memory("VmHWM:") }

// memory is a line of the system's account of this process, in MB.
func memory(of string) float64 {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, of); ok {
			kb, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
			return kb / 1024
		}
	}
	return math.NaN()
}

// pace is an Observer that measures the first and the last tenth, and keeps the
// heap small as the program does.
type pace struct {
	pages      int
	n          int
	begun      time.Time     // of the tenth
	cpu        time.Duration // spent until then
	last       time.Time
	longest    time.Duration
	start, end float64

	startCPU, endCPU float64

	profile func(of string) (end func())
	tenth   func() // ends its profile
}

// cpuTime returns the time that this process has used of all processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (p *pace) Visited(v *crawl.Visit) {
	now, cpu := time.Now(), cpuTime()
	p.longest = max(p.longest, now.Sub(p.last))
	p.last = now
	if p.n++; p.n == 1 || p.n == p.pages-p.pages/10 {
		p.begun, p.cpu = now, cpu
		p.tenth = p.profile(map[bool]string{true: "first", false: "last"}[p.n == 1])
	}
	n := float64(p.pages / 10)
	switch rate, cost := n/now.Sub(p.begun).Seconds(), float64((cpu-p.cpu).Microseconds())/n; p.n {
	case p.pages / 10:
		p.start, p.startCPU = rate, cost
		p.tenth()
	case p.pages:
		p.end, p.endCPU = rate, cost
		p.tenth()
	}
	if p.n == 1 {
		debug.SetGCPercent(100)
	}
	if p.n%200 == 1 {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		n := int64(live[0].Value.Uint64())
		debug.SetMemoryLimit(max(56<<20, n+min(n/2, 192<<20)))
	}
}

// clear judges by the URL and learns nothing: the memory of a judge does not
// grow with the web.
type clear struct{}

func (clear) Score(p *crawl.Page) crawl.Score {
	n, _ := strconv.Atoi(p.Final[strings.LastIndexByte(p.Final, '-')+1:])
	r := float64(hash(n, 5)%1000) / 1000
	return crawl.Score{Relevance: r * r, Relevant: r > .7}
}
func (clear) Beside(*crawl.Page, bool) bool    { return false }
func (clear) Learn(*crawl.Page)                {}
func (clear) WriteTo(io.Writer) (int64, error) { return 0, nil }
func (clear) ReadFrom(crawl.Part) error        { return nil }

// endless is a web without an end: each page links to ten pages of which nobody
// has heard and to 35 others.
type endless struct {
	hosts int
	fresh int           // of the 45 links of a page; 0: 10
	known atomic.Int64  // pages of which somebody has heard
	first atomic.Int64  // when the first fetch began
	cpu   time.Duration // spent until then
	begin func()        // called then, if not nil
}

func (w *endless) host(n int) string { return fmt.Sprintf("www.host-%d.example", n%w.hosts) }
func (w *endless) url(n int) string {
	return fmt.Sprintf("https://%s/section-%d/topic-%d/an-article-about-things-%d", w.host(n), n%7, n%31, n)
}

func (w *endless) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) {
	if w.first.CompareAndSwap(0, time.Now().UnixNano()) {
		w.cpu = cpuTime()
		if w.begin != nil {
			w.begin()
		}
	}
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: 200, FetchedAt: time.Now()}, nil
}

func (w *endless) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	n, err := strconv.Atoi(r.URL[strings.LastIndexByte(r.URL, '-')+1:])
	if err != nil {
		return nil, err
	}
	p := &crawl.Page{
		URL: r.URL, Final: r.Final, Host: w.host(n), Status: 200, Title: fmt.Sprint("An article about things, number ", n),
		Lang: "en", FetchedAt: r.FetchedAt.UTC(), Words: 400, Links: make([]crawl.Link, 0, 45),
	}
	for i := range uint64(30) {
		p.Blocks = append(p.Blocks, crawl.Block{Key: uint64(n)<<8 | i})
	}
	more := cmp.Or(w.fresh, 10)
	fresh := int(w.known.Add(int64(more))) - more
	for i := range 45 {
		to := fresh + i
		if i >= more {
			to = hash(n, i) % fresh
		}
		l := crawl.Link{
			URL: w.url(to), Host: w.host(to), Text: fmt.Sprintf("About things of number %d", to), Heading: "Other articles",
			Context: "some words that stand before the link and some that stand after it, as they do in lists of news",
			Path:    "div.main ul.list li.item p.text a.link", List: uint32(i / 10), Region: crawl.Region(i % 3),
		}
		if to%17 == 0 {
			l.Terms.AnchorCore, l.Terms.Relevance = 1, .5
		}
		p.Links = append(p.Links, l)
	}
	return p, nil
}

func (clear) Learner() crawl.Learner { return nil }
