package crawlcmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// runner runs or resumes the crawl of one run folder, and displays it.
type runner struct {
	*cli.App
	c       *config.Config
	topic   *topic.Topic
	seeds   []crawl.Link
	fresh   bool
	refresh bool            // ask again for what is recorded
	retry   bool            // ask again for what was quarantined
	demo    bool            // the run belongs to the demo
	cost    *cost.Meter     // measures the stages of a page; nil: nobody asks
	access  *session.Access // replaces the one that the settings ask for (the demo's web)

	progress *progress.Screen // set by screen
}

func (r *runner) spec() (session.Spec, error) {
	spec, err := r.SessionSpec(r.c, r.topic, r.seeds)
	spec.Folder.Fresh, spec.Folder.Demo, spec.Refresh.On = r.fresh, r.demo, r.refresh
	spec.Options.RetryQuarantined = r.retry
	spec.Folder.Cleared = func(dir string) error { return library.Remove(filepath.Join(dir, library.Dir)) }
	if r.access != nil {
		spec.Fetch.Use, spec.Fetch.Pacer = r.access.Fetcher, r.access.Pacer
	}
	return spec, err
}

// run crawls until the run is finished or ctx ends.
func (r *runner) run(ctx context.Context) (session.Result, error) {
	r.KeepPrivate()
	r.screen()
	spec, err := r.spec()
	if err != nil {
		return session.Result{}, err
	}
	if r.c.Parts > 1 {
		return r.runDivided(ctx, spec)
	}
	s, err := session.Open(ctx, spec)
	if err != nil {
		return session.Result{}, cli.SessionError(err)
	}
	defer r.Present(r.c.Out)()
	defer s.Close()
	r.refresh = s.Refreshing()
	res, err := Run(ctx, s, r.shown())
	return res, shownError(err)
}

// shown says how the crawl is shown.
func (r *runner) shown() Options {
	return Options{
		Dir: r.c.Out, Budget: Budget{Pages: r.c.MaxPages, Requests: r.c.MaxRequests, Time: r.c.MaxTime}, Status: r.status(), Screen: r.progress,
		Metrics: r.c.Metrics, MetricsFrom: r.c.From["metrics"].String(), Cost: r.cost, Logger: r.Logger(r.c),
	}
}

func shownError(err error) error {
	var address *addressError
	if errors.As(err, &address) {
		err = cli.Usage(err)
	}
	return cli.SessionError(err)
}

// runDivided crawls in parts.
func (r *runner) runDivided(ctx context.Context, spec session.Spec) (session.Result, error) {
	d, err := session.OpenDivided(ctx, spec, r.c.Parts)
	if err != nil {
		return session.Result{}, cli.SessionError(err)
	}
	defer r.Present(r.c.Out)()
	defer d.Close()
	res, err := runDivided(ctx, d, r.shown())
	return res, shownError(err)
}

// screen puts the progress line between the error stream and all that write to it.
// Call it before any logger is made.
func (r *runner) screen() {
	r.progress = progress.NewScreen(r.Err)
	shared := *r.App
	shared.Err = r.progress
	r.App = &shared
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

// resuming is the command that resumes this run: the present one without what is done once.
func (r *runner) resuming() []string {
	if r.demo {
		return nil // a demo starts over each time
	}
	args := slices.DeleteFunc(slices.Clone(r.Args), func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return name == "--fresh" || name == "--retry-quarantined"
	})
	return append([]string{"ontocrawl"}, args...)
}
