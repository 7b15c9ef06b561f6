package urltable

import (
	"hash/maphash"

	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// Table numbers URLs in the order in which they are added. The zero Table is empty and
// holds all texts in memory.
type Table struct {
	texts []*block     // by number; nil: on disk, or forgotten
	n     int          // URLs
	seed  maphash.Seed // crawled returns what a user's crawl of the web records.
	index hashindex.Index
	away  away // texts that are not in memory
}

// block holds the texts of neighbours.
type block [blockLen]string

const blockLen = 64

// print is the hash of a URL: what the index holds, and what tells URLs apart whose texts
// are not in memory.
type print struct{ hash, check uint32 }

// Len is how many there are.
func (t *Table) Len() int { return t.n }

// At is the URL with the number id, "" if its text was forgotten.
func (t *Table) At(id int32) string {
	if b := t.texts[id/blockLen]; b != nil {
		return b[id%blockLen]
	}
	return t.read(id)
}

// Number returns the number of url.
func (t *Table) Number(url string) (id int32, ok bool) {
	if t.index.Len() == 0 {
		return 0, false
	}
	p := t.print(url)
	return t.index.Find(p.hash, func(id int32) bool { return t.is(id, url, p) })
}

// Add returns the number of url, a new one if it has none.
func (t *Table) Add(url string) (id int32, fresh bool) {
	p := t.print(url)
	id, fresh = t.index.Add(p.hash, int32(t.n), func(id int32) bool { return t.is(id, url, p) })
	if !fresh {
		return id, false
	}
	t.append(url)
	if t.away.key != nil {
		t.away.checks.Add(p.check)
	}
	t.spill()
	return id, true
}

// append adds the text of an unknown URL.
func (t *Table) append(url string) {
	if t.n == len(t.texts)*blockLen {
		t.texts = append(t.texts, new(block))
	}
	if b := t.texts[t.n/blockLen]; b != nil && !t.away.bare {
		b[t.n%blockLen] = url
	}
	if t.n++; t.away.bare {
		t.texts[len(t.texts)-1] = nil
	}
}

// Append adds unknown URLs, as a checkpoint holds them. They are found only after Index,
// which may run beside other work.
func (t *Table) Append(urls []string) {
	for _, url := range urls {
		t.append(url)
	}
}

// Index makes what Append and Load added findable. It is false if a URL is there twice.
func (t *Table) Index() bool {
	a := &t.away
	away := 0 // whose texts are not in memory
	if f := a.filling; f == nil {
		t.index, a.checks = t.index.Emptied(), a.checks.Emptied()
	} else {
		a.filling = nil
		if !<-f.once {
			return false
		}
		t.index, away = f.index, f.index.Len()
	}
	t.index.Reserve(t.n)
	return t.indexTexts(int32(away))
}

// indexTexts indexes the URLs from a number on, whose texts are in memory.
func (t *Table) indexTexts(from int32) bool {
	for i := from; i < int32(t.n); i++ {
		url := t.At(i)
		p := t.print(url)
		if t.away.key != nil {
			t.away.checks.Add(p.check)
		}
		if _, fresh := t.index.Add(p.hash, i, func(id int32) bool { return t.is(id, url, p) }); !fresh {
			return false
		}
	}
	return true
}

func (t *Table) print(url string) print {
	if t.away.key != nil {
		return t.away.print(url)
	}
	if t.seed == (maphash.Seed{}) {
		t.seed = maphash.MakeSeed()
	}
	return print{hash: uint32(maphash.String(t.seed, url))}
}

// is reports whether url has that number.
func (t *Table) is(id int32, url string, p print) bool {
	if b := t.texts[id/blockLen]; b != nil {
		return b[id%blockLen] == url
	}
	return *t.away.checks.At(id) == p.check
}
