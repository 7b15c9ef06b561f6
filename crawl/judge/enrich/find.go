package enrich

import (
	"context"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/learn"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Run is a run whose pages are read and judged again.
type Run interface {
	// Names returns what at least pages relevant pages call by a core concept and no label says.
	Names(ctx context.Context, pages int) ([]coverage.Name, error)
	// Pages returns the pages whose text is kept, without what they mention.
	Pages(ctx context.Context) (relevant, other []*crawl.Page, err error)
	// Brings returns for each addition the pages that it would bring.
	Brings(ctx context.Context, additions []coverage.Addition) ([][]string, error)
}

// Options of [Find].
type Options struct {
	Graph      *ontology.Graph     // the ontology with its imports: its labels are no offers; needed for Terms
	Least      int                 // pages that must say a name; 0 means [coverage.LeastPages]
	Terms      int                 // how many terms are offered beside the names; 0: none
	Brings     bool                // the pages that each offer would bring are found
	Refused    func(o *Offer) bool // what is not offered again; nil: nothing
	Dictionary *lexicon.Dictionary // of Chinese words, shared with others; nil: one of its own
}

// Find returns what the pages of run offer for the ontology d: the names first, then terms, the best first.
func Find(ctx context.Context, run Run, d *convert.Document, opt Options) ([]Offer, error) {
	if opt.Least < 1 {
		opt.Least = coverage.LeastPages
	}
	if opt.Refused == nil {
		opt.Refused = func(*Offer) bool { return false }
	}
	names, err := run.Names(ctx, opt.Least)
	if err != nil {
		return nil, err
	}
	all := []Offer{}
	for _, n := range names {
		if !d.Class(n.IRI) {
			continue
		}
		o := Offer{Name: n, As: asClass(d, n.IRI), Others: []string{}, Brings: []string{}, Evidence: []learn.Evidence{{Text: n.Said, Page: n.Page}}}
		if !opt.Refused(&o) {
			all = append(all, o)
		}
	}
	if opt.Terms > 0 {
		if all, err = addTerms(ctx, run, d, opt, all); err != nil {
			return nil, err
		}
	}
	if opt.Brings {
		err = bring(ctx, run, all)
	}
	return all, err
}

// spare is how many terms more than wanted are learned, so that refused ones leave no gap.
const spare = 100

// addTerms appends the terms that are learned from the pages of the run, without those that are offered
// already.
func addTerms(ctx context.Context, run Run, d *convert.Document, opt Options, all []Offer) ([]Offer, error) {
	on, other, err := run.Pages(ctx)
	if err != nil {
		return nil, err
	}
	if len(on) == 0 {
		return all, nil
	}
	corpus, err := learn.Read(ctx, on, other, opt.Dictionary)
	if err != nil {
		return nil, err
	}
	res, err := corpus.Learn(ctx, learn.Options{Graph: opt.Graph, Most: opt.Terms + spare, Pages: opt.Least})
	if err != nil {
		return nil, err
	}
	terms := 0
	for i := range res.Proposals {
		p := &res.Proposals[i]
		o, ok := offerOf(p)
		if opt.Refused(&o) {
			continue
		}
		if terms++; terms > opt.Terms {
			break
		}
		offered := slices.ContainsFunc(all, func(o Offer) bool {
			return slices.ContainsFunc(p.Labels, func(l string) bool { return strings.EqualFold(o.Name.Name, l) })
		})
		if ok && !offered && d.Class(o.IRI) {
			if o.As == subclass {
				o.As = asClass(d, o.IRI)
			}
			all = append(all, o)
		}
		for _, o := range relationsOf(d, p) {
			if !opt.Refused(&o) {
				all = append(all, o)
			}
		}
	}
	return all, nil
}

// offerOf is a proposal as an offer: another name of a concept if texts say so, else a class below its best
// parent. ok is false if it has neither.
func offerOf(p *learn.Proposal) (o Offer, ok bool) {
	o = Offer{Name: coverage.Name{Name: p.Name, Lang: p.Lang, Pages: p.Pages, Hosts: p.Hosts}, As: subclass, Others: []string{}, Brings: []string{}}
	relations := p.Parents
	if len(p.Synonyms) > 0 {
		o.As, relations = Alternative, append(slices.Clone(p.Synonyms[:1]), p.Parents...)
	}
	if len(relations) == 0 {
		return o, false
	}
	evidence := append(slices.Clone(relations[0].Evidence), p.Evidence...)
	if len(evidence) > 0 {
		o.Said, o.Page = evidence[0].Text, evidence[0].Page
	}
	o.Evidence = firstOf(evidence)
	o.IRI, o.Concept = relations[0].IRI, relations[0].Name
	for _, r := range relations[1:] {
		o.Others = append(o.Others, r.Name)
		if r.IRI != "" {
			o.Choices = append(o.Choices, Choice{r.IRI, r.Name})
		}
	}
	return o, true
}

// bring finds the pages that each offer would bring.
func bring(ctx context.Context, run Run, all []Offer) error {
	var additions []coverage.Addition
	var of []int
	for i := range all {
		if o := &all[i]; !o.Relation() { // a concept that only supports brings no page by itself
			of = append(of, i)
			additions = append(additions, coverage.Addition{Name: o.Name.Name, Lang: o.Lang, IRI: o.IRI, Label: o.As == Alternative || o.As == Hidden, Core: o.As == Core})
		}
	}
	if len(of) == 0 {
		return nil
	}
	brought, err := run.Brings(ctx, additions)
	for i := range brought {
		all[of[i]].Brings = append(all[of[i]].Brings, brought[i]...)
	}
	return err
}
