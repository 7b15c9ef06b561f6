package papers

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// HITS keeps hubs and authorities (Kleinberg 1999) of the pages fetched and what
// they link to:
//
//	h(p) = SUM a(q) over the pages q that p links to
//	a(q) = SUM h(p) over the pages p that link to q
//
// each normalized to length 1 in every sweep. The score of a link is a, the authority
// of its target. A new page counts as a hub by the present authorities of its targets;
// the graph is swept as often as the graph of [PageRank]. The topic does not enter: the
// base set is whatever the crawl brings.
type HITS struct {
	checkpoint
	graph[hitsNode]
}

type hitsNode struct {
	hub, auth float64
	out       []int32
	got       bool
}

// NewHITS returns an empty HITS.
func NewHITS() *HITS {
	h := new(HITS)
	h.checkpoint = checkpoint{"hits", 1, h}
	return h
}

// Score returns a(url).
func (h *HITS) Score(url string) float64 {
	if id, ok := h.ID(url); ok {
		return h.nodes[id].auth
	}
	return 0
}

// Observe implements [linkrank.Ranker].
func (h *HITS) Observe(v *crawl.Visit) {
	if v.Page == nil || v.Source() {
		return
	}
	id := h.node(v.Choice.URL, hitsNode{})
	h.Alias(v.Page.Final, id)
	if h.nodes[id].got {
		return
	}
	h.nodes[id].got = true
	seen := make(map[int32]bool, len(v.Page.Links))
	var out []int32
	hub := 0.0
	pageLinks(v, func(l *crawl.Link) {
		if to := h.node(l.URL, hitsNode{}); to != id && !seen[to] {
			seen[to] = true
			out = append(out, to)
			hub += h.nodes[to].auth
		}
	})
	if hub == 0 { // the first page, or one whose links nobody else has
		hub = h.meanHub()
	}
	hub = min(hub, 1) // no hub of length 1 is more, and estimates must not feed on each other
	h.nodes[id].out, h.nodes[id].hub = out, hub
	for _, to := range out {
		h.nodes[to].auth += hub
	}
	if h.due() {
		h.sweep(sweeps)
	}
}

// meanHub is the hub value of a page of which nothing is known: the mean if all
// normalized hubs were equal.
func (h *HITS) meanHub() float64 { return 1 / math.Sqrt(float64(h.downloads+1)) }

// sweep computes hubs and authorities from each other k times, starting with equal
// hubs: the estimates do not matter.
func (h *HITS) sweep(k int) {
	for i := range h.nodes {
		if h.nodes[i].hub = 0; h.nodes[i].got {
			h.nodes[i].hub = 1
		}
	}
	for range k {
		sum := 0.0
		for i := range h.nodes {
			h.nodes[i].auth = 0
		}
		for i := range h.nodes {
			for _, to := range h.nodes[i].out {
				h.nodes[to].auth += h.nodes[i].hub
			}
		}
		for i := range h.nodes {
			n := &h.nodes[i]
			n.hub = 0
			for _, to := range n.out {
				n.hub += h.nodes[to].auth
			}
			sum += n.hub * n.hub
		}
		h.scale(math.Sqrt(sum))
	}
}

// scale brings the hubs and the authorities to length 1.
func (h *HITS) scale(hubs float64) {
	auths := 0.0
	for i := range h.nodes {
		auths += h.nodes[i].auth * h.nodes[i].auth
	}
	auths = math.Sqrt(auths)
	for i := range h.nodes {
		n := &h.nodes[i]
		if hubs > 0 {
			n.hub /= hubs
		}
		if auths > 0 {
			n.auth /= auths
		}
	}
}

func (h *HITS) save(w *binenc.Writer) {
	h.write(w, func(n *hitsNode) {
		w.Floats(n.hub, n.auth)
		w.Bool(n.got)
		writeNodes(w, n.out)
	})
}

func (h *HITS) load(r *binenc.Reader) {
	h.read(r, func() (n hitsNode) {
		r.Floats(&n.hub, &n.auth)
		checkFinite(r, n.hub, n.auth)
		n.got, n.out = r.Bool(), readNodes(r, nil, h.Len())
		return n
	})
}
