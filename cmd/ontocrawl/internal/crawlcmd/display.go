package crawlcmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/metrics"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/state"
)

// display shows how a crawl goes: progress on the terminal or in the log,
// status.json, and metrics if the settings ask for them.
type display struct {
	meter    *progress.Meter
	progress *progress.Screen
	status   *progress.Publisher // nil if status.json cannot be written
	metrics  *metrics.Set        // nil unless asked for
	server   *metrics.Server
}

// screen puts the progress line between the error stream and all that write to it.
// Call it before any logger is made.
func (r *runner) screen() {
	r.progress = progress.NewScreen(r.Err)
	shared := *r.App
	shared.Err = r.progress
	r.App = &shared
}

// show begins to display the crawl of r.
func (r *runner) show(s *session.Session) (*display, error) {
	w := &display{progress: r.progress}
	log := r.Logger(r.c)
	budget := r.c.MaxPages
	if r.refresh { // a refresh has no budget
		budget = 0
	}
	w.meter = progress.NewMeter(progress.Options{Budget: budget, Waiting: s.Waiting})
	var err error
	if w.status, err = progress.Publish(r.c.Out, r.status(), w.meter, log); err != nil {
		log.Warn("status.json cannot be written; ontocrawl status will tell old news", "err", err)
	}
	if err := s.Store.Visits(func(v *crawl.Visit) error { w.meter.Count(v); return nil }); err != nil {
		w.end(engine.Result{}, err)
		return nil, cli.SessionError(err)
	}
	w.set(func(s *progress.Status) { s.State = progress.Crawling })
	w.progress.Start(w.meter, log)
	return w, nil
}

// serve serves the metrics if the settings of r ask for them.
func (w *display) serve(r *runner) (err error) {
	if r.c.Metrics == "" {
		return nil
	}
	dir := filepath.Join(r.c.Out, rundir.StateDir)
	w.metrics = metrics.New(metrics.Options{
		Version: cli.Version, Meter: w.meter,
		Sizes: func() map[string]int64 { return state.Sizes(dir) },
		Free:  func() (int64, bool) { return state.FreeSpace(dir) },
	})
	log := r.Logger(r.c)
	if w.server, err = metrics.Serve(r.c.Metrics, w.metrics, log); err != nil {
		return cli.Usage(fmt.Errorf("%s: %w", r.c.From["metrics"], err))
	}
	log.Info("metrics are served", "address", w.server.Addr())
	w.set(func(s *progress.Status) { s.Metrics = w.server.Addr() })
	return nil
}

// count lets the metrics, if there are any, count what e does.
func (w *display) count(e *engine.Engine) {
	if w.metrics == nil {
		return
	}
	e.Fetcher, e.Filter = w.metrics.Fetcher(e.Fetcher, e.Pacer != nil), w.metrics.Filter(e.Filter)
	e.Observers = append(e.Observers, w.metrics)
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
	w.progress.End()
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

// status is the part of a run's status that does not change.
func (r *runner) status() progress.Status {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // the command is shown without its folder
	}
	env := r.c.Environ()
	for _, kv := range r.Env {
		if strings.HasPrefix(kv, config.EnvPrefix+"CONFIG=") {
			env = append(env, kv)
		}
	}
	return progress.Status{Version: cli.Version, Topic: r.topic.Name, Command: r.resuming(), Env: env, Dir: dir}
}

// resuming is the command that resumes this run: the present one without --fresh.
func (r *runner) resuming() []string {
	if r.demo {
		return nil // a demo starts over each time
	}
	args := slices.DeleteFunc(slices.Clone(r.Args), func(a string) bool {
		return a == "--fresh" || strings.HasPrefix(a, "--fresh=")
	})
	return append([]string{"ontocrawl"}, args...)
}
