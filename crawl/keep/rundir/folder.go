package rundir

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Names in a run folder.
const (
	PagesFile    = "pages.jsonl"
	ErrorsFile   = "errors.jsonl"
	SummaryFile  = "summary.json"
	ParamsFile   = "run.yaml"
	StatusFile   = "status.json"  // written by crawl/tell/progress
	StateDir     = "state"        // of crawl/keep/state
	WARCDir      = "warc"         // of crawl/keep/warc
	CitationFile = "CITATION.cff" // of an ended run, written by crawl/session
	CardFile     = "datacard.md"
	OntologyDir  = "ontology" // versions of the ontology, and what people decided about offers for it
)

// Options of a Folder; the zero value is ready.
type Options struct {
	Now    func() time.Time // for summary.json; nil means time.Now
	Logger *slog.Logger     // nil means slog.Default()
	// RotateSize is the size in bytes at which pages.jsonl becomes an earlier part;
	// 0 means never.
	RotateSize int64
	// Defaults holds the default parameters, in the form that Settle takes; nil
	// means none.
	Defaults any
	// Upgrade, if not nil, brings the parameters of an earlier program to the form of now.
	Upgrade func(old []byte) ([]byte, error)
}

// Folder is a run folder open for a crawl. It is a crawl.Sink. One goroutine
// uses it; the state's lock keeps other processes away.
type Folder struct {
	dir  string
	opt  Options
	root *os.Root

	pages, errs *lines // nil before Restore
	changes     *lines // nil before there is one
	models      models
	part        int         // number of the last earlier part
	reading     []io.Closer // parts that are being compared
	tally       Tally
	times       times
	names       names
	session     session
	compared    *compared // nil unless the files are only compared
	outdated    bool      // the files are of an earlier format
	err         error     // first failed write
}

var _ crawl.Sink = (*Folder)(nil)

// Open opens the run folder dir, which is made if it does not exist. It leaves
// nothing in it. The error is a *crawl.FormatError if a newer program wrote the
// folder.
func Open(dir string, opt Options) (*Folder, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	opt.Logger = cmp.Or(opt.Logger, slog.Default())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unwritable(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, unwritable(dir, err)
	}
	f := &Folder{dir: dir, opt: opt, root: root}
	if err := f.probe(); err != nil {
		root.Close()
		return nil, unwritable(dir, err)
	}
	if err := CheckFormat(dir); err != nil {
		root.Close()
		return nil, err
	}
	atomicfile.Sweep(dir, "")
	return f, nil
}

// probe makes a file, so that a folder that cannot be written is found before the
// first page.
func (f *Folder) probe() error {
	const name = ".ontocrawl-probe"
	file, err := f.root.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), f.root.Remove(name))
}

func unwritable(dir string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = fmt.Errorf("%s: %w", path.Op, path.Err)
	}
	return english.Errorf("crawl/keep/rundir: run folder %s cannot be written: %w; choose another folder or change its permissions", dir, err)
}

// StatePath is the folder of the run's state.
func (f *Folder) StatePath() string { return filepath.Join(f.dir, StateDir) }

// Close releases the folder without flushing.
func (f *Folder) Close() error {
	var err error
	for _, l := range f.files() {
		if l.f != nil { // a file that was only compared may be missing
			err = errors.Join(err, l.f.Close())
		}
	}
	f.pages, f.errs, f.changes = nil, nil, nil
	return errors.Join(err, f.root.Close())
}

// Clear deletes the files of a run in dir, and nothing else. Call
// crawl/state.Remove first: it deletes the state, unless that is in use.
func Clear(dir string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return unwritable(dir, err)
	}
	defer root.Close()
	for _, name := range []string{PagesFile, ErrorsFile, SummaryFile, ParamsFile, StatusFile, ChangesFile, ModelsFile, CalibrationFile, TaughtFile, OpinionsFile, MemoryFile, CitationFile, CardFile} {
		if err := atomicfile.Remove(name, atomicfile.Options{Root: root}); err != nil {
			return unwritable(dir, err)
		}
	}
	if err := clearParts(root); err != nil {
		return unwritable(dir, err)
	}
	return nil
}

// Append takes a recorded visit. The next Flush writes it.
func (f *Folder) Append(v *crawl.Visit) error {
	if f.err != nil {
		return f.err
	}
	if f.pages == nil {
		return errors.New("crawl/keep/rundir: Append before Restore")
	}
	f.times.add(v)
	f.session.visits++
	if err := errors.Join(f.models.add(v), f.appendChange(v)); err != nil {
		return f.failed(err)
	}
	var to *lines
	switch fileOf(v) {
	case PagesFile:
		to = f.pages
	case ErrorsFile:
		to = f.errs
	default:
		return nil
	}
	to.buffered = appendLine(to.buffered, v)
	return nil
}

// fileOf names the file that holds v, or "": a sitemap or feed is no page, and a page
// that is asked for again is in the file already.
func fileOf(v *crawl.Visit) string {
	switch {
	case v.Adds():
		return PagesFile
	case v.Failed() && !v.Choice.Again:
		return ErrorsFile
	}
	return ""
}

// Flush writes the appended lines, and the summary every ten seconds.
func (f *Folder) Flush() error {
	if f.err != nil {
		return f.err
	}
	if f.pages == nil {
		return errors.New("crawl/keep/rundir: Flush before Restore")
	}
	for _, l := range f.files() {
		if err := l.flush(); err != nil {
			return f.failed(err)
		}
	}
	if err := errors.Join(f.flushModels(), f.rotate()); err != nil {
		return f.failed(err)
	}
	if f.session.visits > 0 && f.opt.Now().Sub(f.session.written) >= summaryEvery {
		return f.writeSummary(Running, 0)
	}
	return nil
}

// failed makes the first failed write the result of every later one.
func (f *Folder) failed(err error) error {
	f.err = english.Errorf("crawl/keep/rundir: run folder %s: %w; the visits are safe in its state; fix this and run the same command again", f.dir, err)
	return f.err
}

// lines is a file that grows line by line.
type lines struct {
	f        *os.File
	size     int64 // of its correct lines
	buffered []byte
}

func (l *lines) flush() error {
	if len(l.buffered) == 0 {
		return nil
	}
	if _, err := l.f.WriteAt(l.buffered, l.size); err != nil {
		return err
	}
	l.size += int64(len(l.buffered))
	l.buffered = l.buffered[:0]
	return nil
}

// write replaces the file name in root.
func write(root *os.Root, name string, data []byte) error {
	return atomicfile.Write(name, data, atomicfile.Options{Root: root})
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
