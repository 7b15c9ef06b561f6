package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/status"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/store"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
)

func newWatch(a *app) *cobra.Command {
	var page serveFlags
	var metricsAddr string
	cmd := &cobra.Command{
		Use:   "watch JOBS",
		Short: "Run monitoring jobs on their schedules, until stopped",
		Long: `Makes the runs of the jobs in a file when they are due, delivers notifications to those
who are to be told, and follows the phases of events (docs/monitoring.md).

SIGHUP reads the file anew; if something is wrong with it the log says what, and
the old one stays. SIGTERM and Ctrl-C interrupt what runs and end the process;
the next one goes on from there, as it does after any other death. Runs of one job
never overlap, and no scheduled time runs twice.

--listen shows the daemon as a page (see "ontocrawl serve"); "ontocrawl job" asks the
running daemon through a socket in its folder.

Exit codes: 0 stopped by a signal; 1 it failed while working; 2 the command line or
the file of jobs is wrong; 3 another daemon holds the folder.`,
		Example: `  ontocrawl watch jobs.yaml
  ontocrawl watch /etc/ontocrawl/jobs.yaml --listen 127.0.0.1:7474 --metrics localhost:9090`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			f, err := a.readJobs(args[0])
			if err != nil {
				return err
			}
			d := &daemon{page: page, metricsAddr: metricsAddr}
			return d.watch(cmd.Context(), a, c, f)
		},
	}
	config.Bind(cmd.Flags(), "lang", "log-level", "log-format")
	page.bind(cmd.Flags(), "")
	cmd.Flags().StringVar(&metricsAddr, "metrics", "", "address to serve Prometheus metrics and /healthz on, such as localhost:9090")
	return cmd
}

// daemon is a daemon that runs.
type daemon struct {
	*deskKit
	daemon      *scheduler.Scheduler
	looks       scheduler.Phases
	page        serveFlags
	metricsAddr string
	closers     []func() error // In the order opened
}

// deskBound is how long the parts of a daemon take to close, at most.
const deskBound = 5 * time.Second

// watch runs the daemon until ctx ends.
func (d *daemon) watch(ctx context.Context, a *app, c *config.Config, f *jobfile.File) (err error) {
	log := a.Logger(c)
	for _, w := range f.Warnings {
		log.Warn("jobs: " + w.String())
	}
	if err := deskFolder(f); err != nil {
		return err
	}
	store, err := holdBook(ctx, f, log)
	if err != nil {
		return bookError(err)
	}
	defer func() { err = errors.Join(err, cli.Failure(store.Close())) }()
	defer checkBook(store, log)()
	d.deskKit = a.newKit(c, f, log, store)
	phases, done := d.phases()
	defer done()
	d.looks = phases
	d.daemon = scheduler.New(f.Jobs, scheduler.Options{Runner: d.runner(), Runs: f.Runs, Phases: phases, Full: d.diskFull})
	d.deskKit.phase = d.daemon.Phase
	defer func() { err = errors.Join(err, d.close()) }()
	if err := d.open(); err != nil {
		return err
	}
	stop := d.deliver(ctx)
	defer stop()
	defer d.reloads(ctx)()
	log.Info("the daemon is open", "jobs", len(f.Jobs), "folder", f.Folder, "runs", f.Runs, "socket", filepath.Join(f.Folder, socketFile))
	d.daemon.Run(ctx)
	log.Info("the daemon is closed; what runs was interrupted goes on when it is opened again")
	return nil
}

