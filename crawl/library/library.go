package library

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2"
)

// Doc is a captured page in the search.
type Doc struct {
	Job, URL, Host, Title, Lang string
	Text                        string // what a reader sees
	Captured                    time.Time
	Relevance                   float64
}

// Library is an index of captured pages on disk, built on request. The old index is in
// use until the new one is complete; a crash leaves the old one.
type Library struct {
	dir  string
	docs func(context.Context) iter.Seq2[Doc, error]
	log  *slog.Logger
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	mu    sync.RWMutex
	index bleve.Index // nil if there is none
	state Index
}

// Dir is the folder of the index in a run folder, or in the folder of the jobs.
const Dir = "search"

const (
	readyDir = "ready"
	freshDir = "fresh"
	perBatch = 200     // documents indexed at once
	longest  = 1 << 20 // bytes of a document that are indexed
)

// Open opens the library in dir, which the first build makes. docs yields the
// pages to index.
func Open(dir string, docs func(context.Context) iter.Seq2[Doc, error], log *slog.Logger) *Library {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	l := &Library{dir: dir, docs: docs, log: log, state: Index{State: "none"}}
	l.ctx, l.stop = context.WithCancel(context.Background())
	path := filepath.Join(dir, readyDir)
	made, err := os.Stat(path)
	if err != nil {
		return l
	}
	if err := l.open(path, made.ModTime()); err != nil {
		log.Warn("the search index cannot be opened; it can be built again", "dir", path, "err", err)
	}
	return l
}

func (l *Library) open(path string, made time.Time) error {
	index, err := bleve.OpenUsing(path, map[string]any{"bolt_timeout": "1s"})
	if err != nil {
		return err
	}
	n, err := index.DocCount()
	if err != nil {
		index.Close()
		return err
	}
	l.index, l.state = index, Index{State: "ready", Pages: int(n), Built: made.UTC()}
	return nil
}

// Remove deletes the library in dir, and nothing else.
func Remove(dir string) error {
	err := errors.Join(os.RemoveAll(filepath.Join(dir, readyDir)), os.RemoveAll(filepath.Join(dir, freshDir)))
	os.Remove(dir) //nolint:errcheck // something else lies there, or nothing ever did
	return err
}

// Index is the state of the index.
func (l *Library) Index() Index {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.state
}

// Build makes the index anew, in the background. While one is being made it does nothing.
func (l *Library) Build() error {
	done, err := l.begin()
	if err != nil || done == nil {
		return err
	}
	l.work.Go(func() { done(l.build()) }) //nolint:errcheck // it is logged
	return nil
}

// BuildNow makes the index anew and returns when it is made. While one is being made it
// does nothing.
func (l *Library) BuildNow() error {
	done, err := l.begin()
	if err != nil || done == nil {
		return err
	}
	return done(l.build())
}

// begin begins to build; done, nil if somebody builds already, takes the outcome.
func (l *Library) begin() (done func(error) error, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ctx.Err() != nil {
		return nil, errors.New("the search is closed")
	}
	if l.state.State == "building" {
		return nil, nil
	}
	l.state = Index{State: "building"}
	return func(err error) error {
		if err != nil {
			l.log.Warn("the search index could not be built", "err", err)
			l.mu.Lock()
			l.state = Index{State: "failed", Error: err.Error()}
			l.mu.Unlock()
		}
		return err
	}, nil
}

func (l *Library) build() error {
	fresh := filepath.Join(l.dir, freshDir)
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.MkdirAll(l.dir, 0o755); err != nil {
		return err
	}
	m, err := mapping()
	if err != nil {
		return err
	}
	index, err := bleve.New(fresh, m)
	if err != nil {
		return err
	}
	if err := errors.Join(l.fill(index), index.Close()); err != nil {
		os.RemoveAll(fresh) //nolint:errcheck // the next build does it
		return err
	}
	return l.replace(fresh)
}

// fill indexes all documents and updates the state.
func (l *Library) fill(index bleve.Index) error {
	batch, n := index.NewBatch(), 0
	for d, err := range l.docs(l.ctx) {
		if err != nil {
			return err
		}
		if err := l.ctx.Err(); err != nil {
			return err
		}
		if err := batch.Index(d.Job+" "+d.URL, entryOf(d)); err != nil {
			return fmt.Errorf("%s: %w", d.URL, err)
		}
		if n++; batch.Size() >= perBatch {
			if err := index.Batch(batch); err != nil {
				return err
			}
			batch.Reset()
			l.mu.Lock()
			l.state.Pages = n
			l.mu.Unlock()
		}
	}
	return index.Batch(batch)
}

// replace replaces the index in use by the one in fresh.
func (l *Library) replace(fresh string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ready := filepath.Join(l.dir, readyDir)
	if l.index != nil {
		if err := l.index.Close(); err != nil {
			return err
		}
		l.index = nil
	}
	if err := os.RemoveAll(ready); err != nil {
		return err
	}
	if err := os.Rename(fresh, ready); err != nil {
		return err
	}
	return l.open(ready, time.Now())
}

// Close stops a build and closes the index.
func (l *Library) Close() error {
	l.mu.Lock()
	l.stop()
	l.mu.Unlock()
	l.work.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.index == nil {
		return nil
	}
	err := l.index.Close()
	l.index = nil
	return err
}
