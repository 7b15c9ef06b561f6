package marks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// File is the marks of a run folder. Its methods may be called concurrently, and other
// processes may have a File of the same folder. It holds no file open between calls.
type File struct {
	dir string
	// Now is the clock for marks without a time; nil means time.Now. Set it before the first call.
	Now func() time.Time

	mu     sync.Mutex
	was    os.FileInfo // of the file when it was read last; nil without one
	size   int64       // of the complete lines that were read
	marks  []Mark
	tail   []Mark // of a last line without its newline
	faults int
	states map[string]*State

	answersWere os.FileInfo // as was, of labels.tsv
	answers     []Label
}

// mostFile bounds what is read of a file, in bytes. It is as many marks as a hundred people make in
// a year.
const mostFile = 1 << 30

// errTooLarge is the error of a file of more than 1 GB.
var errTooLarge = errors.New("marks: the file has more than 1 GB")

// Open reads the marks of the run folder dir. A folder without marks is fine; the file is made
// with the first mark.
func Open(dir string) (*File, error) {
	f := &File{dir: dir}
	if err := mend(dir, rundir.MarksFile, isMarks); err != nil {
		return nil, err
	}
	if err := mend(dir, rundir.LabelsFile, IsLabels); err != nil {
		return nil, err
	}
	if err := f.Refresh(); err != nil {
		return nil, err
	}
	return f, nil
}

// mend writes a file of people again from its copy, if it is empty or cannot be read.
func mend(dir, name string, edited func([]byte) bool) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	defer root.Close() //nolint:errcheck // only a handle
	_, restored, err := atomicfile.Mend(name, Shared(context.Background(), root), edited)
	if restored != nil {
		slog.Warn("a file of the run folder is written again", "dir", dir, "err", restored)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("marks: %w", err)
	}
	return nil
}

// Append keeps marks, in this order and all of them or none. They are on disk when it returns. A
// mark without a time gets the present one. An error that is a [*MarkError] is the fault of a
// mark; then nothing was written.
func (f *File) Append(ctx context.Context, list ...Mark) error {
	now := time.Now
	if f.Now != nil {
		now = f.Now
	}
	var text []byte
	for _, m := range list {
		if m.At.IsZero() {
			m.At = now()
		}
		m, err := m.settled()
		if err != nil {
			return err
		}
		l, err := encode(&m)
		if err != nil {
			return fmt.Errorf("marks: %w", err)
		}
		text = append(text, l...)
	}
	if len(text) == 0 {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.write(ctx, text); err != nil {
		return fmt.Errorf("marks: %s: %w", f.dir, err)
	}
	return f.refresh()
}

// write appends text under the kernel's lock.
func (f *File) write(ctx context.Context, text []byte) error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // only a handle
	return atomicfile.Append(rundir.MarksFile, text, Shared(ctx, root))
}

// Shared opens a file of people in the run folder root, to which several processes write: each waits for the lock of the
// others until ctx ends.
func Shared(ctx context.Context, root *os.Root) atomicfile.Options {
	return atomicfile.Options{Root: root, Lock: func(file *os.File) error { return atomicfile.WaitLock(ctx, file) }}
}

// Refresh reads what was appended since. Latest, State and All do so themselves.
func (f *File) Refresh() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.refresh()
}

func (f *File) refresh() error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	defer root.Close()
	if err := f.readMarks(root); err != nil {
		return err
	}
	return f.readAnswers(root)
}

// readMarks reads what is new in marks.jsonl.
func (f *File) readMarks(root *os.Root) error {
	file, err := root.Open(rundir.MarksFile)
	if errors.Is(err, fs.ErrNotExist) {
		f.forget()
		return nil
	}
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	defer file.Close()
	is, err := file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("marks: %w", err)
	case is.Size() > mostFile:
		return errTooLarge
	case f.was == nil || !os.SameFile(f.was, is) || is.Size() < f.was.Size():
		f.forget()
	case is.Size() == f.was.Size() && is.ModTime().Equal(f.was.ModTime()):
		return nil
	case is.Size() == f.was.Size(): // edited in place
		f.forget()
	}
	text, err := io.ReadAll(io.NewSectionReader(file, f.size, is.Size()-f.size))
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	f.read(text)
	f.was = is
	return nil
}

func (f *File) forget() {
	f.was, f.size, f.marks, f.tail, f.faults, f.states = nil, 0, nil, nil, 0, map[string]*State{}
}

// read takes lines that follow those read before.
func (f *File) read(text []byte) {
	if f.tail != nil { // it may have been ended otherwise
		f.tail, f.states = nil, states(f.marks)
	}
	for len(text) > 0 {
		l, rest, whole := bytes.Cut(text, []byte{'\n'})
		text = rest
		m, ok := decode(bytes.TrimRight(l, "\r"))
		switch {
		case ok && whole:
			f.marks = append(f.marks, m)
		case ok:
			f.tail = []Mark{m}
		case whole && len(bytes.TrimSpace(l)) > 0:
			f.faults++
		}
		if ok {
			take(f.states, &m)
		}
		if whole {
			f.size += int64(len(l)) + 1
		}
	}
}

func take(all map[string]*State, m *Mark) {
	s := all[m.URL]
	if s == nil {
		s = &State{Verdict: None}
		all[m.URL] = s
	}
	s.take(m)
}

func states(list []Mark) map[string]*State {
	all := map[string]*State{}
	for i := range list {
		take(all, &list[i])
	}
	return all
}

// Latest returns what holds of each page that was ever marked, by its key. The answers to ontocrawl
// calibrate, in labels.tsv, are marks as well: of an answer and a mark of a page the later one holds.
func (f *File) Latest() (map[string]State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.refresh()
	all := make(map[string]State, len(f.states))
	for key, s := range f.states {
		all[key] = *s
	}
	for i := range f.answers {
		l := &f.answers[i]
		s, ok := all[l.URL]
		if !ok {
			s = State{URL: l.URL, Verdict: None}
		}
		s.answer(l)
		all[l.URL] = s
	}
	return all, err
}

// State returns what holds of one page. ok is false if it was never marked.
func (f *File) State(key string) (s State, ok bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err = f.refresh()
	s = State{URL: key, Verdict: None}
	if p := f.states[key]; p != nil {
		s, ok = *p, true
	}
	for i := range f.answers {
		if f.answers[i].URL == key {
			s.answer(&f.answers[i])
			ok = true
		}
	}
	return s, ok, err
}

// All returns every mark of marks.jsonl, in the order in which they were appended.
func (f *File) All() ([]Mark, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.refresh()
	return slices.Concat(f.marks, f.tail), err
}

// Faults is the number of lines that are no marks: torn by a crash, or edited by hand. They are
// passed over and stay in the file.
func (f *File) Faults() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.faults
}

// Keys returns the pages of a map of states, sorted.
func Keys(all map[string]State) []string { return slices.Sorted(maps.Keys(all)) }
