package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/status"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// jobCrawler makes the crawls of jobs: the first run of a job is a crawl, every
// later one goes back to what it holds. It implements monitor.Crawler.
type jobCrawler struct {
	*app
	log  *slog.Logger
	lang string // of the names of concepts

	mu      sync.Mutex
	topics  map[string]*topic.Topic  // by job, as its latest run took it
	clients map[string]*fetch.Client // of alerts, by settings
}

func newJobCrawler(a *app, lang string, log *slog.Logger) *jobCrawler {
	own := *a
	own.Dictionary = new(lexicon.Dictionary)
	return &jobCrawler{app: &own, log: log, lang: lang, topics: map[string]*topic.Topic{}, clients: map[string]*fetch.Client{}}
}

// topicOf is the topic of a job as the latest of its runs took it, or as it is
// now if none did yet.
func (j *jobCrawler) topicOf(job *monitor.Job) (*topic.Topic, error) {
	j.mu.Lock()
	t := j.topics[job.Name]
	j.mu.Unlock()
	if t != nil {
		return t, nil
	}
	c, err := j.jobConfig(job)
	if err != nil {
		return nil, err
	}
	return j.take(job, c)
}

// take reads the topic of a job as it is now.
func (j *jobCrawler) take(job *monitor.Job, c *config.Config) (*topic.Topic, error) {
	own := *j.app
	own.Log = j.log.With("job", job.Name)
	t, err := own.Topic(context.Background(), c)
	if err != nil {
		return nil, err
	}
	j.keep(job, t)
	return t, nil
}

// keep makes t the topic of a job.
func (j *jobCrawler) keep(job *monitor.Job, t *topic.Topic) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.topics[job.Name] = t
}

// Names implements [daemon.Crawler].
func (j *jobCrawler) Names(job *monitor.Job) func(iri string) string {
	t, err := j.topicOf(job)
	if err != nil {
		return nil // the crawl says what is wrong
	}
	names := make(map[string]string, len(t.Vector.Entries))
	for i := range t.Vector.Entries {
		e := &t.Vector.Entries[i]
		names[e.IRI], _ = cli.TwoNames(e.Zh, e.En, j.lang)
	}
	return func(iri string) string { return names[iri] }
}

// Graph implements [daemon.Crawler].
func (j *jobCrawler) Graph(job *monitor.Job) (api.Graph, error) {
	t, err := j.topicOf(job)
	if err != nil {
		return api.Graph{}, err
	}
	return status.ConceptGraph(t), nil
}

// alertTypes are the media types of alerts and of feeds of them.
const alertTypes = "application/cap+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"

// AlertFetcher implements [daemon.Crawler]. Alerts are fetched as politely as pages,
// and with the same right to private addresses. Jobs of the same settings share a
// client.
func (j *jobCrawler) AlertFetcher(job *monitor.Job) crawl.Fetcher {
	c, err := j.jobConfig(job)
	if err != nil {
		return nil // the job's runs say what is wrong
	}
	key := fmt.Sprint(c.AllowPrivate, c.Contact, c.Proxy, c.Delay, c.Timeout, c.MaxBody, c.MaxRedirects)
	j.mu.Lock()
	defer j.mu.Unlock()
	if client := j.clients[key]; client != nil {
		return client
	}
	opt := cli.FetchOptions(c)
	opt.Accept, opt.KeepExchanges = alertTypes, false
	client, err := fetch.New(opt)
	if err != nil {
		j.log.Warn("alerts cannot be fetched", "job", job.Name, "err", err)
		return nil
	}
	j.clients[key] = client
	return client
}

// close releases the connections to servers of alerts.
func (j *jobCrawler) close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range j.clients {
		c.Close() //nolint:errcheck // closes what is idle
	}
}

// againAfter times the interval of a job, and an hour at least, is how long a page
// waits at most until it is asked for again, if the job does not say. A page that
// does not tell its age would else wait a day for the first time, and a correction
// with it: relevant pages are due after half of it. What that costs a server are
// answers of "not modified", at its own pace.
const againAfter = 6

