package linkrank

import (
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/urltable"
)

// table numbers URLs in the order in which they are heard of. A page that
// answered under another name has two URLs and one number.
type table struct {
	urltable.Table
	also  []string // further names, in order
	alias map[string]int32
}

// id returns the number of url.
func (t *table) id(url string) (int32, bool) {
	if id, ok := t.Number(url); ok {
		return id, true
	}
	id, ok := t.alias[url]
	return id, ok
}

// intern returns the number of url, a new one if it has none.
func (t *table) intern(url string) (id int32, fresh bool) {
	if len(t.alias) > 0 {
		if id, ok := t.alias[url]; ok {
			return id, false
		}
	}
	return t.Add(url)
}

// name lets url be another name of id, unless it has a number of its own.
func (t *table) name(url string, id int32) {
	if _, ok := t.id(url); ok || url == "" {
		return
	}
	if t.alias == nil {
		t.alias = make(map[string]int32)
	}
	t.alias[url] = id
	t.also = append(t.also, url)
}

func (t *table) write(w *binenc.Writer) {
	w.Uint(uint64(t.Len()))
	for id := range t.Len() {
		w.Spill()
		w.Name(t.At(int32(id)))
	}
	w.Uint(uint64(len(t.also)))
	for _, u := range t.also {
		w.Name(u)
		w.Uint(uint64(t.alias[u]))
	}
}

// read reads what write wrote. Nothing can be looked up before check, which may
// be called beside the reading of other things, has found no URL twice.
func (t *table) read(r *binenc.Reader) (check func() bool) {
	*t = table{}
	n := r.Len(1)
	urls := make([]string, 0, n)
	for ; n > 0 && r.Err() == nil; n-- {
		urls = append(urls, r.Name())
	}
	t.Append(urls)
	n = r.Len(2)
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
	return t.check
}

// load is read with its check.
func (t *table) load(r *binenc.Reader) {
	if check := t.read(r); r.Err() == nil && !check() {
		r.Fail("a URL stands twice")
	}
}

func (t *table) check() bool {
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
