package cli

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/account"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/render"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// SessionSpec is the crawl that the settings describe.
func (a *App) SessionSpec(c *config.Config, t *topic.Topic, seeds []crawl.Link) (session.Spec, error) {
	access, err := a.FetchSpec(c)
	second, wrong := a.EndpointSpec(c)
	return session.Spec{
		Topic: t, Seeds: seeds, Judge: JudgeSpec(c), Endpoint: second, Strategy: StrategySpec(c, c.MaxPages), Filter: FilterSpec(c.FilterSettings), Fetch: access,
		Search:    a.SearchSpec(c, c.Out),
		LearnFrom: c.LearnFrom, Documents: a.Documents(c),
		Folder: session.Folder{
			Dir: c.Out, RotateSize: c.RotateSize, Archive: session.Archive(c.WARC), KeepText: session.KeepText(c.KeepText), ArchiveSize: c.WARCSize,
			Settings: c.Values(), Free: FreeSettings(), Defaults: defaultSettings(c.Topic), Kept: kept(c),
		},
		Refresh:        strategy.RefreshParams{Min: c.RefreshMin, Max: c.RefreshMax, New: c.RefreshNew},
		Options:        engine.Options{Workers: c.Workers, MaxPages: c.MaxPages, MaxRequests: c.MaxRequests, UntilDry: c.UntilDry, MaxTime: c.MaxTime, MaxWait: maxWait(c), MaxLinks: c.MaxLinks, MaxHosts: c.MaxHosts, Deterministic: c.Deterministic, Retries: orNone(c.Retries)},
		FrontierMemory: orNone(int64(c.FrontierMB) << 20),
		LimitGC:        !a.OwnGC(), CrashReports: true, Version: Version, Logger: a.Logger(c),
	}, errors.Join(err, wrong)
}

// EndpointSpec returns what the settings say of the service for second opinions; nil: none is asked. It reads the key.
func (a *App) EndpointSpec(c *config.Config) (*session.Endpoint, error) {
	if c.JudgeEndpoint == "" {
		return nil, nil
	}
	e := &session.Endpoint{URL: c.JudgeEndpoint, Model: c.JudgeModel, Queries: orNone(c.JudgeQueries)}
	if c.JudgeKeyEnv == "" {
		return e, nil
	}
	key, err := redact.Secret{Env: c.JudgeKeyEnv}.Read(a.LookupEnv)
	if err != nil {
		return nil, Usage(english.Errorf("the key of judge-endpoint: %w", err))
	}
	e.Key = key
	return e, nil
}

// maxWait is the longest wait of a run. No host may be so slow by the settings that its
// usual delay ends the run.
func maxWait(c *config.Config) time.Duration {
	if c.MaxWait == 0 {
		return 0
	}
	return max(c.MaxWait, 2*c.Delay, 2*c.CrawlDelayCap)
}

// FreeSettings may change between the runs of a folder: they change what is shown
// or where things lie, not what is found. Of files the content counts.
func FreeSettings() []string {
	free := strings.Fields(`ontology topics topic-from taught seeds learn-from out lang log-level log-format contact max-pages max-requests until-dry max-time max-wait memory patience warc warc-size keep-text rotate-size
		search queries search-lang refresh-min refresh-max refresh-new documents metrics proxy-auth-env proxy-auth-file judge-endpoint judge-model judge-key-env judge-queries accounts frontier-memory chrome chrome-no-sandbox
		cluster-name cluster-nodes cluster-durable cluster-lost-after cluster-ca cluster-cert cluster-key job-files receiver-hosts`)
	for i, name := range free {
		free[i] = "settings." + name
	}
	return free
}

// defaultSettings are the settings as they are when nobody sets them, for a run of a version that
// did not know them, about the topic called names.
func defaultSettings(names string) map[string]any {
	c, err := config.Load(SettingSources(nil, nil, ""))
	if err != nil {
		return nil
	}
	v := c.Values()
	maps.Copy(v, session.Before(names))
	return v
}

// OwnGC reports whether the user sets the limits of the garbage collector.
func (a *App) OwnGC() bool {
	for _, kv := range a.Env {
		if strings.HasPrefix(kv, "GOMEMLIMIT=") || strings.HasPrefix(kv, "GOGC=") {
			return true
		}
	}
	return false
}

// orNone is x for a field whose zero value stands for a default and whose negative
// values stand for none. A setting of 0 says none.
func orNone[T int | int64 | time.Duration](x T) T {
	if x == 0 {
		return -1
	}
	return x
}

// JudgeSpec returns what the settings say of the judge.
func JudgeSpec(c *config.Config) session.Judge {
	j := session.Judge{Name: c.Judge, Phi: c.Phi, Segmenter: c.Segmenter, NoLearn: c.Options["learn"] == relevance.LearnNone, Taught: c.Taught}
	if w, err := config.ParseTagWeights(c.TagWeights); err == nil { // "" stands for the judge's own
		j.Groups = (*[crawl.NumGroups]float64)(&w)
	}
	return j
}

// StrategySpec returns what the settings say of the strategy.
func StrategySpec(c *config.Config, maxPages int) session.Strategy {
	p := strategy.Defaults()
	p.Seed, p.Budget = uint64(c.Seed), maxPages
	for _, o := range strategy.All().Options() {
		o.Set(&p, c.Options[o.Name])
	}
	return session.Strategy{Name: c.Strategy, LinkRank: c.LinkRank, Params: p, Patience: orNone(c.Patience), NoSitemaps: c.Sitemaps == "none",
		NoSiteSearch: c.SiteSearch == "off"}
}

