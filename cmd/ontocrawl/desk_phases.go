package main

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/desk"
)

// phases says in which phase jobs are.
func (k *deskKit) phases() desk.Phases { return nil }

// turn is the phase of a job at now.
func (k *deskKit) turn(ctx context.Context, j *monitor.Job, now time.Time) (monitor.Turn, error) {
	if p := k.phases(); p != nil {
		return p.Look(ctx, j, now)
	}
	return desk.InForce(k.book, j)
}
