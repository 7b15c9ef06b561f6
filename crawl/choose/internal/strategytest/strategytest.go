// Package strategytest is the conformance suite of a [crawl.Strategy]: what its
// interface promises, tried on invented webs. How good a strategy is, lab/eval
// measures.
//
// With ONTOCRAWL_LONG=1 in the environment the suite compares checkpoints at
// every step and tries more damaged ones. With -short, which is for the race detector,
// it makes each comparison a few times.
package strategytest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Test runs the suite on the strategies that open returns. Each must be new, empty
// and made with the same parameters and seed.
func Test(t *testing.T, open func() crawl.Strategy) {
	t.Helper()
	each := func(name string, f func(*testing.T)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // every check opens strategies of its own
			f(t)
		})
	}
	counts := []int{4}
	if long() {
		counts = []int{1, 4}
	}
	for _, workers := range counts {
		each(fmt.Sprintf("EachOnce/%d", workers), func(t *testing.T) { eachOnce(t, open, workers) })
		each(fmt.Sprintf("SameTrail/%d", workers), func(t *testing.T) { sameTrail(t, open, workers) })
		each(fmt.Sprintf("Resume/%d", workers), func(t *testing.T) { resume(t, open, workers) })
		each(fmt.Sprintf("TakeIsNext/%d", workers), func(t *testing.T) { takeIsNext(t, open, workers) })
	}
	each("Origin", func(t *testing.T) { origin(t, open) })
	each("SeedsFirst", func(t *testing.T) { seedsFirst(t, open) })
	each("Busy", func(t *testing.T) { busyHosts(t, open) })
	if open().Caps().Block != nil {
		each("Blocked", func(t *testing.T) { blocked(t, open) })
	}
	each("TakeAny", func(t *testing.T) { takeAny(t, open) })
	each("Strangers", func(t *testing.T) { strangers(t, open) })
	each("Corrupt", func(t *testing.T) { corrupt(t, open) })
	each("Empty", func(t *testing.T) { empty(t, open) })
}

// A Crawl drives a strategy as the engine does in its deterministic mode:
// Workers choices in flight, applied in the order chosen.
type Crawl struct {
	Web      *Web
	Strategy crawl.Strategy
	Workers  int
	Trail    []crawl.Choice
	inFlight []crawl.Choice
	applied  int
}

// Start seeds the strategy.
func Start(w *Web, s crawl.Strategy, workers int) *Crawl {
	s.Seed(w.Seeds)
	return &Crawl{Web: w, Strategy: s, Workers: workers}
}

// Fill asks for choices until Workers are in flight.
func (c *Crawl) Fill() {
	for len(c.inFlight) < c.Workers {
		choice, ok := c.Strategy.Next(nil)
		if !ok {
			return
		}
		c.Trail = append(c.Trail, choice)
		c.inFlight = append(c.inFlight, choice)
	}
}

// Apply observes the oldest choice in flight; false if there is none.
func (c *Crawl) Apply() bool {
	if len(c.inFlight) == 0 {
		return false
	}
	choice := c.inFlight[0]
	c.inFlight = c.inFlight[1:]
	c.applied++
	c.Strategy.Observe(c.Web.Visit(c.applied, choice))
	return true
}

// Run continues to the end.
func (c *Crawl) Run() []crawl.Choice {
	for c.Fill(); c.Apply(); c.Fill() {
	}
	return c.Trail
}

// on returns a crawl that stands where c stands, with another strategy.
func (c *Crawl) on(s crawl.Strategy) *Crawl {
	d := *c
	d.Strategy, d.Trail, d.inFlight = s, slices.Clone(c.Trail), slices.Clone(c.inFlight)
	return &d
}

// often reports whether a costly check is made at a step: at the first 25 and every
// 16th after; at the first ten with -short; at all in the long form.
func often(step int) bool {
	if testing.Short() {
		return step <= 10
	}
	return step <= 25 || step%16 == 0 || long()
}

func long() bool { return os.Getenv("ONTOCRAWL_LONG") == "1" }

func marshal(t *testing.T, s crawl.Strategy) []byte {
	t.Helper()
	b, err := binenc.Marshal(s)
	if err != nil {
		t.Fatalf("WriteTo: %v", err)
	}
	return b
}

