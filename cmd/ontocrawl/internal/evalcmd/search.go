package evalcmd

import (
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/lab/eval"
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
		return asker{}, english.Errorf("no way to choose is called %q; there are %s", name, strings.Join(known, ", "))
	})
}

// openSearch makes an engine over the web, and lets the crawls ask it.
func (e *contest) openSearch() (err error) {
	faults := stored.Faults{Seed: uint64(e.c.Seed), IndexShare: e.opt.known, Latency: e.opt.latency, ErrorRate: e.opt.failing, SpamShare: e.opt.spam}
	if e.opt.spamWeb != "" {
		if faults.Spam, err = eval.ReadDocs(e.opt.spamWeb); err != nil {
			return cli.Usagef("--spam-web: %w", err)
		}
	}
	if e.engine, err = stored.New(e.web.Docs(), stored.Options{Faults: faults}); err != nil {
		return cli.Usage(err)
	}
	sources := []session.SearchSource{{Name: e.opt.search, Source: e.engine}}
	e.spec.Search = session.Search{Queries: e.opt.queries, Open: func() ([]session.SearchSource, io.Closer, error) {
		return sources, io.NopCloser(nil), nil
	}}
	return nil
}

// choosing lets an entrant ask, once for each value of --search-by, which its name then says.
// One that asks by itself takes part once.
func (e *contest) choosing(entrant eval.Entrant) []eval.Entrant {
	if e.engine == nil {
		return []eval.Entrant{entrant}
	}
	ways, err := e.opt.askers()
	if err != nil { // it was checked
		return nil
	}
	if s, err := session.NewStrategy(entrant.Spec.Strategy, entrant.Spec.Logger); err == nil && s.Level().Ask != nil {
		ways = ways[:1]
		ways[0].name = ""
	}
	var all []eval.Entrant
	for _, way := range ways {
		own, spec := entrant, *entrant.Spec
		if way.name != "" && (len(ways) > 1 || way.name != allAskers()[0].name) {
			own.Name += " by " + way.name
		}
		spec.Search.Chooser, spec.Search.Ops = way.chooser, way.ops
		own.Spec = &spec
		all = append(all, own)
	}
	return all
}
