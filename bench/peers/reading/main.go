// Command reading measures what is read off a page beside other extractors in Go, on pages
// that others published with their truth, in one run:
//
//	go run ./reading -half even FOLDER...    (in bench/peers; a folder holds truth.jsonl and pages/)
//
// Each reader gets the bytes of a page and its address, and reads on one processor. The time counts
// the whole process. The half of a page is the parity of a hash of its site, so that rules are
// chosen on one half and judged on the other.
//
//	main.go      the run and its table
//	truth.go     the pages and their truth
//	measure.go   the publishers' measures
//	readers.go   the readers
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
)

func main() {
	half := flag.String("half", "both", "sites of this half: even, odd or both")
	flag.Parse()
	if err := run(*half, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(half string, dirs []string) error {
	runtime.GOMAXPROCS(1) // what a collector does beside the reader counts, too
	pages, err := load(half, dirs)
	if err != nil {
		return err
	}
	boards, spent := make([]*board, len(readers)), make([]time.Duration, len(readers))
	for i := range readers {
		boards[i] = newBoard()
	}
	for _, p := range pages {
		for i, r := range readers { // in turn, so that all see the same machine
			began := processorTime()
			got := r.read(p)
			spent[i] += processorTime() - began
			boards[i].add(p, got)
		}
	}
	fmt.Printf("%d pages, half: %s\n\n| |", len(pages), half)
	for _, r := range readers {
		fmt.Printf(" %s |", r.name)
	}
	fmt.Printf("\n|---|")
	for range readers {
		fmt.Print("---|")
	}
	fmt.Println()
	for _, row := range boards[0].rows() {
		fmt.Printf("| %s |", row)
		for _, b := range boards {
			fmt.Printf(" %s |", b.figure(row))
		}
		fmt.Println()
	}
	fmt.Print("| processor time of a page |")
	for _, d := range spent {
		fmt.Printf(" %.2f ms |", float64(d.Microseconds())/1e3/float64(max(1, len(pages))))
	}
	fmt.Println()
	return nil
}

// processorTime returns the time of processors that this process has spent.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
