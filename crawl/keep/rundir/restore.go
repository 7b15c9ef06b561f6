package rundir

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// MissingStateError reports a run folder with pages but without a journal: nobody can
// tell what was fetched and what waits.
type MissingStateError struct {
	Dir  string
	File string // the file that holds lines
}

func (e *MissingStateError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MissingStateError) Message() english.Phrase {
	return english.Phrasef("crawl/keep/rundir: run folder %s holds %s, but the journal in its folder %s is missing, and a crawl cannot continue without it; restore %s, or let ontocrawl repair make it anew of the other files; else choose another folder, or start the run afresh",
		e.Dir, e.File, StateDir, StateDir)
}

// Restore makes pages.jsonl and errors.jsonl equal to the visits of j and
// counts them.
func (f *Folder) Restore(j crawl.Journal) error {
	if f.pages != nil {
		return errors.New("crawl/keep/rundir: Restore a second time")
	}
	if j.Committed() == 0 && f.compared == nil {
		if err := f.mustBeEmpty(); err != nil {
			return err
		}
	}
	skip, err := f.restoreParts(j)
	if err != nil {
		return f.failed(err)
	}
	pages, err := f.openFixer(PagesFile)
	if err != nil {
		return f.failed(err)
	}
	errs, err := f.openFixer(ErrorsFile)
	if err != nil {
		pages.f.Close()
		return f.failed(err)
	}
	f.pages, f.errs = &pages.lines, &errs.lines
	f.tally, f.times, f.names = Tally{}, times{}, nil
	var changes *fixer
	var line []byte
	err = j.Visits(func(v *crawl.Visit) error {
		f.times.add(v)
		if err := errors.Join(f.models.add(v), f.restoreChange(v, &changes)); err != nil {
			return f.failed(err)
		}
		var to *fixer
		switch fileOf(v) {
		case PagesFile:
			if skip--; skip >= 0 { // in an earlier part
				return nil
			}
			to = pages
		case ErrorsFile:
			to = errs
		default:
			return nil
		}
		line = appendLine(line[:0], v)
		if err := to.expect(line); err != nil {
			return f.failed(err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := errors.Join(pages.end(), errs.end(), f.endChanges(changes), f.restoreModels()); err != nil {
		return f.failed(err)
	}
	if f.compared != nil {
		return nil
	}
	return f.beginSession()
}

// mustBeEmpty refuses lines without a journal.
func (f *Folder) mustBeEmpty() error {
	early, err := parts(f.root.FS())
	if err != nil {
		return f.failed(err)
	}
	if len(early) > 0 {
		return &MissingStateError{Dir: f.dir, File: early[0].name}
	}
	for _, name := range []string{PagesFile, ErrorsFile, ChangesFile} {
		info, err := f.root.Stat(name)
		if err == nil && info.Size() > 0 {
			return &MissingStateError{Dir: f.dir, File: name}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f.failed(err)
		}
	}
	return nil
}

// fixer compares a file with the lines that it should hold. It only reads up to the
// first difference, and writes from there on.
type fixer struct {
	lines
	folder *Folder
	name   string
	have   *bufio.Reader // nil once the file has differed
	buf    []byte
}

func (f *Folder) openFixer(name string) (*fixer, error) {
	if f.compared != nil {
		return f.openCompared(name)
	}
	file, err := f.root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return &fixer{lines: lines{f: file}, folder: f, name: name, have: bufio.NewReaderSize(file, 1<<16)}, nil
}

func (m *fixer) expect(want []byte) error {
	if m.have == nil && m.folder.compared != nil {
		return nil
	}
	if m.have == nil {
		m.buffered = append(m.buffered, want...)
		if len(m.buffered) < 1<<20 {
			return nil
		}
		return m.flush()
	}
	m.buf = append(m.buf[:0], want...)
	got := m.buf
	n, err := io.ReadFull(m.have, got)
	switch {
	case err == nil && bytes.Equal(got, want):
		m.size += int64(n)
		return nil
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	}
	// The file ends within this line, or holds another line.
	torn := err != nil && bytes.HasPrefix(want, got[:n])
	if err := m.cut(torn); err != nil {
		return err
	}
	return m.expect(want)
}

// end is called after the last line. It removes what follows in the file.
func (m *fixer) end() error {
	if m.have != nil {
		rest, err := m.have.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(rest) == 0 {
			m.have = nil
			return nil
		}
		if err := m.cut(err != nil); err != nil { // without a newline it is a torn line
			return err
		}
	}
	if m.folder.compared != nil {
		return nil
	}
	return m.flush()
}

// cut truncates the file after the correct lines. It keeps a copy of the file first,
// unless only a torn line goes or the file is of an earlier format.
func (m *fixer) cut(torn bool) error {
	if m.folder.compared != nil {
		m.have = nil
		m.folder.compared.add(m.name, torn)
		return nil
	}
	if !torn && !m.folder.outdated {
		kept, err := m.keepDamaged()
		if err != nil {
			return err
		}
		m.folder.opt.Logger.Warn("a file of the run folder differs from the journal and is written again; a copy is kept",
			"dir", m.folder.dir, "file", m.name, "kept", kept)
	}
	m.have = nil
	return m.f.Truncate(m.size)
}

func (m *fixer) keepDamaged() (name string, err error) {
	name = m.folder.damagedName(m.name)
	to, err := m.folder.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, io.NewSectionReader(m.f, 0, 1<<62))
	if err == nil {
		err = to.Sync()
	}
	return name, errors.Join(err, to.Close())
}
