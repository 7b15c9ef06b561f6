package jobcrawl

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// Bounds of an update of the event graph. What is not read within them the next run goes on with.
const (
	eventTime  = 10 * time.Minute
	overEvents = time.Minute // if the time of the run is spent
)

// EventKeeper returns a Keeper of the event graph of the run in dir, with the ontologies of t.
func EventKeeper(dir, program string, t *topic.Topic, want monitor.EventGraph) (*eventgraph.Keeper, error) {
	run, err := session.RunOf(dir)
	if err != nil {
		return nil, err
	}
	hazards, err := hazardsOf(want.Hazards)
	if err != nil {
		return nil, err
	}
	var terms []extract.Term
	for _, s := range t.Sources {
		terms = append(terms, eventgraph.Terms(s.Graph())...)
	}
	return &eventgraph.Keeper{Dir: dir, Pages: want.Pages, Terms: terms, Hazards: hazards, Program: program, Run: func() *export.Run { return &run }}, nil
}

// hazardsOf reads a job's file of kinds of events.
func hazardsOf(name string) (*extract.Hazards, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it is only read
	return extract.ReadHazards(f, name)
}

// keepEvents brings the event graph of the job up to date, if the job wants it. The run has ended
// well, whatever becomes of it.
func (r *run) keepEvents(ctx context.Context, t *topic.Topic) {
	if !r.a.Job.EventGraph.On {
		return
	}
	limit := eventTime
	if ctx.Err() != nil {
		if !errors.Is(context.Cause(ctx), scheduler.ErrTimeUp) {
			return // the process ends
		}
		ctx, limit = context.WithoutCancel(ctx), overEvents
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c, err := r.updateEvents(ctx, t)
	if err != nil {
		r.log.Warn("the event graph was not brought up to date; the next run tries again", "err", err)
		return
	}
	r.log.Info("event graph up to date", "events", c.Events, "pages", c.Pages, "read", c.Read, "unread", c.Unread, "left_out", c.LeftOut)
}

func (r *run) updateEvents(ctx context.Context, t *topic.Topic) (*eventgraph.Cards, error) {
	k, err := EventKeeper(r.a.Dir, r.Status.Version, t, r.a.Job.EventGraph)
	if err != nil {
		return nil, err
	}
	k.Log = r.log
	return k.Update(ctx)
}
