package jobcrawl

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// run is one run of a job. It observes the crawl.
type run struct {
	*Settings
	a       monitor.Assignment
	bounds  Bounds
	log     *slog.Logger
	topic   *topic.Topic
	began   time.Time // when topic was read
	seeds   []crawl.Link
	session *session.Session
	edited  func(*topic.Topic) // is called with the topic of an edit

	result monitor.Result
	seq    int // of the last visit; the goroutine of the crawl uses it
}

// Crawl implements [monitor.Crawler].
func (c *Crawler) Crawl(ctx context.Context, a monitor.Assignment) (monitor.Result, error) {
	log := c.log.With("job", a.Job.Name, "run", a.Run.Number)
	s, err := c.settings(a.Job, log)
	if err != nil {
		return monitor.Result{}, err
	}
	r := &run{Settings: s, a: a, bounds: s.bounds(&a), log: log, edited: func(t *topic.Topic) { c.keep(a.Job, t) }}
	r.began = time.Now()
	if r.topic, err = s.Topic(ctx); err != nil {
		return r.result, err
	}
	c.keep(a.Job, r.topic)
	if r.seeds, err = Seeds(a.Job); err != nil {
		return r.result, err
	}
	r.seeds = acceptedSeeds(a.Decided, r.seeds)
	got, err := r.crawl(ctx)
	if t, e := c.topic(a.Job); e == nil && err == nil {
		r.keepEvents(ctx, t)
	}
	for _, o := range r.topic.Origins {
		r.result.Ontology = strings.TrimPrefix(r.result.Ontology+" "+o.SHA256, " ")
	}
	if r.result.Outcome = monitor.Done; got.Stopped == engine.Interrupted {
		r.result.Outcome = monitor.Interrupted
	}
	switch {
	case err != nil:
		return r.result, runError(a.Dir, err)
	case got.Stopped == engine.Silent:
		return r.result, english.Errorf("%d attempts in a row brought no answer: the network is down, or every site of the job is", session.MaxSilent)
	case got.Pages == 0 && r.result.Outcome == monitor.Done && len(r.seeds) == 0:
		return r.result, english.Errorf("no question to a search source brought a page; %s in %s says why", rundir.ErrorsFile, a.Dir)
	case got.Pages == 0 && r.result.Outcome == monitor.Done && got.Summary.Errors[crawl.FailPrivate.String()] > 0:
		return r.result, english.Errorf("no seed, feed or sitemap (%d in all) brought a page; addresses refused because they are not public (this machine, or a private network): %d; \"allow-private: true\" in the settings of the job permits them",
			len(r.seeds), got.Summary.Errors[crawl.FailPrivate.String()])
	case got.Pages == 0 && r.result.Outcome == monitor.Done:
		return r.result, english.Errorf("no seed, feed or sitemap (%d in all) brought a page; %s in %s says why", len(r.seeds), rundir.ErrorsFile, a.Dir)
	}
	return r.result, nil
}

// spec returns the session of the run. The first run is a crawl, also if it is
// resumed after a kill.
func (r *run) spec() session.Spec {
	spec := r.Spec(r.topic, knownSeeds(r.a.Known, r.seeds), r.bounds)
	spec.RefreshRecorded = !(r.a.Run.Number == 1 && r.a.Run.Resumed > 0)
	r.searching(&spec)
	spec.Refresh.Always, spec.Refresh.Anew = r.seeds, r.a.Run.Resumed == 0 || r.a.Several
	return spec
}

// knownSeeds adds pages that the job knows from the run folder of another machine. They are asked
// for once, after the seeds of the job, and again as all pages of this folder are.
func knownSeeds(known []string, seeds []crawl.Link) []crawl.Link {
	have := map[string]bool{}
	for i := range seeds {
		have[seeds[i].URL] = true
	}
	seeds = slices.Clone(seeds)
	for _, page := range known {
		if l, err := seed.Link(page); err == nil && !have[l.URL] {
			have[l.URL] = true
			seeds = append(seeds, l)
		}
	}
	return seeds
}

