package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/fca"
)

// Options say what is learned. The zero value learns an ontology from nothing.
type Options struct {
	// Graph is the ontology that is there already: its labels are no proposals, and only
	// its concepts are parents of them. nil: nothing is known, and terms are parents of terms.
	Graph *ontology.Graph
	// Most is how many terms are proposed; 0 means [DefaultMost].
	Most int
	// Pages is how many pages must have a term; 0 means [DefaultPages].
	Pages int
}

// The defaults of Options.
const (
	DefaultMost  = 100
	DefaultPages = 2
)

// Proposal is a term that the texts offer as a concept. A person accepts it or not.
type Proposal struct {
	Name   string   `json:"name"`   // as the texts mostly write it
	Lang   string   `json:"lang"`   // "zh" or "en"
	Score  float64  `json:"score"`  // its place in the ranking: larger is better, in no unit
	Pages  int      `json:"pages"`  // that have it
	Hosts  int      `json:"hosts"`  // of these pages
	Labels []string `json:"labels"` // all forms in which it is written

	Parents    []Relation `json:"parents"`     // at most three, the best first
	Synonyms   []Relation `json:"synonyms"`    // terms or concepts of which the texts say that they are the same
	Includes   []Relation `json:"includes"`    // what it causes
	IncludedBy []Relation `json:"included_by"` // what causes it
	Evidence   []Evidence `json:"evidence"`    // texts that have it
}

// Relation is a relation of a proposal to a concept or to another proposal.
type Relation struct {
	Name     string     `json:"name"`
	IRI      string     `json:"iri,omitempty"` // of a concept; "" for a proposal
	Weight   float64    `json:"weight"`        // of parents what speaks for it, in no unit; of others the pages that say so
	Evidence []Evidence `json:"evidence"`      // texts that say so; parents may have none
}

// Result holds what was learned.
type Result struct {
	Pages      int        `json:"pages"`      // on the topic
	Other      int        `json:"other"`      // for comparison
	Words      int        `json:"words"`      // of the pages on the topic
	Candidates int        `json:"candidates"` // terms among which the best were chosen
	Proposals  []Proposal `json:"proposals"`  // the best first

	context *fca.Context
}

// Context is the formal context of the pages, as objects, and the proposals, as attributes
// in their order.
func (r *Result) Context() *fca.Context { return r.context }

// mostNodes is how many of the best candidates are looked at closely.
const mostNodes = 600

// mostParents and mostRelations are how many relations of a kind a proposal shows.
const (
	mostParents   = 3
	mostRelations = 5
)

// Learn proposes terms, the best first. The same corpus and options give the same result.
// It fails if ctx ends, and with an error of the dictionary (lexicon.ErrNoDictionary).
func (c *Corpus) Learn(ctx context.Context, opt Options) (*Result, error) {
	terms, err := c.terms(opt)
	if err != nil {
		return nil, err
	}
	res := &Result{Pages: len(c.pages), Other: c.rest, Words: c.words, Candidates: len(terms), Proposals: []Proposal{}}
	f, err := c.newField(ctx, opt.Graph, terms[:min(len(terms), mostNodes)])
	if err != nil {
		return nil, err
	}
	r := f.relater(f.read())
	order := r.order()
	order = order[:min(len(order), cmp.Or(opt.Most, DefaultMost))]
	r.choose(order)
	res.context = fca.NewContext(len(c.pages), len(order))
	for i, v := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		res.Proposals = append(res.Proposals, r.proposal(v))
		for _, p := range r.nodes[v.node].pages {
			res.context.Set(int(p), i)
		}
	}
	return res, nil
}

// terms are the candidates that are no label of the graph, the best first.
func (c *Corpus) terms(opt Options) ([]*candidate, error) {
	all := c.candidates(cmp.Or(opt.Pages, DefaultPages))
	if g := opt.Graph; g != nil {
		for id := range ontology.ID(g.Len()) {
			for _, l := range g.Concept(id).Labels {
				key, err := c.keyOf(l.Text)
				if err != nil {
					return nil, fmt.Errorf("crawl/judge/learn: %w", err)
				}
				delete(all, key)
			}
		}
	}
	list := make([]*candidate, 0, len(all))
	for _, x := range all {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.key, b.key))
	})
	return list, nil
}

// What a candidate gains beside its score, for each doubling of what is counted. Set by hand
// on the topics typhoon, databases and dinosaurs.
const (
	rankIsA    = .5  // pages that call it by a concept
	rankBeside = .35 // pages that list it beside a concept
	rankNear   = 1.  // share of its blocks that have a concept, above the share of all blocks
	rankEnding = .3  // labels that end alike
	rankHead   = .2  // labels that end with the same word
	rankTitle  = .3  // pages with it in their title
)

// order ranks the terms by what they are worth.
func (r *relater) order() (out []vote) {
	called, listed := r.known(isA), r.known(beside)
	with, share := r.labelled()
	ends := map[string]int{}
	for i := range r.nodes {
		if r.nodes[i].known() {
			for e := range r.ending[i] {
				ends[e]++
			}
		}
	}
	for i := range r.nodes {
		n := &r.nodes[i]
		if n.known() || len(n.blocks) == 0 {
			continue
		}
		near := float64(shared(n.blocks, with)) / float64(len(n.blocks))
		w := math.Log(n.term.score) + rankNear*(near-share) +
			rankIsA*doublings(called[i]) + rankBeside*doublings(listed[i]) + rankTitle*doublings(n.term.titles)
		ending, head := 0, 0
		for e := range r.ending[i] {
			if e[0] == '-' {
				ending = max(ending, ends[e])
			} else {
				head = max(head, ends[e])
			}
		}
		out = append(out, vote{int32(i), w + rankEnding*doublings(ending) + rankHead*doublings(head)})
	}
	slices.SortFunc(out, byWeight)
	return out
}

func doublings(n int) float64 { return math.Log2(1 + float64(n)) }

// known counts for each node the pages that link it to a concept.
func (r *relater) known(kind link) []int {
	n := make([]int, len(r.nodes))
	for p, s := range r.links[kind] {
		if r.nodes[p.to].known() {
			n[p.from] += s.pages
		}
	}
	return n
}

// labelled are the blocks that have a concept, and their share of all.
func (r *relater) labelled() (blocks []int32, share float64) {
	for i := range r.blocks {
		if slices.ContainsFunc(r.blocks[i].mentions, func(m mention) bool { return r.nodes[m.node].known() }) {
			blocks = append(blocks, int32(i))
		}
	}
	return blocks, float64(len(blocks)) / float64(max(1, len(r.blocks)))
}
