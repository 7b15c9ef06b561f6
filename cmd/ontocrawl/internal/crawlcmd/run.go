package crawlcmd

import (
	"context"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// runner runs or resumes the crawl of one run folder, and displays it.
type runner struct {
	*cli.App
	c       *config.Config
	topic   *topic.Topic
	seeds   []crawl.Link
	fresh   bool
	refresh bool            // ask again for what is recorded
	demo    bool            // the run belongs to the demo
	access  *session.Access // replaces the one that the settings ask for (the demo's web)

	session  *session.Session
	progress *progress.Screen // set by screen
}

func (r *runner) spec() session.Spec {
	spec := r.SessionSpec(r.c, r.topic, r.seeds)
	spec.Folder.Fresh, spec.Folder.Demo, spec.Refresh.On = r.fresh, r.demo, r.refresh
	spec.Folder.Cleared = func(dir string) error { return serve.RemoveLibrary(filepath.Join(dir, serve.SearchDir)) }
	if r.access != nil {
		spec.Fetch.Use, spec.Fetch.Pacer = r.access.Fetcher, r.access.Pacer
	}
	return spec
}

// run crawls until the run is finished or ctx ends.
func (r *runner) run(ctx context.Context) (rundir.Summary, engine.Result, error) {
	r.screen()
	s, err := session.Open(ctx, r.spec())
	if err != nil {
		return rundir.Summary{}, engine.Result{}, cli.SessionError(err)
	}
	defer s.Close()
	r.session, r.refresh = s, s.Refreshing()
	w, err := r.show(s)
	if err != nil {
		return rundir.Summary{}, engine.Result{}, err
	}
	res, err := r.shown(ctx, w)
	w.end(res.Result, err)
	return res.Summary, res.Result, cli.SessionError(err)
}

// shown runs the session of r while w displays it.
func (r *runner) shown(ctx context.Context, w *display) (res session.Result, err error) {
	if err := w.serve(r); err != nil {
		return res, err
	}
	e := r.session.Engine
	e.Observers, e.Retried = []crawl.Observer{w.meter}, w.retried
	w.count(e)
	return r.session.Run(ctx)
}
