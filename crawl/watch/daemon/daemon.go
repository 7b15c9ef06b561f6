package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Daemon makes the runs of jobs when they are due. One process runs a Daemon on a
// folder of jobs at a time.
type Daemon struct {
	*parts
	loops   atomic.Pointer[scheduler.Scheduler]
	pinger  *notify.Pinger
	paused  atomic.Pointer[Pauses]
	edit    *jobedit.File // nil: the file of jobs is not edited here
	used    inForce
	closers []func() error // in the order opened

	opened    time.Time
	restoring sync.Mutex // held while files are brought to the state of the store
}

var _ api.Control = (*Daemon)(nil)

// Open opens the store and begins to answer questions. Its error wraps
// [monitor.ErrLocked] if another process holds the folder, and is a [*SetupError]
// if an address cannot be used.
func Open(ctx context.Context, opt Options) (d *Daemon, err error) {
	for _, w := range opt.Jobs.Warnings {
		opt.Log.Warn("jobs: " + w.String())
	}
	atomicfile.Sweep(opt.Jobs.Folder, "")
	if err := makeFolder(opt.Jobs); err != nil {
		return nil, err
	}
	warnOpen(opt.Jobs, opt.Log)
	d = &Daemon{}
	if err := d.open(ctx, opt); err != nil {
		return nil, err
	}
	d.use(opt.Jobs)
	d.opened = d.clock.Now()
	if err := d.openPauses(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.edit = d.editor()
	d.phase = func(job string) monitor.Phase { return d.loop().Phase(job) }
	d.newLoop(opt.Jobs)
	d.pinger = notify.NewPinger(d.alive, notify.Options{Clock: d.clock, Log: opt.Log, Secret: opt.Secret, Hosts: opt.ReceiverHosts})
	d.pinger.Use(opt.Jobs.Ping)
	if d.member == nil {
		d.openTroubles()
	} else { // who holds the jobs tells
		d.stored.Store(openTroubles(troubleOptions{Dir: opt.Jobs.Folder, Now: d.clock.Now, Log: d.Log}))
	}
	d.troubles().End(monitor.JobsBroken, "") // it was read
	if err := d.answer(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// open opens the store, and what stands on it.
func (d *Daemon) open(ctx context.Context, opt Options) error {
	if opt.Cluster != nil {
		if err := d.join(ctx, opt); err != nil {
			return err
		}
	} else {
		if err := holder.Alone(opt.Jobs.Folder); err != nil {
			return &SetupError{"jobs", err}
		}
		s, err := holdStore(ctx, opt.Jobs, opt.Log)
		if err != nil {
			return err
		}
		if err := s.Alone(); err != nil {
			return errors.Join(err, s.Close())
		}
		d.parts = newParts(opt, s.Roles())
	}
	d.closers = []func() error{d.store.Close, checkStore(d.store, opt.Log)}
	return nil
}

// openPauses reads which jobs people have paused.
func (d *Daemon) openPauses() error {
	var keep func([]byte) error
	if d.member != nil {
		keep = func(text []byte) error { return d.member.Store().SetFile(File, text) }
	}
	b, err := openKeptPauses(d.Jobs.Folder, keep)
	if err != nil {
		return &SetupError{"jobs", err}
	}
	d.paused.Store(b)
	return nil
}

// newLoop makes the loop that is run next.
func (d *Daemon) newLoop(f *jobfile.File) {
	d.loops.Store(scheduler.New(f.Jobs, scheduler.Options{
		Runner: d.runner(), Paused: d.paused.Load().All(), Runs: f.Runs, Phases: d.phases, Full: d.diskFull, Ended: func(run monitor.Run) { d.ran(run.Job) },
	}))
}

func (d *Daemon) loop() *scheduler.Scheduler { return d.loops.Load() }

// Run makes runs and delivers notifications until ctx ends. A run that ctx interrupts is
// resumed by the next process. One of several daemons does so while it holds the jobs. It
// fails if the cluster does not take this daemon.
func (d *Daemon) Run(ctx context.Context) error {
	d.Log.Info("the daemon is running", "jobs", len(d.Jobs.Jobs), "folder", d.Jobs.Folder, "runs", d.Jobs.Runs, "socket", filepath.Join(d.Jobs.Folder, socketFile))
	var err error
	if d.member == nil {
		d.run(ctx)
	} else {
		err = d.runMember(ctx)
	}
	d.Log.Info("the daemon has stopped; the next one resumes interrupted runs")
	return err
}

// run makes runs and delivers notifications until ctx ends.
func (d *Daemon) run(ctx context.Context) {
	defer d.deliver(ctx)()
	defer d.signOfLife(ctx)()
	defer d.report(ctx)()
	d.loop().Run(ctx)
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
func (d *Daemon) alive() bool { return d.clock.Now().Sub(d.loop().Seen()) < 5*scheduler.Poll }

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
func holdStore(ctx context.Context, f *jobfile.File, log *slog.Logger) (*store.Store, error) {
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
	if s, ok := s.Reader.(*store.Store); ok {
		done.Go(func() {
			if err := s.Check(); err != nil {
				log.Error("the store is damaged", "err", err)
			}
		})
	}
	return func() error { done.Wait(); return nil }
}

// job returns the job called name.
func (d *Daemon) job(name string) (*monitor.Job, error) {
	for _, s := range d.loop().State().Jobs {
		if s.Job.Name == name {
			return s.Job, nil
		}
	}
	return nil, english.Errorf("%w: job %q", monitor.ErrNotFound, name)
}

// RunNow implements [api.Control].
func (d *Daemon) RunNow(job string) (time.Time, error) {
	if err := d.order(); err != nil {
		return time.Time{}, err
	}
	due, err := d.loop().RunNow(job)
	if errors.Is(err, scheduler.ErrNoJob) {
		err = english.Errorf("%w: job %q", monitor.ErrNotFound, job)
	}
	return due, err
}

// SetPhase implements [api.Control].
func (d *Daemon) SetPhase(job string, p monitor.Phase, long time.Duration, reason string) error {
	if err := d.order(); err != nil {
		return err
	}
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
	d.loop().SetTransition(t)
	return nil
}

// Decide implements [api.Control].
func (d *Daemon) Decide(o monitor.Decision) error {
	if err := d.order(); err != nil {
		return err
	}
	j, err := d.job(o.Job)
	if err != nil {
		return err
	}
	if err := mayFetch(j, o.Add); err != nil {
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
		d.troubles().End(monitor.DiskFull, "")
		return
	}
	d.troubles().Begin(monitor.Trouble{Kind: monitor.DiskFull, Text: fmt.Sprintf("%d MB", free>>20)})
}
