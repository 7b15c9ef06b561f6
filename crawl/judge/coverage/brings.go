package coverage

import (
	"context"
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Addition is a name that may be added to an ontology.
type Addition struct {
	Name string
	Lang string
	IRI  string // of the concept that it belongs to
	// Label says that it becomes a further label of that concept; else it becomes a concept
	// below it,
	Label bool
	Core  bool // with a core mark or without
}

// isAWeight is the weight of an Is-a edge (On-ITS; Liu, Gu and Liu 2020): a new concept is that
// share as near to the topic as the one above it.
const isAWeight = .8

// Brings judges those pages of the run that are not relevant and have an added name once more,
// as if that name alone had been added, and returns for each addition the addresses of the
// pages that would be relevant, in the order of the run. A name that belongs to no concept of
// the topic brings none. The model of the run judges.
func Brings(ctx context.Context, run *calibrate.Run, opt Options, texts calibrate.Texts, additions []Addition) ([][]string, error) {
	b, err := newBringer(opt, additions)
	if err != nil {
		return nil, fmt.Errorf("crawl/judge/coverage: %w", err)
	}
	brought := make([][]string, len(additions))
	for i := range run.Pages {
		p, err := texts(ctx, &run.Pages[i].Record)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || p == nil {
			continue
		}
		if !run.Pages[i].Relevant {
			for _, k := range b.on(p) {
				if b.relevant(k, p) {
					brought[k] = append(brought[k], p.Final)
				}
			}
		}
		b.base.Mark(p)
		b.base.Learn(p)
	}
	return brought, nil
}

// bringer judges pages by topics with one addition.
type bringer struct {
	base   *relevance.Judge
	judges []*relevance.Judge // by addition; nil if it belongs to no concept of the topic
	names  *lexicon.Lexicon   // of the additions; entries are numbers of same
	same   [][]int            // additions with one name
}

func newBringer(opt Options, additions []Addition) (*bringer, error) {
	opt.Judge.Learn = relevance.LearnNone // the model of the run judges, and stays
	base, err := relevance.New(opt.Topic, opt.Lexicon, opt.Judge)
	if err != nil {
		return nil, err
	}
	base.UseModel(opt.Model)
	shared := relevance.NewEdited(base)
	b := &bringer{base: base, judges: make([]*relevance.Judge, len(additions))}
	var terms []lexicon.Term
	known := map[string]int{} // numbers of same, by folded name
	for i := range additions {
		topic := with(opt.Topic, &additions[i])
		if topic == nil {
			continue
		}
		lex, err := lexicon.New(relevance.TermsOf(topic), opt.Find)
		if err != nil {
			return nil, err
		}
		if b.judges[i], err = relevance.New(topic, lex, opt.Judge); err != nil {
			return nil, err
		}
		shared.Use(b.judges[i])
		name := lexicon.Fold(additions[i].Name)
		n, ok := known[name]
		if !ok {
			n = len(b.same)
			known[name], b.same = n, append(b.same, nil)
			terms = append(terms, lexicon.Term{Text: additions[i].Name, Lang: additions[i].Lang, Entry: int32(n)})
		}
		b.same[n] = append(b.same[n], i)
	}
	b.names, err = lexicon.New(terms, opt.Find)
	return b, err
}

// with is a topic with an addition; nil if it belongs to no concept of the topic.
func with(topic *semsim.TopicVector, a *Addition) *semsim.TopicVector {
	at := slices.IndexFunc(topic.Entries, func(e semsim.Entry) bool { return e.IRI == a.IRI })
	if at < 0 {
		return nil
	}
	v := *topic
	v.Entries = slices.Clone(topic.Entries)
	label := ontology.Label{Text: a.Name, Lang: a.Lang}
	if a.Label {
		e := &v.Entries[at]
		label.Kind = ontology.Alternative
		e.Labels = append(slices.Clone(e.Labels), label)
		return &v
	}
	e := semsim.Entry{Concept: ontology.None, IRI: a.IRI + "#" + a.Name, Zh: a.Name, En: a.Name, Weight: isAWeight * v.Entries[at].Weight, Core: a.Core, Labels: []ontology.Label{label}}
	v.Entries = append(v.Entries, e)
	return &v
}

// on are the additions that a page has and that have a judge, ascending.
func (b *bringer) on(p *crawl.Page) (all []int) {
	var found []lexicon.Match
	for i := range p.Blocks {
		for _, m := range b.names.Find(p.Blocks[i].Text, found[:0]) {
			all = append(all, b.same[m.Entry]...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// relevant judges a page with one addition. The page stays as it is.
func (b *bringer) relevant(k int, p *crawl.Page) bool {
	q := *p
	q.Blocks = slices.Clone(p.Blocks)
	b.judges[k].Mark(&q)
	return b.judges[k].Score(&q).Relevant
}
