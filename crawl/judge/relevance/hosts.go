package relevance

import (
	"maps"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

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

// repeats holds the texts that hosts repeat.
type repeats map[string]*host

// host counts the pages of a host on which a text was seen.
type host struct {
	pages  int
	once   []uint64         // the texts of its only page, in order: most hosts of a wide crawl have one. nil: they are in counts
	counts map[uint64]count // nil: they are in once
}

// tally returns the counts, to be changed.
func (h *host) tally() map[uint64]count {
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
func (h *host) each(visit func(key uint64, c count)) {
	for _, k := range h.once {
		visit(k, count{n: 1})
	}
	for _, k := range slices.Sorted(maps.Keys(h.counts)) {
		visit(k, h.counts[k])
	}
}

type count struct {
	n     uint32
	since uint32 // windows passed when it was first counted
}

// boilerplate reports whether the host repeats the text of key.
func (h *host) boilerplate(key uint64) bool {
	if h == nil || h.pages < minPages {
		return false
	}
	n := h.counts[key].n
	return n > minRepeats && float64(n) > shareRepeats*float64(h.pages)
}

// maxKeys is the length of the longest list of keys that is reused.
const maxKeys = 1 << 16

// learnHost counts the texts of a page's blocks and the segments of its title.
func (j *Judge) learnHost(p *crawl.Page) {
	h := j.hosts[p.Host]
	if h == nil {
		h = new(host)
		j.hosts[p.Host] = h
	}
	keys := j.keys[:0]
	for i := range p.Blocks {
		keys = append(keys, p.Blocks[i].Key)
	}
	for _, s := range segments(p.Title) {
		keys = append(keys, segmentKey(s.text))
	}
	slices.Sort(keys)
	h.learn(slices.Compact(keys))
	if j.keys = keys; cap(keys) > maxKeys {
		j.keys = nil
	}
}

func (h *host) learn(keys []uint64) {
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

// segment is a part of a title.
type segment struct {
	text       string
	start, end int
}

// separators separate a page's own name from the site's in a title.
const separators = "|_–—·•»›:：｜－"

// segments splits a title at its separators. A hyphen separates only between
// spaces.
func segments(title string) []segment {
	var out []segment
	from := 0
	add := func(to int) {
		if s := strings.TrimSpace(title[from:to]); s != "" {
			out = append(out, segment{s, from, to})
		}
	}
	for i, r := range title {
		if strings.ContainsRune(separators, r) ||
			r == '-' && i > 0 && title[i-1] == ' ' && i+1 < len(title) && title[i+1] == ' ' {
			add(i)
			from = i + len(string(r))
		}
	}
	add(len(title))
	return out
}

// segmentKey is never the key of a block.
func segmentKey(s string) uint64 { return xxhash.Sum64String("title segment\x00" + s) }
