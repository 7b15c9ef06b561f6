package papers

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

const (
	sweepEvery = 100  // downloads between two refreshes of all ranks, at least,
	sweepPart  = 10   // and at least this part of all: a tenth
	sweeps     = 20   // sweeps of a refresh, at most; the error shrinks by (1-d)*omega in each
	settled    = 1e-7 // a refresh ends when no rank moves by more than this
	seedRank   = 0.5  // PR of a page that was downloaded and has no known in-link: a seed
)

// PageRank keeps the improved PageRank of On-ITS (eq 7) of every known URL:
//
//	PR(P) = d + (1-d) [ omega SUM PR(Pi)/C(Pi) + (1-omega) (1/n) SUM R(Ai) ], at most 1
//
// over the n downloaded pages Pi that link to P, with C(Pi) their numbers of
// out-links and R(Ai) the relevance of the best anchor by which Pi links to P. PR =
// d if n = 0. The form is inferred: d must be the weight of a jump (with d as
// weight of the sum, the floor 1-d alone would pass the paper's threshold eta), and
// the anchors count by their mean, or they would grow with the in-degree. It is not
// divided by the number of pages, which is not known while crawling. A page's links
// to itself do not count.
//
// A new in-link changes the rank of its target at once. Now and then all ranks are
// refreshed by 20 sweeps: every 100 downloads, and from 1,000 downloads on whenever
// their number has grown by a tenth. A refresh costs as much as there are links, so
// with a fixed interval each download would cost more the longer the crawl runs.
type PageRank struct {
	checkpoint
	rankGraph
	d, omega float64
}

type rankGraph struct {
	graph[rankNode]
	links []int32   // of all downloaded pages, one after the other
	flow  []float64 // by node, SUM PR(Pi)/C(Pi)
}

type rankNode struct {
	pr      float64
	anchors float64 // SUM R(Ai)
	best    float64 // max R(Ai)
	pages   float64 // SUM R(Pi)
	r       float64 // R(P), once downloaded
	first   int     // in links, of its distinct targets, once downloaded
	out     int32   // how many
	in      int32   // n
	got     bool    // downloaded
}

// outs are the distinct targets of a page.
func (g *PageRank) outs(n *rankNode) []int32 { return g.links[n.first : n.first+int(n.out)] }

// NewPageRank returns a PageRank with jump weight d and link weight omega,
// both within 0..1; the paper's are 0.2 and 0.6.
func NewPageRank(d, omega float64) *PageRank {
	g := &PageRank{d: d, omega: omega}
	g.checkpoint = checkpoint{"pagerank", 2, g}
	return g
}

var _ linkrank.Numbered = (*PageRank)(nil)

// Score returns PR(url), and d for a URL not known.
func (g *PageRank) Score(url string) float64 {
	if id, ok := g.ID(url); ok {
		return g.nodes[id].pr
	}
	return g.d
}

// Caps implements [linkrank.Ranker].
func (g *PageRank) Caps() linkrank.Caps { return linkrank.Caps{Numbers: g} }

// Number implements [linkrank.Numbered].
func (g *PageRank) Number(url string) (n int32, ok bool) { return g.ID(url) }

// ScoreOf implements [linkrank.Numbered].
func (g *PageRank) ScoreOf(n int32) float64 { return g.nodes[n].pr }

// Observe adds the page's links to the graph.
func (g *PageRank) Observe(v *crawl.Visit) {
	if v.Page == nil {
		return
	}
	if v.Source() {
		g.list(v.Page)
		return
	}
	id := g.node(v.Choice.URL)
	g.Alias(v.Page.Final, id)
	if g.nodes[id].got {
		return
	}
	r, _ := linkrank.Outcome(v)
	anchors := g.anchorsOf(id, v.Page)
	n := &g.nodes[id]
	n.got, n.r = true, r
	n.pr = g.rank(id)
	for i, to := range g.outs(n) {
		g.join(id, to, anchors[i])
	}
	if g.due() {
		g.sweep(sweeps)
	}
}

