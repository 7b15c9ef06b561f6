package jobcmd

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// askers answer questions in SPARQL about run folders, each read when somebody asks.
type askers struct {
	folders map[string]string // by job
	graphs  func(ctx context.Context, job, dir string) (rungraph.Data, error)
	c       *config.Config
	turns   chan struct{} // of questions that are much work; see sparql.Limits
	reading chan struct{} // see rungraph.Asker
	turn    chan struct{} // of all questions: each has some memory

	mu   sync.Mutex
	open map[string]*rungraph.Asker
}

// mostQuestions is how many are evaluated at once; the others wait.
const mostQuestions = 16

func newAskers(folders map[string]string, graphs func(ctx context.Context, job, dir string) (rungraph.Data, error), c *config.Config) *askers {
	return &askers{folders: folders, graphs: graphs, c: c, reading: make(chan struct{}, 1), turn: make(chan struct{}, mostQuestions), turns: make(chan struct{}, 2), open: map[string]*rungraph.Asker{}}
}

// Ask implements api.Asker.
func (a *askers) Ask(ctx context.Context, job, question string) (*sparql.Result, error) {
	if a.c.QueryMaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.c.QueryMaxTime) // with the time for its turn
		defer cancel()
	}
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	of, err := a.of(ctx, job)
	if err != nil {
		return nil, err
	}
	return of.Ask(ctx, question)
}

func (a *askers) of(ctx context.Context, job string) (*rungraph.Asker, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if job == "" && len(a.folders) == 1 {
		for name := range a.folders {
			job = name
		}
	}
	if of := a.open[job]; of != nil {
		return of, nil
	}
	dir, ok := a.folders[job]
	if !ok {
		return nil, english.Errorf("job %q: %w", job, monitor.ErrNotFound)
	}
	if _, err := os.Stat(filepath.Join(dir, rundir.PagesFile)); os.IsNotExist(err) {
		return nil, english.Errorf("job %q has no run yet: %w", job, monitor.ErrNotFound)
	}
	data, err := a.graphs(ctx, job, dir)
	if err != nil {
		return nil, err
	}
	a.open[job] = &rungraph.Asker{Data: data, Limits: sparql.Limits{Rows: a.c.QueryMaxRows, Turns: a.turns}, Reading: a.reading}
	return a.open[job], nil
}
