package evalcmd

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/query"
	"github.com/ontocrawl/ontocrawl/crawl/search"
	"github.com/ontocrawl/ontocrawl/crawl/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/message"
)

// asker is a way to choose the operator of a question.
type asker struct {
	name    string
	chooser query.Chooser
	ops     search.Ops // 0: all
}

// allAskers are the values of --search-by, the default first.
func allAskers() []asker {
	return []asker{
		{name: "thompson", chooser: query.Thompson}, {name: "turns", chooser: query.RoundRobin}, {name: "greedy", chooser: query.Greedy},
		{name: "ucb1", chooser: query.UCB1},
		{name: "kw", ops: search.Set(search.Keyword)},
		{name: "rel", ops: search.Set(search.Related)}, {name: "back", ops: search.Set(search.Backward)},
	}
}

// askers reads --search-by.
func (opt *evalOptions) askers() ([]asker, error) {
	return list("search-by", opt.searchBy, func(name string) (asker, error) {
		var known []string
		for _, a := range allAskers() {
			if a.name == name {
				return a, nil
			}
			known = append(known, a.name)
		}
		return asker{}, message.Errorf("no way to choose is called %q; there are %s", name, strings.Join(known, ", "))
	})
}

// openSearch makes an engine over the web.
func (e *contest) openSearch() error {
	faults := stored.Faults{Seed: uint64(e.c.Seed), IndexShare: e.opt.known, Latency: e.opt.latency, ErrorRate: e.opt.failing, SpamShare: e.opt.spam}
	j, err := cli.Judge(e.c, e.topic)
	if err != nil {
		return err
	}
	if e.opt.spamWeb != "" {
		if faults.Spam, err = eval.ReadDocs(e.opt.spamWeb); err != nil {
			return cli.Usagef("--spam-web: %w", err)
		}
	}
	if e.engine, err = stored.New(e.web.Docs(), stored.Options{Faults: faults}); err != nil {
		return cli.Usage(err)
	}
	e.search = &eval.Search{Sources: map[string]search.Source{e.opt.search: e.engine}, Mark: j.MarkLinks}
	return nil
}

// choosing lets an entrant ask, once for each value of --search-by, which its name then says.
// One that asks by itself takes part once.
func (e *contest) choosing(entrant eval.Entrant) []eval.Entrant {
	if e.search == nil {
		return []eval.Entrant{entrant}
	}
	ways, err := e.opt.askers()
	if err != nil { // it was checked
		return nil
	}
	if s, err := entrant.New(0, 1); err == nil && strategy.Asks(s) != nil {
		ways = ways[:1]
		ways[0].name = ""
	}
	var all []eval.Entrant
	for _, way := range ways {
		own := entrant
		if way.name != "" && (len(ways) > 1 || way.name != allAskers()[0].name) {
			own.Name += " by " + way.name
		}
		own.New = func(seed uint64, budget int) (crawl.Strategy, error) {
			s, err := entrant.New(seed, budget)
			if err != nil {
				return nil, err
			}
			return e.asking(s, entrant.Name, seed, way), nil
		}
		all = append(all, own)
	}
	return all
}

// ownWords is how many questions of the plan a strategy is given that asks by itself.
const ownWords = 50

// asking lets a strategy ask the engine.
func (e *contest) asking(s crawl.Strategy, name string, seed uint64, way asker) crawl.Strategy {
	plan := query.Plan(e.topics[name].Vector)
	if own := strategy.Asks(s); own != nil {
		own.Ask([]strategy.Engine{{Name: e.opt.search, Ops: e.engine.Can()}}, query.Words(plan, ownWords), e.opt.queries)
		return s
	}
	opt := query.Options{Seed: seed, Ops: way.ops, Chooser: way.chooser}
	book := query.NewBook([]query.Source{{Name: e.opt.search, Ops: e.engine.Can()}}, plan, opt)
	return strategy.NewSearching(s, book, strategy.SearchParams{Queries: e.opt.queries})
}
