package daemon

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// Outcome says what RunDue did.
type Outcome struct {
	Run  *monitor.Run // the last run; nil if there was none
	Busy bool         // another process makes a run of the job now
	Next time.Time    // if nothing was due: when the job is due; zero if unknown
	// Pause is why nothing is due: a person has paused the job.
	Pause *monitor.Pause
}

// RunDue makes the runs of j that are due now, in this process; with now one run
// even if none is due. It delivers the notifications that are due before it
// returns. What becomes due meanwhile is left to the next process.
func RunDue(ctx context.Context, opt Options, j *monitor.Job, now bool) (out Outcome, err error) {
	if err := makeFolder(opt.Jobs); err != nil {
		return out, err
	}
	if err := holder.Alone(opt.Jobs.Folder); err != nil {
		return out, &SetupError{"jobs", err}
	}
	if !now {
		pauses, err := OpenPauses(opt.Jobs.Folder)
		if err != nil {
			return out, &SetupError{"jobs", err}
		}
		if out.Pause = pauses.Of(j.Name); out.Pause != nil {
			return out, nil
		}
	}
	s := sharedStore(opt.Jobs, opt.Log)
	defer s.Close() //nolint:errcheck // every answer was given
	p := newParts(opt, s.Roles())
	stop := p.deliver(ctx)
	out, err = p.runDue(ctx, j, now)
	p.reportDue([]*monitor.Job{j})
	stop()
	if e := p.worker.Once(context.WithoutCancel(ctx)); e != nil {
		opt.Log.Warn("notifications could not be delivered; the next run tries again", "err", e)
	}
	return out, err
}

func (p *parts) runDue(ctx context.Context, j *monitor.Job, now bool) (out Outcome, err error) {
	runner, begun := p.runner(), p.clock.Now()
	for ctx.Err() == nil {
		o, next, err := p.next(ctx, j, now && out.Run == nil)
		if err != nil || o.Job == nil || out.Run != nil && o.Due.After(begun) {
			out.Next = next
			return out, err
		}
		run, err := runner.Run(ctx, o)
		switch {
		case errors.Is(err, scheduler.ErrBusy):
			out.Busy = true
			return out, nil
		case errors.Is(err, monitor.ErrClaimed):
			continue // another process was faster
		case err != nil:
			return out, err
		}
		if !run.Ended.IsZero() {
			p.openTroubles() // now, because other processes make runs of other jobs
			p.ran(j.Name)
		}
		if out.Run = &run; now || run.Ended.IsZero() {
			return out, nil
		}
	}
	return out, nil
}

// next returns the run of j to make now; its Job is nil if nothing is due.
func (p *parts) next(ctx context.Context, j *monitor.Job, now bool) (o scheduler.Order, next time.Time, err error) {
	at := p.clock.Now()
	t, err := p.phases.Evaluate(ctx, j, at)
	if err != nil {
		return o, next, err
	}
	o, next, err = scheduler.Next(p.store, j, t, at)
	if now && !o.Resume {
		o = scheduler.Order{Job: j, Phase: t.To, Due: at.Truncate(time.Millisecond), Trigger: monitor.ByHand}
	}
	return o, next, err
}
