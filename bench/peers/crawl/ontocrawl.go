package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// crawlOurs is the whole focused crawl, with the parts and the values that the
// command uses: robots.txt, charset, blocks and links, relevance with evidence,
// the scores of links (tabu), the journal in Badger with the texts of all pages, the
// run folder, the WARC file of the relevant answers, and all pages that mention the
// topic judged again at the end. Not in it: the start (reading the ontology and the
// segmenter's dictionary), sitemaps, dates, and the search for duplicates, which
// no peer has.
func crawlOurs(j job, begin func()) (pages int, err error) {
	return crawlKeeping(j, begin, session.Folder{Archive: session.ArchiveRelevant})
}

// crawlOursAll is the same with every answer in the WARC files.
func crawlOursAll(j job, begin func()) (pages int, err error) {
	return crawlKeeping(j, begin, session.Folder{Archive: session.ArchiveAll})
}

// crawlNoText is crawlOurs without the texts, and so without judging again.
func crawlNoText(j job, begin func()) (pages int, err error) {
	return crawlKeeping(j, begin, session.Folder{Archive: session.ArchiveRelevant, KeepText: session.KeepTextNone})
}

func crawlKeeping(j job, begin func(), keep session.Folder) (pages int, err error) {
	dir, err := os.MkdirTemp("", "bench-crawl-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	keep.Dir = dir
	s, err := open(j, keep)
	if err != nil {
		return 0, err
	}
	begin()
	res, err := s.Run(context.Background())
	if err == nil && res.Stopped != engine.Exhausted {
		err = fmt.Errorf("stopped for %s after %d pages", res.Stopped, res.Pages)
	}
	return res.Pages, errors.Join(err, s.Close())
}

// open opens the crawl of the typhoon topic, its dictionary loaded.
func open(j job, keep session.Folder) (*session.Session, error) {
	dict := new(lexicon.Dictionary)
	if err := dict.Load(); err != nil {
		return nil, err
	}
	typhoon, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon", Dictionary: dict})
	if err != nil {
		return nil, err
	}
	tabu, err := strategy.NewTabu(strategy.Params{Seed: 1})
	if err != nil {
		return nil, err
	}
	seeds := seedLinks(j.Seeds)
	s, err := session.Open(context.Background(), session.Spec{
		Topic: typhoon, Seeds: seeds, Strategy: session.Strategy{Use: tabu}, Filter: session.Filter{SameSite: true},
		Fetch: session.Fetch{Options: fetch.Options{
			Contact: "https://bench.example/", Polite: polite.Options{Delay: -1, Parallel: j.Workers}, DialContext: j.dialer(),
		}},
		Folder:  keep,
		Options: engine.Options{Workers: j.Workers, Retries: -1, MaxSilent: -1}, Version: "bench",
		Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return nil, err
	}
	e := s.Engine
	e.Reader, e.Duplicates, e.Filter = s.Judge, nil, hosts(e.Filter, seeds)
	return s, nil
}

func seedLinks(urls []string) (links []crawl.Link) {
	for _, u := range urls {
		if l, err := seed.Link(u); err == nil {
			links = append(links, l)
		}
	}
	return links
}

// onHosts are the usual filters, and besides only the hosts that the peers are
// held to: the sites have others, which nobody serves.
type onHosts struct {
	crawl.Filter
	names map[string]bool
}

func hosts(usual crawl.Filter, seeds []crawl.Link) onHosts {
	f := onHosts{usual, map[string]bool{}}
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
