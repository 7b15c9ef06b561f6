package strategy

import (
	"encoding/binary"
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// Fence keeps another strategy out of traps that have no look of their own:
// sessions in the path, shops sorted in every order, calendars by another name.
// What they have in common is that a site makes them without end from one form,
// that nothing comes of it, and that they say nothing: they are made of words
// that stood on others of them. So the Fence counts, for each shape of address of
// a host (linkrank.Template), the pages since the last relevant one that have
// hardly any new text. After Patience of them the other strategy hears of no new
// address of that shape, but for those whose own words name the topic, and after
// four times as many of none at all. A relevant page makes all forgotten. What
// waits already is fetched: a fence ends a trap, it does not empty a frontier.
//
// Pages that do say something count for a twentieth: an encyclopedia of ten
// thousand articles is crawled to its end, and a machine that makes up
// sentences has one, too.
type Fence struct {
	inner crawl.Strategy
	p     FenceParams
	shape map[uint64]*shape
	hosts map[string]int32 // how many shapes of a host are fenced
}

// FenceParams are the settings of a Fence.
type FenceParams struct {
	Patience int // pages that say nothing new; 0 means never
	// Fenced is told of a page after which its shape is left alone; nil: nobody.
	Fenced func(url string)
}

const (
	// freshBytes of text that stood on none of the last pages of a shape make a page
	// say something. Of 4,598 articles of an encyclopedia none has less, of 2,561 help
	// pages, some of a line or two, 1.4 % (TestFenceHonest; the number was chosen
	// looking at these webs).
	freshBytes = 100
	// talkative times Patience pages are too many even if they say something.
	talkative = 20
	// credit is the part of Patience that a shape has before it is looked at what
	// its pages say: most shapes have few pages, and need no memory of them.
	credit = 10
)

// shape is what the pages of a shape of address came to since the last relevant
// one.
type shape struct {
	pages int
	stale int // of them, those without new text
	words *recentWords
}

// recentWords remembers blocks of text: each in the one place that its key gives
// it, until another takes that. So the latest are known best, and what was
// forgotten is taken for new, which errs on the side of an honest site.
type recentWords [4096]uint32

// fresh is how many bytes of text of p, but for its title, were not remembered. They are
// now.
func (m *recentWords) fresh(p *crawl.Page) (n int) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Title {
			continue
		}
		if at, key := &m[b.Key%uint64(len(m))], uint32(b.Key>>32); *at != key {
			*at = key
			n += b.Len()
		}
	}
	return n
}

// NewFence returns a Fence around inner, which it owns, as a crawl.Blocker if
// inner is one; inner itself if there is no patience to lose.
func NewFence(inner crawl.Strategy, p FenceParams) crawl.Strategy {
	if p.Patience <= 0 {
		return inner
	}
	f := &Fence{inner: inner, p: p}
	f.reset()
	if r, ok := inner.(crawl.Blocker); ok {
		return &restingFence{f, r}
	}
	return f
}

// restingFence is a Fence whose hosts can rest.
type restingFence struct {
	*Fence
	crawl.Blocker
}

var _ crawl.Strategy = (*Fence)(nil)

func (f *Fence) reset() { f.shape, f.hosts = map[uint64]*shape{}, map[string]int32{} }

// Seed implements [crawl.Strategy].
func (f *Fence) Seed(links []crawl.Link) { f.inner.Seed(links) }

// Next implements [crawl.Strategy].
func (f *Fence) Next(busy func(host string) bool) (crawl.Choice, bool) { return f.inner.Next(busy) }

// Take implements [crawl.Strategy].
func (f *Fence) Take(url string) (crawl.Choice, bool) { return f.inner.Take(url) }

// Len implements [crawl.Strategy].
func (f *Fence) Len() int { return f.inner.Len() }

// Observe implements [crawl.Strategy].
func (f *Fence) Observe(v *crawl.Visit) {
	if v.Adds() {
		f.count(v)
	}
	if v.Page != nil && len(f.hosts) > 0 {
		v = f.inside(v)
	}
	f.inner.Observe(v)
}