// FilterSpec returns what the settings say of the filter.
func FilterSpec(c config.FilterSettings) session.Filter {
	return session.Filter{SameSite: c.SameSite, Include: c.Include, Exclude: c.Exclude, Core: c.Filter, CoreTopic: c.FilterTopic}
}

// Documents reads documents as the settings say; nil: it reads none.
func (a *App) Documents(c *config.Config) *document.Converter {
	if c.Documents == "off" {
		return nil
	}
	return document.New(document.Options{Self: a.ReadPDF})
}

// FetchSpec returns what the settings say of fetching.
func (a *App) FetchSpec(c *config.Config) (session.Fetch, error) {
	opt, err := a.FetchOptions(c.FetchSettings)
	opt.Memory = a.Memory.Answers(c, a.Env)
	f := session.Fetch{Web: c.Web, WebOutside: c.WebOutside == "live", Options: opt}
	if c.Accounts != "" {
		f.Accounts = func() (*account.Accounts, error) { return a.Accounts(c) }
	}
	if c.Render {
		log := a.Logger(c)
		f.Wrap = func(client *fetch.Client) (crawl.Fetcher, io.Closer, error) {
			r, err := render.New(client, client.Resources(), render.Options{
				Chrome: c.Chrome, NoSandbox: c.ChromeNoSandbox, UserAgent: client.UserAgent(), MaxBody: int(min(c.MaxBody, 1<<30)),
				Timeout: c.Timeout, Tabs: min(c.Workers, runtime.NumCPU()), Logger: log,
			})
			return r, r, err
		}
	}
	_, none := Browser(c)
	return f, errors.Join(err, none)
}

// Browser looks for the browser that the settings name, if pages are rendered. key is the setting that is wrong.
func Browser(c *config.Config) (key string, err error) {
	if !c.Render {
		return "", nil
	}
	key = "render"
	if c.Chrome != "" {
		key = "chrome"
	}
	_, err = render.Find(c.Chrome)
	return key, err
}

// Accounts reads the file of accounts that the settings name.
func (a *App) Accounts(c *config.Config) (*account.Accounts, error) {
	return account.Read(c.Accounts, account.Options{LookupEnv: a.LookupEnv})
}

// FetchOptions returns what the settings say of the network. It reads the password of
// the proxy.
func (a *App) FetchOptions(c config.FetchSettings) (fetch.Options, error) {
	opt := fetch.Options{
		Version: Version, Contact: c.Contact, AllowPrivate: c.AllowPrivate, Timeout: c.Timeout,
		Polite:  polite.Options{Delay: orNone(c.Delay), Parallel: c.PerHost, MaxCrawlDelay: orNone(c.CrawlDelayCap)},
		MaxBody: c.MaxBody, MaxRedirects: orNone(c.MaxRedirects), NoChainCookies: c.ChainCookies == "off",
	}
	if c.Proxy == "" {
		return opt, nil
	}
	proxy, err := url.Parse(c.Proxy) // Validate has let only good ones through
	if err != nil {
		return opt, Usagef("proxy: %s is no URL", redact.Value(c.Proxy))
	}
	if from := (redact.Secret{Env: c.ProxyAuthEnv, File: c.ProxyAuthFile}); !from.IsZero() {
		both, err := from.Read(a.LookupEnv)
		if err != nil {
			return opt, Usage(english.Errorf("the password of the proxy: %w", err))
		}
		user, password, ok := strings.Cut(both, ":")
		if !ok {
			return opt, Usagef("the password of the proxy: %v must hold user:password", from)
		}
		proxy.User = url.UserPassword(user, password)
	}
	opt.Proxy = http.ProxyURL(proxy)
	return opt, nil
}

// Judge is the reader and scorer of pages for a topic.
func Judge(c *config.Config, t *topic.Topic) (*relevance.Judge, error) {
	j, err := session.NewJudge(t, JudgeSpec(c))
	return j, SessionError(err)
}

// SessionError gives an error of a crawl its exit code: 2 for what the user asked,
// 3 for a folder that holds something else or is damaged, else 1.
func SessionError(err error) error {
	var (
		spec    *session.SpecError
		nothing *session.NothingRecordedError
		notRun  *session.NotRunError
		locked  *state.LockedError
		newer   *crawl.FormatError
		browser *render.StartError
		parts   *rundir.PartsError
		merged  *session.MergedError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &spec), errors.As(err, &nothing):
		return WithCode(ExitUsage, err)
	case errors.As(err, &notRun), errors.As(err, &parts), errors.As(err, &merged), errors.As(err, &locked), errors.As(err, &newer):
		return WithCode(ExitConflict, err)
	case damaged(err):
		return WithCode(ExitConflict, english.Errorf("%w (--fresh starts afresh)", err))
	case errors.As(err, &browser) && !browser.NoSandbox:
		err = english.Errorf("%w\nor give --chrome-no-sandbox", err)
	case errors.Is(err, context.Canceled):
		return WithCode(ExitInterrupted, err)
	}
	return WithCode(ExitFailure, err)
}

// damaged reports whether err says that a run folder holds another run, or is
// damaged.
func damaged(err error) bool {
	var (
		params  *rundir.ParamsError
		missing *rundir.MissingStateError
		journal *state.DamagedError
		archive *warc.DamagedError
		replay  *engine.ReplayError
	)
	return errors.As(err, &params) || errors.As(err, &missing) || errors.As(err, &journal) || errors.As(err, &archive) || errors.As(err, &replay)
}
