package daemon

import (
	"errors"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrNoDaemon says that an order needs a daemon, and none runs.
var ErrNoDaemon = errors.New("no daemon runs on this folder of jobs")

// Pause pauses a job until somebody resumes it: a daemon does not run it by itself, and
// [RunDue] makes no run that is due. If no daemon runs, it is the owner of the folder who
// pauses it.
func (r *Reader) Pause(j *monitor.Job, reason string) error {
	if r.Daemon != nil {
		return r.Daemon.Pause(monitor.Pause{Job: j.Name, Reason: reason})
	}
	who := owner(nil)
	pauses, err := OpenPauses(r.file.Folder)
	if err != nil {
		return err
	}
	p, err := pauses.Pause(monitor.Pause{Job: j.Name, At: monitor.SystemClock{}.Now().UTC(), By: who.Name, Reason: reason})
	if err != nil {
		return err
	}
	r.audit.Note(who, api.ActionPause, j.Name, access.Done, reason)
	return r.told(func(d *api.Client) error { return d.Pause(p) })
}

// Resume ends the pause of a job. Its error is an [*api.OrderError] if nobody has paused the
// job, or if its file does.
func (r *Reader) Resume(j *monitor.Job) error {
	if r.Daemon != nil {
		return r.Daemon.Resume(j.Name)
	}
	pauses, err := OpenPauses(r.file.Folder)
	if err != nil {
		return err
	}
	was, err := pauses.Resume(j.Name)
	if err != nil {
		return err
	}
	if err := resumed(j, was); err != nil {
		return err
	}
	r.audit.Note(owner(nil), api.ActionResume, j.Name, access.Done, "")
	return r.told(func(d *api.Client) error {
		var order *api.OrderError
		if err := d.Resume(j.Name); !errors.As(err, &order) {
			return err
		}
		return nil // it has read what was written here
	})
}

// Stop ends the present run of a job that a daemon makes. Its error is [ErrNoDaemon] if none runs.
func (r *Reader) Stop(j *monitor.Job) error {
	if r.Daemon == nil {
		return english.Errorf("%w, so no run can be stopped; \"job run\" ends with Ctrl-C or SIGTERM", ErrNoDaemon)
	}
	return r.Daemon.Stop(j.Name)
}

// told tells a daemon that has started while the pauses were written: it may have
// read the earlier one.
func (r *Reader) told(tell func(*api.Client) error) error {
	d := Dial(r.file)
	if d == nil {
		return nil
	}
	return errors.Join(tell(d), d.Close())
}

// resumed returns why a job that was resumed, if it was paused at all, is not due by itself.
func resumed(j *monitor.Job, was bool) error {
	if j.Paused {
		return &api.OrderError{Err: english.Errorf("job %s is paused by its file (paused: true, in the job of line %d of %s); edit it there", j.Name, j.Line, j.File)}
	}
	if !was {
		return &api.OrderError{Err: english.Errorf("job %s is not paused", j.Name)}
	}
	return nil
}
