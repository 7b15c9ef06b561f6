package learn

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Options say what is learned. The zero value learns an ontology from nothing.
type Options struct {
	// Graph is the ontology that is there already: its concepts are no proposals, and
	// are the parents of them. nil: nothing is known.
	Graph *ontology.Graph
	// Most is how many terms are proposed; 0 means DefaultMost.
	Most int
	// Pages is how many pages must have a term; 0 means 2.
	Pages int
}

// DefaultMost is the number of proposals of Options that say nothing.
const DefaultMost = 100

// Proposal is a term that the texts offer as a concept. It is for a person to accept.
type Proposal struct {
	Name  string  `json:"name"`
	Lang  string  `json:"lang"`
	Score float64 `json:"score"`
	Pages int     `json:"pages"`
	Hosts int     `json:"hosts"`

	Parents  []Relation `json:"parents"`
	Evidence []Evidence `json:"evidence"`

	Labels []string `json:"-"`
}

// Relation is a relation of a proposal.
type Relation struct {
	Name     string     `json:"name"`
	IRI      string     `json:"iri,omitempty"`
	Weight   float64    `json:"weight"`
	Evidence []Evidence `json:"evidence"`
}

// Result is what was learned.
type Result struct {
	Pages      int
	Candidates int
	Proposals  []Proposal
}

const mostNodes = 600

// What makes a candidate a proposal.
const (
	rankIsA    = .5
	rankBeside = .35
	rankNear   = 1.0
	rankEnding = .3
	rankTitle  = .3
	rankHead   = .2
)

// Learn proposes terms.
func (c *Corpus) Learn(ctx context.Context, opt Options) (*Result, error) {
	pages := opt.Pages
	if pages == 0 {
		pages = 2
	}
	all := c.candidates(pages)
	if opt.Graph != nil {
		for id := range ontology.ID(opt.Graph.Len()) {
			for _, l := range opt.Graph.Concept(id).Labels {
				key, err := c.keyOf(l.Text)
				if err != nil {
					return nil, err
				}
				delete(all, key)
			}
		}
	}
	res := &Result{Pages: len(c.pages), Candidates: len(all)}
	list := make([]*candidate, 0, len(all))
	for _, x := range all {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *candidate) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.key, b.key)) })
	list = list[:min(len(list), mostNodes)]
	f, err := c.newField(ctx, opt.Graph, list)
	if err != nil {
		return nil, err
	}
	l := f.read()
	r := f.relater(l)
	order := r.order()
	most := cmp.Or(opt.Most, DefaultMost)
	for _, v := range order[:min(len(order), most)] {
		n := &f.nodes[v.node]
		p := Proposal{Name: n.name, Lang: langOf(n.name), Score: v.weight, Pages: n.term.pages, Hosts: len(n.term.hosts), Labels: n.labels}
		ranked := r.rank(v.node)
		for _, x := range ranked[:min(len(ranked), 3)] {
			rel := Relation{Name: f.nodes[x.node].name, Weight: x.weight}
			if f.nodes[x.node].known() {
				rel.IRI = opt.Graph.Concept(f.nodes[x.node].concept).IRI
			}
			p.Parents = append(p.Parents, rel)
		}
		res.Proposals = append(res.Proposals, p)
	}
	return res, nil
}

// order ranks the terms.
func (r *relater) order() (out []vote) {
	isAs, lists := make([]float64, len(r.nodes)), make([]float64, len(r.nodes))
	for p, s := range r.links[isA] {
		if r.nodes[p.to].known() {
			isAs[p.from] += float64(s.pages)
		}
	}
	for p, s := range r.links[beside] {
		if r.nodes[p.to].known() {
			lists[p.from] += float64(s.pages)
		}
	}
	labelled := map[int32]bool{}
	common := map[string]int{}
	for i := range r.nodes {
		if !r.nodes[i].known() {
			continue
		}
		for _, b := range r.nodes[i].blocks {
			labelled[b] = true
		}
		for e := range r.ending[i] {
			common[e]++
		}
	}
	share := float64(len(labelled)) / float64(max(1, len(r.blocks)))
	for i := range r.nodes {
		n := &r.nodes[i]
		if n.known() || len(n.blocks) == 0 {
			continue
		}
		near := 0
		for _, b := range n.blocks {
			if labelled[b] {
				near++
			}
		}
		ending, headed := 0, 0
		for e := range r.ending[i] {
			if e[0] == '-' {
				ending = max(ending, common[e])
			} else {
				headed = max(headed, common[e])
			}
		}
		w := math.Log(n.term.score) + rankIsA*math.Log2(1+isAs[i]) + rankBeside*math.Log2(1+lists[i]) +
			rankNear*(float64(near)/float64(len(n.blocks))-share) + rankEnding*math.Log2(1+float64(ending)) + rankHead*math.Log2(1+float64(headed)) +
			rankTitle*math.Log2(1+float64(n.term.titles))
		out = append(out, vote{int32(i), w})
	}
	slices.SortFunc(out, byWeight)
	return out
}
