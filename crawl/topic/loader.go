package topic

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Loader opens ontologies by name: an embedded one, a file, or "-" for standard
// input. The zero value reads embedded ontologies and files with the defaults.
type Loader struct {
	Mapping     map[string]owl.Meaning // what properties mean; see [owl.Options]
	Reason      owl.Reasoning          // when Is-a is inferred; see [owl.Options]
	FetchImport func(ctx context.Context, iri string) (io.ReadCloser, error)
	Limits      owl.Limits
	Similarity  semsim.Params
	Lang        string // of names in log lines

	// Versions are the SHA-256 sums of the versions of embedded ontologies to
	// open, by name. Without one that [ontologies.Version] knows, it is the
	// present version.
	Versions map[string]string

	// Texts are read in place of the files, or embedded ontologies, of these names: earlier versions of
	// them, or what is not saved yet.
	Texts map[string][]byte

	// Stdin returns what stands on standard input. It may be called several
	// times. Nil: "-" is the name of a file.
	Stdin func() ([]byte, error)

	Opened func(*Source) // is called for each ontology that OpenGraph or Open read; may be nil
	Logger *slog.Logger  // for hints; nil: none
}

// Open reads and measures the ontology called name.
func (l *Loader) Open(ctx context.Context, name string) (*Source, error) {
	s, err := l.OpenGraph(ctx, name)
	if err != nil {
		return nil, err
	}
	if s.Measure, err = semsim.New(s.Graph(), l.Similarity); err != nil {
		return nil, err
	}
	return s, nil
}

// OpenGraph is Open without the measure, which takes the longest. An ontology without a
// concept is an error, [owl.ErrNoConcept]: nothing can be found or weighed in it. Read
// returns it.
func (l *Loader) OpenGraph(ctx context.Context, name string) (*Source, error) {
	ont, err := l.Read(ctx, name, owl.Options{})
	if err != nil {
		return nil, err
	}
	if err := ont.Crawlable(); err != nil {
		return nil, err
	}
	s := NewSource(name, ont)
	if l.Opened != nil {
		l.Opened(s)
	}
	return s, nil
}

// Read reads the ontology called name. Mapping, Reason, Fetch and Limits of opt come
// from l.
func (l *Loader) Read(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error) {
	opt.Mapping, opt.Reason, opt.Fetch, opt.Limits = l.Mapping, l.Reason, l.FetchImport, l.Limits
	ont, err := l.read(ctx, name, opt)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{Name: name}
	}
	return ont, err
}

func (l *Loader) read(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error) {
	switch {
	case name == "-" && l.Stdin != nil:
		data, err := l.Stdin()
		if err != nil {
			return nil, err
		}
		opt.File = name
		return owl.Load(bytes.NewReader(data), opt)
	case slices.Contains(ontologies.Names(), name) && l.Texts[name] != nil:
		opt.File = name
		return owl.Load(bytes.NewReader(l.Texts[name]), opt)
	case slices.Contains(ontologies.Names(), name):
		f, err := l.embedded(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		opt.File = name
		return owl.Load(f, opt)
	}
	opt.Text = l.Texts[name]
	return owl.OpenContext(ctx, name, opt)
}

func (l *Loader) embedded(name string) (io.ReadCloser, error) {
	text, err := ontologies.Version(name, l.Versions[name])
	if errors.Is(err, fs.ErrNotExist) {
		return ontologies.Open(name)
	}
	return io.NopCloser(bytes.NewReader(text)), err
}

// OpenAll opens the ontologies in which a name is looked up: the one called
// name, or for "" every embedded one.
func (l *Loader) OpenAll(ctx context.Context, name string) ([]*Source, error) {
	names := []string{name}
	if name == "" {
		names = Embedded()
	}
	var all []*Source
	for _, n := range names {
		s, err := l.Open(ctx, n)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func (l *Loader) log() *slog.Logger {
	return cmp.Or(l.Logger, slog.New(slog.DiscardHandler))
}

// Embedded are the names of the embedded ontologies in the order of lookup: the
// typhoon ontology first, since most questions are about it.
func Embedded() []string {
	names := ontologies.Names()
	slices.Reverse(names)
	return names
}

// MissingError reports a name that is neither a file nor an embedded ontology.
type MissingError struct{ Name string }

func (e *MissingError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MissingError) Message() english.Phrase {
	return english.Phrasef("ontology %s: no such file, and no embedded ontology of that name (%s)", e.Name, strings.Join(Embedded(), ", "))
}

// Unwrap makes the error an [fs.ErrNotExist].
func (e *MissingError) Unwrap() error { return fs.ErrNotExist }