// count counts a page. It is of the shape and host it was asked for by, as the
// links to its like are.
func (f *Fence) count(v *crawl.Visit) {
	key := attribute("shape", linkrank.Template(v.Choice.URL))
	x := f.shape[key]
	before := x != nil && f.fenced(x, 1)
	if v.Score.Relevant {
		delete(f.shape, key)
		if before {
			if f.hosts[v.Choice.Host]--; f.hosts[v.Choice.Host] <= 0 {
				delete(f.hosts, v.Choice.Host)
			}
		}
		return
	}
	if x == nil {
		x = new(shape)
		f.shape[key] = x
	}
	f.miss(x, v.Page)
	if !before && f.fenced(x, 1) {
		f.hosts[v.Choice.Host]++
		if f.p.Fenced != nil {
			f.p.Fenced(v.Choice.URL)
		}
	}
}

// miss counts a page that is not relevant.
func (f *Fence) miss(x *shape, p *crawl.Page) {
	x.pages++
	if x.pages*credit <= f.p.Patience {
		x.stale++
		return
	}
	if x.words == nil {
		x.words = new(recentWords)
	}
	if x.words.fresh(p) < freshBytes {
		x.stale++
	}
}

// fenced reports that patience with a shape has run out so many times over.
func (f *Fence) fenced(x *shape, times int) bool {
	return x.stale/times >= f.p.Patience || x.pages/times/talkative >= f.p.Patience
}

// inside is v without the links that a fence keeps out.
func (f *Fence) inside(v *crawl.Visit) *crawl.Visit {
	out := func(l crawl.Link) bool { return f.keepsOut(&l) }
	if !slices.ContainsFunc(v.Page.Links, out) {
		return v
	}
	p, w := *v.Page, *v
	p.Links = slices.DeleteFunc(slices.Clone(p.Links), out)
	w.Page = &p
	return &w
}

func (f *Fence) keepsOut(l *crawl.Link) bool {
	if f.hosts[l.Host] == 0 || l.Kind != crawl.LinkPage {
		return false
	}
	x, times := f.shape[attribute("shape", linkrank.Template(l.URL))], 1
	if l.Terms.AnchorCore > 0 || l.Terms.URLCore > 0 {
		times = 4
	}
	return x != nil && f.fenced(x, times)
}

const fenceVersion = 2

// own is the memory of f itself.
func (f *Fence) own() []byte {
	var w binenc.Writer
	w.Header("fence", fenceVersion)
	w.Uint(uint64(len(f.shape)))
	for _, key := range slices.Sorted(maps.Keys(f.shape)) {
		w.Fixed(key)
		f.shape[key].write(&w)
	}
	w.Uint(uint64(len(f.hosts)))
	for _, host := range slices.Sorted(maps.Keys(f.hosts)) {
		w.Text(host)
		w.Uint(uint64(f.hosts[host]))
	}
	return w.Data()
}

// MarshalBinary implements [crawl.Checkpointer].
func (f *Fence) MarshalBinary() ([]byte, error) { return marshalAround(f.own(), f.inner) }

// WriteTo implements io.WriterTo, for large checkpoints.
func (f *Fence) WriteTo(to io.Writer) (int64, error) { return writeAround(to, f.own(), f.inner) }

// UnmarshalBinary implements [crawl.Checkpointer]. After an error f is empty.
func (f *Fence) UnmarshalBinary(data []byte) error {
	f.reset()
	err := unmarshalAround(data, f.read, f.inner)
	if err != nil {
		f.reset()
	}
	return err
}

func (f *Fence) read(r *binenc.Reader) error {
	r.Header("fence", fenceVersion)
	for n := r.Len(11); n > 0 && r.Err() == nil; n-- {
		key := r.Fixed()
		x := new(shape)
		x.read(r)
		f.shape[key] = x
	}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		host := r.Text()
		f.hosts[host] = int32(r.Uint() & (1<<31 - 1))
	}
	return r.Close()
}

func (x *shape) write(w *binenc.Writer) {
	w.Uint(uint64(x.pages))
	w.Uint(uint64(x.stale))
	if x.words == nil {
		w.Bytes(nil)
		return
	}
	b := make([]byte, 0, 4*len(x.words))
	for _, key := range x.words {
		b = binary.LittleEndian.AppendUint32(b, key)
	}
	w.Bytes(b)
}

func (x *shape) read(r *binenc.Reader) {
	x.pages, x.stale = int(r.Uint()&(1<<31-1)), int(r.Uint()&(1<<31-1))
	b := r.Bytes()
	if r.Err() != nil || len(b) == 0 {
		return
	}
	x.words = new(recentWords)
	if len(b) != 4*len(x.words) {
		r.Fail("a fence remembers %d bytes, want %d", len(b), 4*len(x.words))
		return
	}
	for i := range x.words {
		x.words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
}
