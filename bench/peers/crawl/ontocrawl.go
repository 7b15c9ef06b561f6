package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/filter"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// crawlOurs is the whole focused crawl, with the parts and the values that the
// command uses: robots.txt, charset, blocks and links, relevance with evidence,
// the worth of links (tabu), the journal in Badger, the run folder, the WARC file
// of the relevant answers. Not in it: the start, that is reading the ontology and
// the segmenter's dictionary.
func crawlOurs(j job, begin func()) (pages int, err error) {
	return crawlKeeping(j, begin, func(v *crawl.Visit) warc.Parts {
		if v.OK() && v.Score.Relevant {
			return warc.Answer
		}
		return 0
	})
}

// crawlOursAll is the same with every answer in the WARC files.
func crawlOursAll(j job, begin func()) (pages int, err error) {
	return crawlKeeping(j, begin, func(*crawl.Visit) warc.Parts { return warc.Answer | warc.Account | warc.Robots })
}

func crawlKeeping(j job, begin func(), keep func(*crawl.Visit) warc.Parts) (pages int, err error) {
	judge, err := newJudge()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "bench-crawl-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	e, done, err := newEngine(j, judge, dir, keep)
	if err != nil {
		return 0, err
	}
	begin()
	res, err := e.Run(context.Background(), seedLinks(j.Seeds))
	if err != nil {
		return 0, errors.Join(err, done())
	}
	if res.Stopped != engine.Exhausted {
		return 0, errors.Join(fmt.Errorf("stopped for %s after %d pages", res.Stopped, res.Pages), done())
	}
	return res.Pages, done()
}

func seedLinks(urls []string) (links []crawl.Link) {
	for _, u := range urls {
		if key, err := urlkey.Canonical(u); err == nil {
			links = append(links, crawl.Link{URL: key, Host: urlkey.Host(key)})
		}
	}
	return links
}

// newJudge is the judge of the typhoon topic, its dictionary loaded.
func newJudge() (*relevance.Judge, error) {
	f, err := ontologies.Open("typhoon")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	ont, err := owl.Load(f, owl.Options{File: "typhoon"})
	if err != nil {
		return nil, err
	}
	m, err := semsim.New(ont.Graph, semsim.Params{})
	if err != nil {
		return nil, err
	}
	topic := m.TopicVector(ont.Graph.Roots()[0])
	lex, err := lexicon.New(relevance.TermsOf(topic), lexicon.Options{})
	if err != nil {
		return nil, err
	}
	lex.Find("强台风登陆", nil) // loads the dictionary
	return relevance.New(topic, lex, relevance.Options{})
}

func newEngine(j job, judge *relevance.Judge, dir string, keep func(*crawl.Visit) warc.Parts) (*engine.Engine, func() error, error) {
	client, err := fetch.New(fetch.Options{Version: "bench", Polite: polite.Options{Delay: -1, Parallel: j.Workers}, DialContext: j.dialer(), KeepExchanges: true})
	if err != nil {
		return nil, nil, err
	}
	strat, err := strategy.NewTabu(strategy.Params{Seed: 1})
	if err != nil {
		return nil, nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	folder, err := rundir.Open(dir, rundir.Options{Logger: log})
	if err != nil {
		return nil, nil, err
	}
	store, err := state.Open(folder.StatePath(), state.Options{Logger: log})
	if err != nil {
		return nil, nil, err
	}
	archiver, err := warc.Open(filepath.Join(dir, rundir.WARCDir), warc.Options{Keep: keep, Describe: rundir.Line, Logger: log})
	if err != nil {
		return nil, nil, err
	}
	e := &engine.Engine{
		Fetcher: client, Pacer: client.Pacer(), Reader: judge, Scorer: judge, Strategy: strat, State: store, Sinks: []crawl.Sink{folder}, Archiver: archiver,
		Filter: hosts(seedLinks(j.Seeds)), Logger: log,
		Options: engine.Options{Workers: j.Workers},
	}
	done := func() error {
		return errors.Join(folder.Finish("exhausted", 0), archiver.Close(), store.Close(), folder.Close(), client.Close())
	}
	return e, done, folder.Settle(struct{}{}, store)
}

// onHosts are the usual filters, and besides only the hosts that the peers are
// held to: the sites have others, which nobody serves.
type onHosts struct {
	crawl.Filter
	names map[string]bool
}

func hosts(seeds []crawl.Link) onHosts {
	f := onHosts{filter.New(filter.Options{SameSite: true, Seeds: seeds}), map[string]bool{}}
	for _, s := range seeds {
		f.names[s.Host] = true
	}
	return f
}

// Allow implements crawl.Filter.
func (f onHosts) Allow(l *crawl.Link, from *crawl.Page) string {
	if !f.names[l.Host] {
		return "another host"
	}
	return f.Filter.Allow(l, from)
}
