package relevance

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	counts map[uint64]count
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

// Learn counts the texts of a page's blocks and the segments of its title.
func (j *Judge) Learn(p *crawl.Page) {
	h := j.hosts[p.Host]
	if h == nil {
		h = &host{counts: map[uint64]count{}}
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
	bucket := uint32(h.pages / window)
	for _, k := range keys {
		c, ok := h.counts[k]
		if !ok {
			c.since = bucket
		}
		c.n++
		h.counts[k] = c
	}
	if h.pages++; h.pages%window == 0 {
		bucket = uint32(h.pages / window)
		maps.DeleteFunc(h.counts, func(_ uint64, c count) bool { return c.n+c.since <= bucket })
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

// repeatsVersion is the first byte of marshalled repeats.
const repeatsVersion = 1

// MarshalBinary returns what hosts repeat.
func (j *Judge) MarshalBinary() ([]byte, error) {
	b := []byte{repeatsVersion}
	b = binary.AppendUvarint(b, uint64(len(j.hosts)))
	for _, name := range slices.Sorted(maps.Keys(j.hosts)) {
		h := j.hosts[name]
		b = binary.AppendUvarint(b, uint64(len(name)))
		b = append(b, name...)
		b = binary.AppendUvarint(b, uint64(h.pages))
		b = binary.AppendUvarint(b, uint64(len(h.counts)))
		for _, k := range slices.Sorted(maps.Keys(h.counts)) {
			b = binary.LittleEndian.AppendUint64(b, k)
			b = binary.AppendUvarint(b, uint64(h.counts[k].n))
			b = binary.AppendUvarint(b, uint64(h.counts[k].since))
		}
	}
	return b, nil
}

var errRepeats = errors.New("relevance: the stored memory of hosts is damaged")

// UnmarshalBinary replaces what hosts repeat. On an error nothing changes.
func (j *Judge) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		return errRepeats
	}
	if data[0] != repeatsVersion {
		return fmt.Errorf("relevance: the stored memory of hosts has version %d, not %d", data[0], repeatsVersion)
	}
	d := decoder{b: data[1:]}
	m := repeats{}
	for n := d.uvarint(); n > 0 && !d.bad; n-- {
		name := string(d.bytes(d.uvarint()))
		h := &host{pages: int(d.uvarint()), counts: map[uint64]count{}}
		for k := d.uvarint(); k > 0 && !d.bad; k-- {
			key := d.uint64()
			h.counts[key] = count{uint32(d.uvarint()), uint32(d.uvarint())}
		}
		m[name] = h
	}
	if d.bad || len(d.b) > 0 {
		return errRepeats
	}
	j.hosts = m
	return nil
}

// decoder reads what MarshalBinary wrote.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) bytes(n uint64) []byte {
	if n > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return nil
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

func (d *decoder) uint64() uint64 {
	b := d.bytes(8)
	if d.bad {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}
