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
	"github.com/ontocrawl/ontocrawl/crawl/polite"
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

// access is a way to pages: the network, or a stored web.
type access struct {
	crawl.Fetcher
	pacer crawl.Pacer // nil: hosts never wait
	close func()      // ends its connections
}

// newAccess is the network, or the stored web that --web names. kept is the
// politeness state; it may be nil.
func newAccess(c *config.Config, log *slog.Logger, kept *polite.State) (access, error) {
	if c.Web != "" {
		f, closer, err := openWeb(c, log)
		return access{f, nil, closer}, err
	}
	client, err := fetch.New(fetchOptions(c, kept))
	if err != nil {
		return access{}, cli.Usage(err)
	}
	if c.Render {
		return newRenderer(c, log, client)
	}
	return accessBy(client), nil
}

func accessBy(client *fetch.Client) access {
	return access{client, client.Pacer(), func() { client.Close() }}
}

// newRenderer has a browser render what client fetches.
func newRenderer(c *config.Config, log *slog.Logger, client *fetch.Client) (access, error) {
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
		return access{}, cli.WithCode(cli.ExitFailure, err)
	}
	return access{r, client.Pacer(), func() { r.Close(); client.Close() }}, nil
}

func fetchOptions(c *config.Config, kept *polite.State) fetch.Options {
	opt := fetch.Options{
		Version: cli.Version, Contact: c.Contact, AllowPrivate: c.AllowPrivate, Timeout: c.Timeout,
		Polite: polite.Options{
			Delay: c.Delay, Parallel: c.PerHost, MaxCrawlDelay: c.CrawlDelayCap,
			State: kept, Resume: kept != nil && kept.Resumed(),
		},
		MaxBody: c.MaxBody, MaxRedirects: c.MaxRedirects, KeepExchanges: c.WARC != warcNone,
	}
	// There a zero stands for the default, here for none.
	if p := &opt.Polite; p.Delay == 0 {
		p.Delay = -1
	}
	if p := &opt.Polite; p.MaxCrawlDelay == 0 {
		p.MaxCrawlDelay = -1
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
