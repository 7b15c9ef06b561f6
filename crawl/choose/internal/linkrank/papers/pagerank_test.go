package papers

import (
	"fmt"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/linkranktest"
	"pgregory.net/rapid"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// TestClosedGraph: on a ring whose anchors all have relevance r, every page
// has PR = (0.2 + 0.32 r) / (1 - 0.48).
func TestClosedGraph(t *testing.T) {
	for _, tt := range []struct{ r, want float64 }{
		{0, 0.384615}, {0.5, 0.692308}, {1, 1},
	} {
		g := NewPageRank(.2, .6)
		const n = 7
		for i := range n {
			g.Observe(linkranktest.Page(fmt.Sprint("u", i), 0, []string{fmt.Sprint("u", (i+1)%n)}, float32(tt.r)))
		}
		g.sweep(40)
		for i := range n {
			if got := g.Score(fmt.Sprint("u", i)); !near(got, tt.want, 1e-6) {
				t.Errorf("anchors %.1f: PR(u%d) = %.6f, want %.6f", tt.r, i, got, tt.want)
			}
		}
	}
}

// TestOneStep works eq 7 out by hand as links are found.
func TestOneStep(t *testing.T) {
	g := NewPageRank(.2, .6)
	g.Observe(linkranktest.Page("seed", 1, []string{"a", "b", "a", "seed"}, .4, 0, .8, 1))
	for _, tt := range []struct {
		url  string
		want float64
	}{
		{"seed", .5}, // no in-link but its own, which does not count
		{"a", .2 + .8*(.6*.5/2+.4*.8)},
		{"b", .2 + .8*(.6*.5/2)},
		{"unheard of", .2},
	} {
		if got := g.Score(tt.url); !near(got, tt.want, 1e-7) {
			t.Errorf("PR(%s) = %v, want %v", tt.url, got, tt.want)
		}
	}
	// A second in-link of b; PR(a) = .576 now, its only link.
	g.Observe(linkranktest.Page("a", 0, []string{"b"}, .5))
	want := .2 + .8*(.6*(.5/2+.576)+.4*(.5/2))
	if got := g.Score("b"); !near(got, want, 1e-7) {
		t.Errorf("PR(b) = %v, want %v", got, want)
	}
}

// dense is eq 7 by a matrix, iterated until nothing moves.
func dense(d, omega float64, n int, link func(from, to int) (anchor float64, ok bool), fetched func(int) bool) []float64 {
	pr := make([]float64, n)
	for range 200 {
		next := make([]float64, n)
		for to := range n {
			var flow, anchors, in float64
			for from := range n {
				a, ok := link(from, to)
				if !ok {
					continue
				}
				out := 0.0
				for k := range n {
					if _, ok := link(from, k); ok {
						out++
					}
				}
				flow += pr[from] / out
				anchors += a
				in++
			}
			switch {
			case in > 0:
				next[to] = min(1, d+(1-d)*(omega*flow+(1-omega)*anchors/in))
			case fetched(to):
				next[to] = seedRank
			default:
				next[to] = d
			}
		}
		pr = next
	}
	return pr
}

func TestPageRankLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "pages")
		fetched := rapid.IntRange(1, n).Draw(t, "fetched")
		d := rapid.Float64Range(0.05, 0.95).Draw(t, "d")
		omega := rapid.Float64Range(0, 1).Draw(t, "omega")
		anchor := make(map[[2]int]float64)
		g := NewPageRank(d, omega)
		for i := range n {
			g.node(fmt.Sprint("u", i))
		}
		for i := range fetched {
			var links []string
			var anchors []float32
			for j := range n {
				if i != j && rapid.Bool().Draw(t, "link") {
					a := float32(rapid.IntRange(0, 8).Draw(t, "anchor")) / 8
					anchor[[2]int{i, j}] = float64(a)
					links, anchors = append(links, fmt.Sprint("u", j)), append(anchors, a)
				}
			}
			g.Observe(linkranktest.Page(fmt.Sprint("u", i), 0, links, anchors...))
		}
		link := func(a, b int) (float64, bool) { r, ok := anchor[[2]int{a, b}]; return r, ok }
		g.sweep(400)
		want := dense(d, omega, n, link, func(i int) bool { return i < fetched })
		for i := range n {
			got := g.Score(fmt.Sprint("u", i))
			if !near(got, want[i], 1e-4) {
				t.Fatalf("PR(u%d) = %v, the matrix says %v", i, got, want[i])
			}
			if got < d-1e-12 && i >= fetched || got > 1 {
				t.Fatalf("PR(u%d) = %v is not within d and 1", i, got)
			}
		}
	})
}

// TestSweeps: every 100 downloads all ranks are as good as converged.
func TestSweeps(t *testing.T) {
	g := NewPageRank(.2, .6)
	const n = sweepEvery
	for i := range n {
		g.Observe(linkranktest.Page(fmt.Sprint("u", i), 0, []string{fmt.Sprint("u", (i+1)%n), fmt.Sprint("u", (i+7)%n)}))
	}
	for i := range n {
		if got := g.Score(fmt.Sprint("u", i)); !near(got, .2/.52, 1e-6) {
			t.Fatalf("PR(u%d) = %v, want %v", i, got, .2/.52)
		}
	}
}

// TestPriority: what eq 8 makes of a link of a seed with a thousand links,
// whose PageRank is thus all jump and anchor.
func TestPriority(t *testing.T) {
	const eta = .15
	for _, tt := range []struct {
		name      string
		parent    float64
		anchor    float32
		want      float64
		qualified bool
	}{
		{"child of a good page", .8, 0, .31, true},
		{"and a good anchor", .8, .67, .56, true},
		{"child of a junk page", .1, 0, .135, false},
		{"junk page, good anchor", .1, .67, .39, true},
	} {
		links := []string{"child"}
		for i := range 999 {
			links = append(links, fmt.Sprint("other", i))
		}
		p := NewPriority(.55, .25, .20, .2, .6)
		p.Observe(linkranktest.Page("parent", tt.parent, links, tt.anchor))
		got := p.Score("child")
		if !near(got, tt.want, .005) || got > eta != tt.qualified {
			t.Errorf("%s: p = %.4f, want %.3f", tt.name, got, tt.want)
		}
		// A seed: 0.55 * 0.5 and its own relevance for both R.
		if got, want := p.Score("parent"), .275+.45*tt.parent; !near(got, want, 1e-9) {
			t.Errorf("p(seed) = %v, want %v", got, want)
		}
	}
}

func TestPriorityOfSeveral(t *testing.T) {
	p := NewPriority(.55, .25, .20, .2, .6)
	p.Observe(linkranktest.Page("s1", .9, []string{"x"}, .3))
	p.Observe(linkranktest.Page("s2", .5, []string{"x"}, .7))
	pr := .2 + .8*(.6*(.5+.5)+.4*.5)
	want := .55*pr + .25*.7 + .2*.7 // mean of the pages, best of the anchors
	if got := p.Score("x"); !near(got, want, 1e-6) {
		t.Errorf("p = %v, want %v", got, want)
	}
}

func BenchmarkSweep(b *testing.B) {
	g := NewPageRank(.2, .6)
	for i := range 5000 {
		var links []string
		for k := range 40 {
			links = append(links, fmt.Sprint("u", (i*31+k*977)%20000))
		}
		g.Observe(linkranktest.Page(fmt.Sprint("u", i), 0, links))
	}
	b.ResetTimer()
	for b.Loop() {
		g.sweep(1)
	}
}
