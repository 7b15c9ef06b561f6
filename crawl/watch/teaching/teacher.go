package teaching

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
)

var (
	// ErrWorking says that a job is being studied already: one at a time.
	ErrWorking = errors.New("the marks of this job are being studied already")
	// ErrNoRun says that a job has no run yet, and so no marks.
	ErrNoRun = errors.New("this job has no run yet, so it has no marks")
	// ErrNoModel says that the last study did not make the model that was to be used.
	ErrNoModel = errors.New("the last study did not make this model; study the marks again")
	// ErrNoGain says that a model does not improve the verdicts on the marked pages.
	ErrNoGain = errors.New("this model does not improve the verdicts on the marked pages, so it is not used")
)

// Teacher studies marks in the background. Folder and Study are needed. The fields must not change
// after the first call; the methods may be called concurrently. For an unknown job the error
// wraps fs.ErrNotExist.
type Teacher struct {
	// Folder returns the run folder of a job.
	Folder func(job string) (dir string, ok bool)
	// Study learns from the marks of the run in dir, and writes nothing: teach.Study with what
	// the job's settings say.
	Study func(ctx context.Context, job, dir string) (*teach.Report, error)
	Now   func() time.Time // nil means time.Now
	Log   *slog.Logger     // nil: none
	// Before is called before a job uses another model, and its error refuses that; Changed
	// after it. Both may be nil.
	Before  func(job string) error
	Changed func(job string) error

	mu     sync.Mutex
	jobs   map[string]*study
	turn   chan struct{} // one study at a time: each reads a topic and the texts of pages
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup
}

// study is the last study of a job.
type study struct {
	State
	report *teach.Report // with its model
}

// State says how it stands with what marks teach of a job. The JSON names are an interface.
type State struct {
	Working bool      `json:"working"` // it is being studied, or waits for its turn
	Began   time.Time `json:"began,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	Fault   string    `json:"fault,omitempty"` // why the last study failed
	// Report says what the last study of this process learned, with the most moved of each
	// kind; nil if there was none.
	Report *teach.Report `json:"report,omitempty"`
	// Present is the ID of the model that the job uses; "" for none.
	Present string `json:"present"`
}

// shown is how many concepts, words, hosts and fields, and how many addresses, a State has of each.
const shown = 50

// State returns how it stands with a job.
func (d *Teacher) State(job string) (State, error) {
	dir, err := d.folder(job)
	if err != nil {
		return State{}, err
	}
	d.mu.Lock()
	var s State
	if last := d.jobs[job]; last != nil {
		s = last.State
	}
	d.mu.Unlock()
	model, err := teach.Read(dir)
	if err != nil {
		return s, err
	}
	if model != nil {
		s.Present = model.ID
	}
	if s.Report != nil {
		r := *s.Report
		r.Present, r.Applied = s.Present, s.Present != "" && s.Present == r.Model
		s.Report = &r
	}
	return s, nil
}

func (d *Teacher) folder(job string) (string, error) {
	dir, ok := d.Folder(job)
	if !ok {
		return "", fmt.Errorf("job %q: %w", job, fs.ErrNotExist)
	}
	return dir, nil
}

// Begin begins to study the marks of a job.
func (d *Teacher) Begin(job string) error {
	dir, err := d.folder(job)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return ErrNoRun
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.jobs == nil {
		d.jobs, d.turn = map[string]*study{}, make(chan struct{}, 1)
		d.ctx, d.cancel = context.WithCancel(context.Background())
	}
	if was := d.jobs[job]; was != nil && was.Working {
		return ErrWorking
	}
	s := &study{State: State{Working: true, Began: d.now()}}
	d.jobs[job] = s
	d.group.Go(func() { d.work(s, job, dir) })
	return nil
}

// work studies when it is its turn.
func (d *Teacher) work(s *study, job, dir string) {
	var report *teach.Report
	var err error
	select {
	case d.turn <- struct{}{}:
		report, err = d.Study(d.ctx, job, dir)
		<-d.turn
	case <-d.ctx.Done():
		err = d.ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s.Working, s.Ended = false, d.now()
	if err != nil {
		s.Fault = err.Error()
		d.log().Warn("the marks of a job could not be studied", "job", job, "err", err)
		return
	}
	s.report, s.Report = report, view(report, job)
}

// view is a report as people see it: without the folder, and not longer than they read.
func view(r *teach.Report, job string) *teach.Report {
	v := *r
	v.Run = job
	v.Concepts, v.Words, v.Hosts, v.Fields = first(r.Concepts), first(r.Words), first(r.Hosts), first(r.Fields)
	v.Unknown, v.NoText = first(r.Unknown), first(r.NoText)
	return &v
}

func first[T any](all []T) []T { return all[:min(shown, len(all))] }

// Apply lets a job use the model of its last study, whose ID is model, from its next run on.
func (d *Teacher) Apply(job, model string) error {
	dir, err := d.folder(job)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.jobs[job]
	switch {
	case s == nil || s.Working || s.report == nil || model == "" || s.report.Model != model:
		return ErrNoModel
	case !s.report.Improves:
		return ErrNoGain
	}
	if err := d.apply(job, dir, s.report.Taught()); err != nil {
		return err
	}
	d.log().Info("a job uses what its marks teach", "job", job, "model", model)
	return nil
}

// TakeBack lets a job use no model any more, from its next run on. The marks stay.
func (d *Teacher) TakeBack(job string) error {
	dir, err := d.folder(job)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.apply(job, dir, nil); err != nil {
		return err
	}
	d.log().Info("a job uses nothing that its marks teach any more", "job", job)
	return nil
}

func (d *Teacher) apply(job, dir string, m *teach.Model) error {
	if d.Before != nil {
		if err := d.Before(job); err != nil {
			return err
		}
	}
	if err := teach.Apply(dir, m); err != nil || d.Changed == nil {
		return err
	}
	return d.Changed(job)
}

// Close ends what is going on.
func (d *Teacher) Close() error {
	d.mu.Lock()
	cancel := d.cancel
	d.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	d.group.Wait()
	return nil
}

func (d *Teacher) now() time.Time {
	if d.Now == nil {
		return time.Now().UTC()
	}
	return d.Now().UTC()
}

func (d *Teacher) log() *slog.Logger {
	if d.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return d.Log
}
