package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// Options of a Set.
type Options struct {
	Version string
	Meter   *progress.Meter // of the same crawl
	Cost    *cost.Meter     // of the same crawl; nil: its stages are not measured
	// Sizes returns the sizes in bytes of the parts of the database, nil if they are
	// unknown. Called concurrently.
	Sizes func() map[string]int64
	// Free returns the space left on the run's disk in bytes. Called concurrently.
	Free func() (bytes int64, known bool)
}

// Set holds the metrics of a crawl. It is a crawl.Observer. Its
// methods may be called concurrently.
type Set struct {
	opt      Options
	registry *prometheus.Registry

	fetches   *prometheus.CounterVec
	took      prometheus.Histogram
	waited    prometheus.Histogram
	bytes     prometheus.Counter
	inFlight  prometheus.Gauge
	robots    *prometheus.CounterVec
	retries   prometheus.Counter
	visits    *prometheus.CounterVec
	failures  *prometheus.CounterVec
	links     prometheus.Counter
	dropped   *prometheus.CounterVec
	relevance prometheus.Histogram
	copies    *prometheus.CounterVec

	drops names
}

var _ crawl.Observer = (*Set)(nil)

// New returns the metrics of a crawl.
func New(opt Options) *Set {
	s := &Set{opt: opt, registry: prometheus.NewRegistry()}
	registered := promauto.With(s.registry)
	counter := func(name, help string) prometheus.Counter {
		return registered.NewCounter(prometheus.CounterOpts{Namespace: "ontocrawl", Name: name, Help: help})
	}
	counters := func(name, help, label string) *prometheus.CounterVec {
		return registered.NewCounterVec(prometheus.CounterOpts{Namespace: "ontocrawl", Name: name, Help: help}, []string{label})
	}
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		return registered.NewHistogram(prometheus.HistogramOpts{Namespace: "ontocrawl", Name: name, Help: help, Buckets: buckets})
	}
	s.fetches = counters("fetches_total", "Attempts at a URL, repeated ones included, by class of the status, or by the kind of the failure without an answer.", "class")
	s.took = histogram("fetch_duration_seconds", "Time from the request to the last byte of the answer, redirects included, without waiting.",
		[]float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60})
	s.waited = histogram("fetch_wait_seconds", "Time that an answered fetch waited for its host and for robots.txt.",
		[]float64{.001, .01, .1, .5, 1, 2, 5, 10, 30, 60, 300, 600})
	s.bytes = counter("body_bytes_total", "Decoded bytes of bodies read.")
	s.inFlight = registered.NewGauge(prometheus.GaugeOpts{Namespace: "ontocrawl", Name: "fetches_in_flight", Help: "URLs being fetched now, including those that wait for their host."})
	s.robots = counters("robots_checks_total", "Answers of robots.txt to attempts at a URL: allowed, disallowed, or unavailable.", "outcome")
	s.retries = counter("retries_total", "Attempts that will be repeated, because the server was busy or broken for now.")
	s.visits = counters("visits_total", "Recorded attempts, by what they brought: page, source (sitemap or feed), failure, a page asked for again (revisit), or a new verdict of a recorded page (rejudged).", "outcome")
	s.failures = counters("failures_total", "Recorded attempts that brought nothing, by kind as in summary.json.", "reason")
	s.links = counter("links_total", "Links on recorded pages, before any filter.")
	s.dropped = counters("links_dropped_total", "Links that may not be followed, by the filter's reason.", "reason")
	s.relevance = histogram("page_relevance_ratio", "Relevance of recorded pages, 0 to 1.", []float64{.1, .2, .3, .4, .5, .6, .7, .8, .9, 1})
	s.copies = counters("duplicates_total", "Recorded pages that repeat another: exact, or near.", "kind")
	s.registry.MustRegister(
		collector(opt.collect),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return s
}

// Visited implements crawl.Observer.
func (s *Set) Visited(v *crawl.Visit) {
	if v.Rejudged {
		s.visits.WithLabelValues("rejudged").Inc()
		return
	}
	s.links.Add(float64(v.LinkCount))
	switch {
	case v.Choice.Again:
		s.visits.WithLabelValues("revisit").Inc()
	case v.Source():
		s.visits.WithLabelValues("source").Inc()
	case v.Failed():
		s.visits.WithLabelValues("failure").Inc()
		s.failures.WithLabelValues(v.Failure.Kind.String()).Inc()
	default:
		s.visits.WithLabelValues("page").Inc()
		s.relevance.Observe(v.Score.Relevance)
		switch {
		case v.Same.Exact:
			s.copies.WithLabelValues("exact").Inc()
		case v.Same.Copy:
			s.copies.WithLabelValues("text").Inc()
		case v.Same.Of != "":
			s.copies.WithLabelValues("near").Inc()
		}
	}
}

// Retried counts an attempt that will be repeated.
func (s *Set) Retried(crawl.Choice, time.Duration) { s.retries.Inc() }

// Filter returns f, and counts what it drops.
func (s *Set) Filter(f crawl.Filter) crawl.Filter { return &filter{s, f} }

type filter struct {
	set *Set
	crawl.Filter
}

func (f *filter) Allow(l *crawl.Link, from *crawl.Page) (reason string) {
	reason = f.Filter.Allow(l, from)
	if reason != "" {
		f.set.dropped.WithLabelValues(f.set.drops.of(reason)).Inc()
	}
	return reason
}

// maxNames bounds the values of a label: a filter may have any number of reasons.
const maxNames = 64

// names are the values that a label has taken.
type names struct {
	mu    sync.Mutex
	known map[string]bool
}

// of returns name, or "other" if there are too many.
func (n *names) of(name string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.known[name] {
		if len(n.known) >= maxNames {
			return "other"
		}
		if n.known == nil {
			n.known = map[string]bool{}
		}
		n.known[name] = true
	}
	return name
}
