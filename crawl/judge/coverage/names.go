package coverage

import (
	"context"
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Name is a name that relevant pages call by a core concept and no label has.
type Name struct {
	Name    string `json:"name"`
	IRI     string `json:"iri"`     // of the concept
	Concept string `json:"concept"` // its name
	Lang    string `json:"lang"`    // zh if the name is Chinese, else the language of the label beside it
	Pages   int    `json:"pages"`
	Hosts   int    `json:"hosts"`
	Page    string `json:"page"` // the first that says so,
	Said    string `json:"said"` // and how
}

// LeastPages is how many pages must say a name before it is offered.
const LeastPages = 2

// namer finds names in marked pages.
type namer struct {
	opt     Options
	counter names.Counter
	core    func(entry int32) bool
}

func newNamer(opt Options) *namer {
	cores := slices.ContainsFunc(opt.Topic.Entries, func(e semsim.Entry) bool { return e.Core })
	return &namer{opt: opt, core: func(entry int32) bool {
		return int(entry) < len(opt.Topic.Entries) && (!cores || opt.Topic.Entries[entry].Core)
	}}
}

func (n *namer) add(p *crawl.Page) { n.counter.Add(p, n.core) }

// names returns those that at least pages pages say, those that most hosts say first.
func (n *namer) names(pages int) []Name {
	out := []Name{}
	for _, c := range n.counter.Names(pages) {
		if n.labelled(c.Name) {
			continue
		}
		e := &n.opt.Topic.Entries[c.Entry]
		lang := "en"
		if names.Chinese(c.Name) {
			lang = "zh"
		}
		out = append(out, Name{c.Name, e.IRI, n.opt.Name(e), lang, c.Pages, c.Hosts, c.Page, c.Said})
	}
	return out
}

// labelled reports whether a label is the whole name.
func (n *namer) labelled(name string) bool {
	for _, m := range n.opt.Lexicon.Find(name, nil) {
		if m.Start == 0 && int(m.End) == len(name) {
			return true
		}
	}
	return names.Key(name) == ""
}

// Names returns what at least pages relevant pages of the run, whose text is at hand, call by a
// core concept.
func Names(ctx context.Context, run *calibrate.Run, opt Options, texts calibrate.Texts, pages int) ([]Name, error) {
	opt.Judge.Learn = relevance.LearnNone
	judge, err := relevance.New(opt.Topic, opt.Lexicon, opt.Judge)
	if err != nil {
		return nil, fmt.Errorf("crawl/judge/coverage: %w", err)
	}
	n := newNamer(opt)
	for i := range run.Pages {
		if !run.Pages[i].Relevant {
			continue
		}
		p, err := texts(ctx, &run.Pages[i].Record)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || p == nil {
			continue
		}
		judge.Mark(p)
		n.add(p)
	}
	return n.names(pages), nil
}
