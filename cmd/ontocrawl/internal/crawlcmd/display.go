package crawlcmd

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/metrics"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// Options say where a crawl is shown.
type Options struct {
	Dir     string // run folder
	Budget  Budget
	Status  progress.Status // the fields that do not change
	Screen  *progress.Screen
	Metrics string // address of the metrics; "" for none
	// MetricsFrom says where the address was set, in errors.
	MetricsFrom string
	// Cost measures the stages of a page, for its owner and for the metrics. nil: nobody measures.
	Cost   *cost.Meter
	Logger *slog.Logger
}

// Budget says when a crawl ends; 0 stands for no limit.
type Budget struct {
	Pages, Requests int
	Time            time.Duration // of this run
}

// addressError is an address on which the metrics cannot be served.
type addressError struct {
	From string
	Err  error
}

func (e *addressError) Error() string { return e.From + ": " + e.Err.Error() }
func (e *addressError) Unwrap() error { return e.Err }

// display is a crawl that is shown.
type display struct {
	opt     *Options
	meter   *progress.Meter
	status  *progress.Publisher // nil if status.json cannot be written
	metrics *metrics.Set        // nil unless asked for
	server  *metrics.Server
}

// Run runs s until its crawl is finished or ctx ends, and shows it.
func Run(ctx context.Context, s *session.Session, opt Options) (session.Result, error) {
	s.Engine.Observers = nil
	return show(ctx, []*session.Session{s}, s.Waiting, s.Run, opt)
}

// runDivided runs the crawl of d and shows it as one: its parts count together, and
// status.json is in the folder above theirs. So are their metrics.
func runDivided(ctx context.Context, d *session.Divided, opt Options) (session.Result, error) {
	return show(ctx, d.Parts, d.Waiting, d.Run, opt)
}

// show runs a crawl in one part or several and shows it.
func show(ctx context.Context, parts []*session.Session, waiting func() int, run func(context.Context) (session.Result, error), opt Options) (session.Result, error) {
	if parts[0].Refreshing() { // it ends when all that is due was asked, and counts its own requests only
		opt.Budget.Pages, opt.Budget.Requests = 0, 0
	}
	w := &display{opt: &opt, meter: progress.NewMeter(progress.Options{Budget: opt.Budget.Pages, Requests: opt.Budget.Requests, Time: opt.Budget.Time, Waiting: waiting})}
	err := w.begin(parts)
	var res session.Result
	if err == nil {
		res, err = run(ctx)
	}
	w.end(res.Result, err)
	return res, err
}

// begin counts what was crawled before, and lets all that shows the crawl watch its parts.
func (w *display) begin(parts []*session.Session) (err error) {
	log := w.opt.Logger
	if w.status, err = progress.Publish(w.opt.Dir, w.opt.Status, w.meter, log); err != nil {
		log.Warn("status.json cannot be written; ontocrawl status will tell old news", "err", err)
	}
	for _, s := range parts {
		if err := s.Store.Visits(func(v *crawl.Visit) error { w.meter.Count(v); return nil }); err != nil {
			return err
		}
	}
	w.set(func(s *progress.Status) { s.State = progress.Crawling })
	w.opt.Screen.Start(w.meter, log)
	if err := w.serve(); err != nil {
		return err
	}
	for _, s := range parts {
		w.watch(s.Engine)
	}
	return nil
}

// watch lets the meter, and the metrics if there are any, count what e does.
func (w *display) watch(e *engine.Engine) {
	e.Observers, e.Retried, e.Stands = append(e.Observers, w.meter), w.retried, w.meter.Stand
	e.Cost = w.opt.Cost
	if w.metrics != nil {
		e.Fetcher, e.Filter = w.metrics.Fetcher(e.Fetcher, e.Pacer != nil), w.metrics.Filter(e.Filter)
		e.Observers = append(e.Observers, w.metrics)
	}
}

// sizes adds up the sizes of all states.
func sizes(dirs []string) map[string]int64 {
	sum := map[string]int64{}
	for _, dir := range dirs {
		for kind, n := range state.Sizes(dir) {
			sum[kind] += n
		}
	}
	return sum
}

// serve serves the metrics if an address is given.
func (w *display) serve() (err error) {
	if w.opt.Metrics == "" {
		return nil
	}
	dirs := []string{filepath.Join(w.opt.Dir, rundir.StateDir)}
	if parts := rundir.Parts(w.opt.Dir); len(parts) > 0 {
		dirs = nil
		for _, part := range parts {
			dirs = append(dirs, filepath.Join(part, rundir.StateDir))
		}
	}
	w.metrics = metrics.New(metrics.Options{
		Version: w.opt.Status.Version, Meter: w.meter, Cost: w.opt.Cost,
		Sizes: func() map[string]int64 { return sizes(dirs) },
		Free:  func() (int64, bool) { return state.FreeSpace(dirs[0]) },
	})
	if w.server, err = metrics.Serve(w.opt.Metrics, w.metrics, w.opt.Logger); err != nil {
		return &addressError{w.opt.MetricsFrom, err}
	}
	w.opt.Logger.Info("metrics are served", "address", w.server.Addr())
	w.set(func(s *progress.Status) { s.Metrics = w.server.Addr() })
	return nil
}

// retried counts an attempt that will be repeated.
func (w *display) retried(c crawl.Choice, wait time.Duration) {
	w.meter.Retried(c, wait)
	if w.metrics != nil {
		w.metrics.Retried(c, wait)
	}
}

func (w *display) set(change func(*progress.Status)) {
	if w.status != nil {
		w.status.Set(change)
	}
}

// end displays the end of a crawl.
func (w *display) end(res engine.Result, err error) {
	w.opt.Screen.End()
	if w.server != nil {
		w.server.Close() //nolint:errcheck // the crawl is over
	}
	if w.status == nil {
		return
	}
	w.status.Close(func(s *progress.Status) {
		s.State = string(res.Stopped)
		if err != nil {
			s.State, s.Error = progress.Failed, err.Error()
		}
	})
}
