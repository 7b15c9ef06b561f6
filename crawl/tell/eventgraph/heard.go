package eventgraph

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// heard holds what earlier versions of a page said, so that a sentence of a later one counts from when it was first said.
type heard struct {
	last  time.Time            // when the last of them was fetched
	first map[string]time.Time // by sentence
}

// hear keeps what an earlier version of a page says.
func (b *Builder) hear(p *Page, title *said, all []said) {
	if !p.Earlier {
		return
	}
	h := b.heard[p.URL]
	if h == nil {
		h = &heard{first: make(map[string]time.Time)}
		b.heard[p.URL] = h
	}
	at := h.since(p)
	for i := range all {
		if _, ok := h.first[all[i].text]; !ok {
			h.first[all[i].text] = at
		}
	}
	if title != nil && h.first[title.text].IsZero() {
		h.first[title.text] = at
	}
	if p.Fetched.After(h.last) {
		h.last = p.Fetched
	}
}

// since is from when what is new in a version counts: its date, but not before the version before it was seen.
func (h *heard) since(p *Page) time.Time {
	at := p.spoke()
	if h != nil && h.last.After(at) {
		return h.last
	}
	return at
}

// spoke is when a page at the latest said what it says: on a day without a time by its end, or when it was fetched.
func (p *Page) spoke() time.Time {
	at := p.now()
	if !p.Day || p.Published.IsZero() {
		return at
	}
	end := at.AddDate(0, 0, 1)
	if p.Fetched.After(at) && p.Fetched.Before(end) {
		return p.Fetched
	}
	return end
}

// asOf is up to when a figure of sentence x counts, with the time w of its own: 截至7日24时, else since when page p says so.
func (b *Builder) asOf(p *Page, x *said, w *when) time.Time {
	if w != nil && w.Until && w.Doubt == "" && w.Time.Resolved() {
		if w.Time.Grain > extract.Part {
			return w.Time.To // all of the day
		}
		return w.Time.From
	}
	h := b.heard[p.URL]
	if h != nil {
		if at, ok := h.first[x.text]; ok {
			return at
		}
	}
	return h.since(p)
}

// tellers are the joins of e, one of each address: of the last version that tells of it.
func (b *Builder) tellers(e *Event) []Join {
	at := make(map[string]int, len(e.Joins))
	out := make([]Join, 0, len(e.Joins))
	for _, j := range e.Joins {
		url := b.Pages[j.Page].URL
		if k, ok := at[url]; ok {
			out[k] = j
			continue
		}
		at[url] = len(out)
		out = append(out, j)
	}
	return out
}

// present is how many pages the graph has as they are.
func (b *Builder) present() (n int) {
	for i := range b.Pages {
		if !b.Pages[i].Earlier {
			n++
		}
	}
	return n
}
