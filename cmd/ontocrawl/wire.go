package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/dateline"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/filter"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/render"
	sources "github.com/ontocrawl/ontocrawl/crawl/source"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func newStrategy(c *config.Config, log *slog.Logger) (crawl.Strategy, error) {
	p := strategy.Defaults()
	p.Seed, p.Budget = uint64(c.Seed), c.MaxPages
	p.Mu1, p.Mu2, p.Mu3 = c.Mu1, c.Mu2, c.Mu3
	p.D, p.Omega, p.Eta = c.D, c.Omega, c.Eta
	p.Tenure, p.Tries, p.Balance = c.Tenure, c.Tries, c.Balance
	p.Chain, p.WorkCopy, p.AcceptRandom, p.Revisit = c.Chain, c.WorkCopy, c.AcceptRandom, c.Revisit
	p.KPage, p.KLink = c.KPage, c.KLink
	p.Temperature, p.Proposals = c.Temperature, c.Proposals
	s, err := strategy.New(c.Strategy, c.LinkRank, p)
	if err != nil {
		return nil, cli.Usage(err)
	}
	s = strategy.NewTrapGuard(s, strategy.TrapGuardParams{Patience: c.Patience, Closed: func(url string) {
		log.Info("no more links of this shape are taken: its last pages were not relevant and say nothing new", "like", url, "pages", c.Patience, "setting", "--patience")
	}})
	return strategy.NewSources(s, strategy.SourceParams{None: c.Sitemaps == "none"}), nil
}

// newReader reads pages as j does, and sitemaps and feeds besides. It dates those
// that mention the topic.
func newReader(j interface {
	crawl.Reader
	MarkLinks(*crawl.Page)
}) crawl.Reader {
	return &sources.Reader{Pages: dateline.Reader{Pages: j}, Mark: j.MarkLinks}
}

// newJudge is the reader and scorer of pages for a topic.
func newJudge(c *config.Config, t *topic.Topic) (*relevance.Judge, error) {
	lex, err := lexicon.New(relevance.TermsOf(t.Vector), lexicon.Options{Segmenter: c.Segmenter, Dictionary: t.Dictionary})
	if err != nil {
		return nil, cli.Usage(err)
	}
	groups, err := tagWeights(c)
	if err != nil {
		return nil, err
	}
	j, err := relevance.New(t.Vector, lex, relevance.Options{Judge: c.Judge, Phi: cmp.Or(c.Phi, t.Phi), Groups: groups})
	if err != nil {
		return nil, cli.Usage(err)
	}
	return j, nil
}

// tagWeights are the weights of the tag groups; of no setting the usual ones.
func tagWeights(c *config.Config) (*[crawl.NumGroups]float64, error) {
	if c.TagWeights == "" {
		w := relevance.GroupWeights
		return &w, nil
	}
	w, err := config.ParseTagWeights(c.TagWeights)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return (*[crawl.NumGroups]float64)(&w), nil
}

// newFetcher is the network, or the stored web that --web names. promises may be
// nil. The closer ends its connections.
func newFetcher(c *config.Config, log *slog.Logger, promises *fetch.Promises) (f crawl.Fetcher, closer func(), err error) {
	if c.Web != "" {
		return openWeb(c, log)
	}
	client, err := fetch.New(fetchOptions(c, promises))
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	if c.Render {
		return newRenderer(c, log, client)
	}
	return client, func() { client.Close() }, nil
}

// newRenderer has a browser show what client fetches.
func newRenderer(c *config.Config, log *slog.Logger, client *fetch.Client) (crawl.Fetcher, func(), error) {
	r, err := render.New(client, client.Resources(), render.Options{
		Chrome: c.Chrome, NoSandbox: c.ChromeNoSandbox, UserAgent: client.UserAgent(), MaxBody: int(min(c.MaxBody, 1<<30)),
		Timeout: c.Timeout, Tabs: min(c.Workers, runtime.NumCPU()), Logger: log,
	})
	if err != nil {
		client.Close()
		var start *render.StartError
		if errors.As(err, &start) && !start.NoSandbox {
			err = fmt.Errorf("%w\nor give --chrome-no-sandbox", err)
		}
		return nil, nil, cli.WithCode(cli.ExitFailure, err)
	}
	return r, func() { r.Close(); client.Close() }, nil
}

func fetchOptions(c *config.Config, promises *fetch.Promises) fetch.Options {
	opt := fetch.Options{
		Version: cli.Version, Contact: c.Contact, Promises: promises, Resume: promises != nil && promises.Resumed(), AllowPrivate: c.AllowPrivate,
		Delay: c.Delay, PerHost: c.PerHost, MaxCrawlDelay: c.CrawlDelayCap, Timeout: c.Timeout,
		MaxBody: c.MaxBody, MaxRedirects: c.MaxRedirects, KeepExchanges: c.WARC != warcNone,
	}
	// There a zero stands for the default, here for none.
	if opt.Delay == 0 {
		opt.Delay = -1
	}
	if opt.MaxCrawlDelay == 0 {
		opt.MaxCrawlDelay = -1
	}
	if opt.MaxRedirects == 0 {
		opt.MaxRedirects = -1
	}
	if proxy, err := url.Parse(c.Proxy); err == nil && c.Proxy != "" {
		opt.Proxy = http.ProxyURL(proxy)
	}
	return opt
}

// newFilter is what may be fetched at all.
func newFilter(c *config.Config, seeds []crawl.Link) (crawl.Filter, error) {
	opt := filter.Options{SameSite: c.SameSite, Seeds: seeds}
	var err error
	if opt.Include, err = filter.Pattern(c.Include); err != nil {
		return nil, cli.Usage(err)
	}
	if opt.Exclude, err = filter.Pattern(c.Exclude); err != nil {
		return nil, cli.Usage(err)
	}
	if c.Filter != "" {
		core := filter.CoreOptions{ByLabels: c.Filter == "core-labels"}
		switch c.FilterTopic {
		case "large":
			core.Topic = filter.TopicLarge()
		case "small":
			core.Topic = filter.TopicSmall()
		}
		opt.Core = filter.NewCoreDomains(seeds, core)
	}
	return filter.New(opt), nil
}

// logTally says what the domain-name filter did in this session, if there is one.
func logTally(log *slog.Logger, name string, f crawl.Filter) {
	if chain, ok := f.(filter.Chain); ok && chain.Tally() != nil && chain.Tally().Links > 0 {
		t := chain.Tally()
		log.Info("links filtered by domain name", "filter", name, "links", t.Links, "refused", t.Refused,
			"by_topic", t.ByTopic, "tlp", fmt.Sprintf("%.4f", t.TLP()))
	}
}
