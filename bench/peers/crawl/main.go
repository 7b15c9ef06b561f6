// Command crawl measures ontocrawl beside other crawlers, on the same stored web
// served on loopback, in one run:
//
//	go run ./crawl            (in bench/peers; ONTOCRAWL_DATA names the data)
//	go run ./crawl -stages    what each stage of a page costs, in our own process
//	go run ./crawl -hold ../../docs/benchmarks.md    fails if a ratio is more than 1.3 times what that page says
//
// One process serves the web (lohelp-zh and wikispeedia-en, some 7,200 pages of two
// hosts), and each crawler runs in a process of its own, so that the kernel measures
// each separately. The crawlers take turns, in several rounds.
//
//	main.go       the rounds and the table
//	web.go        the data, the server, the seeds from which all pages are reached
//	crawler.go    the job of a crawler, and its measurement
//	ontocrawl.go  ours: everything a focused crawl does and writes
//	binary.go     ours as shipped: the command on each of the webs, its start and end included
//	ratios.go     the ratios, and whether they hold
//	stages.go     the stages of a page
//	colly.go      colly, collecting links
//	bare.go       net/http and goquery, collecting links
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

type options struct {
	data    string
	rounds  int
	workers int
	only    string
	pprof   string
	trace   string
	hold    string
	stages  bool
	bin     string // of the command; "" builds it
	dir     string // for it
	role    string
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", os.Getenv("ONTOCRAWL_DATA"), "folder that holds webs/*.tar.zst")
	flag.IntVar(&o.rounds, "rounds", 3, "how often each crawler runs")
	flag.IntVar(&o.workers, "workers", 8, "fetches at a time")
	flag.StringVar(&o.only, "only", "", "crawlers to run, between commas")
	flag.StringVar(&o.pprof, "pprof", "", "write CPU and allocation profiles of ours to files of this prefix")
	flag.StringVar(&o.trace, "trace", "", "write a trace of ours to this file, instead of profiles")
	flag.StringVar(&o.hold, "hold", "", "page with the ratios to hold, docs/benchmarks.md")
	flag.BoolVar(&o.stages, "stages", false, "measure the stages of a page instead")
	flag.StringVar(&o.bin, "command", "", "our command, built already")
	flag.StringVar(&o.role, "role", "", "internal: what this process is")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "crawl:", err)
		os.Exit(1)
	}
}

func (o *options) run() error {
	if o.data == "" {
		return errors.New("no data: set ONTOCRAWL_DATA or -data")
	}
	switch {
	case o.stages:
		return o.printStages()
	case o.role == "":
		return o.compare()
	case o.role == "serve":
		return serve(o.data)
	}
	return o.child()
}

// load is how many threads of the machine wanted to run in the last minute; "?" if that is not known.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return cmp.Or(first, "?")
}

// compare runs the rounds and prints the table.
func (o *options) compare() error {
	web, err := readLinks(o.data)
	if err != nil {
		return err
	}
	server, err := startServer(o.data)
	if err != nil {
		return err
	}
	defer server.stop()
	if o.dir, err = os.MkdirTemp("", "bench-bin-"); err != nil {
		return err
	}
	defer os.RemoveAll(o.dir)
	job := job{Addr: server.addr, Seeds: web.seeds(), Workers: o.workers, Pprof: o.pprof, Trace: o.trace}
	fmt.Printf("%d pages known to the data, %d seeds, %d fetches at a time, %d rounds\n\n", web.pages(), len(job.Seeds), o.workers, o.rounds)
	results := map[string][]result{}
	for round := range o.rounds {
		fmt.Printf("load %s\n", load())
		for _, c := range crawlers {
			if o.only != "" && !slices.Contains(strings.Split(o.only, ","), c.name) {
				continue
			}
			r, err := c.measure(o, job)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Printf("round %d  %-15s %s\n", round+1, c.name, r)
			results[c.name] = append(results[c.name], r)
		}
	}
	printTable(results)
	return o.compareRatios(results)
}

// printTable prints the medians of each crawler, and their ratios.
func printTable(results map[string][]result) {
	fmt.Printf("\n%-15s %8s %10s %14s %12s %14s %10s\n", "", "pages", "pages/s", "CPU us/page", "peak MB", "alloc KB/page", "folder MB")
	for _, c := range crawlers {
		rs := results[c.name]
		if len(rs) == 0 {
			continue
		}
		m := median(rs)
		fmt.Printf("%-15s %8d %10.0f %14.0f %12d %14s %10d\n", c.name, m.Pages, m.rate(), m.cpu(), m.PeakKB>>10, m.allocation(), m.FolderKB>>10)
	}
}

// median returns the median of each figure separately.
func median(rs []result) result {
	m := rs[0]
	at := func(f func(r *result) int64) int64 {
		var v []int64
		for i := range rs {
			v = append(v, f(&rs[i]))
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	m.Pages = int(at(func(r *result) int64 { return int64(r.Pages) }))
	m.Wall = at(func(r *result) int64 { return r.Wall })
	m.CPU = at(func(r *result) int64 { return r.CPU })
	m.FolderKB = at(func(r *result) int64 { return r.FolderKB })
	m.PeakKB = at(func(r *result) int64 { return r.PeakKB })
	m.Allocated = at(func(r *result) int64 { return r.Allocated })
	return m
}
