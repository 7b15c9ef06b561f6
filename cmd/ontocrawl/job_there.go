package main

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
)

// askEvery is the time between two looks at a run that a daemon makes.
const askEvery = 200 * time.Millisecond

// runThere has the daemon of the daemon make a run, and waits for its end.
func (v *jobVerb) runThere(ctx context.Context, d *api.Client, j *monitor.Job, now bool) error {
	if !now {
		v.say("ontocrawl watch runs on this folder and makes the runs by itself; --now asks it for one")
		return v.told(ctx, nil)
	}
	due, err := d.RunNow(j.Name)
	if err != nil {
		return cli.Failure(err)
	}
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		runs, err := d.Runs(j.Name, due.Add(time.Nanosecond), 1)
		if err != nil {
			return cli.Failure(err)
		}
		for i := range runs {
			if r := &runs[i]; r.Due.Equal(due) && r.Trigger == monitor.ByHand && !r.Ended.IsZero() {
				return v.told(ctx, r)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			v.say("the daemon goes on with the run")
			return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
		}
	}
}
