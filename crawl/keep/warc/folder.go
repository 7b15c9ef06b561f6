package warc

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Fields with the place of the record to which a revisit record refers. They are not
// part of the standard; Heritrix writes them too.
const (
	fieldRefersToFile   = "WARC-Refers-To-Filename"
	fieldRefersToOffset = "WARC-Refers-To-File-Offset"
)

// maxBlock bounds how much of a block is held in memory.
const maxBlock = 256 << 20

// Folder reads the files of an [Archiver], which may be writing. Its methods may be
// called concurrently.
type Folder struct {
	dir  string
	root *os.Root
}

// OpenFolder opens the folder dir of WARC files.
func OpenFolder(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("warc: %w", err)
	}
	return &Folder{dir: dir, root: root}, nil
}

// Close releases the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Copy writes the records at ref to w unchanged. Each is compressed by itself, so
// several copies make a WARC file.
func (f *Folder) Copy(w io.Writer, ref crawl.Ref) error {
	file, err := f.root.Open(ref.File)
	if err != nil {
		return f.fault(ref, err)
	}
	defer file.Close() //nolint:errcheck // only read
	n, err := io.Copy(w, io.NewSectionReader(file, ref.Offset, ref.Length))
	if err == nil && n < ref.Length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return f.fault(ref, err)
	}
	return nil
}

// Exchanges returns the requests and answers in the records at ref: redirects first,
// the final answer last. A revisit record gets the body of the record to which it
// refers, and after a 304 also its head.
func (f *Folder) Exchanges(ref crawl.Ref) ([]crawl.Exchange, error) {
	file, err := f.root.Open(ref.File)
	if err != nil {
		return nil, f.fault(ref, err)
	}
	defer file.Close() //nolint:errcheck // only read
	r := NewReader(io.NewSectionReader(file, ref.Offset, ref.Length))
	var all []crawl.Exchange
	requests := map[string][]byte{} // by the ID of their answer
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, f.fault(ref, err)
		}
		switch rec.Type() {
		case TypeRequest:
			requests[rec.Header.Get(FieldConcurrentTo)], err = block(rec)
		case TypeResponse, TypeRevisit:
			var e crawl.Exchange
			if e, err = f.exchange(rec); err == nil {
				e.Request = requests[rec.Header.Get(FieldRecordID)]
				all = append(all, e)
			}
		}
		if err != nil {
			return nil, f.fault(ref, err)
		}
	}
	if len(all) == 0 {
		return nil, f.fault(ref, errors.New("no answer is archived there"))
	}
	return all, nil
}

func (f *Folder) fault(ref crawl.Ref, err error) error {
	return english.Errorf("warc: %s/%s at byte %d: %w", f.dir, ref.File, ref.Offset, err)
}

// exchange reads an answer and completes a revisit.
func (f *Folder) exchange(rec *Record) (crawl.Exchange, error) {
	e, err := Exchange(rec)
	if err != nil || rec.Type() != TypeRevisit {
		return e, err
	}
	h := rec.Header
	offset, err := strconv.ParseInt(h.Get(fieldRefersToOffset), 10, 64)
	if err != nil || h.Get(fieldRefersToFile) == "" {
		return e, errors.New("a revisit record lacks the place of the record to which it refers")
	}
	file, err := f.root.Open(h.Get(fieldRefersToFile))
	if err != nil {
		return e, err
	}
	defer file.Close() //nolint:errcheck // only read
	first, err := NewReader(io.NewSectionReader(file, offset, 1<<62)).Next()
	if err != nil {
		return e, err
	}
	if first.Header.Get(FieldRecordID) != h.Get(FieldRefersTo) {
		return e, english.Errorf("a revisit record refers to %.80s, which is not at byte %d of its file", h.Get(FieldRefersTo), offset)
	}
	o, err := Exchange(first)
	if err != nil {
		return e, err
	}
	return Revisited(e, o), nil
}

// Revisited returns e, the exchange of a revisit record, with the body of the
// original, and after a 304 also with its head.
func Revisited(e, original crawl.Exchange) crawl.Exchange {
	e.Body, e.Truncated = original.Body, original.Truncated
	if status, _, err := ParseHead(e.Head); err != nil || status == http.StatusNotModified {
		e.Head = original.Head
	}
	return e
}

// Exchange reads the block of a response or revisit record, at most 256 MiB of it.
func Exchange(rec *Record) (crawl.Exchange, error) {
	e := crawl.Exchange{
		URL: rec.Header.URI(FieldTargetURI), IP: rec.Header.Get(fieldIPAddress), Truncated: rec.Header.Get(fieldTruncated),
	}
	e.At, _ = rec.Header.Time(FieldDate) // zero if it has none
	b, err := block(rec)
	if err != nil {
		return e, err
	}
	if rec.Length > maxBlock {
		e.Truncated = "length"
	}
	if rec.Type() == TypeRevisit && len(b) == 0 {
		return e, nil
	}
	m, err := parseMessage(b)
	if err != nil {
		return e, err
	}
	e.Head, e.Body = m.Head, m.Body
	if m.Cut && e.Truncated == "" {
		e.Truncated = "unspecified"
	}
	return e, nil
}

func block(rec *Record) ([]byte, error) { return io.ReadAll(io.LimitReader(rec, maxBlock)) }
