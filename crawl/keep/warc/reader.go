package warc

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// formatError reports bytes that are not in the WARC format.
type formatError struct {
	Offset int64 // of the faulty record, or of its gzip member
	Err    error
}

func (e *formatError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *formatError) Message() english.Phrase {
	return english.Phrasef("warc: record at byte %d: %v", e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *formatError) Unwrap() error { return e.Err }

// Reader reads records one after another, compressed or plain.
//
// A Reader from [NewReader] is tolerant: it accepts versions 0.17 to 1.1, lines that
// end with a bare LF, missing newlines at the end of the file, URIs in angle
// brackets, repeated fields, and files compressed as a whole. A Reader from
// [NewStrictReader] accepts only what the standard allows, and checks digests.
type Reader struct {
	strict bool
	raw    *bufio.Reader // the file
	read   *counter      // bytes taken from it
	gz     *gzip.Reader
	member *bufio.Reader // within a gzip member; nil between members and in plain files
	unzip  *bufio.Reader // reused
	start  int64         // of the present member
	inside int           // records begun in it
	rec    *Record       // whose block is being read
	err    error         // the first error; nothing can be read after it
}

// NewReader returns a tolerant Reader.
func NewReader(r io.Reader) *Reader {
	c := &counter{r: r}
	return &Reader{read: c, raw: bufio.NewReaderSize(c, 64<<10)}
}

// NewStrictReader returns a strict Reader.
func NewStrictReader(r io.Reader) *Reader {
	x := NewReader(r)
	x.strict = true
	return x
}

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// Taught returns what the visit observed last taught. Its block can be read from it until the next
// call of Next.
type Record struct {
	Version string // "1.1"
	Header  Header
	Length  int64 // of the block
	Offset  int64 // of the record, or of its gzip member
	// Inner marks a record that is not the first of its gzip member: Offset alone
	// does not find it.
	Inner bool

	from   *bufio.Reader
	left   int64
	verify *verifier // nil if no digest is checked
}

// Type returns the type of the record in lower case.
func (r *Record) Type() string { return strings.ToLower(strings.TrimSpace(r.Header.Get(FieldType))) }

// Read reads the block. A file that ends within it is io.ErrUnexpectedEOF.
func (r *Record) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n, err := r.from.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	if r.verify != nil {
		r.verify.Write(p[:n])
	}
	if errors.Is(err, io.EOF) && r.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	if r.left == 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// End is the end of the last record that was read completely.
func (r *Reader) End() int64 { return r.read.n - int64(r.raw.Buffered()) }

// Next skips the rest of the last record and returns the next. The error is io.EOF
// after the last record, a [*formatError], or an error of the underlying reader;
// after an error nothing more can be read.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	rec, err := r.next()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			err = &formatError{Offset: r.start, Err: err}
		}
		r.err, r.rec = err, nil
		return nil, err
	}
	r.rec = rec
	return rec, nil
}

func (r *Reader) next() (*Record, error) {
	if r.rec != nil {
		if err := r.finish(); err != nil {
			return nil, whole(err)
		}
	}
	if r.member != nil {
		more, err := r.more()
		if err != nil {
			return nil, whole(err)
		}
		if more {
			return r.header(r.member)
		}
		r.member = nil
	}
	return r.begin()
}

// whole returns io.ErrUnexpectedEOF for an end of the file within a record.
func whole(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// begin reads the header of a record that begins in the file itself.
func (r *Reader) begin() (*Record, error) {
	if !r.strict {
		if err := skipNewlines(r.raw); err != nil {
			return nil, err
		}
	}
	r.start, r.inside = r.End(), 0
	magic, err := r.raw.Peek(2)
	if len(magic) == 0 {
		return nil, err // io.EOF at the end of the file
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return r.header(r.raw)
	}
	if r.gz == nil {
		r.gz = new(gzip.Reader)
		r.unzip = bufio.NewReaderSize(nil, 32<<10)
	}
	if err := r.gz.Reset(r.raw); err != nil {
		return nil, whole(err)
	}
	r.gz.Multistream(false)
	r.unzip.Reset(r.gz)
	r.member = r.unzip
	return r.header(r.member)
}

// more reports whether the gzip member holds another record. At the end of the
// member its checksum is verified.
func (r *Reader) more() (bool, error) {
	if !r.strict {
		if err := skipNewlines(r.member); err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
	}
	_, err := r.member.Peek(1)
	switch {
	case errors.Is(err, io.EOF):
		return false, nil
	case err != nil:
		return false, err
	case r.strict:
		return false, errors.New("its gzip member holds more than one record")
	}
	return true, nil
}

func skipNewlines(b *bufio.Reader) error {
	for {
		c, err := b.Peek(1)
		if err != nil {
			return err
		}
		if c[0] != '\r' && c[0] != '\n' {
			return nil
		}
		b.Discard(1) //nolint:errcheck // Peek has read it
	}
}

// finish reads the current record to its end.
func (r *Reader) finish() error {
	rec := r.rec
	r.rec = nil
	if _, err := io.Copy(io.Discard, rec); err != nil {
		return err
	}
	if rec.verify != nil {
		if err := rec.verify.err(); err != nil {
			return err
		}
	}
	if !r.strict {
		return nil // newlines are skipped before the next record
	}
	var end [4]byte
	if _, err := io.ReadFull(rec.from, end[:]); err != nil {
		return err
	}
	if string(end[:]) != "\r\n\r\n" {
		return english.Errorf("its block of %d bytes is not followed by two newlines", rec.Length)
	}
	return nil
}

// header reads the header of a record.
func (r *Reader) header(from *bufio.Reader) (*Record, error) {
	rec := &Record{from: from, Offset: r.start, Inner: r.inside > 0}
	r.inside++
	p := fieldReader{from: from, strict: r.strict, left: maxHeader}
	first, _ := from.Peek(5)
	if bytes.HasPrefix(first, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return nil, errors.New("it is compressed with zstd, which this program cannot read; decompress the file first")
	}
	if !strings.HasPrefix("WARC/", string(first)) {
		return nil, english.Errorf("it begins with %q, not with WARC/%s", first, Version)
	}
	line, err := p.line()
	if err != nil {
		return nil, whole(err)
	}
	rec.Version = strings.TrimSpace(strings.TrimPrefix(string(line), "WARC/"))
	if err := r.known(rec.Version); err != nil {
		return nil, err
	}
	if rec.Header, err = p.fields(); err != nil {
		return nil, whole(err)
	}
	length := strings.TrimSpace(rec.Header.Get(fieldLength))
	if rec.Length, err = strconv.ParseInt(length, 10, 64); err != nil || rec.Length < 0 || length[0] == '+' {
		return nil, english.Errorf("%s is %.40q, want a number of bytes", fieldLength, length)
	}
	rec.left = rec.Length
	if r.strict {
		if err := check(rec); err != nil {
			return nil, err
		}
		rec.verify = newVerifier(rec)
	}
	return rec, nil
}

func (r *Reader) known(version string) error {
	switch version {
	case "1.1", "1.0":
		return nil
	case "0.17", "0.18":
		if !r.strict {
			return nil
		}
	}
	return english.Errorf("unknown version %.20q", version)
}
