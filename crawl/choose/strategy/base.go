package strategy

import (
	"encoding/json"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// base is the common part of the strategies over a frontier.
type base struct {
	form  binenc.Memory
	f     frontier.Frontier
	level Level
	// pick returns the URL that the next choice should take, or frontier.None; then
	// it has changed nothing.
	pick func(busy func(host string) bool) int32
	// choose takes a waiting URL.
	choose func(id int32) crawl.Choice
	fault  func() error // nil: there can be none
}

// Err is the fault of where the strategy spills ([Spill]). After it the crawl must end.
func (b *base) Err() error {
	if b.fault == nil {
		return nil
	}
	return b.fault()
}

// Seed implements [crawl.Strategy].
func (b *base) Seed(links []crawl.Link) { frontier.AddSeeds(b.f, links) }

// Next implements [crawl.Strategy].
func (b *base) Next(busy func(host string) bool) (crawl.Choice, bool) {
	id := b.pick(busy)
	if id < 0 {
		return crawl.Choice{}, false
	}
	return b.choose(id), true
}

// offer takes a waiting URL as it stands.
func (b *base) offer(id int32) crawl.Choice { return frontier.Choose(b.f, id) }

// Take implements [crawl.Strategy]. It picks first, because picking may score links
// and step a search.
func (b *base) Take(url string) (crawl.Choice, bool) {
	id, ok := frontier.NumberWaiting(b.f, url)
	if !ok {
		return crawl.Choice{}, false
	}
	b.pick(nil)
	return b.choose(id), true
}

// Len implements [crawl.Strategy].
func (b *base) Len() int { return b.f.Counts().Waiting }

// Knows reports whether the strategy has heard of a URL.
func (b *base) Knows(url string) bool {
	_, ok := b.f.Number(url)
	return ok
}

// Waits reports whether a link of a host waits.
func (b *base) Waits(host string) bool {
	n, ok := b.f.Hosts().Number(host)
	return ok && b.f.Hosts().Best(n) != frontier.None
}

// freeHosts tells whether a host may be chosen from now; busy is asked about each
// host once.
func (b *base) freeHosts(busy func(string) bool) func(host int32) bool {
	asked := make(map[int32]bool)
	return func(host int32) bool {
		at := b.f.Hosts().At(host)
		if at.Blocked {
			return false
		}
		if busy == nil {
			return true
		}
		is, ok := asked[host]
		if !ok {
			is = busy(at.Name)
			asked[host] = is
		}
		return !is
	}
}

// WriteTo implements [crawl.Checkpointer].
func (b *base) WriteTo(to io.Writer) (int64, error) { return b.form.WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer]. After an error the strategy is empty.
func (b *base) ReadFrom(p crawl.Part) error { return b.form.ReadFrom(p) }

// stored is a memory as it is written and read.
type stored interface {
	save(w *binenc.Writer)
	load(r *binenc.Reader)
	reset() // makes it empty
}

// keep makes of the memory of the strategy.
func (b *base) keep(name string, version uint64, of stored) {
	b.form = formOf(name, version, of)
	b.form.Fault = b.Err
}

// formOf is the memory of a strategy of which one version is read.
func formOf(name string, version uint64, of stored) binenc.Memory {
	return binenc.Memory{Name: name, Version: version, Write: of.save, Read: map[uint64]func(*binenc.Reader){version: of.load}, Reset: of.reset}
}

// writeSearch stores where a tabu search stands.
func writeSearch(w *binenc.Writer, s any) {
	data, err := json.Marshal(s)
	w.Fail(err)
	w.Bytes(data)
}

// readSearch reads what writeSearch wrote.
func readSearch(r *binenc.Reader, s any) {
	data := r.Bytes()
	if r.Err() != nil {
		return
	}
	if err := json.Unmarshal(data, s); err != nil {
		r.Fail("%v", err)
	}
}

// The counters of a checkpoint are read within these bounds.
const (
	maxCount32 = 1<<31 - 1
	maxCount40 = 1<<40 - 1
)

// readCount reads a counter of at most max.
func readCount(r *binenc.Reader, max uint64) int { return int(r.Uint() & max) }