// list notes the anchors of a sitemap or feed, which gives no rank because it is no
// page.
func (g *PageRank) list(p *crawl.Page) {
	for i := range p.Links {
		if l := &p.Links[i]; l.Kind == crawl.LinkPage {
			n := &g.nodes[g.node(l.URL)]
			n.best = max(n.best, min(1, float64(l.Terms.Relevance)))
		}
	}
}

func (g *PageRank) node(url string) int32 {
	id := g.graph.node(url, rankNode{pr: g.d})
	for len(g.flow) < len(g.nodes) {
		g.flow = append(g.flow, 0)
	}
	return id
}

// anchorsOf sets the out-links of the page id and returns R(A) for each, the
// best anchor of each target.
func (g *PageRank) anchorsOf(id int32, p *crawl.Page) []float64 {
	at := make(map[int32]int, len(p.Links))
	first := len(g.links)
	anchors := make([]float64, 0, len(p.Links))
	for i := range p.Links {
		l := &p.Links[i]
		if l.Kind != crawl.LinkPage {
			continue
		}
		to := g.node(l.URL)
		r := min(max(float64(l.Terms.Relevance), 0), 1)
		if k, ok := at[to]; ok {
			anchors[k] = max(anchors[k], r)
		} else if to != id {
			at[to] = len(anchors)
			g.links, anchors = append(g.links, to), append(anchors, r)
		}
	}
	g.nodes[id].first, g.nodes[id].out = first, int32(len(anchors))
	return anchors
}

// join adds one new in-link: the one-step estimate.
func (g *PageRank) join(from, to int32, anchor float64) {
	f, n := &g.nodes[from], &g.nodes[to]
	n.in++
	g.flow[to] += f.pr / float64(f.out)
	n.anchors += anchor
	n.best = max(n.best, anchor)
	n.pages += f.r
	n.pr = g.rank(to)
}

// rank is eq 7.
func (g *PageRank) rank(id int32) float64 {
	n := &g.nodes[id]
	if n.in == 0 {
		if n.got {
			return seedRank
		}
		return g.d
	}
	return min(1, g.d+(1-g.d)*(g.omega*g.flow[id]+(1-g.omega)*n.anchors/float64(n.in)))
}

// sweep computes all ranks from each other, at most k times.
func (g *PageRank) sweep(k int) {
	for moved := 1.; k > 0 && moved > settled; k-- {
		clear(g.flow)
		for i := range g.nodes {
			n := &g.nodes[i]
			share := n.pr / float64(max(1, n.out))
			for _, to := range g.outs(n) {
				g.flow[to] += share
			}
		}
		moved = 0
		for i := range g.nodes {
			pr := g.rank(int32(i))
			moved = max(moved, math.Abs(pr-g.nodes[i].pr))
			g.nodes[i].pr = pr
		}
	}
}

func (g *PageRank) save(w *binenc.Writer) {
	g.table.Save(w)
	for i := range g.nodes {
		w.Spill()
		g.writeNode(w, int32(i))
	}
	g.schedule.write(w)
}

func (g *rankGraph) forget() { *g = rankGraph{} }

func (g *PageRank) load(r *binenc.Reader) {
	check := linkrank.Beside(g.table.LoadBeside(r))
	n := g.Len()
	g.nodes, g.flow, g.links = make([]rankNode, n), make([]float64, n), nil
	for i := 0; i < n && r.Err() == nil; i++ {
		g.readNode(r, int32(i))
	}
	g.schedule.read(r)
	if !check() {
		r.Fail("a URL is stored twice")
	}
}

func (g *PageRank) writeNode(w *binenc.Writer, id int32) {
	n := &g.nodes[id]
	w.Floats(n.pr, g.flow[id], n.anchors, n.best, n.pages, n.r)
	w.Uint(uint64(n.in))
	w.Bool(n.got)
	writeNodes(w, g.outs(n))
}

func (g *PageRank) readNode(r *binenc.Reader, id int32) {
	n := &g.nodes[id]
	r.Floats(&n.pr, &g.flow[id], &n.anchors, &n.best, &n.pages, &n.r)
	n.in = int32(r.Uint() & (1<<31 - 1))
	n.got = r.Bool()
	n.first = len(g.links)
	g.links = readNodes(r, g.links, len(g.nodes))
	n.out = int32(len(g.links) - n.first)
}
