package linkrank

import (
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/urltable"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Table numbers URLs in the order in which they become known. A page that answered
// under another name has two URLs and one number.
type Table struct {
	urltable.Table
	also  []string // further names, in order
	alias map[string]int32
}

// ID returns the number of url.
func (t *Table) ID(url string) (int32, bool) {
	if id, ok := t.Number(url); ok {
		return id, true
	}
	id, ok := t.alias[url]
	return id, ok
}

// IsAlias reports whether url is a further name of a page.
func (t *Table) IsAlias(url string) bool { _, ok := t.alias[url]; return ok }

// Intern returns the number of url and gives it one if it has none.
func (t *Table) Intern(url string) (id int32, fresh bool) {
	if len(t.alias) > 0 {
		if id, ok := t.alias[url]; ok {
			return id, false
		}
	}
	return t.Add(url)
}

// Alias makes url another name of id, unless it has a number of its own.
func (t *Table) Alias(url string, id int32) {
	if _, ok := t.ID(url); ok || url == "" {
		return
	}
	if t.alias == nil {
		t.alias = make(map[string]int32)
	}
	t.alias[url] = id
	t.also = append(t.also, url)
}

// Save stores the table.
func (t *Table) Save(w *binenc.Writer) {
	w.Uint(uint64(t.Len()))
	for id := range t.Len() {
		w.Spill()
		w.Name(t.At(int32(id)))
	}
	t.saveAliases(w)
}

func (t *Table) saveAliases(w *binenc.Writer) {
	w.Uint(uint64(len(t.also)))
	for _, u := range t.also {
		w.Name(u)
		w.Uint(uint64(t.alias[u]))
	}
}

// LoadBeside reads what Save stored. check indexes the table and is false if a URL
// is there twice; it may run beside other reading, and the table must not be used
// before.
func (t *Table) LoadBeside(r *binenc.Reader) (check func() bool) {
	*t = Table{}
	n := r.Len(1)
	urls := make([]string, 0, n)
	for ; n > 0 && r.Err() == nil; n-- {
		urls = append(urls, r.Name())
	}
	t.Append(urls)
	t.loadAliases(r)
	return t.check
}

func (t *Table) loadAliases(r *binenc.Reader) {
	n := r.Len(2)
	t.alias = make(map[string]int32, n)
	for ; n > 0 && r.Err() == nil; n-- {
		u, id := r.Name(), r.Uint()
		if _, ok := t.alias[u]; ok || u == "" || id >= uint64(t.Len()) {
			r.Fail("bad alias")
			break
		}
		t.alias[u] = int32(id)
		t.also = append(t.also, u)
	}
}

// SaveNumbers stores a table whose texts were forgotten.
func (t *Table) SaveNumbers(w *binenc.Writer) {
	t.Table.Save(w)
	t.saveAliases(w)
}

// LoadNumbers reads what SaveNumbers stored.
func (t *Table) LoadNumbers(r *binenc.Reader) {
	*t = Table{}
	if t.Table.Load(r); r.Err() == nil && !t.Index() {
		r.Fail("a URL is stored twice")
	}
	t.loadAliases(r)
}

// Load reads what Save stored.
func (t *Table) Load(r *binenc.Reader) {
	if check := t.LoadBeside(r); r.Err() == nil && !check() {
		r.Fail("a URL is stored twice")
	}
}

func (t *Table) check() bool {
	if !t.Index() {
		return false
	}
	for _, u := range t.also {
		if _, ok := t.Number(u); ok {
			return false
		}
	}
	return true
}

// Beside starts f in a goroutine; wait returns its result.
func Beside(f func() bool) (wait func() bool) {
	done := make(chan bool, 1)
	go func() { done <- f() }()
	return func() bool { return <-done }
}

// Mix spreads a key over all bits (the finisher of SplitMix64).
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Hash is FNV-1a over strings with a separator between them. It must not
// change from run to run, because checkpoints hold it.
func Hash(parts ...string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint64(p[i])) * 0x100000001b3
		}
		h = (h ^ 0xff) * 0x100000001b3
	}
	return h
}