// holdBook opens the store for as long as the process lives. A single run holds
// it for moments only.
func holdBook(ctx context.Context, f *jobfile.File, log *slog.Logger) (monitor.Store, error) {
	const patience = 5 * time.Second
	begin := time.Now()
	for {
		b, err := sharedBook(f, log).OpenStore()
		if err == nil || !errors.Is(err, monitor.ErrLocked) || time.Since(begin) > patience || ctx.Err() != nil {
			return b, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// checkBook reads the store through beside its use. If part of it is damaged the
// Log says so, and nothing more is written. The func it returns waits for it.
func checkBook(b monitor.Store, log *slog.Logger) (wait func()) {
	var done sync.WaitGroup
	if l, ok := b.(*store.Store); ok {
		done.Go(func() {
			if err := l.Check(); err != nil {
				log.Error("the daemon's memory is damaged", "err", err)
			}
		})
	}
	return done.Wait
}

// open begins to answer: on the socket, on the page, to Prometheus.
func (d *daemon) open() error {
	b := status.New(status.Options{
		Reader: d.store, State: d.daemon.State, Version: cli.Version, Now: d.clock.Now,
		Folder: func(job string) string { return scheduler.Dir(d.file.Folder, job) }, Graph: d.graph, Notices: d.notices,
	})
	if err := d.listen(b); err != nil {
		return err
	}
	if d.metricsAddr != "" {
		if err := d.serveMetrics(); err != nil {
			return err
		}
	}
	if d.page.addr == "" {
		return nil
	}
	opt, err := d.page.options(d.Env)
	if err != nil {
		return err
	}
	library := serve.OpenLibrary(filepath.Join(d.file.Folder, searchDir), d.captured, d.log)
	d.closers = append(d.closers, library.Close)
	opt.Control, opt.Search, opt.Log = d, library, d.log
	srv, err := serve.Start(b, opt)
	if err != nil {
		return d.page.refused(err)
	}
	d.closers = append(d.closers, srv.Close)
	d.log.Info("the page is served", "url", srv.URL())
	return nil
}

// captured yields the archived relevant pages of the jobs that there are now.
func (d *daemon) captured(ctx context.Context) iter.Seq2[serve.Doc, error] {
	folders := map[string]string{}
	for _, s := range d.daemon.State().Jobs {
		folders[s.Job.Name] = scheduler.Dir(d.file.Folder, s.Job.Name)
	}
	return captured(folders)(ctx)
}

// longestSocket is how long the name of a unix socket may be on Linux.
const longestSocket = 107

// listen answers on the socket in the daemon's folder. The store is ours alone, so
// a socket that lies there is a dead process's.
func (d *daemon) listen(b api.Source) error {
	path := filepath.Join(d.file.Folder, socketFile)
	if abs, err := filepath.Abs(path); err == nil && len(abs) < len(path) {
		path = abs
	}
	if len(path) > longestSocket {
		return cli.Usagef("the name of the daemon's socket is too long for the system: %s; choose a shorter folder with folder:", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return cli.Failure(err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return cli.Failure(fmt.Errorf("socket of the daemon: %w", err))
	}
	if err := os.Chmod(path, 0o600); err != nil { // its owner gives orders, nobody else
		l.Close() //nolint:errcheck // nothing was served
		return cli.Failure(err)
	}
	stop := make(chan struct{})
	srv := &http.Server{
		Handler:           api.New(b, api.Options{Control: d, Now: d.clock.Now, Stop: stop}),
		ReadHeaderTimeout: deskBound, ErrorLog: slog.NewLogLogger(d.log.Handler(), slog.LevelDebug),
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	d.closers = append(d.closers, func() error {
		close(stop)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if srv.Shutdown(ctx) != nil {
			srv.Close() //nolint:errcheck // whoever asks has had his second
		}
		<-done
		return nil
	})
	return nil
}

// close closes what open opened, the last first.
func (d *daemon) close() (err error) {
	for i := len(d.closers) - 1; i >= 0; i-- {
		if e := d.closers[i](); !errors.Is(e, context.DeadlineExceeded) {
			err = errors.Join(err, e)
		}
	}
	return cli.Failure(err)
}

// reloads reads the jobs anew at SIGHUP until the function that it returns is
// called.
func (d *daemon) reloads(ctx context.Context) (stop func()) {
	signal.Ignore(syscall.SIGHUP) // which ends every other verb
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-hup:
				d.reload()
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() { cancel(); <-done; signal.Stop(hup) }
}

// reload takes the file of jobs as it is now, or says why not.
func (d *daemon) reload() {
	f, err := jobfile.Read(d.file.Path, d.jobOptions())
	var bad *yamlread.Error
	switch {
	case errors.As(err, &bad):
		for _, x := range bad.Findings {
			d.log.Error("jobs: " + x.String())
		}
		d.log.Error("the file of jobs was not taken; the old one stays", "file", d.file.Path)
		return
	case err != nil:
		d.log.Error("the file of jobs was not taken; the old one stays", "file", d.file.Path, "err", err)
		return
	case f.Folder != d.file.Folder:
		d.log.Error("the file of jobs was not taken: another folder for the daemon takes a new process", "was", d.file.Folder, "is", f.Folder)
		return
	}
	for _, w := range f.Warnings {
		d.log.Warn("jobs: " + w.String())
	}
	d.worker.Use(f.Jobs)
	d.daemon.Use(f.Jobs)
	d.daemon.Limit(f.Runs, f.MinFree)
	d.log.Info("the file of jobs was taken", "file", f.Path, "jobs", len(f.Jobs))
}

// graph is the concept graph of a job.
func (d *daemon) graph(name string) (api.Graph, error) {
	for _, s := range d.daemon.State().Jobs {
		if s.Job.Name == name {
			t, err := d.crawler.topicOf(s.Job)
			if err != nil {
				return api.Graph{}, err
			}
			return conceptGraph(t), nil
		}
	}
	return api.Graph{}, fmt.Errorf("%w: job %q", monitor.ErrNotFound, name)
}

// RunNow implements [api.Control].
func (d *daemon) RunNow(job string) (time.Time, error) {
	due, err := d.daemon.RunNow(job)
	if errors.Is(err, scheduler.ErrNoJob) {
		err = fmt.Errorf("%w: job %q", monitor.ErrNotFound, job)
	}
	return due, err
}

// SetPhase implements [api.Control].
func (d *daemon) SetPhase(job string, p monitor.Phase, long time.Duration, reason string) error {
	for _, s := range d.daemon.State().Jobs {
		if s.Job.Name != job {
			continue
		}
		t, err := scheduler.Hold(d.store, s.Job, p, long, reason, d.clock.Now())
		if err != nil {
			return err
		}
		if err := d.store.AddTransition(t); err != nil {
			return err
		}
		d.daemon.SetTransition(t)
		return nil
	}
	return fmt.Errorf("%w: job %q", monitor.ErrNotFound, job)
}

// diskFull tells every receiver once that fetching is paused. That it goes on by
// itself, the log and the page say.
func (d *daemon) diskFull(full bool, free int64) {
	if full {
		d.worker.Notify(fmt.Sprintf("The disk of the daemon is nearly full: %d MB are free. Fetching is paused until there is room; nothing is lost.", free>>20))
	}
}
