package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/archive"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch"
)

// watching is all by which a crawl tells how it goes: progress on the terminal or
// in the log, and status.json.
type watching struct {
	meter    *watch.Meter
	progress *progress
	status   *watch.Publisher // nil if none can be written
}

// watch begins to show the crawl of r. From here on the error stream is
// progress's, which keeps its line below what others write.
func (r *runner) watch(store *state.Store, strat crawl.Strategy) (*watching, error) {
	w := &watching{progress: newProgress(r.err)}
	shared := *r.app
	shared.err = w.progress
	r.app = &shared
	log := r.logger(r.c)
	w.meter = watch.NewMeter(watch.Options{Budget: r.c.MaxPages, Waiting: strat.Len})
	var err error
	if w.status, err = watch.Publish(r.c.Out, r.status(), w.meter, log); err != nil {
		log.Warn("status.json cannot be written; ontocrawl status will tell old news", "err", err)
	}
	if err := store.Visits(func(v *crawl.Visit) error { w.meter.Count(v); return nil }); err != nil {
		w.end(engine.Result{}, err)
		return nil, refusal(err)
	}
	w.set(func(s *watch.Status) { s.State = watch.Crawling })
	w.progress.start(w.meter, log)
	return w, nil
}

func (w *watching) set(change func(*watch.Status)) {
	if w.status != nil {
		w.status.Set(change)
	}
}

// end shows the end of a crawl.
func (w *watching) end(res engine.Result, err error) {
	if w.progress.stop != nil {
		w.progress.end()
	}
	if w.status == nil {
		return
	}
	w.status.Close(func(s *watch.Status) {
		s.State = string(res.Stopped)
		if err != nil {
			s.State, s.Error = watch.Failed, err.Error()
		}
	})
}

// status is what of a run's status does not change.
func (r *runner) status() watch.Status {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // then the command stands alone
	}
	env := r.c.Environ()
	for _, kv := range r.env {
		if strings.HasPrefix(kv, config.EnvPrefix+"CONFIG=") {
			env = append(env, kv)
		}
	}
	return watch.Status{Version: version, Topic: r.topic.name, Command: r.resuming(), Env: env, Dir: dir}
}

// resuming is the command that continues this run: the present one, but --fresh.
func (r *runner) resuming() []string {
	if r.demo {
		return nil // which begins afresh each time
	}
	args := slices.DeleteFunc(slices.Clone(r.args), func(a string) bool {
		return a == "--fresh" || strings.HasPrefix(a, "--fresh=")
	})
	return append([]string{"ontocrawl"}, args...)
}

// stateText says in words what became of a crawl.
func stateText(s watch.Status, alive bool) string {
	switch {
	case alive:
		return fmt.Sprintf("%s, process %d on %s", s.State, s.Process, s.Machine)
	case s.State == watch.Opening, s.State == watch.Crawling, s.State == archive.Running:
		return "dead: killed, or its machine went down; nothing recorded is lost"
	case s.State == watch.Failed:
		return "failed: " + s.Error
	case s.State == string(engine.Interrupted):
		return "interrupted by a signal"
	case s.State == string(engine.Silent):
		return "stopped, for nothing answered any more"
	}
	return "finished: " + stopText(engine.Reason(s.State))
}