// Crawl implements [monitor.Crawler].
func (j *jobCrawler) Crawl(ctx context.Context, a monitor.Assignment) (res monitor.Result, err error) {
	c, err := j.jobConfig(a.Job)
	if err != nil {
		return res, err
	}
	own := *j.app
	own.Log = j.log.With("job", a.Job.Name, "run", a.Run.Number)
	own.Out, own.Err = io.Discard, io.Discard // what is told goes to the log
	r := &runner{app: &own, c: c, job: &jobRun{run: a.Run, sink: a.Sink, taken: func(t *topic.Topic) { j.keep(a.Job, t) }}}
	if r.topic, err = j.take(a.Job, c); err != nil {
		return res, err
	}
	if r.seeds, err = jobSeeds(a.Job); err != nil {
		return res, err
	}
	c.Out, c.Metrics = a.Dir, ""
	c.MaxPages, c.RefreshNew = a.Budget.Pages, a.Budget.Pages
	if c.From["refresh-min"].Kind == "default" && a.Every > 0 {
		c.RefreshMin = a.Every
	}
	if c.From["refresh-max"].Kind == "default" && a.Every > 0 {
		c.RefreshMax = min(max(againAfter*a.Every, time.Hour), c.RefreshMax)
	}
	c.RefreshMax = max(c.RefreshMax, c.RefreshMin)
	_, got, err := r.run(ctx)
	res = r.job.result()
	for _, o := range r.topic.Origins {
		res.Ontology = strings.TrimPrefix(res.Ontology+" "+o.SHA256, " ")
	}
	res.Outcome = outcomeOf(got.Stopped)
	switch {
	case err != nil:
		return res, jobError(a, err)
	case got.Stopped == engine.Silent:
		return res, fmt.Errorf("%d attempts in a row brought no answer: the network is down, or every site of the job is", session.MaxSilent)
	case got.Pages == 0 && res.Outcome == monitor.Done:
		return res, fmt.Errorf("not one of the %d seeds, feeds and sitemaps brought a page; %s in %s says why", len(r.seeds), rundir.ErrorsFile, a.Dir)
	}
	return res, nil
}

func outcomeOf(r engine.Reason) monitor.Outcome {
	if r == engine.Interrupted {
		return monitor.Interrupted
	}
	return monitor.Done
}

// jobError tells a daemon what it can do about an error, and a user what he can.
func jobError(a monitor.Assignment, err error) error {
	var (
		space  *state.SpaceError
		locked *state.LockedError
		params *rundir.ParamsError
	)
	switch {
	case errors.As(err, &space):
		return fmt.Errorf("%w: %w", scheduler.ErrFull, err)
	case errors.As(err, &locked):
		return fmt.Errorf("%w: %w", scheduler.ErrBusy, err)
	case errors.As(err, &params):
		var words []string
		for _, d := range params.Differences {
			words = append(words, d.String())
		}
		return fmt.Errorf("the job was begun with another judgement of pages (%s): what it holds cannot be compared with what comes; take that back, give the job another name, or move %s away to begin anew",
			strings.Join(words, "; "), a.Dir)
	}
	return err
}

// jobSeeds are feeds and sitemaps, then pages.
func jobSeeds(j *monitor.Job) ([]crawl.Link, error) {
	var links []crawl.Link
	for _, s := range []struct {
		kind crawl.LinkKind
		urls []string
	}{{crawl.LinkFeed, j.Feeds}, {crawl.LinkSitemap, j.Sitemaps}, {crawl.LinkPage, j.Seeds}} {
		for _, url := range s.urls {
			l, err := seed.Link(url)
			if err != nil {
				return nil, fmt.Errorf("%q is no http or https URL", url)
			}
			l.Kind = s.kind
			if !slices.ContainsFunc(links, func(o crawl.Link) bool { return o.URL == l.URL }) {
				links = append(links, l)
			}
		}
	}
	return links, nil
}

// jobRun is what a run of a job adds to a crawl. Nil adds nothing.
type jobRun struct {
	run  monitor.Run
	sink crawl.Sink

	pages, relevant, failures int
	verdicts                  int                // changed by an edit of the ontology
	taken                     func(*topic.Topic) // is told of an edit that was taken
}

// goesBack reports whether the run goes back to what the job holds, if it holds
// anything. The first run is a crawl, also when it goes on after a kill.
func (j *jobRun) goesBack() bool {
	return !(j.run.Number == 1 && j.run.Resumed > 0)
}

func (j *jobRun) join(e *engine.Engine) {
	if j == nil {
		return
	}
	e.Sinks = append(e.Sinks, j.sink)
	e.Observers = append(e.Observers, j)
}

// Visited implements crawl.Observer.
func (j *jobRun) Visited(v *crawl.Visit) {
	switch {
	case v.Failed():
		j.failures++
	case v.Source():
	default:
		j.pages++
		if v.Score.Relevant {
			j.relevant++
		}
	}
}

func (j *jobRun) result() monitor.Result {
	return monitor.Result{Pages: j.pages, Relevant: j.relevant, Failures: j.failures, Verdicts: j.verdicts}
}

// judging are the settings by which pages are judged and links are chosen. They
// must stay what they are for the life of a job; all others may change from run
// to run.
var judging = []string{
	"topic", "keywords", "topics", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "judge", "phi", "segmenter",
	"strategy", "linkrank", "eta", "omega", "d", "mu1", "mu2", "mu3", "tenure", "tries", "seed", "temperature", "proposals",
	"balance", "chain", "work-copy", "accept-random", "revisit", "k-page", "k-link", "deterministic",
}

// jobFreeParams are the parameters of a run folder that may change between the
// runs of a job: where it goes, how far, how politely, and what is known of the
// topic. What a page is judged by may not, but for the ontology, whose edits are
// part of the work.
func jobFreeParams() []string {
	free := []string{"version", "ontologies", "seeds"}
	for _, k := range config.Keys() {
		if !slices.Contains(judging, k.Name) || k.Name == "topics" {
			free = append(free, "settings."+k.Name)
		}
	}
	return free
}
