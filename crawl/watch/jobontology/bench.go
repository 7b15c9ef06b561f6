package jobontology

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// Errors of a Bench, beside [atomicfile.ErrChanged]: the file is not the one that the offers were made from.
var (
	ErrNoJob    = errors.New("there is no such job")
	errNoOffer  = errors.New("this is not among the offers")
	ErrNone     = errors.New("no offers were made yet")
	ErrWorking  = errors.New("offers are being made already, one ontology at a time")
	ErrReadOnly = errors.New("the ontology cannot be changed here; download it with what you accept")
	errNotAlone = errors.New("offers need an ontology; this topic has several, or none")
)

// Subject is the ontology of a job, as its settings name it now.
type Subject struct {
	Dir      string // the run folder of the job; it need not exist yet
	File     string // the file or embedded ontology that is worked on; "" if the topic has several, or none
	Topic    string // which of its concepts are the topic; "": the only root
	ReadOnly bool   // the file is not changed
	// Load returns the topic, with texts in place of files.
	Load func(ctx context.Context, texts map[string][]byte) (*topic.Topic, error)
	// Read returns one ontology.
	Read func(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error)
	// Run returns the run as one whose pages are read and judged again.
	Run func(t *topic.Topic) enrich.Run
}

// Bench has the ontologies of several jobs, for a server. Its methods may be called concurrently. Its fields must
// not change after the first call.
type Bench struct {
	// Subject returns the ontology of a job; an error that wraps [ErrNoJob] if there is none.
	Subject func(ctx context.Context, job string) (*Subject, error)
	Now     func() time.Time // nil: time.Now
	Log     *slog.Logger     // nil: none

	once    sync.Once
	turn    chan struct{} // of what reads ontologies, one at a time
	writing sync.Mutex    // of offers and files

	mu      sync.Mutex
	views   map[string]seen // by job
	working string          // the job for which offers are being made; "" for none
	faults  map[string]string
	stop    context.CancelFunc
	done    chan struct{}
}

func (b *Bench) now() time.Time {
	if b.Now != nil {
		return b.Now().UTC()
	}
	return time.Now().UTC()
}

func (b *Bench) log() *slog.Logger {
	if b.Log != nil {
		return b.Log
	}
	return slog.New(slog.DiscardHandler)
}

// wait waits for the turn to read ontologies; end gives it back.
func (b *Bench) wait(ctx context.Context) (end func(), err error) {
	b.once.Do(func() { b.turn = make(chan struct{}, 1) })
	select {
	case b.turn <- struct{}{}:
		return func() { <-b.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close ends what is going on in the background.
func (b *Bench) Close() error {
	b.mu.Lock()
	stop, done := b.stop, b.done
	b.mu.Unlock()
	if stop != nil {
		stop()
		<-done
	}
	return nil
}

// largest bounds the file of an ontology that is worked on.
const largest = 64 << 20

// text returns the present content of the ontology's file and its sum.
func (s *Subject) text() (text []byte, sum string, err error) {
	if s.File == "" {
		return nil, "", errNotAlone
	}
	if !s.embedded() {
		return atomicfile.ReadSum(s.File, largest)
	}
	r, err := ontologies.Open(s.File)
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	text, err = io.ReadAll(r)
	return text, atomicfile.Sum(text), err
}

// embedded reports whether the ontology is one of the program's, whose names go before names of
// files.
func (s *Subject) embedded() bool { return slices.Contains(ontologies.Names(), s.File) }

// unpacked is a text without its gzip.
func unpacked(text []byte) ([]byte, error) {
	r, err := syntax.Unpack(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, largest+1))
	if err == nil && len(out) > largest {
		err = english.Errorf("unpacked it is larger than %d bytes", largest)
	}
	return out, err
}

// name returns the name that people use for the ontology: the name of its file without the folder.
func (s *Subject) name() string {
	if s.File == "" {
		return ""
	}
	return filepath.Base(s.File)
}

// writable returns nil if the file of the ontology may be changed here.
func (s *Subject) writable() error {
	switch {
	case s.File == "":
		return errNotAlone
	case s.embedded():
		return english.Errorf("the ontology is embedded in the program: %w", ErrReadOnly)
	case s.ReadOnly:
		return ErrReadOnly
	}
	info, err := os.Stat(s.File)
	if err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", s.name(), ErrReadOnly)
	}
	f, err := os.OpenFile(s.File, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name(), ErrReadOnly)
	}
	return f.Close()
}

// told is an error without the folder of the ontology, which is nobody's business on the page.
func (s *Subject) told(err error) string {
	if s.File == "" {
		return err.Error()
	}
	return strings.ReplaceAll(err.Error(), s.File, s.name())
}
