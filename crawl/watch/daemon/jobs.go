package daemon

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// inForce is the file of jobs that is in force.
type inForce struct {
	reload sync.Mutex // held while the file is read again

	mu    sync.Mutex
	file  *jobfile.File
	since time.Time
	why   string // the file was changed and is not used; "" if it is used
}

func (u *inForce) refuse(why string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.why = why
}

// use notes that f is in force from now on.
func (d *Daemon) use(f *jobfile.File) {
	d.used.mu.Lock()
	defer d.used.mu.Unlock()
	d.used.file, d.used.since, d.used.why = f, d.clock.Now(), ""
}

// file returns the file of jobs in force, since when, and why that on disk is not used.
func (d *Daemon) file() (f *jobfile.File, since time.Time, why string) {
	d.used.mu.Lock()
	defer d.used.mu.Unlock()
	return d.used.file, d.used.since, d.used.why
}

// accept refuses a file that a running daemon cannot use.
func (d *Daemon) accept(f *jobfile.File) error {
	if f.Folder != d.Jobs.Folder {
		return errors.New("another folder needs a restart of the daemon: " + d.Jobs.Folder + " is in force, " + f.Folder + " is written here")
	}
	return nil
}

// editor returns what edits the file of jobs. What is saved is in force at once.
func (d *Daemon) editor() *jobedit.File {
	if d.Checks == nil || d.Read == nil {
		return nil
	}
	return &jobedit.File{Path: d.Jobs.Path, Options: d.Checks, Accept: d.accept, InForce: d.file, Use: d.reloadJobs, Now: d.clock.Now, Trial: d.trial}
}

// trial tries a rule of a job, as a file that is not saved yet may have it.
func (d *Daemon) trial(ctx context.Context, job *monitor.Job, rule string) (*trial.Report, error) {
	return trial.Rule(ctx, scheduler.Dir(d.Jobs.Folder, job.Name), job, rule, d.Dictionary, d.clock.Now())
}

// jobsFile is the editor for the API; nil if there is none.
func (d *Daemon) jobsFile() api.JobsFile {
	if d.edit == nil {
		return nil
	}
	return d.edit
}
