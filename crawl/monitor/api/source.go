package api

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Source answers questions. Its methods are called concurrently. For an unknown job or
// run, the error wraps [monitor.ErrNotFound].
type Source interface {
	monitor.Reader
	Daemon(ctx context.Context) (Daemon, error)
	Live(ctx context.Context, job string) (Live, error)
	// Graph returns the concepts of job without counts.
	Graph(ctx context.Context, job string) (Graph, error)
}

// Control takes orders.
type Control interface {
	// RunNow requests a run of job and returns its due time.
	RunNow(job string) (time.Time, error)
	// SetPhase holds job in a phase for time d.
	SetPhase(job string, p monitor.Phase, d time.Duration, reason string) error
}

// Search finds captured pages by their text. Its index is built on request only.
type Search interface {
	Index() Index
	Build() error // starts a build in the background
	Search(ctx context.Context, query, job string, n int) ([]Hit, error)
}
