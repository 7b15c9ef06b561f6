// Command crawl measures ontocrawl beside other crawlers, on the same stored web
// served on loopback, in one run:
//
//	go run ./crawl            (in bench/peers; ONTOCRAWL_DATA names the data)
//
// One process serves the web (lohelp-zh and wikispeedia-en, some 7,200 pages of two
// hosts), and each crawler runs in a process of its own, so that the kernel measures
// each separately. The crawlers take turns, in several rounds.
//
//	main.go       the rounds and the table
//	web.go        the data, the server, the seeds from which all pages are reached
//	crawler.go    the job of a crawler, and its measurement
//	ontocrawl.go  ours: everything a focused crawl does and writes
//	binary.go     ours as shipped: the command on one of the webs, its start and end included
//	colly.go      colly, collecting links
//	bare.go       net/http and goquery, collecting links
package main

import (
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
	role    string
	addr    string
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", os.Getenv("ONTOCRAWL_DATA"), "folder that holds webs/*.tar.zst")
	flag.IntVar(&o.rounds, "rounds", 3, "how often each crawler runs")
	flag.IntVar(&o.workers, "workers", 8, "fetches at a time")
	flag.StringVar(&o.only, "only", "", "crawlers to run, between commas")
	flag.StringVar(&o.pprof, "pprof", "", "write CPU and allocation profiles of ours to files of this prefix")
	flag.StringVar(&o.trace, "trace", "", "write a trace of ours to this file, instead of profiles")
	flag.StringVar(&o.role, "role", "", "internal: what this process is")
	flag.StringVar(&o.addr, "addr", "", "internal: address of the server")
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
	switch o.role {
	case "":
		return o.compare()
	case "serve":
		return serve(o.data)
	}
	return o.child()
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
	job := job{Addr: server.addr, Seeds: web.seeds(), Workers: o.workers, Pprof: o.pprof, Trace: o.trace}
	fmt.Printf("%d pages known to the data, %d seeds, %d fetches at a time, %d rounds\n\n", web.pages(), len(job.Seeds), o.workers, o.rounds)
	results := map[string][]result{}
	for round := range o.rounds {
		for _, c := range crawlers {
			if o.only != "" && !slices.Contains(strings.Split(o.only, ","), c.name) {
				continue
			}
			r, err := c.measure(o, job)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Printf("round %d  %-12s %s\n", round+1, c.name, r)
			results[c.name] = append(results[c.name], r)
		}
	}
	printTable(results)
	return nil
}

// printTable prints the medians of each crawler, and their ratios.
func printTable(results map[string][]result) {
	fmt.Printf("\n%-12s %8s %10s %14s %12s %14s\n", "", "pages", "pages/s", "CPU us/page", "peak MB", "alloc KB/page")
	for _, c := range crawlers {
		rs := results[c.name]
		if len(rs) == 0 {
			continue
		}
		m := median(rs)
		fmt.Printf("%-12s %8d %10.0f %14.0f %12d %14s\n", c.name, m.Pages, m.rate(), m.cpu(), m.PeakKB>>10, m.allocation())
	}
	ours := results["ontocrawl"]
	if len(ours) == 0 {
		return
	}
	a := median(ours)
	fmt.Println()
	for _, c := range crawlers {
		if rs := results[c.name]; c.name != "ontocrawl" && c.whole == nil && len(rs) > 0 {
			b := median(rs)
			fmt.Printf("ontocrawl / %-10s pages/s %5.2f   CPU per page %5.2f\n", c.name, a.rate()/b.rate(), a.cpu()/b.cpu())
		}
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
	m.PeakKB = at(func(r *result) int64 { return r.PeakKB })
	m.Allocated = at(func(r *result) int64 { return r.Allocated })
	return m
}
