package strategy

import (
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/snapshot"
)

// Fence keeps another strategy out of traps that have no look of their own:
// sessions in the path, shops sorted in every order, calendars by another name.
// What they have in common is that a site makes them without end from one form,
// and that nothing comes of it. So it counts, for each shape of address of a host
// (linkrank.Template), the pages since the last relevant one. After Patience of
// them the other strategy hears of no new address of that shape, but for those
// whose own words name the topic, and after four times as many of none at all. A
// relevant page makes all forgotten. What waits already is fetched: a fence ends
// a trap, it does not empty a frontier.
type Fence struct {
	inner crawl.Strategy
	p     FenceParams
	miss  map[uint64]int   // by shape: pages since the last relevant one
	hosts map[string]int32 // how many shapes of a host are fenced
}

// FenceParams are the settings of a Fence.
type FenceParams struct {
	Patience int // pages; 0 means never
	// Fenced is told of a page after which its shape is left alone; nil: nobody.
	Fenced func(url string)
}

// NewFence returns a Fence around inner, which it owns, as a crawl.Rester if
// inner is one; inner itself if there is no patience to lose.
func NewFence(inner crawl.Strategy, p FenceParams) crawl.Strategy {
	if p.Patience <= 0 {
		return inner
	}
	f := &Fence{inner: inner, p: p}
	f.reset()
	if r, ok := inner.(crawl.Rester); ok {
		return &restingFence{f, r}
	}
	return f
}

// restingFence is a Fence whose hosts can rest.
type restingFence struct {
	*Fence
	crawl.Rester
}

var _ crawl.Strategy = (*Fence)(nil)

func (f *Fence) reset() { f.miss, f.hosts = map[uint64]int{}, map[string]int32{} }

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
	shape := attribute("shape", linkrank.Template(v.Choice.URL))
	before := f.miss[shape]
	if !v.Score.Relevant {
		if f.miss[shape] = before + 1; before+1 == f.p.Patience {
			f.hosts[v.Choice.Host]++
			if f.p.Fenced != nil {
				f.p.Fenced(v.Choice.URL)
			}
		}
		return
	}
	delete(f.miss, shape)
	if before >= f.p.Patience {
		if f.hosts[v.Choice.Host]--; f.hosts[v.Choice.Host] <= 0 {
			delete(f.hosts, v.Choice.Host)
		}
	}
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
	n := f.miss[attribute("shape", linkrank.Template(l.URL))]
	if l.Terms.AnchorCore > 0 || l.Terms.URLCore > 0 {
		n /= 4
	}
	return n >= f.p.Patience
}

const fenceVersion = 1

// own is the memory of f itself.
func (f *Fence) own() []byte {
	var w snapshot.Writer
	w.Header("fence", fenceVersion)
	w.Uint(uint64(len(f.miss)))
	for _, shape := range slices.Sorted(maps.Keys(f.miss)) {
		w.Fixed(shape)
		w.Uint(uint64(f.miss[shape]))
	}
	w.Uint(uint64(len(f.hosts)))
	for _, host := range slices.Sorted(maps.Keys(f.hosts)) {
		w.String(host)
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

func (f *Fence) read(r *snapshot.Reader) error {
	r.Header("fence", fenceVersion)
	for n := r.Len(9); n > 0 && r.Err() == nil; n-- {
		shape := r.Fixed()
		f.miss[shape] = int(r.Uint() & (1<<31 - 1))
	}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		host := r.String()
		f.hosts[host] = int32(r.Uint() & (1<<31 - 1))
	}
	return r.Close()
}
