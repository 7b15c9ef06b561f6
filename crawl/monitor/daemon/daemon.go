package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/notify"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/pause"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/store"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
	"github.com/ontocrawl/ontocrawl/message"
)

// Daemon makes the runs of jobs when they are due. One process runs a Daemon on a
// folder of jobs at a time.
type Daemon struct {
	*parts
	scheduler *scheduler.Scheduler
	pinger    *notify.Pinger
	pauses    *pause.Book
	edit      *jobedit.File // nil: the file of jobs is not edited here
	used      inForce
	closers   []func() error // in the order opened
}

var _ api.Control = (*Daemon)(nil)

// Open opens the store and begins to answer questions. Its error wraps
// [monitor.ErrLocked] if another process holds the folder, and is a [*SetupError]
// if an address cannot be used.
func Open(ctx context.Context, opt Options) (d *Daemon, err error) {
	for _, w := range opt.Jobs.Warnings {
		opt.Log.Warn("jobs: " + w.String())
	}
	if err := makeFolder(opt.Jobs); err != nil {
		return nil, err
	}
	warnOpen(opt.Jobs, opt.Log)
	pauses, err := pause.Open(opt.Jobs.Folder)
	if err != nil {
		return nil, &SetupError{"jobs", err}
	}
	s, err := holdStore(ctx, opt.Jobs, opt.Log)
	if err != nil {
		return nil, err
	}
	d = &Daemon{parts: newParts(opt, s), pauses: pauses, closers: []func() error{s.Close, checkStore(s, opt.Log)}}
	d.use(opt.Jobs)
	d.edit = d.editor()
	d.scheduler = scheduler.New(opt.Jobs.Jobs, scheduler.Options{
		Runner: d.runner(), Paused: pauses.All(), Runs: opt.Jobs.Runs, Phases: d.phases, Full: d.diskFull, Ended: func(run monitor.Run) { d.ran(run.Job) },
	})
	d.phase = d.scheduler.Phase
	d.pinger = notify.NewPinger(d.alive, notify.Options{Clock: d.clock, Log: opt.Log, Secret: opt.Secret})
	d.pinger.Use(opt.Jobs.Ping)
	d.openBook()
	d.book.End(monitor.JobsBroken, "") // it was read
	if err := d.answer(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Run makes runs and delivers notifications until ctx ends. A run that ctx
// interrupts is resumed by the next process.
func (d *Daemon) Run(ctx context.Context) {
	defer d.deliver(ctx)()
	defer d.signOfLife(ctx)()
	d.Log.Info("the daemon is running", "jobs", len(d.Jobs.Jobs), "folder", d.Jobs.Folder, "runs", d.Jobs.Runs, "socket", filepath.Join(d.Jobs.Folder, socketFile))
	d.scheduler.Run(ctx)
	d.Log.Info("the daemon has stopped; the next one resumes interrupted runs")
}

// signOfLife answers the dead man's switch until stop is called.
func (d *Daemon) signOfLife(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.pinger.Run(ctx)
	}()
	return func() { cancel(); <-done }
}

// alive reports whether the loop that makes runs still looks at the clock.
func (d *Daemon) alive() bool { return d.clock.Now().Sub(d.scheduler.Seen()) < 5*scheduler.Poll }

// Close stops answering and closes the store.
func (d *Daemon) Close() (err error) {
	for i := len(d.closers) - 1; i >= 0; i-- {
		if e := d.closers[i](); !errors.Is(e, context.DeadlineExceeded) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// holdStore opens the store for as long as the process lives. A single run holds it
// for moments only, so a few seconds of waiting suffice.
func holdStore(ctx context.Context, f *jobfile.File, log *slog.Logger) (monitor.Store, error) {
	const patience = 5 * time.Second
	begin := time.Now()
	for {
		s, err := store.Open(store.Dir(f.Folder), log)
		if err == nil {
			return s, nil
		}
		if !errors.Is(err, monitor.ErrLocked) || time.Since(begin) > patience || ctx.Err() != nil {
			return nil, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// checkStore verifies the whole store in the background. If part of it is damaged,
// the store refuses further writes. wait returns when the check is over.
func checkStore(s monitor.Store, log *slog.Logger) (wait func() error) {
	var done sync.WaitGroup
	if s, ok := s.(*store.Store); ok {
		done.Go(func() {
			if err := s.Check(); err != nil {
				log.Error("the store is damaged", "err", err)
			}
		})
	}
	return func() error { done.Wait(); return nil }
}

// Reload reads the file of jobs and that of access again and uses them from now on. If
// something is wrong with one, the log says what, and the old one stays.
func (d *Daemon) Reload() {
	d.reloadAccess()
	d.reloadJobs()
}

func (d *Daemon) reloadAccess() {
	if d.Page == nil || d.Page.Auth.Access == nil {
		return
	}
	if err := d.Page.Auth.Access.Reload(); err != nil {
		d.Log.Error("who may do what is not read again; the old tokens and roles stay", "err", err)
		return
	}
	d.Log.Info("tokens and roles were read again")
}

func (d *Daemon) reloadJobs() {
	d.used.reload.Lock()
	defer d.used.reload.Unlock()
	f, err := d.Read()
	var bad *yamlread.Error
	switch {
	case errors.As(err, &bad):
		for _, x := range bad.Findings {
			d.Log.Error("jobs: " + x.String())
		}
		d.jobsBroken(firstFault(bad))
		d.Log.Error("the file of jobs is not used; the old one stays", "file", d.Jobs.Path)
		return
	case err != nil:
		d.Log.Error("the file of jobs is not used; the old one stays", "file", d.Jobs.Path, "err", err)
		d.jobsBroken(err.Error())
		return
	case d.accept(f) != nil:
		d.Log.Error("the file of jobs is not used: another folder needs a restart", "was", d.Jobs.Folder, "is", f.Folder)
		d.jobsBroken("another folder needs a restart")
		return
	}
	for _, w := range f.Warnings {
		d.Log.Warn("jobs: " + w.String())
	}
	d.worker.Use(f.Jobs, f.Receivers)
	d.pinger.Use(f.Ping)
	d.use(f)
	d.book.End(monitor.JobsBroken, "")
	d.book.Keep(f.Jobs)
	d.scheduler.Use(f.Jobs)
	d.scheduler.Limit(f.Runs, f.MinFree)
	d.Log.Info("the file of jobs was reloaded", "file", f.Path, "jobs", len(f.Jobs))
}

// job returns the job called name.
func (d *Daemon) job(name string) (*monitor.Job, error) {
	for _, s := range d.scheduler.State().Jobs {
		if s.Job.Name == name {
			return s.Job, nil
		}
	}
	return nil, message.Errorf("%w: job %q", monitor.ErrNotFound, name)
}

// RunNow implements [api.Control].
func (d *Daemon) RunNow(job string) (time.Time, error) {
	due, err := d.scheduler.RunNow(job)
	if errors.Is(err, scheduler.ErrNoJob) {
		err = message.Errorf("%w: job %q", monitor.ErrNotFound, job)
	}
	return due, err
}

// SetPhase implements [api.Control].
func (d *Daemon) SetPhase(job string, p monitor.Phase, long time.Duration, reason string) error {
	j, err := d.job(job)
	if err != nil {
		return err
	}
	t, err := scheduler.Hold(d.store, j, p, long, reason, d.clock.Now())
	if err != nil {
		return err
	}
	if err := d.store.AddTransition(t); err != nil {
		return err
	}
	d.scheduler.SetTransition(t)
	return nil
}

// Decide implements [api.Control].
func (d *Daemon) Decide(o monitor.Decision) error {
	if _, err := d.job(o.Job); err != nil {
		return err
	}
	if err := d.store.Decide(o); err != nil {
		return err
	}
	d.Log.Info("a source was decided about", "job", o.Job, "site", o.Site, "state", o.State, "by", o.By)
	return nil
}

// diskFull notes that fetching is paused, or that it continues.
func (d *Daemon) diskFull(full bool, free int64) {
	if !full {
		d.book.End(monitor.DiskFull, "")
		return
	}
	d.book.Begin(monitor.Trouble{Kind: monitor.DiskFull, Text: fmt.Sprintf("%d MB", free>>20)})
}

// jobsBroken notes that the file of jobs was changed and cannot be used.
func (d *Daemon) jobsBroken(why string) {
	d.used.refuse(why)
	d.book.Begin(monitor.Trouble{Kind: monitor.JobsBroken, Text: why})
}

// firstFault returns the first finding that is no warning, and how many there are.
func firstFault(e *yamlread.Error) (text string) {
	n := 0
	for _, f := range e.Findings {
		if f.Warning {
			continue
		}
		if n++; n == 1 {
			text = f.String()
		}
	}
	if n > 1 {
		text += fmt.Sprintf(" (+%d)", n-1)
	}
	return text
}
