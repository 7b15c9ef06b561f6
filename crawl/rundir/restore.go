package rundir

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// MissingStateError reports a run folder that holds pages but no journal: what
// had been chosen, and what waits, can no longer be told.
type MissingStateError struct {
	Dir  string
	File string // the file that holds lines
}

func (e *MissingStateError) Error() string {
	return fmt.Sprintf("crawl/rundir: run folder %s holds %s but the journal in its folder %s is missing, and a crawl cannot go on without it; put %s back, choose another folder, or start the run afresh",
		e.Dir, e.File, StateDir, StateDir)
}

// Restore makes pages.jsonl and errors.jsonl equal to the visits of j and
// counts them.
func (f *Folder) Restore(j crawl.Journal) error {
	if f.pages != nil {
		return errors.New("crawl/rundir: Restore a second time")
	}
	if j.Committed() == 0 {
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
	f.totals, f.history = totals{}, history{}
	var changes *fixer
	var line []byte
	err = j.Visits(func(v *crawl.Visit) error {
		f.totals.add(v)
		if err := f.restoreChange(v, &changes); err != nil {
			return f.failed(err)
		}
		var to *fixer
		switch fileOf(v) {
		case PagesFile:
			if skip--; skip >= 0 { // it stands in an earlier part
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
	if err := errors.Join(pages.end(), errs.end(), f.endChanges(changes)); err != nil {
		return f.failed(err)
	}
	return f.beginSession()
}

// mustBeEmpty refuses lines that no journal stands behind.
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

// fixer compares a file with the lines it should hold. As long as they agree
// it only reads; from the first difference on it writes.
type fixer struct {
	lines
	folder *Folder
	name   string
	have   *bufio.Reader // nil once the file has differed
	buf    []byte
}

func (f *Folder) openFixer(name string) (*fixer, error) {
	file, err := f.root.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	return &fixer{lines: lines{f: file}, folder: f, name: name, have: bufio.NewReaderSize(file, 1<<16)}, nil
}

func (m *fixer) expect(want []byte) error {
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
	// The file ends within this line, or holds another.
	torn := err != nil && bytes.HasPrefix(want, got[:n])
	if err := m.cut(torn); err != nil {
		return err
	}
	return m.expect(want)
}

// end is called after the last line: what the file still holds is too much.
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
	return m.flush()
}

// cut ends the file after the lines that are right. Unless only a torn line
// goes, the whole file is kept aside first.
func (m *fixer) cut(torn bool) error {
	if !torn && !m.folder.outdated {
		kept, err := m.keepDamaged()
		if err != nil {
			return err
		}
		m.folder.opt.Logger.Warn("a file of the run folder differed from the journal and is written again; the old one is kept",
			"dir", m.folder.dir, "file", m.name, "kept", kept)
	}
	m.have = nil
	return m.f.Truncate(m.size)
}

func (m *fixer) keepDamaged() (name string, err error) {
	var to *os.File
	for i := 1; ; i++ {
		name = m.name + ".damaged"
		if i > 1 {
			name = fmt.Sprintf("%s.damaged-%d", m.name, i)
		}
		to, err = m.folder.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	_, err = io.Copy(to, io.NewSectionReader(m.f, 0, 1<<62))
	if err == nil {
		err = to.Sync()
	}
	return name, errors.Join(err, to.Close())
}
