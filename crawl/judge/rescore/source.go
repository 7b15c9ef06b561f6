package rescore

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/read/dateline"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Texts has the kept texts of a run. crawl/state.Store is one.
type Texts interface {
	// TextOf returns the text of the page that visit first recorded, nil if there is
	// none. It is called concurrently.
	TextOf(first int) (*crawl.Text, error)
}

// Source has what is kept of the pages of a run.
type Source struct {
	Texts   Texts        // nil: there are none
	Archive *warc.Folder // nil: there is none
	// Why says why Texts is nil although there may be texts: a crawl uses the state, or
	// it cannot be read.
	Why error

	// Again reads a page from its archived answer if there is one, even if its text is kept: so the
	// reader of now reads it, and not the one of its crawl.
	Again bool

	// Documents reads the archived answers that are documents. Open sets one that reads
	// PDF where pdftotext is installed.
	Documents *document.Converter

	unpacker binenc.Unpacker
	store    *state.Store
}

// textFormat is the format from which on a state may hold texts.
const textFormat = 3

// Open opens what is kept of the run in dir. While a crawl uses the run, only its
// archive can be read.
func Open(dir string, log *slog.Logger) (*Source, error) {
	s := &Source{Documents: document.New(document.Options{})}
	var err error
	if s.Archive, err = warc.OpenFolder(filepath.Join(dir, rundir.WARCDir)); errors.Is(err, fs.ErrNotExist) {
		s.Archive = nil
	} else if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, rundir.StateDir)
	if state.Format(name) < textFormat {
		return s, nil
	}
	if s.store, s.Why = state.OpenToRead(name, state.Options{Logger: log}); s.Why != nil {
		return s, nil
	}
	s.Texts = s.store
	return s, nil
}

// Close closes what Open opened.
func (s *Source) Close() error {
	s.unpacker.Close()
	var errs []error
	if s.Archive != nil {
		errs = append(errs, s.Archive.Close())
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	return errors.Join(errs...)
}

// Page reads a page of the run, marked with the topic's words: from its text, or else from
// its answer. It is nil, without an error, if neither was kept. It may be called
// concurrently.
func (s *Source) Page(ctx context.Context, p rundir.Page, judge Judge) (*crawl.Page, error) {
	r := s.read(ctx, p, judge)
	if errors.Is(r.fault, ErrNotKept) {
		return nil, nil
	}
	return r.page, r.fault
}

// Answer returns the archived answer of a page of the run; nil if none was archived. It may
// be called concurrently.
func (s *Source) Answer(p *rundir.Page) (*crawl.Response, error) {
	if s.Archive == nil || p.WARC == nil {
		return nil, nil
	}
	all, err := s.Archive.Exchanges(p.WARC.Ref())
	if err != nil {
		return nil, err
	}
	return replay.Answer(all)
}

// way is a way to read a page: it fills page, from and cut of r. A page that was not kept that
// way has neither a page nor an error.
type way func(ctx context.Context, r *result, judge Judge) error

// read reads a page from its text, or else from its answer; with Again from its answer, or else
// from its text.
func (s *Source) read(ctx context.Context, p rundir.Page, judge Judge) result {
	r := result{was: p, line: p, fault: ErrNotKept}
	ways := [...]way{s.readText, s.readAnswer}
	if s.Again {
		slices.Reverse(ways[:])
	}
	for _, w := range ways {
		if err := w.try(ctx, &r, judge); err != nil {
			r.page, r.fault = nil, err
		}
		if r.page != nil {
			r.fault = nil
			break
		}
	}
	if s.Again && r.from == FromArchive {
		r.line.ReadAgain(r.page)
	}
	return r
}

// try reads a page, whatever its reader does.
func (w way) try(ctx context.Context, r *result, judge Judge) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = english.Errorf("rescore: reading the page panicked: %v", x)
		}
	}()
	return w(ctx, r, judge)
}

// readAnswer reads the page from its answer, if that is archived.
func (s *Source) readAnswer(ctx context.Context, r *result, judge Judge) error {
	answer, err := s.Answer(&r.was)
	if answer == nil || err != nil {
		return err
	}
	reader := document.Reader{Pages: dateline.Reader{Pages: judge}, Documents: s.Documents}
	p, err := reader.Read(ctx, answer)
	if err != nil {
		return err
	}
	r.page, r.from = p, FromArchive
	return nil
}

// readText reads the page from its text, if there is one.
func (s *Source) readText(_ context.Context, r *result, judge Judge) error {
	if s.Texts == nil {
		return nil
	}
	t, err := s.Texts.TextOf(r.was.Seq)
	if t == nil || err != nil {
		return err
	}
	p, err := s.unpacker.Unpack(t)
	if err != nil {
		return err
	}
	judge.Mark(p.Page)
	r.page, r.from, r.cut = p.Page, FromText, p.Cut
	return nil
}
