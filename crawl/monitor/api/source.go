package api

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Source answers questions. Its methods are called concurrently. Their error wraps
// [monitor.ErrNotFound] where there is no such job or run.
type Source interface {
	monitor.Reader
	Daemon(ctx context.Context) (Daemon, error)
	Live(ctx context.Context, job string) (Live, error)
	// Graph returns the concepts of job without counts.
	Graph(ctx context.Context, job string) (Graph, error)
}

// Control takes orders.
type Control interface {
	// RunNow makes job due at once and returns the time under which it will run.
	RunNow(job string) (time.Time, error)
	// SetPhase holds job in a phase for so long.
	SetPhase(job string, p monitor.Phase, d time.Duration, reason string) error
}

// Search finds captured pages by their text. Its index is made when it is asked
// for and not before.
type Search interface {
	Index() Index
	Build() error // begins; it goes on in the background
	Search(ctx context.Context, query, job string, n int) ([]Hit, error)
}
