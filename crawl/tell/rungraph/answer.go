package rungraph

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// Asker answers questions to one run folder. What it has read it keeps, and reads anew when the run has gone on.
// Its fields must not change after the first question.
type Asker struct {
	Data   Data
	Limits sparql.Limits
	Time   time.Duration // for one question, with reading; 0: no limit
	// Reading holds one place: who shares it reads graphs one after another, since each may take much memory. nil: a
	// place of its own.
	Reading chan struct{}

	once  sync.Once
	held  [2]held // without and with links
	links Links
}

// held holds what was read.
type held struct {
	set  *sparql.Dataset
	seen [2]stamp // of the pages, and of the kept file
	read time.Time
}

// again is how long what was read is good enough although the run goes on.
const again = 10 * time.Second

// stamp tells whether a file has changed.
type stamp struct {
	size int64
	time time.Time
}

// Ask answers a question. Its errors come from [sparql.Parse] and [sparql.Dataset.Run].
func (a *Asker) Ask(ctx context.Context, text string) (*sparql.Result, error) {
	q, err := sparql.Parse(text, Prefixes())
	if err != nil {
		return nil, err
	}
	if a.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.Time)
		defer cancel()
	}
	set, err := a.dataset(ctx, WantsLinks(text))
	if err != nil {
		return nil, err
	}
	return set.Run(ctx, q, a.Limits)
}

func (a *Asker) dataset(ctx context.Context, links bool) (*sparql.Dataset, error) {
	a.once.Do(func() {
		if a.Reading == nil {
			a.Reading = make(chan struct{}, 1)
		}
	})
	select {
	case a.Reading <- struct{}{}:
		defer func() { <-a.Reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	h, data := &a.held[0], a.Data
	if links {
		h, data.Links = &a.held[1], &a.links
	}
	now := [2]stamp{stampOf(filepath.Join(a.Data.Dir, rundir.PagesFile)), stampOf(a.Data.Kept)}
	if h.set != nil && (now == h.seen || time.Since(h.read) < again) {
		return h.set, nil
	}
	set, err := data.Load(ctx)
	if err != nil {
		return nil, err
	}
	*h = held{set, now, time.Now()}
	return set, nil
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}
