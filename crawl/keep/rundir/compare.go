package rundir

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// FileDifference is a file of a run folder that is not as its journal says.
type FileDifference struct {
	File string
	// Short: the file ends too early, or in a torn line. A killed process leaves that,
	// and the next one completes it.
	Short bool
}

// Compare compares the files of the run folder dir with the journal that they are derived
// from, and changes nothing.
func Compare(dir string, j crawl.Journal) ([]FileDifference, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	f := &Folder{dir: dir, opt: Options{Logger: slog.New(slog.DiscardHandler), Now: time.Now}, root: root, compared: new(compared)}
	defer f.Close() //nolint:errcheck // only read
	if err := f.Restore(j); err != nil {
		return nil, err
	}
	return f.compared.list, nil
}

// compared collects what a Folder finds that only compares.
type compared struct{ list []FileDifference }

func (c *compared) add(name string, short bool) {
	c.list = append(c.list, FileDifference{name, short})
}

// openCompared opens a file for reading; one that is missing is empty.
func (f *Folder) openCompared(name string) (*fixer, error) {
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return &fixer{folder: f, name: name, have: bufio.NewReader(bytes.NewReader(nil))}, nil
	}
	if err != nil {
		return nil, err
	}
	return &fixer{lines: lines{f: file}, folder: f, name: name, have: bufio.NewReaderSize(file, 1<<16)}, nil
}

// BadLine is a line that cannot be read.
type BadLine struct {
	File string
	Line int
	Err  error
}

func (e *BadLine) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *BadLine) Unwrap() error { return e.Err }

// Salvage reads what the files of a damaged run folder still say. Lines that cannot be
// read are left out and given to Bad, which may be nil. Each iterator yields lines in the
// order of their Seq.
type Salvage struct {
	Dir string
	Bad func(*BadLine)
}

// Pages yields the lines of pages.jsonl and its earlier parts.
func (s *Salvage) Pages() iter.Seq[Page] {
	return func(yield func(Page) bool) {
		list, _ := parts(os.DirFS(s.Dir)) // a folder that cannot be read has none
		last := 0
		each := func(p Page) bool {
			if p.Seq <= last {
				return true
			}
			last = p.Seq
			return yield(p)
		}
		for _, part := range list {
			if !salvage(s, part.name, each) {
				return
			}
		}
		salvage(s, PagesFile, each)
	}
}

// Failures yields the lines of errors.jsonl.
func (s *Salvage) Failures() iter.Seq[Failure] {
	return func(yield func(Failure) bool) { salvage(s, ErrorsFile, yield) }
}

// Changes yields the lines of changes.jsonl.
func (s *Salvage) Changes() iter.Seq[Change] {
	return func(yield func(Change) bool) { salvage(s, ChangesFile, yield) }
}

// Models yields the lines of models.jsonl.
func (s *Salvage) Models() iter.Seq[Model] {
	return func(yield func(Model) bool) { salvage(s, ModelsFile, yield) }
}

func (s *Salvage) bad(name string, line int, err error) {
	if s.Bad != nil {
		s.Bad(&BadLine{name, line, err})
	}
}

// salvage yields the lines of a file; false if yield wants no more.
func salvage[T any](s *Salvage, name string, yield func(T) bool) bool {
	file, r, err := openPart(os.DirFS(s.Dir), name)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if err != nil {
		s.bad(name, 0, err)
		return true
	}
	defer file.Close() //nolint:errcheck // only read
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // a kill leaves an incomplete line
			return true
		}
		if err != nil {
			s.bad(name, n, err)
			return true
		}
		var x T
		if err := decode(line, &x); err != nil {
			s.bad(name, n, err)
			continue
		}
		if !yield(x) {
			return false
		}
	}
}

// DamagedDir is the folder in a run folder to which a repair moves what it replaces.
const DamagedDir = "damaged"

// SetAside moves the file or folder name of the run folder dir to its folder damaged,
// under a name that is free there, and returns that.
func SetAside(dir, name string) (kept string, err error) {
	kept, err = freeName(dir, name)
	if err == nil {
		err = atomicfile.Move(filepath.Join(dir, name), filepath.Join(dir, kept), atomicfile.Options{})
	}
	if err != nil {
		return "", fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return kept, nil
}

// freeName makes the folder damaged and returns a name in it that is free.
func freeName(dir, name string) (string, error) {
	if err := os.MkdirAll(filepath.Join(dir, DamagedDir), 0o700); err != nil {
		return "", err
	}
	for i := 1; ; i++ {
		kept := filepath.Join(DamagedDir, fmt.Sprintf("%s-%d", filepath.Base(name), i))
		if _, err := os.Lstat(filepath.Join(dir, kept)); errors.Is(err, fs.ErrNotExist) {
			return kept, nil
		} else if err != nil {
			return "", err
		}
	}
}

// KeepAside makes a file in the folder damaged of the run folder dir, for bytes of the
// file name that a repair replaces.
func KeepAside(dir, name string) (file *os.File, kept string, err error) {
	if kept, err = freeName(dir, name); err == nil {
		file, err = os.OpenFile(filepath.Join(dir, kept), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return nil, "", fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return file, kept, nil
}
