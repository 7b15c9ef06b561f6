package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"slices"
	"strings"
	"syscall"
	"time"
)

// job is the task of every crawler.
type job struct {
	Addr    string   // of the server, which answers for every host
	Seeds   []string // links from them lead to all pages
	Host    string   // the only one to crawl; "" means those of the seeds
	Workers int
	Pprof   string
	Trace   string
}

// result is the measurement of a crawl, from the first request until everything is
// written, in microseconds.
type result struct {
	Pages     int   // answers of status 200
	Wall, CPU int64 // us
	PeakKB    int64 // resident; 0 if not known
	FolderKB  int64 // what the run folder takes; 0 if there is none
	Allocated int64 // bytes, of Go's heap; 0 if not known
}

func (r *result) rate() float64 { return float64(r.Pages) / (float64(r.Wall) / 1e6) }
func (r *result) cpu() float64  { return float64(r.CPU) / float64(r.Pages) }

func (r *result) allocation() string {
	if r.Allocated == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", float64(r.Allocated)/1024/float64(r.Pages))
}

func (r result) String() string {
	return fmt.Sprintf("%6d pages  %6.0f pages/s  %5.0f us CPU/page  %4d MB  folder %3d MB", r.Pages, r.rate(), r.cpu(), r.PeakKB>>10, r.FolderKB>>10)
}

// crawler is a row of the table.
type crawler struct {
	name string
	// crawl runs in a process of its own and returns the number of pages. The time
	// before it calls begin does not count.
	crawl func(j job, begin func()) (pages int, err error)
	// command, if not nil, are the arguments of our command, which is measured from start to end.
	command []string
	host    string // the only host of the row; "" means both
}

// The hosts of the two webs. The command is measured on one of them at a time, beside the bare loop on the
// same.
const (
	chinese = "help.libreoffice.org"
	english = "schools-wikipedia.org"
)

var crawlers = []crawler{
	{name: "ontocrawl", crawl: crawlOurs},
	{name: "ours-all", crawl: crawlOursAll},
	{name: "no-text", crawl: crawlNoText},
	{name: "colly", crawl: crawlColly},
	{name: "bare", crawl: crawlBare},
	{name: "bare-en", crawl: crawlBare, host: english},
	{name: "command", command: []string{"--keep-text", "all"}, host: english},
	{name: "command-no-text", command: []string{"--keep-text", "none"}, host: english},
	{name: "bare-zh", crawl: crawlBare, host: chinese},
	{name: "command-zh", command: []string{"--keep-text", "all"}, host: chinese},
}

// ratios are the rows that are compared: the processor time of a page.
var ratios = [][2]string{
	{"ontocrawl", "bare"}, {"ontocrawl", "colly"}, {"no-text", "bare"}, {"command", "bare-en"}, {"command-no-text", "bare-en"}, {"command-zh", "bare-zh"},
}

// measure runs the crawler once, in a process of its own.
func (c *crawler) measure(o *options, j job) (r result, err error) {
	if j.Host = c.host; c.host != "" {
		j.Seeds = slices.DeleteFunc(slices.Clone(j.Seeds), func(s string) bool { return !strings.HasPrefix(s, "http://"+c.host+"/") })
	}
	if c.command != nil {
		return crawlCommand(o, j, c.command)
	}
	text, err := json.Marshal(j)
	if err != nil {
		return r, err
	}
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	cmd := exec.Command(self, "-role", c.name, "-data", o.data)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(out, &r)
}

// child is the process of one crawl: job in, result out.
func (o *options) child() error {
	var j job
	if err := json.NewDecoder(os.Stdin).Decode(&j); err != nil {
		return err
	}
	for _, c := range crawlers {
		if c.name == o.role && c.crawl != nil {
			r, err := c.timed(j)
			if err != nil {
				return err
			}
			return json.NewEncoder(os.Stdout).Encode(r)
		}
	}
	return fmt.Errorf("no crawler is called %s", o.role)
}

func (c *crawler) timed(j job) (r result, err error) {
	var from usage
	stop := func() {}
	begin := func() {
		runtime.GC()
		if j.Pprof != "" && c.name == "ontocrawl" {
			stop = profile(j.Pprof)
		} else if j.Trace != "" && c.name == "ontocrawl" {
			stop = traced(j.Trace)
		}
		from = now()
	}
	if r.Pages, err = c.crawl(j, begin); err != nil {
		return r, err
	}
	to := now()
	stop()
	r.Wall, r.CPU, r.Allocated = to.wall.Sub(from.wall).Microseconds(), to.cpu-from.cpu, to.allocated-from.allocated
	r.PeakKB = to.peakKB
	return r, nil
}

type usage struct {
	wall      time.Time
	cpu       int64
	peakKB    int64
	allocated int64
}

func now() usage {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		panic(err) // it has no way to fail but a wrong argument
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return usage{time.Now(), micros(ru.Utime) + micros(ru.Stime), peak(), int64(m.TotalAlloc)}
}

// peak returns the greatest resident size in KB. Rusage would include the parent
// process before the exec.
func peak() int64 { return peakOf("self") }

// peakOf is peak of the process of that number.
func peakOf(process string) int64 {
	status, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kb int64
	fmt.Sscan(rest, &kb) //nolint:errcheck // 0 says that it is not known
	return kb
}

func micros(t syscall.Timeval) int64 { return t.Sec*1e6 + t.Usec }

// traced writes a trace to file until it is stopped. "go tool trace" shows from it
// where a crawl waits.
func traced(file string) (stop func()) {
	return recorded(file, trace.Start, trace.Stop)
}

// recorded writes to file from start to stop.
func recorded(file string, start func(io.Writer) error, stop func()) (finish func()) {
	f, err := os.Create(file)
	if err == nil {
		err = start(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, file+":", err)
		return func() {}
	}
	return func() { stop(); f.Close() }
}

// profile writes prefix.cpu and prefix.alloc when it is stopped.
func profile(prefix string) (stop func()) {
	cpu := recorded(prefix+".cpu", pprof.StartCPUProfile, pprof.StopCPUProfile)
	return func() {
		cpu()
		if a, err := os.Create(prefix + ".alloc"); err == nil {
			pprof.Lookup("allocs").WriteTo(a, 0) //nolint:errcheck // a lost profile is seen at once
			a.Close()
		}
	}
}

// dialer connects to the server for every host, as if all names resolved to it.
func (j job) dialer() func(ctx context.Context, network, address string) (net.Conn, error) {
	var d net.Dialer
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		return d.DialContext(ctx, network, j.Addr)
	}
}

// transport connects as the other crawlers do. It keeps one idle connection for each
// worker.
func (j job) transport() *http.Transport {
	return &http.Transport{
		DialContext: j.dialer(), MaxIdleConns: 256, MaxIdleConnsPerHost: j.Workers, IdleConnTimeout: 30 * time.Second,
	}
}
