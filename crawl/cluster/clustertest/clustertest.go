// Package clustertest holds what the tests of a cluster share.
//
//	clustertest.go  Bus: the conformance suite of a cluster.Bus: what its interface promises, tried by parts that all talk at once
//	web.go          Web: sites on many addresses that note when they are asked
//	proxy.go        Proxy: the way to a server, which can be cut
package clustertest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
)

// Bus tests a Bus that open opens between a number of parts.
func Bus(t *testing.T, open func(parts int) cluster.Bus) {
	t.Run("silent", func(t *testing.T) { silent(t, open(3)) })
	t.Run("each once", func(t *testing.T) { eachOnce(t, open(4), 4, 300) })
}

// silent: nobody hears what was not told, and what was is not told again.
func silent(t *testing.T, b cluster.Bus) {
	var heard []string
	hear := func(l *crawl.Letter) { heard = append(heard, l.Page) }
	learn := func(*crawl.Outcome) { heard = append(heard, "outcome") }
	if n := b.Receive(0, hear, learn); n != 0 {
		t.Errorf("%d messages before anything was posted", n)
	}
	b.Post(0, 1, &crawl.Letter{Page: "a"})
	b.Tell(1, new(crawl.Outcome))
	for part, want := range []string{"[outcome]", "[a]", "[outcome]"} {
		heard = nil
		if n := b.Receive(part, hear, learn); fmt.Sprint(heard) != want || n != 1 {
			t.Errorf("part %d got %v (%d), want %s", part, heard, n, want)
		}
		if n := b.Receive(part, hear, learn); n != 0 {
			t.Errorf("part %d got %d messages again", part, n)
		}
	}
}

// eachOnce: all parts post to all and tell all, and receive meanwhile. Everything arrives
// once, and the letters of one sender in order.
func eachOnce(t *testing.T, b cluster.Bus, parts, each int) {
	heard, learned := make([][]int, parts), make([]float64, parts)
	for i := range heard {
		heard[i] = make([]int, parts)
	}
	receive := func(me int) int {
		return b.Receive(me, func(l *crawl.Letter) {
			if l.Depth != heard[me][l.Fetched] {
				t.Errorf("part %d got letter %d of part %d, the next is %d", me, l.Depth, l.Fetched, heard[me][l.Fetched])
			}
			heard[me][l.Fetched]++
		}, func(o *crawl.Outcome) { learned[me] += o.Weight })
	}
	var wg sync.WaitGroup
	for me := range parts {
		wg.Go(func() {
			for n := range each {
				for to := range parts {
					if to != me {
						b.Post(me, to, &crawl.Letter{Fetched: me, Depth: n})
					}
				}
				b.Tell(me, &crawl.Outcome{Weight: 1})
				receive(me)
			}
		})
	}
	wg.Wait()
	for me := range parts {
		receive(me)
		for from, n := range heard[me] {
			if want := each; from != me && n != want || from == me && n != 0 {
				t.Errorf("part %d heard %d letters of part %d", me, n, from)
			}
		}
		if want := float64(each * (parts - 1)); learned[me] != want {
			t.Errorf("part %d learned %v outcomes, want %v", me, learned[me], want)
		}
	}
}
