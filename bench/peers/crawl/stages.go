package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// staged is a page on its way through the stages.
type staged struct {
	answer *crawl.Response
	page   *crawl.Page
	text   *crawl.Text
	again  *crawl.Page // read from its text
}

// stage is a part of what a page costs, for those pages that take it.
type stage struct {
	name  string
	of    cost.Stage // of those that a crawl measures with --stats
	which string
	takes func(x *staged) bool
	do    func(x *staged) error
}

// printStages measures what a page costs between its answer and its outcome, stage by stage, each for
// all pages of a web in one goroutine: the least of some rounds, in processor time of its thread, as the
// command measures itself with --stats.
func (o *options) printStages() error {
	all := func(*staged) bool { return true }
	mentions := func(x *staged) bool {
		return slices.ContainsFunc(x.page.Blocks, func(b crawl.Block) bool { return len(b.Mentions) > 0 })
	}
	judge, err := newJudge()
	if err != nil {
		return err
	}
	packer, err := binenc.NewPacker(nil)
	if err != nil {
		return err
	}
	defer packer.Close()
	unpacker := new(binenc.Unpacker)
	defer unpacker.Close()
	stages := []stage{
		{"charset, markup, links, runs, kind: page.Parse", cost.Read, "every page", all, func(x *staged) (err error) { x.page, err = page.Parse(x.answer); return err }},
		{"of it the runs of words: shingle.Fill", cost.Read, "every page", all, func(x *staged) error { shingle.Fill(x.page); return nil }},
		{"labels in its blocks: Judge.Mark", cost.Read, "every page", all, func(x *staged) error { judge.Mark(x.page); return nil }},
		{"verdict: Judge.Score", cost.Judge, "every page", all, func(x *staged) error { judge.Score(x.page); return nil }},
		{"text packed: binenc.Pack", cost.Pack, "every page", all, func(x *staged) (err error) { x.text, err = packer.Pack(x.page); return err }},
		{"text read again: binenc.Unpack", cost.Again, "mentions", mentions, func(x *staged) error {
			p, err := unpacker.Unpack(x.text)
			x.again = p.Page
			return err
		}},
		{"labels in it again: Judge.Mark", cost.Again, "mentions", mentions, func(x *staged) error { judge.Mark(x.again); return nil }},
		{"verdict again: Judge.Score", cost.Again, "mentions", mentions, func(x *staged) error { relevance.Again{Judge: judge}.Score(x.again); return nil }},
	}
	fmt.Printf("| stage | pages | ")
	for _, web := range webs {
		fmt.Printf("%s | ", web)
	}
	fmt.Printf("\n|---|---|%s\n", "---|---|")
	costs := make([][]string, len(stages))
	for _, web := range webs {
		pages, err := stagedPages(o.data, web)
		if err != nil {
			return err
		}
		for i, s := range stages {
			spent, taking, err := s.measure(pages, o.rounds)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			costs[i] = append(costs[i], fmt.Sprintf("%.0f us of %d", spent, taking))
		}
	}
	for i, s := range stages {
		fmt.Printf("| %s | %s | %s | %s |\n", s.name, s.which, costs[i][0], costs[i][1])
	}
	fmt.Printf("load %s\n", load())
	return nil
}

// measure is the processor time of a page that takes the stage, in microseconds, and how many do.
func (s *stage) measure(pages []*staged, rounds int) (micros float64, taking int, err error) {
	taken := slices.DeleteFunc(slices.Clone(pages), func(x *staged) bool { return !s.takes(x) })
	if len(taken) == 0 {
		return 0, 0, nil
	}
	for round := range max(rounds, 1) {
		m := cost.NewMeter()
		for _, x := range taken {
			span := m.Begin(s.of)
			err := s.do(x)
			span.End()
			if err != nil {
				return 0, 0, fmt.Errorf("%s: %w", x.answer.URL, err)
			}
		}
		spent, n := m.Spent(s.of)
		if took := float64(spent.Nanoseconds()) / 1e3 / float64(n); round == 0 || took < micros {
			micros = took
		}
	}
	return micros, len(taken), nil
}

// newJudge is the judge of the typhoon topic.
func newJudge() (*relevance.Judge, error) {
	dict := new(lexicon.Dictionary)
	if err := dict.Load(); err != nil {
		return nil, err
	}
	typhoon, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon", Dictionary: dict})
	if err != nil {
		return nil, err
	}
	lex, err := lexicon.New(relevance.TermsOf(typhoon.Vector), lexicon.Options{Dictionary: dict})
	if err != nil {
		return nil, err
	}
	return relevance.New(typhoon.Vector, lex, relevance.Options{})
}

// stagedPages are the pages of a web that can be read.
func stagedPages(data, web string) (out []*staged, err error) {
	stored := map[string]*answer{}
	if err := readPages(data, web, stored); err != nil {
		return nil, err
	}
	for _, url := range slices.Sorted(maps.Keys(stored)) {
		a := stored[url]
		x := &staged{answer: &crawl.Response{URL: url, Final: url, Status: 200, ContentType: a.kind, Body: a.body}}
		if _, err := page.Parse(x.answer); err == nil {
			out = append(out, x)
		}
	}
	return out, nil
}
