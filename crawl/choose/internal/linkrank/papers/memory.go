package papers

import (
	"io"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// table hides the methods of the Table that rankers are made of.
type table = linkrank.Table

// memory is a part of a ranker that a checkpoint holds.
type memory interface {
	save(w *binenc.Writer)
	load(r *binenc.Reader)
	forget() // makes it empty
}

// checkpoint implements [crawl.Checkpointer]. After an error the ranker is empty.
type checkpoint struct {
	name    string
	version uint64
	of      memory
}

// Caps implements [linkrank.Ranker] for those that can do nothing beside.
func (*checkpoint) Caps() linkrank.Caps { return linkrank.Caps{} }

func (c *checkpoint) form() *binenc.Memory {
	return &binenc.Memory{Name: c.name, Version: c.version, Write: c.of.save, Read: map[uint64]func(*binenc.Reader){c.version: c.of.load}, Reset: c.of.forget}
}

// WriteTo implements [crawl.Checkpointer].
func (c *checkpoint) WriteTo(to io.Writer) (int64, error) { return c.form().WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer].
func (c *checkpoint) ReadFrom(p crawl.Part) error { return c.form().ReadFrom(p) }

// schedule says when a ranker on the graph of links refreshes all ranks.
type schedule struct {
	downloads int
	swept     int // downloads at the last refresh
}

// due counts a download and reports whether all ranks are to be refreshed now.
func (s *schedule) due() bool {
	s.downloads++
	if since := s.downloads - s.swept; since < sweepEvery || since*sweepPart < s.downloads {
		return false
	}
	s.swept = s.downloads
	return true
}

func (s *schedule) write(w *binenc.Writer) {
	w.Uint(uint64(s.downloads))
	w.Uint(uint64(s.swept))
}

func (s *schedule) read(r *binenc.Reader) {
	s.downloads, s.swept = int(r.Uint()&(1<<40-1)), int(r.Uint()&(1<<40-1))
	if s.swept > s.downloads {
		r.Fail("refreshed at %d of %d downloads", s.swept, s.downloads)
	}
}

// graph holds what a ranker on the graph of links knows of each URL.
type graph[N any] struct {
	table
	schedule
	nodes []N // by number
}

// node returns the number of url. If it has none it becomes known as fresh.
func (g *graph[N]) node(url string, fresh N) int32 {
	id, ok := g.Intern(url)
	if ok {
		g.nodes = append(g.nodes, fresh)
	}
	return id
}

func (g *graph[N]) forget() { *g = graph[N]{} }

func (g *graph[N]) write(w *binenc.Writer, node func(n *N)) {
	g.table.Save(w)
	for i := range g.nodes {
		w.Spill()
		node(&g.nodes[i])
	}
	g.schedule.write(w)
}

func (g *graph[N]) read(r *binenc.Reader, node func() N) {
	g.table.Load(r)
	g.nodes = make([]N, 0, g.Len())
	for len(g.nodes) < g.Len() && r.Err() == nil {
		g.nodes = append(g.nodes, node())
	}
	g.schedule.read(r)
}

// byLink is the memory of rankers that judge each link by itself: a URL has the
// score of its best link. Finding the same links again changes nothing.
type byLink struct {
	table
	best []float64 // by number; noLink if only the page itself is known
}

// noLink is less than any score.
const noLink = -math.MaxFloat64

// raise notes a link to url with that score; a score that is no finite number
// counts as 0.
func (b *byLink) raise(url string, score float64) {
	if math.IsNaN(score) || math.IsInf(score, 0) {
		score = 0
	}
	id := b.number(url)
	b.best[id] = max(b.best[id], score)
}

// number returns the number of url and gives it one if it has none.
func (b *byLink) number(url string) int32 {
	id, fresh := b.Intern(url)
	if fresh {
		b.best = append(b.best, noLink)
	}
	return id
}

// Score returns the best score of the links to url, 0 if none is known.
func (b *byLink) Score(url string) float64 {
	if id, ok := b.ID(url); ok && b.best[id] != noLink {
		return b.best[id]
	}
	return 0
}

func (b *byLink) save(w *binenc.Writer) {
	b.table.Save(w)
	for _, v := range b.best {
		w.Spill()
		w.Float(v)
	}
}

func (b *byLink) load(r *binenc.Reader) {
	b.table.Load(r)
	b.best = make([]float64, 0, b.Len())
	for len(b.best) < b.Len() && r.Err() == nil {
		v := r.Float()
		if v != noLink {
			checkFinite(r, v)
		}
		b.best = append(b.best, v)
	}
}

func (b *byLink) forget() { *b = byLink{} }

// pageLinks calls f for each link of v that leads to another page.
func pageLinks(v *crawl.Visit, f func(l *crawl.Link)) {
	if v.Page == nil {
		return
	}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if l.Kind == crawl.LinkPage && l.URL != v.Choice.URL && l.URL != v.Page.Final {
			f(l)
		}
	}
}

// unit bounds x to 0..1; what is no number counts as 0.
func unit(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}

// readFinite reads a finite number.
func readFinite(r *binenc.Reader) float64 {
	v := r.Float()
	checkFinite(r, v)
	return v
}

// checkFinite lets r fail if a number is infinite or unreasonably large.
func checkFinite(r *binenc.Reader, numbers ...float64) {
	for _, v := range numbers {
		if math.Abs(v) > 1e100 {
			r.Fail("%v is not within its range", v)
		}
	}
}

func writeNodes(w *binenc.Writer, ids []int32) {
	w.Uint(uint64(len(ids)))
	for _, id := range ids {
		w.Uint(uint64(id))
	}
}

// readNodes appends to ids what writeNodes wrote, numbers of n nodes.
func readNodes(r *binenc.Reader, ids []int32, n int) []int32 {
	k := r.Len(1)
	for ids = slices.Grow(ids, k); k > 0 && r.Err() == nil; k-- {
		ids = append(ids, readNode(r, n))
	}
	return ids
}

// readNode reads the number of one of n nodes.
func readNode(r *binenc.Reader, n int) int32 {
	v := r.Uint()
	if v >= uint64(n) {
		r.Fail("node %d of %d", v, n)
		return 0
	}
	return int32(v)
}