// written returns what marshal returns; a checkpoint within another must be equal to it.
func written(t *testing.T, s crawl.Strategy) []byte {
	t.Helper()
	b := marshal(t, s)
	var to bytes.Buffer
	if n, err := s.WriteTo(&to); err != nil || n != int64(len(b)) || !bytes.Equal(to.Bytes(), b) {
		t.Fatalf("WriteTo wrote %d bytes (%v) that are not the %d within another", n, err, len(b))
	}
	return b
}

func eachOnce(t *testing.T, open func() crawl.Strategy, workers int) {
	w := NewWeb(1, 300, 5)
	c := Start(w, open(), workers)
	trail := c.Run()
	seen := make(map[string]bool)
	for _, choice := range trail {
		if seen[choice.URL] {
			t.Fatalf("%s offered twice", choice.URL)
		}
		seen[choice.URL] = true
	}
	if n := c.Strategy.Len(); n != 0 {
		t.Errorf("Len = %d at the end", n)
	}
	for url := range w.reachable() {
		if !seen[url] {
			t.Errorf("%s is linked and was never offered", url)
		}
	}
}

// reachable returns the URLs that a crawl can learn of.
func (w *Web) reachable() map[string]bool {
	known := make(map[string]bool)
	var todo []crawl.Choice
	for _, l := range w.Seeds {
		known[l.URL] = true
		todo = append(todo, crawl.Choice{URL: l.URL})
	}
	for ; len(todo) > 0; todo = todo[1:] {
		v := w.Visit(0, todo[0])
		if v.Page == nil {
			continue
		}
		for _, l := range v.Page.Links {
			if l.Kind == crawl.LinkPage && !known[l.URL] {
				known[l.URL] = true
				todo = append(todo, crawl.Choice{URL: l.URL, Depth: 1})
			}
		}
	}
	return known
}

func sameTrail(t *testing.T, open func() crawl.Strategy, workers int) {
	w := NewWeb(2, 300, 5)
	a := Start(w, open(), workers).Run()
	b := Start(w, open(), workers).Run()
	if !slices.Equal(a, b) {
		t.Fatal("the same seed gave two trails")
	}
}

func resume(t *testing.T, open func() crawl.Strategy, workers int) {
	sizes := []struct{ pages, step int }{{40, 7}, {400, 251}}
	switch {
	case long():
		sizes = []struct{ pages, step int }{{40, 1}, {400, 61}}
	case testing.Short():
		sizes = []struct{ pages, step int }{{40, 13}}
	}
	for _, tt := range sizes {
		w := NewWeb(3, tt.pages, 4)
		want := Start(w, open(), workers).Run()
		c := Start(w, open(), workers)
		for k := 0; ; k++ {
			if k%tt.step == 0 {
				resumeHere(t, open, c, want, k)
			}
			c.Fill()
			if !c.Apply() {
				break
			}
		}
	}
}

func resumeHere(t *testing.T, open func() crawl.Strategy, c *Crawl, want []crawl.Choice, k int) {
	t.Helper()
	data := written(t, c.Strategy)
	s := open()
	if err := s.ReadFrom(Fleeting(data)); err != nil {
		t.Fatalf("step %d: ReadFrom: %v", k, err)
	}
	if again := marshal(t, s); !bytes.Equal(data, again) {
		t.Fatalf("step %d: a checkpoint changed by being read", k)
	}
	if s.Len() != c.Strategy.Len() {
		t.Fatalf("step %d: Len = %d, resumed %d", k, c.Strategy.Len(), s.Len())
	}
	got := c.on(s).Run()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("resumed at step %d, choice %d of %d differs", k, i, len(want))
		}
	}
	if len(got) != len(want) {
		t.Fatalf("resumed at step %d: %d choices, want %d", k, len(got), len(want))
	}
}

