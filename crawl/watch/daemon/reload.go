package daemon

import (
	"errors"
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Reload reads the files of jobs and of access again and uses them from now on. If
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
	if d.member != nil {
		d.member.Use(f)
	}
	d.troubles().End(monitor.JobsBroken, "")
	d.troubles().Keep(f.Jobs)
	d.loop().Use(f.Jobs)
	d.loop().Limit(f.Runs, f.MinFree)
	d.Log.Info("the file of jobs was reloaded", "file", f.Path, "jobs", len(f.Jobs))
}

// jobsBroken notes that the file of jobs was changed and cannot be used.
func (d *Daemon) jobsBroken(why string) {
	d.used.refuse(why)
	d.troubles().Begin(monitor.Trouble{Kind: monitor.JobsBroken, Text: why})
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
