package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/events"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/notify"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/store"
	"github.com/ontocrawl/ontocrawl/crawl/state"
)

// socketFile lies in the folder of the jobs while the daemon runs.
const socketFile = "daemon.sock"

// otherTime is how long a process waits for the store while others ask it.
const otherTime = 30 * time.Second

// deskKit is what a daemon and a single run have in common.
type deskKit struct {
	*app
	c       *config.Config // of the process: lang, log
	file    *jobfile.File
	log     *slog.Logger
	clock   schedule.Clock
	store   monitor.Store
	crawler *jobCrawler
	worker  *notify.Worker
	found   func(*monitor.Event) // hears of each event; may be nil
	phase   func(job string) monitor.Phase
}

// newKit joins the parts of a daemon around a store.
func (a *app) newKit(c *config.Config, f *jobfile.File, log *slog.Logger, store monitor.Store) *deskKit {
	k := &deskKit{app: a, c: c, file: f, log: log, store: store, crawler: newJobCrawler(a, log)}
	k.worker = notify.NewWorker(store, f.Jobs, notify.Options{Dir: f.Folder, Clock: k.clock, Log: log, Lang: c.Lang, Zone: time.Local, Secret: a.jobOptions().LookupEnv})
	return k
}

// runner makes runs with the parts of k.
func (k *deskKit) runner() scheduler.Runner {
	return scheduler.Runner{
		Dir: k.file.Folder, Store: k.store, Crawler: k.crawler, Clock: k.clock, Sink: k.sink,
		Free: state.FreeSpace, MinFree: k.file.MinFree, Log: k.log,
	}
}

// sink concludes what is news in a run.
func (k *deskKit) sink(job *monitor.Job, run monitor.Run) (crawl.Sink, error) {
	opt := events.Options{
		Job: job, Run: run, Rules: notify.Rules{}, Now: k.clock.Now, Name: k.crawler.nameOf(job, k.c.Lang),
		Open: func(f func(monitor.Store) error) error { return f(k.store) },
		Notify: func(f *monitor.Event) {
			k.worker.Wake()
			if k.found != nil {
				k.found(f)
			}
		},
	}
	if k.phase != nil {
		opt.Phase = func() monitor.Phase { return k.phase(job.Name) }
	}
	return events.New(opt), nil
}

// sharedBook is a daemon's store for a process that is not its daemon.
func sharedBook(f *jobfile.File, log *slog.Logger) *scheduler.SharedStore {
	return &scheduler.SharedStore{Patience: otherTime, OpenStore: func() (monitor.Store, error) {
		return store.Open(store.Dir(f.Folder), log)
	}}
}

// dial returns a client of the daemon of a daemon, nil if none answers.
func dial(f *jobfile.File) *api.Client {
	path := filepath.Join(f.Folder, socketFile)
	if !exists(path) {
		return nil
	}
	c := api.DialUnix(path)
	if !c.Alive() {
		c.Close() //nolint:errcheck // gives back nothing
		return nil
	}
	return c
}

// deskReader is a daemon that is asked, by whoever can answer.
type deskReader struct {
	monitor.Reader
	daemon *api.Client // nil if none runs
	close  func() error
}

// openReader returns a reader of the daemon of f.
func openReader(f *jobfile.File, log *slog.Logger) *deskReader {
	if c := dial(f); c != nil {
		return &deskReader{c, c, c.Close}
	}
	m := sharedBook(f, log)
	return &deskReader{m, nil, m.Close}
}

// bookError gives errors of a daemon their exit code.
func bookError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, monitor.ErrLocked):
		return cli.Exit(cli.ExitConflict, fmt.Errorf("%w; is there another daemon on this folder?", err))
	case errors.Is(err, monitor.ErrNotFound):
		return cli.Usage(err)
	}
	return cli.Failure(err)
}

// deliver sends what is due until stop is called; then once more what came
// meanwhile.
func (k *deskKit) deliver(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := k.worker.Run(ctx); err != nil && ctx.Err() == nil {
			k.log.Error("notifications are not delivered", "err", err)
		}
	}()
	return func() { cancel(); <-done }
}
