package library

import (
	"cmp"
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

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
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

	words *lexicon.Dictionary // of Chinese; loaded by the first question in Chinese

	mu    sync.RWMutex
	index bleve.Index // nil if there is none
	fresh bleve.Index // that is being made, if there is no other
	state Index
	was   Index     // before it was built
	made  time.Time // when the folder of the index in use was changed
}

// Dir is the folder of the index in a run folder, or in the folder of the jobs.
const Dir = "search"

const (
	readyDir = "ready"
	freshDir = "fresh"
	lockFile = "lock"  // held by the process that builds
	perBatch = 200     // documents indexed at once
	longest  = 1 << 20 // bytes of a document that are indexed
)

// Open opens the library in dir, which the first build makes. docs yields the
// pages to index.
func Open(dir string, docs func(context.Context) iter.Seq2[Doc, error], log *slog.Logger) *Library {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	l := &Library{dir: dir, docs: docs, log: log, state: Index{State: "none"}, words: new(lexicon.Dictionary)}
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

// Use lets the library cut Chinese by d, which others use too. It may be called before the
// first question only.
func (l *Library) Use(d *lexicon.Dictionary) {
	if d != nil {
		l.words = d
	}
}

func (l *Library) open(path string, made time.Time) error {
	index, err := bleve.OpenUsing(path, map[string]any{"bolt_timeout": "1s", "read_only": true}) // so several processes may have it
	if err != nil {
		return err
	}
	n, err := index.DocCount()
	if err != nil {
		index.Close()
		return err
	}
	l.made = made
	l.index, l.state = index, Index{State: "ready", Pages: int(n), Built: made.UTC()}
	return nil
}

// Remove deletes the library in dir, and nothing else.
func Remove(dir string) error {
	err := errors.Join(os.RemoveAll(filepath.Join(dir, readyDir)), os.RemoveAll(filepath.Join(dir, freshDir)))
	for _, name := range []string{lockFile, stampFile} {
		os.Remove(filepath.Join(dir, name)) //nolint:errcheck // it need not be there
	}
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
	l.was, l.state = l.state, Index{State: "building"}
	return func(err error) error {
		if errors.Is(err, errBuilding) { // whose index is opened when it is ready
			l.mu.Lock()
			defer l.mu.Unlock()
			l.state = l.was
			return err
		}
		if err != nil && l.ctx.Err() == nil {
			l.log.Warn("the search index could not be built", "err", err)
		}
		if err != nil {
			l.mu.Lock()
			l.state = Index{State: "failed", Error: err.Error()}
			l.mu.Unlock()
		}
		return err
	}, nil
}

// errBuilding is the error of a build while another process builds the same index.
var errBuilding = errors.New("another process makes this search index")

func (l *Library) build() error {
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(l.dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close() //nolint:errcheck // it ends the lock
	if held, err := atomicfile.TryLock(lock); err != nil || !held {
		return cmp.Or(err, errBuilding)
	}
	fresh := filepath.Join(l.dir, freshDir)
	if err := os.RemoveAll(fresh); err != nil {
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
	l.show(index)
	err = l.fill(index)
	l.show(nil)
	if err := errors.Join(err, index.Close()); err != nil {
		os.RemoveAll(fresh) //nolint:errcheck // the next build does it
		return err
	}
	return l.replace(fresh)
}

// show lets questions be answered from an index that is being made.
func (l *Library) show(index bleve.Index) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh = index
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
	if err := atomicfile.Move(fresh, ready, atomicfile.Options{}); err != nil {
		return err
	}
	made, err := os.Stat(ready)
	if err != nil {
		return err
	}
	return l.open(ready, made.ModTime())
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
