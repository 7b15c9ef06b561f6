package repeated

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A text is boilerplate if it stands on more than minRepeats and on more than
// shareRepeats of a host's pages, once minPages of them are known.
const (
	minPages     = 10
	minRepeats   = 3
	shareRepeats = 0.10
)

// window is the number of pages of a host between two prunings of its counts:
// lossy counting (Manku and Motwani 2002) with epsilon = 1/window. A count is
// then at most 2 % of the pages too low, and the counts of a host do not grow
// with its size.
const window = 50

// Texts counts the texts of hosts. The zero value knows none. One goroutine uses it.
type Texts struct {
	hosts map[string]*Host
	keys  []uint64 // reused
}

// Host counts the pages of a host on which a text was seen. A nil Host knows no page.
type Host struct {
	pages  int
	once   []uint64         // the texts of its only page, in order: most hosts of a wide crawl have one. nil: they are in counts
	counts map[uint64]count // nil: they are in once
}

type count struct {
	n     uint32
	since uint32 // windows passed when it was first counted
}

// Of returns a host; nil if no page of it is known.
func (t *Texts) Of(host string) *Host { return t.hosts[host] }

// Take takes over what from knows of the hosts that keep reports, nil being all. It returns how many
// pages of them, and of all hosts, from knows.
func (t *Texts) Take(from *Texts, keep func(host string) bool) (kept, all int) {
	for name, h := range from.hosts {
		if all += h.pages; keep == nil || keep(name) {
			t.set(name, h)
			kept += h.pages
		}
	}
	return kept, all
}

func (t *Texts) set(name string, h *Host) {
	if t.hosts == nil {
		t.hosts = map[string]*Host{}
	}
	t.hosts[name] = h
}

// Pages is how many pages of the host are known.
func (h *Host) Pages() int {
	if h == nil {
		return 0
	}
	return h.pages
}

// tally returns the counts, to be changed.
func (h *Host) tally() map[uint64]count {
	if h.counts == nil {
		h.counts = make(map[uint64]count, len(h.once))
		for _, k := range h.once {
			h.counts[k] = count{n: 1}
		}
		h.once = nil
	}
	return h.counts
}

// each calls visit with each text and its count, in order.
func (h *Host) each(visit func(key uint64, c count)) {
	for _, k := range h.once {
		visit(k, count{n: 1})
	}
	for _, k := range slices.Sorted(maps.Keys(h.counts)) {
		visit(k, h.counts[k])
	}
}

// seen is on how many pages the text of key stands.
func (h *Host) seen(key uint64) int {
	if h.counts != nil {
		return int(h.counts[key].n)
	}
	if _, found := slices.BinarySearch(h.once, key); found {
		return 1
	}
	return 0
}

// Boilerplate reports whether the host repeats the text of key.
func (h *Host) Boilerplate(key uint64) bool {
	if h.Pages() < minPages {
		return false
	}
	n := h.counts[key].n
	return n > minRepeats && float64(n) > shareRepeats*float64(h.pages)
}

// maxKeys is the length of the longest list of keys that is reused.
const maxKeys = 1 << 16

// Learn counts the texts of a page's blocks and the segments of its title.
func (t *Texts) Learn(p *crawl.Page) {
	h := t.hosts[p.Host]
	if h == nil {
		h = new(Host)
		t.set(p.Host, h)
	}
	keys := t.keys[:0]
	for i := range p.Blocks {
		keys = append(keys, p.Blocks[i].Key)
	}
	for _, s := range segments(p.Title) {
		keys = append(keys, SegmentKey(s.Text))
	}
	slices.Sort(keys)
	h.learn(slices.Compact(keys))
	if t.keys = keys; cap(keys) > maxKeys {
		t.keys = nil
	}
}

func (h *Host) learn(keys []uint64) {
	if h.pages == 0 && h.counts == nil {
		h.pages, h.once = 1, slices.Clone(keys)
		return
	}
	bucket, counts := uint32(h.pages/window), h.tally()
	for _, k := range keys {
		c, ok := counts[k]
		if !ok {
			c.since = bucket
		}
		c.n++
		counts[k] = c
	}
	if h.pages++; h.pages%window == 0 {
		bucket = uint32(h.pages / window)
		maps.DeleteFunc(counts, func(_ uint64, c count) bool { return c.n+c.since <= bucket })
	}
}
