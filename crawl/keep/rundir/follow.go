package rundir

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Follower reads what a crawl adds to pages.jsonl and changes.jsonl of a run folder. Both
// only grow during a crawl, so reading continues at the old end. If one began anew (a
// rotation, another run), everything is read again. It may not be used concurrently.
type Follower struct {
	Dir string
	// Page is called for each line of pages.jsonl, Change for each of changes.jsonl; a
	// change may come before its page.
	Page   func(*Page)
	Change func(*Change)
	// Restarted is called before everything is read, for the first time or again.
	Restarted func()

	head    []byte // the beginning of pages.jsonl, to recognise it; nil: nothing was read
	offset  int64
	changes readTo
}

// readTo is how far a file was read.
type readTo struct {
	head   []byte
	offset int64
}

// headSize is how many bytes at its beginning tell a file from another.
const headSize = 256

// Update reads what was added. A folder without pages has none.
func (f *Follower) Update() error {
	if err := f.readPages(); err != nil || f.head == nil {
		return err
	}
	anew, err := f.readChanges()
	if err == nil && anew {
		f.head = nil
		if err = f.readPages(); err == nil && f.head != nil {
			_, err = f.readChanges()
		}
	}
	return err
}

func (f *Follower) readPages() error {
	file, err := os.Open(filepath.Join(f.Dir, PagesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	head, size, err := beginning(file)
	if err != nil {
		return err
	}
	if f.head == nil || size < f.offset || !bytes.HasPrefix(head, f.head) {
		return f.begin(head)
	}
	f.head = head
	if _, err := file.Seek(f.offset, io.SeekStart); err != nil {
		return err
	}
	return wholeLines(bufio.NewReaderSize(file, 1<<16), func(p *Page, n int) {
		f.offset += int64(n)
		f.Page(p)
	})
}

// beginning returns how file begins and how long it is.
func beginning(file *os.File) (head []byte, size int64, err error) {
	head = make([]byte, headSize)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	return head[:n], info.Size(), nil
}

// begin reads all pages, including earlier parts.
func (f *Follower) begin(head []byte) error {
	f.changes = readTo{}
	f.Restarted()
	var last int
	for p, err := range Pages(f.Dir) {
		if err != nil {
			f.head = nil
			return err
		}
		f.Page(&p)
		last = p.Seq
	}
	f.head = head
	return f.place(last)
}

// place finds the end of the line of visit seq, where reading continues. It looks from the end of the file, where that line is: of
// a folder of 10^5 pages all lines would cost as much again as reading them.
func (f *Follower) place(seq int) error {
	f.offset = 0
	if seq == 0 {
		return nil // nothing has been read
	}
	file, err := os.Open(filepath.Join(f.Dir, PagesFile))
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	_, size, err := beginning(file)
	if err != nil {
		return err
	}
	for n := int64(tailSize); ; n *= 2 {
		from := max(0, size-n)
		text := make([]byte, size-from)
		if _, err := file.ReadAt(text, from); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if end, ok := endOf(text, seq); ok || from == 0 {
			f.offset = from + end
			if !ok {
				f.offset = 0 // all visits of the file are later ones
			}
			return nil
		}
	}
}

// endOf returns the end of the last whole line of text that has a visit up to seq.
func endOf(text []byte, seq int) (int64, bool) {
	for end := bytes.LastIndexByte(text, '\n') + 1; end > 0; {
		begin := bytes.LastIndexByte(text[:end-1], '\n') + 1
		var p struct {
			Seq int `json:"seq"`
		}
		if json.Unmarshal(text[begin:end], &p) == nil && p.Seq > 0 && p.Seq <= seq {
			return int64(end), true
		}
		end = begin
	}
	return 0, false
}

// readChanges reads what was added to changes.jsonl. anew reports that it is another
// file, and that everything must be read again.
func (f *Follower) readChanges() (anew bool, err error) {
	file, err := os.Open(filepath.Join(f.Dir, ChangesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return f.changes.offset > 0, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close() //nolint:errcheck // only read
	head, size, err := beginning(file)
	if err != nil {
		return false, err
	}
	if size < f.changes.offset || !bytes.HasPrefix(head, f.changes.head) {
		return true, nil
	}
	f.changes.head = head
	if _, err := file.Seek(f.changes.offset, io.SeekStart); err != nil {
		return false, err
	}
	return false, wholeLines(bufio.NewReaderSize(file, 1<<16), func(c *Change, n int) {
		f.changes.offset += int64(n)
		f.Change(c)
	})
}

// wholeLines calls each with every whole line of r and its length.
func wholeLines[T any](r *bufio.Reader, each func(x *T, n int)) error {
	d := new(decoder)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var x T
		if err := d.settled(line, &x); err != nil {
			return err
		}
		each(&x, len(line))
	}
}
