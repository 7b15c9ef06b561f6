package jobcrawl

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/status"
)

// Settings are the settings of one job. Topic and Spec are needed.
type Settings struct {
	// Topic reads the topic as it is now.
	Topic func(ctx context.Context) (*topic.Topic, error)
	// Spec returns the crawl of a run of t. It is called after Topic.
	Spec func(t *topic.Topic, seeds []crawl.Link, b Bounds) session.Spec
	// Ontology is the file whose edits are noticed while a run is made; "" for none.
	Ontology string
	// RefreshMin and RefreshMax bound the time between two visits of a page. If they
	// are not Own, the job's interval counts.
	RefreshMin, RefreshMax       time.Duration
	OwnRefreshMin, OwnRefreshMax bool
	// Fetch are the options of the network, for CAP alerts.
	Fetch fetch.Options
	Proxy string // URL of the proxy in Fetch
	// Status is the part of status.json that does not change.
	Status progress.Status
	// Show shows the progress of a run until stop is called; nil shows none.
	Show func(m *progress.Meter, log *slog.Logger) (stop func())
}

// Bounds holds what a run sets in its crawl.
type Bounds struct {
	Dir                    string // the run folder
	Pages                  int    // new pages, at most
	Requests               int    // at most; 0: no bound
	RefreshMin, RefreshMax time.Duration
	// Asked is where the counts of questions are kept: one folder for all jobs, so they
	// share the quota of a search source.
	Asked string
}

// Crawler implements [monitor.Crawler]. Its methods may be called concurrently.
type Crawler struct {
	settings func(job *monitor.Job, log *slog.Logger) (*Settings, error)
	lang     string
	log      *slog.Logger

	mu      sync.Mutex
	topics  map[string]*topic.Topic  // by job, as its latest run took it
	clients map[string]*fetch.Client // by settings
}

// New returns a Crawler. settings returns the settings of a job, whose messages go
// to log; lang is the language of the names of concepts of jobs that name none.
func New(settings func(job *monitor.Job, log *slog.Logger) (*Settings, error), lang string, log *slog.Logger) *Crawler {
	return &Crawler{settings: settings, lang: lang, log: log, topics: map[string]*topic.Topic{}, clients: map[string]*fetch.Client{}}
}

// topic returns the topic of a job as its latest run took it. If it has not run
// yet, the topic is read.
func (c *Crawler) topic(job *monitor.Job) (*topic.Topic, error) {
	c.mu.Lock()
	t := c.topics[job.Name]
	c.mu.Unlock()
	if t != nil {
		return t, nil
	}
	s, err := c.settings(job, c.log.With("job", job.Name))
	if err != nil {
		return nil, err
	}
	if t, err = s.Topic(context.Background()); err != nil {
		return nil, err
	}
	c.keep(job, t)
	return t, nil
}

func (c *Crawler) keep(job *monitor.Job, t *topic.Topic) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.topics[job.Name] = t
}

// Names returns the label of each concept of a job's topic, in the language of the job,
// else of c; nil if the topic cannot be read, which the runs of the job report.
func (c *Crawler) Names(job *monitor.Job) func(iri string) string {
	t, err := c.topic(job)
	if err != nil {
		return nil
	}
	names := make(map[string]string, len(t.Vector.Entries))
	for i := range t.Vector.Entries {
		e := &t.Vector.Entries[i]
		if names[e.IRI] = e.En; cmp.Or(job.Lang, c.lang) == "zh" {
			names[e.IRI] = e.Zh
		}
	}
	return func(iri string) string { return names[iri] }
}

// Graph returns the concepts of a job's topic with their relations.
func (c *Crawler) Graph(job *monitor.Job) (api.Graph, error) {
	t, err := c.topic(job)
	if err != nil {
		return api.Graph{}, err
	}
	return status.ConceptGraph(t), nil
}

// alertTypes are the media types of CAP alerts and of feeds of them.
const alertTypes = "application/cap+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"

// AlertFetcher returns what fetches CAP alerts for a job: as politely as pages, and
// with the same right to private addresses. Jobs with the same settings share a
// client. It is nil if the settings are wrong, which the runs of the job report.
func (c *Crawler) AlertFetcher(job *monitor.Job) crawl.Fetcher {
	s, err := c.settings(job, c.log)
	if err != nil {
		return nil
	}
	opt := s.Fetch
	key := fmt.Sprint(opt.AllowPrivate, opt.Contact, s.Proxy, opt.Polite, opt.Timeout, opt.MaxBody, opt.MaxRedirects)
	c.mu.Lock()
	defer c.mu.Unlock()
	if client := c.clients[key]; client != nil {
		return client
	}
	opt.Accept, opt.KeepExchanges = alertTypes, false
	client, err := fetch.New(opt)
	if err != nil {
		c.log.Warn("alerts cannot be fetched", "job", job.Name, "err", err)
		return nil
	}
	c.clients[key] = client
	return client
}

// Close releases the connections to servers of alerts.
func (c *Crawler) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, client := range c.clients {
		client.Close() //nolint:errcheck // closes what is idle
	}
}

// bounds returns what run a sets in its crawl.
func (s *Settings) bounds(a *monitor.Assignment) Bounds {
	b := Bounds{Dir: a.Dir, Pages: a.Budget.Pages, Requests: a.Budget.Requests, RefreshMin: s.RefreshMin, RefreshMax: s.RefreshMax, Asked: askedDir(a.Dir)}
	if a.Every > 0 && !s.OwnRefreshMin {
		b.RefreshMin = a.Every
	}
	if a.Every > 0 && !s.OwnRefreshMax {
		b.RefreshMax = min(max(refreshFactor*a.Every, time.Hour), b.RefreshMax)
	}
	b.RefreshMax = max(b.RefreshMax, b.RefreshMin)
	return b
}

// refreshFactor times the interval of a job, and an hour at least, is the longest
// time until a page is asked for again, if the job does not say. A page without a
// date would else wait a day, and a correction with it. Relevant pages are due after
// half of that time. The cost for a server is answers of "not modified", at its own
// pace.
const refreshFactor = 6
