package papers

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// damping is the share of a rank that links carry on, d of 4.7 (Brin and Page 1998); a
// jump gives 1 - damping.
const damping = .85

// rule is the difference between two methods on the graph of links.
type rule interface {
	// weight returns the weight of a link among the links of its page, not negative.
	weight(l *crawl.Link, v *crawl.Visit) float64
	// rank is the rank of a node whose in-links bring flow, of n nodes.
	rank(flow float64, n int) float64
	// score is the score of a node of that rank; best is its best link's weight.
	score(rank, best float64) float64
}

// Flow keeps the rank of every known URL by what flows to it along the links of the
// pages fetched. A new link changes the rank of its target at once; the whole graph is
// swept as often as the graph of [PageRank].
type Flow struct {
	checkpoint
	graph[flowNode]
	rule rule
}

type flowNode struct {
	rank, flow float64
	best       float64 // the largest weight of an in-link
	sum        float64 // of the weights of out
	out        []flowLink
	got        bool
}

type flowLink struct {
	to     int32
	weight float64
}

// NewClassicPageRank returns PageRank as first published (4.7):
// PR(A) = (1-d) + d SUM PR(Ti)/C(Ti), d = .85.
func NewClassicPageRank() *Flow { return newFlow("pagerank-classic", classic{}) }

// NewNormalPageRank returns PageRank as a probability (4.8):
// PR(A) = d/(Ctotal-1) + (1-d) SUM PR(Ti)/C(Ti) over Ctotal known pages. Here
// the thesis lets d be the jump, which makes it .15.
func NewNormalPageRank() *Flow { return newFlow("pagerank-normal", normal{}) }

// NewIPageRank returns the thesis' own rank, in which a page divides its rank among
// its links not equally but by their words:
//
//	IPR(u) = (1-d) + d SUM IPR(t) RWB(t->u) / SUM_v RWB(t->v)
//
// with equal shares where all RWB are 0, d = .85. The score of a link is IPR times
// its own RWB, both within 0..1: IPR/(1+IPR) is used for the thesis' normalized
// rank, because the largest rank of all changes with every page. The form is
// inferred: the thesis says that it extends RW, RWB and PageRank.
func NewIPageRank(seed uint64) *Flow { return newFlow("ipagerank", shared{seed}) }

func newFlow(name string, rule rule) *Flow {
	f := &Flow{rule: rule}
	f.checkpoint = checkpoint{name, 1, f}
	return f
}

type classic struct{}

func (classic) weight(*crawl.Link, *crawl.Visit) float64 { return 1 }
func (classic) rank(flow float64, _ int) float64         { return 1 - damping + damping*flow }
func (classic) score(rank, _ float64) float64            { return rank }

type normal struct{ classic }

func (normal) rank(flow float64, n int) float64 {
	return (1-damping)/float64(max(1, n-1)) + damping*flow
}

type shared struct{ seed uint64 }

func (s shared) weight(l *crawl.Link, v *crawl.Visit) float64 { return rwb(s.seed, l, v) }
func (shared) rank(flow float64, n int) float64               { return classic{}.rank(flow, n) }
func (shared) score(rank, best float64) float64               { return best * rank / (1 + rank) }

// Score implements [linkrank.Ranker]. An unknown URL has the rank of one that
// nothing links to.
func (f *Flow) Score(url string) float64 {
	if id, ok := f.ID(url); ok {
		return f.rule.score(f.nodes[id].rank, f.nodes[id].best)
	}
	return f.rule.score(f.rule.rank(0, len(f.nodes)), 0)
}

// Observe implements [linkrank.Ranker].
func (f *Flow) Observe(v *crawl.Visit) {
	if v.Page == nil || v.Source() {
		return
	}
	id := f.number(v.Choice.URL)
	f.Alias(v.Page.Final, id)
	if f.nodes[id].got {
		return
	}
	f.nodes[id].got = true
	f.links(id, v)
	n := &f.nodes[id]
	for _, l := range n.out {
		to := &f.nodes[l.to]
		to.flow += n.rank * n.share(l)
		to.rank = f.rule.rank(to.flow, len(f.nodes))
		to.best = max(to.best, l.weight)
	}
	if f.due() {
		f.sweep(sweeps)
	}
}

// links notes the distinct targets of a page, each with its heaviest link.
func (f *Flow) links(id int32, v *crawl.Visit) {
	at := make(map[int32]int, len(v.Page.Links))
	var out []flowLink
	pageLinks(v, func(l *crawl.Link) {
		to, w := f.number(l.URL), unit(f.rule.weight(l, v))
		if k, ok := at[to]; ok {
			out[k].weight = max(out[k].weight, w)
		} else if to != id {
			at[to] = len(out)
			out = append(out, flowLink{to, w})
		}
	})
	n := &f.nodes[id]
	for n.out = out; len(out) > 0; out = out[1:] {
		n.sum += out[0].weight
	}
}

// share is the part of n's rank that goes along one of its links.
func (n *flowNode) share(l flowLink) float64 {
	if n.sum > 0 {
		return l.weight / n.sum
	}
	return 1 / float64(len(n.out))
}

func (f *Flow) number(url string) int32 {
	return f.node(url, flowNode{rank: f.rule.rank(0, len(f.nodes)+1)})
}

// sweep recomputes all ranks from each other k times.
func (f *Flow) sweep(k int) {
	for range k {
		for i := range f.nodes {
			f.nodes[i].flow = 0
		}
		for i := range f.nodes {
			n := &f.nodes[i]
			for _, l := range n.out {
				f.nodes[l.to].flow += n.rank * n.share(l)
			}
		}
		for i := range f.nodes {
			f.nodes[i].rank = f.rule.rank(f.nodes[i].flow, len(f.nodes))
		}
	}
}

func (f *Flow) save(w *binenc.Writer) {
	f.write(w, func(n *flowNode) {
		w.Floats(n.rank, n.flow, n.best, n.sum)
		w.Bool(n.got)
		w.Uint(uint64(len(n.out)))
		for _, l := range n.out {
			w.Uint(uint64(l.to))
			w.Float(l.weight)
		}
	})
}

func (f *Flow) load(r *binenc.Reader) {
	f.read(r, func() flowNode { return readFlowNode(r, f.Len()) })
}

func readFlowNode(r *binenc.Reader, nodes int) (n flowNode) {
	r.Floats(&n.rank, &n.flow, &n.best, &n.sum)
	checkFinite(r, n.rank, n.flow, n.best, n.sum)
	n.got = r.Bool()
	n.out = make([]flowLink, 0, r.Len(9))
	for len(n.out) < cap(n.out) && r.Err() == nil {
		n.out = append(n.out, flowLink{readNode(r, nodes), readFinite(r)})
	}
	return n
}