func takeIsNext(t *testing.T, open func() crawl.Strategy, workers int) {
	w := NewWeb(4, 250, 4)
	a, b := Start(w, open(), workers), Start(w, open(), workers)
	for step := 0; ; step++ {
		a.Fill()
		for _, choice := range a.Trail[len(b.Trail):] {
			got, ok := b.Strategy.Take(choice.URL)
			if !ok || got != choice {
				t.Fatalf("Take(%s) = %+v, %v; Next gave %+v", choice.URL, got, ok, choice)
			}
			b.Trail = append(b.Trail, got)
			b.inFlight = append(b.inFlight, got)
		}
		if often(step) && !bytes.Equal(marshal(t, a.Strategy), marshal(t, b.Strategy)) {
			t.Fatalf("after %d choices, Take and Next left different states", len(a.Trail))
		}
		more := a.Apply()
		if b.Apply() != more || !more {
			return
		}
	}
}

func origin(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(5, 200, 3)
	depth := make(map[string]int)
	for _, c := range Start(w, open(), 1).Run() {
		depth[c.URL] = c.Depth
		if c.Host != w.host(c.URL) {
			t.Errorf("%s: Host = %q", c.URL, c.Host)
		}
		if c.Parent == "" {
			if c.Depth != 0 || !slices.ContainsFunc(w.Seeds, func(l crawl.Link) bool { return l.URL == c.URL }) {
				t.Errorf("%s has no parent, depth %d", c.URL, c.Depth)
			}
			continue
		}
		if d, ok := depth[c.Parent]; !ok || c.Depth != d+1 {
			t.Errorf("%s: depth %d, parent's depth %d", c.URL, c.Depth, d)
		}
		if !slices.ContainsFunc(w.pages[c.Parent].Links, func(l crawl.Link) bool { return l.URL == c.URL }) {
			t.Errorf("%s: its parent %s does not link to it", c.URL, c.Parent)
		}
	}
}

func seedsFirst(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(6, 100, 2)
	s := open()
	s.Seed(w.Seeds)
	s.Seed(w.Seeds[:1]) // known already
	if s.Len() != len(w.Seeds) {
		t.Fatalf("Len = %d after %d seeds", s.Len(), len(w.Seeds))
	}
	for i, l := range w.Seeds {
		c, ok := s.Next(nil)
		if !ok || c.URL != l.URL {
			t.Fatalf("choice %d = %q, want the seed %q", i, c.URL, l.URL)
		}
		s.Observe(w.Visit(i+1, c))
	}
}

func busyHosts(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(7, 250, 6)
	s := open()
	s.Seed(w.Seeds)
	rng := rand.New(rand.NewPCG(7, 7))
	for seq := 1; s.Len() > 0; seq++ {
		unchanged := watch(t, s, seq)
		if c, ok := s.Next(func(string) bool { return true }); ok {
			t.Fatalf("all hosts are busy and Next chose %s", c.URL)
		}
		unchanged("Next chose nothing")
		free := hostName(rng.IntN(6))
		c, ok := s.Next(func(h string) bool { return h != free })
		if ok && c.Host != free {
			t.Fatalf("only %s is free and Next chose %s", free, c.URL)
		}
		if !ok {
			unchanged("Next found nothing on " + free)
			if c, ok = s.Next(nil); !ok {
				t.Fatalf("%d URLs wait, nothing is in flight, and Next finds none", s.Len())
			}
		}
		s.Observe(w.Visit(seq, c))
	}
}

// blocked: a blocked host is not offered, also when nobody calls it busy; all that
// waits there is offered once it is unblocked; and checkpoints do not hold what is
// blocked.
func blocked(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(9, 250, 6)
	s := open()
	s.Seed(w.Seeds)
	r := s.Caps()
	r.Block("never-heard-of.example", "never")
	r.Unblock("never")
	rng := rand.New(rand.NewPCG(9, 9))
	heard, blocked, offered := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for seq := 1; s.Len() > 0; seq++ {
		unchanged, waiting := watch(t, s, seq), s.Len()
		if h := hostName(rng.IntN(6)); blocked[h] {
			r.Unblock(h)
			delete(blocked, h)
		} else if heard[h] {
			r.Block(h, h)
			blocked[h] = true
		}
		unchanged("a host was blocked or unblocked")
		if s.Len() != waiting {
			t.Fatalf("step %d: Len depends on what is blocked", seq)
		}
		c, ok := s.Next(nil)
		if !ok && len(blocked) == 0 {
			t.Fatalf("%d URLs wait, no host is blocked, and Next finds none", s.Len())
		}
		if !ok {
			continue
		}
		if blocked[c.Host] {
			t.Fatalf("step %d: %s is blocked, and Next chose %s", seq, c.Host, c.URL)
		}
		heard[c.Host], offered[c.URL] = true, true
		s.Observe(w.Visit(seq, c))
	}
	for url := range w.reachable() {
		if !offered[url] {
			t.Errorf("%s was never offered", url)
		}
	}
}

