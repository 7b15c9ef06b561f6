package status

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Nothing is the source of a page that shows no job and no run, but something beside them: a
// cluster.
type Nothing struct {
	Version string // of the program
}

var _ api.Source = Nothing{}

// Daemon implements [api.Source].
func (n Nothing) Daemon(context.Context) (api.Daemon, error) {
	return api.Daemon{Now: time.Now(), Version: n.Version, Free: -1}, nil
}

// Live implements [api.Source].
func (Nothing) Live(context.Context, string) (api.Live, error) {
	return api.Live{}, monitor.ErrNotFound
}

// Graph implements [api.Source].
func (Nothing) Graph(context.Context, string) (api.Graph, error) {
	return api.Graph{}, monitor.ErrNotFound
}

// none is no error for all jobs, and ErrNotFound for one.
func none(job string) error {
	if job == "" {
		return nil
	}
	return monitor.ErrNotFound
}

// Runs implements [monitor.Reader].
func (Nothing) Runs(job string, _ time.Time, _ int) ([]monitor.Run, error) { return nil, none(job) }

// Run implements [monitor.Reader].
func (Nothing) Run(string, int) (monitor.Run, error) { return monitor.Run{}, monitor.ErrNotFound }

// Events implements [monitor.Reader].
func (Nothing) Events(string, int) ([]monitor.Event, error) { return nil, monitor.ErrNotFound }

// Stories implements [monitor.Reader].
func (Nothing) Stories(job string, _ time.Time, _ int) ([]monitor.Story, error) {
	return nil, none(job)
}

// Notifications implements [monitor.Reader].
func (Nothing) Notifications(job string, _ time.Time, _ int, _ bool) ([]monitor.Notification, error) {
	return nil, none(job)
}

// Transitions implements [monitor.Reader].
func (Nothing) Transitions(job string, _ int) ([]monitor.Transition, error) { return nil, none(job) }

// Mentions implements [monitor.Reader].
func (Nothing) Mentions(job string, _, _ time.Time) (map[string][]int, error) {
	return nil, none(job)
}

// Sources implements [monitor.Reader].
func (Nothing) Sources(job string, _ monitor.SourceState) ([]monitor.NewSource, error) {
	return nil, none(job)
}
