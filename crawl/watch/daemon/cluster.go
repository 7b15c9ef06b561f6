package daemon

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/events"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Cluster holds what a daemon needs to be one of several that share the jobs. Broker, Name
// and Daemon are needed.
type Cluster struct {
	Broker  broker.Broker
	Name    string            // of the cluster
	Daemon  string            // the name of this one, for people
	Address string            // where people find its page; "" if it has none
	Times   broker.LeaseTimes // of the lease of the jobs; the zero value is the usual one
}

// join opens the store as a copy of the history of all.
func (d *Daemon) join(ctx context.Context, opt Options) error {
	c := opt.Cluster
	m, err := holder.Open(holder.Options{
		Broker: c.Broker, Cluster: c.Name, Name: c.Daemon, Dir: opt.Jobs.Folder, Address: c.Address, Version: opt.Version, Times: c.Times, Log: opt.Log, Files: d.shareFiles, Begun: d.begun,
	}, func() (*store.Store, error) { return holdStore(ctx, opt.Jobs, opt.Log) })
	if err != nil {
		return err
	}
	m.Use(opt.Jobs)
	d.parts = newParts(opt, m.Store().Roles())
	d.member = m
	return nil
}

// sharedFiles are the files in the folder of the jobs that all daemons have.
var sharedFiles = [...]string{File, troublesFile, reportsFile}

// taughtPrefix begins the name by which the store knows what the marks of a job teach.
const taughtPrefix = "taught/"

func (d *Daemon) taughtFile(job string) string {
	return filepath.Join(scheduler.Dir(d.Jobs.Folder, job), rundir.TaughtFile)
}

// shareFiles is called when all daemons take over the history of this one: what else decides about
// runs and alerts goes with it.
func (d *Daemon) shareFiles() error {
	f, _, _ := d.file()
	s := d.member.Store()
	for _, name := range sharedFiles {
		if err := share(s, name, filepath.Join(d.Jobs.Folder, name)); err != nil {
			return err
		}
	}
	for _, j := range f.Jobs {
		if err := share(s, taughtPrefix+j.Name, d.taughtFile(j.Name)); err != nil {
			return err
		}
	}
	return nil
}

// begun is called when all daemons have taken over the history of this one.
func (d *Daemon) begun() error {
	f, _, _ := d.file()
	return events.Begun(d.member.Store().Roles(), f.Jobs, d.member.ID())
}

// share keeps a file in the store.
func share(s *store.Store, name, path string) error {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.SetFile(name, text)
}

// restore makes the files of this machine those that the store has, if that is of all.
func (d *Daemon) restore() error {
	d.restoring.Lock()
	defer d.restoring.Unlock()
	s := d.member.Store()
	if s.Heard() == 0 {
		return nil
	}
	all, err := s.Files()
	if err != nil {
		return err
	}
	for _, name := range sharedFiles {
		if err := restoreFile(filepath.Join(d.Jobs.Folder, name), all[name]); err != nil {
			return err
		}
	}
	f, _, _ := d.file()
	for _, j := range f.Jobs {
		if err := restoreFile(d.taughtFile(j.Name), all[taughtPrefix+j.Name]); err != nil {
			return err
		}
	}
	return nil
}

func restoreFile(path string, text []byte) error {
	old, err := os.ReadFile(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case bytes.Equal(old, text):
		return nil
	case len(text) == 0:
		return atomicfile.Remove(path, atomicfile.Options{})
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return atomicfile.Keep(path, text, atomicfile.Options{})
}

// holding makes the runs of all, until ctx ends.
func (d *Daemon) holding(ctx context.Context) {
	err := d.restore()
	if err == nil {
		err = d.openPauses()
	}
	if err != nil {
		d.Log.Error("this daemon cannot make the runs, and leaves them to another one", "err", err)
		return
	}
	d.openTroubles()
	f, _, why := d.file()
	if why == "" {
		d.troubles().End(monitor.JobsBroken, "")
	}
	d.troubles().Keep(f.Jobs)
	d.newLoop(f)
	d.run(ctx)
}

// keeper returns what keeps a file in the store; nil if the daemon is alone.
func (p *parts) keeper(name string) func(text []byte) {
	if p.member == nil {
		return nil
	}
	return func(text []byte) {
		if err := p.member.Store().SetFile(name, text); err != nil && !errors.Is(err, store.ErrCopy) {
			p.Log.Warn("other daemons do not learn what is wrong", "file", name, "err", err)
		}
	}
}

// order returns nil if this daemon takes orders about runs.
func (d *Daemon) order() error {
	if d.member == nil {
		return nil
	}
	if err := d.member.Order(); err != nil {
		return &api.OrderError{Err: err}
	}
	return nil
}

// standsBy reports whether another daemon makes the runs.
func (d *Daemon) standsBy() bool { return d.member != nil && !d.member.Holds() }

// state returns the state of all jobs: of the loop here, or as the history has it.
func (d *Daemon) state() scheduler.State {
	s := d.loop().State()
	if !d.standsBy() {
		return s
	}
	f, _, _ := d.file()
	if err := d.restore(); err != nil {
		d.Log.Debug("what is paused is not known", "err", err)
	}
	recorded, err := recordedState(d.store, f, d.clock.Now())
	if err != nil {
		d.Log.Debug("the state of the jobs cannot be read", "err", err)
		return s
	}
	recorded.Since = d.opened
	return recorded
}

// clusterWords says how the daemons stand, a line each; nothing if the daemon is alone.
func (d *Daemon) clusterWords() (lines []string) {
	if d.member == nil {
		return nil
	}
	v := d.member.Look()
	return append([]string{v.Words().String()}, v.Differs...)
}

// cluster returns how the daemons stand, nil if the daemon is alone.
func (d *Daemon) cluster() *holder.View {
	if d.member == nil {
		return nil
	}
	v := d.member.Look()
	return &v
}

// runMember takes part until ctx ends, and logs how the daemons differ.
func (d *Daemon) runMember(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for last := ""; ctx.Err() == nil; {
			last = d.told(last)
			select {
			case <-ctx.Done():
			case <-time.After(lookAtPeers):
			}
		}
	}()
	defer func() { cancel(); <-done }()
	return d.member.Run(ctx, d.holding)
}

// lookAtPeers is how often it is looked whether the daemons differ.
const lookAtPeers = 2 * time.Second

// told logs once what differs between daemons, and that it does not any more.
func (d *Daemon) told(last string) string {
	now := strings.Join(d.member.Look().Differs, "; ")
	switch {
	case now == last:
	case now != "":
		d.Log.Warn("the daemons differ: whichever holds the jobs goes by its own file", "how", now)
	default:
		d.Log.Info("the daemons have the same file of jobs and the same program")
	}
	return now
}