// watch returns a check that the checkpoint of s is the same as it is now.
func watch(t *testing.T, s crawl.Strategy, step int) (unchanged func(when string)) {
	t.Helper()
	if !often(step) {
		return func(string) {}
	}
	before := marshal(t, s)
	return func(when string) {
		t.Helper()
		if !bytes.Equal(before, marshal(t, s)) {
			t.Fatalf("step %d: %s, and the checkpoint changed", step, when)
		}
	}
}

// takeAny takes what Next would not have taken, as a replayed journal may.
func takeAny(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(8, 200, 4)
	s := open()
	s.Seed(w.Seeds)
	known := make([]string, 0, 200)
	for _, l := range w.Seeds {
		known = append(known, l.URL)
	}
	rng := rand.New(rand.NewPCG(8, 8))
	taken := make(map[string]bool)
	for seq := 1; s.Len() > 0; seq++ {
		url := known[rng.IntN(len(known))]
		c, ok := s.Take(url)
		if ok == taken[url] {
			t.Fatalf("Take(%s) = %v, taken before: %v", url, ok, taken[url])
		}
		if !ok {
			if c, ok = s.Next(nil); !ok || taken[c.URL] {
				t.Fatalf("Next = %s, %v with %d waiting", c.URL, ok, s.Len())
			}
		}
		taken[c.URL] = true
		v := w.Visit(seq, c)
		if v.Page != nil {
			for _, l := range v.Page.Links {
				if l.Kind == crawl.LinkPage && !slices.Contains(known, l.URL) {
					known = append(known, l.URL)
				}
			}
		}
		s.Observe(v)
	}
}

// strangers: outcomes nobody asked for must not break anything.
func strangers(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(9, 60, 2)
	s := open()
	if _, ok := s.Take("http://nowhere.test/"); ok {
		t.Error("Take of an unknown URL succeeded")
	}
	url := w.Seeds[2].URL
	v := w.Visit(1, crawl.Choice{URL: url, Host: w.host(url)})
	s.Observe(v)
	s.Seed(w.Seeds)
	for seq := 2; s.Len() > 0; seq++ {
		c, ok := s.Next(nil)
		if !ok {
			t.Fatalf("%d wait and Next finds none", s.Len())
		}
		if c.URL == url {
			t.Fatalf("%s was observed and is offered", url)
		}
		s.Observe(w.Visit(seq, c))
	}
}

func corrupt(t *testing.T, open func() crawl.Strategy) {
	w := NewWeb(10, 60, 3)
	c := Start(w, open(), 2)
	for range 25 {
		c.Fill()
		c.Apply()
	}
	data := marshal(t, c.Strategy)
	cut, changes := 1+len(data)/150, 20
	switch {
	case long():
		cut, changes = 7, 2000
	case testing.Short():
		cut, changes = 1+len(data)/40, 10
	}
	for n := 0; n < len(data); n++ {
		if n%cut == 0 || n < 64 {
			if err := open().ReadFrom(bytes.NewReader(data[:n:n])); err == nil {
				t.Errorf("a checkpoint cut at %d of %d was read", n, len(data))
			}
		}
	}
	rng := rand.New(rand.NewPCG(10, 10))
	for range changes {
		bad := slices.Clone(data)
		bad[rng.IntN(len(bad))] = byte(rng.Uint32())
		s := open()
		if s.ReadFrom(bytes.NewReader(bad)) == nil {
			c.on(s).Run() // whatever was read, it must end and not panic
		}
	}
}

func empty(t *testing.T, open func() crawl.Strategy) {
	s := open()
	if c, ok := s.Next(nil); ok {
		t.Errorf("an empty strategy chose %+v", c)
	}
	if s.Len() != 0 {
		t.Errorf("Len = %d", s.Len())
	}
	if err := open().ReadFrom(bytes.NewReader(marshal(t, s))); err != nil {
		t.Errorf("ReadFrom of an empty strategy: %v", err)
	}
}
