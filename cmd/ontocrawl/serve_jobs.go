package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/status"
	"github.com/ontocrawl/ontocrawl/crawl/state"
)

// serveJobs serves the page of the daemon of a file of jobs: as its daemon tells it,
// or, if none runs, as it was recorded.
func (a *app) serveJobs(cmd *cobra.Command, name string, f *serveFlags) error {
	c, err := a.Load(cmd)
	if err != nil {
		return err
	}
	jobs, err := a.readJobs(name)
	if err != nil {
		return err
	}
	folders := map[string]string{}
	for _, j := range jobs.Jobs {
		folders[j.Name] = scheduler.Dir(jobs.Folder, j.Name)
	}
	opt, library, err := a.pageOptions(c, f, jobs.Folder, folders)
	if err != nil {
		return err
	}
	defer library.Close() //nolint:errcheck // what it holds is on disk
	if d := dial(jobs); d != nil {
		defer d.Close() //nolint:errcheck // gives back nothing
		opt.Control = d
		return a.serveUntil(cmd.Context(), d, f, opt)
	}
	if err := deskFolder(jobs); err != nil {
		return err
	}
	store := sharedBook(jobs, opt.Log)
	defer store.Close() //nolint:errcheck // only read
	return a.serveUntil(cmd.Context(), a.resting(c, jobs, store), f, opt)
}

// resting is a daemon on which no daemon runs.
func (a *app) resting(c *config.Config, jobs *jobfile.File, store monitor.Reader) api.Source {
	crawler := newJobCrawler(a, a.Logger(c))
	return status.New(status.Options{
		Reader: store, Version: cli.Version, Now: schedule.Clock{}.Now,
		Folder: func(job string) string { return scheduler.Dir(jobs.Folder, job) },
		Rest:   func(r monitor.Reader) (scheduler.State, error) { return atRest(r, jobs, schedule.Clock{}.Now()) },
		Graph: func(job string) (api.Graph, error) {
			j, err := jobs.Job(job)
			if err != nil {
				return api.Graph{}, fmt.Errorf("%w: %w", monitor.ErrNotFound, err)
			}
			t, err := crawler.topicOf(j)
			if err != nil {
				return api.Graph{}, err
			}
			return conceptGraph(t), nil
		},
	})
}

// atRest is how a daemon stands by its store alone.
func atRest(r monitor.Reader, jobs *jobfile.File, now time.Time) (scheduler.State, error) {
	s := scheduler.State{Free: -1}
	if free, ok := state.FreeSpace(jobs.Folder); ok {
		s.Free = free
	}
	for _, j := range jobs.Jobs {
		l, err := listed(r, j, now)
		if err != nil {
			return s, err
		}
		st := scheduler.Status{Job: j, Transition: l.Phase, Next: l.Next, Running: l.Running != nil}
		if l.Last != nil {
			st.Last = *l.Last
		}
		s.Jobs = append(s.Jobs, st)
	}
	return s, nil
}