// crawl opens the session and runs it to its end.
func (r *run) crawl(ctx context.Context) (res session.Result, err error) {
	if r.session, err = session.Open(ctx, r.spec()); err != nil {
		return res, err
	}
	defer r.session.Close() //nolint:errcheck // every visit was flushed
	budget := r.bounds.Pages
	if r.session.Refreshing() { // it ends when all that is due was asked
		budget = 0
	}
	meter := progress.NewMeter(progress.Options{Budget: budget, Waiting: r.session.Waiting})
	first := r.Status
	first.Topic = r.topic.Name
	publisher, err := progress.Publish(r.a.Dir, first, meter, r.log)
	if err != nil {
		r.log.Warn("status.json cannot be written; ontocrawl status shows an old state", "err", err)
	}
	res, err = r.observed(ctx, meter, publisher)
	c := meter.Counts()
	r.result.Pages, r.result.Relevant = c.Pages, c.Relevant
	if publisher != nil {
		publisher.Close(func(s *progress.Status) {
			if s.State = string(res.Stopped); err != nil {
				s.State, s.Error = progress.Failed, err.Error()
			}
		})
	}
	return res, err
}

// observed runs the session while meter counts and edits are noticed.
func (r *run) observed(ctx context.Context, meter *progress.Meter, publisher *progress.Publisher) (res session.Result, err error) {
	if err := r.session.Store.Visits(func(v *crawl.Visit) error { meter.Count(v); return nil }); err != nil {
		return res, err
	}
	if publisher != nil {
		publisher.Set(func(s *progress.Status) { s.State = progress.Crawling })
	}
	if r.Show != nil {
		defer r.Show(meter, r.log)()
	}
	e := r.session.Engine
	r.a.Sink.Texts(r.session.Store.Keeper())
	e.Sinks = append(e.Sinks, r.a.Sink)
	e.Observers, e.Retried, e.Stands = append(e.Observers, meter, r), meter.Retried, meter.Stand
	stop, err := r.watchOntology(ctx)
	if err != nil {
		return res, err
	}
	defer stop()
	return r.session.Run(ctx)
}

// Visited implements [crawl.Observer].
func (r *run) Visited(v *crawl.Visit) { r.seq = v.Seq }

// runError makes an error of a crawl one that the scheduler and the user can act on.
func runError(dir string, err error) error {
	var (
		space  *state.SpaceError
		locked *state.LockedError
		params *rundir.ParamsError
	)
	switch {
	case errors.As(err, &space):
		return english.Errorf("%w: %w", scheduler.ErrFull, err)
	case errors.As(err, &locked):
		return english.Errorf("%w: %w", scheduler.ErrBusy, err)
	case errors.As(err, &params):
		return english.Errorf("%v", Changed(params.Differences, dir))
	}
	return err
}

// Changed says of a job whose run folder is dir that it was made with other settings.
func Changed(diffs []rundir.Difference, dir string) english.Phrase {
	var words []string
	for _, d := range diffs {
		words = append(words, d.String())
	}
	return english.Phrasef("the settings that judge pages have changed (%s): old and new pages cannot be compared; undo the change, give the job another name, or move %s away to start over",
		strings.Join(words, "; "), dir)
}

// Seeds returns the feeds and sitemaps of a job, then its pages.
func Seeds(j *monitor.Job) ([]crawl.Link, error) {
	var links []crawl.Link
	for _, s := range []struct {
		kind crawl.LinkKind
		urls []string
	}{{crawl.LinkFeed, j.Feeds}, {crawl.LinkSitemap, j.Sitemaps}, {crawl.LinkPage, j.Seeds}} {
		for _, url := range s.urls {
			l, err := seed.Link(url)
			if err != nil {
				return nil, english.Errorf("%q is no http or https URL", url)
			}
			l.Kind = s.kind
			if !slices.ContainsFunc(links, func(o crawl.Link) bool { return o.URL == l.URL }) {
				links = append(links, l)
			}
		}
	}
	return links, nil
}
