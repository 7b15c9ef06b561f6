package session

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// openSearch opens the sources of the Spec.
func (s *Session) openSearch() error {
	if s.spec.Search.Open == nil {
		return nil
	}
	sources, closer, err := s.spec.Search.Open()
	if err != nil {
		return wrong("search", err)
	}
	s.closeLater(closer)
	s.sources = sources
	return nil
}

// searching lets a strategy ask the sources of the Spec. Without sources it only knows the
// questions of an earlier run.
func (s *Session) searching(c *strategy.Chain) error {
	if s.spec.Strategy.Use != nil {
		return nil
	}
	opt, queries := &s.spec.Search, 0
	var sources []query.Source
	var engines []strategy.Engine
	for _, src := range s.sources {
		sources = append(sources, query.Source{Name: src.Name, Ops: src.Can()})
		engines = append(engines, strategy.Engine{Name: src.Name, Ops: src.Can()})
		queries = cmp.Or(max(opt.Queries, 0), defaultQueries)
	}
	if opt.Budget != nil && len(sources) > 0 {
		var err error
		if queries, err = opt.Budget(s.Engine.State); err != nil {
			return err
		}
	}
	plan := query.Plan(s.spec.Topic.Vector, opt.Langs...)
	if len(plan) == 0 && len(sources) > 0 && len(opt.Langs) > 0 {
		return wrong("search", &LanguagesError{opt.Langs, query.Languages(query.Plan(s.spec.Topic.Vector))})
	}
	if ask := c.Level().Ask; ask != nil {
		ask(engines, query.Words(plan, ownWords), queries)
		return nil
	}
	s.questions = query.NewStore(sources, plan, query.Options{Seed: s.spec.Strategy.Params.Seed, Ops: opt.Ops, Since: opt.Since, Round: opt.Round, Chooser: opt.Chooser})
	c.Add(strategy.NewSearching(s.questions, strategy.SearchParams{Queries: queries, Steady: opt.Steady}))
	return nil
}

// LanguagesError says that a topic has no words in the languages to ask in.
type LanguagesError struct{ Wanted, Has []string }

func (e *LanguagesError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *LanguagesError) Message() english.Phrase {
	return english.Phrasef("the topic has no words in %s that can be asked for; it has some in %s", strings.Join(e.Wanted, ", "), strings.Join(e.Has, ", "))
}

// ownWords is how many questions of the plan a strategy is given that asks by itself.
const ownWords = 50

// asking lets a fetcher answer questions, too.
func (s *Session) asking(pages crawl.Fetcher) crawl.Fetcher {
	f := &search.Fetcher{Pages: pages, Sources: map[string]search.Source{}, Log: s.log}
	for _, src := range s.sources {
		f.Sources[src.Name] = src.Source
	}
	return f
}

// UseTopic lets the questions to search engines follow an edited topic. The deciding
// goroutine calls it.
func (s *Session) UseTopic(t *topic.Topic) {
	if s.questions != nil {
		s.questions.Use(query.Plan(t.Vector, s.spec.Search.Langs...))
	}
}
