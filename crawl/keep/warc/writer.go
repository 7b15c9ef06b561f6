package warc

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Version is the version that is written.
const Version = "1.1"

// gzipLevel is the fastest: the deciding goroutine waits for it. At level 4 a page is
// a tenth smaller and takes more than twice the time (BenchmarkGzipLevel).
const gzipLevel = gzip.BestSpeed

// Writer writes records, each as a gzip member, so that each can be read by itself
// (Annex on compression).
type Writer struct {
	w     io.Writer
	plain bool
	out   bytes.Buffer
	gz    *gzip.Writer
}

// NewWriter returns a Writer of compressed records.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a record whose block is the concatenated parts, in one piece of n
// bytes. It adds Content-Length and, if h has none, WARC-Block-Digest. If a field is
// invalid it writes nothing.
func (w *Writer) Write(h Header, block ...[]byte) (n int64, err error) {
	head, err := head(h, block)
	if err != nil {
		return 0, err
	}
	w.out.Reset()
	if err := w.compose(head, block); err != nil {
		return 0, fmt.Errorf("warc: %w", err)
	}
	m, err := w.w.Write(w.out.Bytes())
	if w.out.Cap() > 4<<20 { // free the memory of one large record
		w.out = bytes.Buffer{}
	}
	return int64(m), err
}

func head(h Header, block [][]byte) ([]byte, error) {
	var size int64
	for _, part := range block {
		size += int64(len(part))
	}
	b := append(make([]byte, 0, 1024), "WARC/"+Version+"\r\n"...)
	for _, f := range h {
		if !isToken(f.Name) || !isText(f.Value) {
			return nil, english.Errorf("warc: field %.80q: %.80q cannot be written", f.Name, f.Value)
		}
		b = appendField(b, f.Name, f.Value)
	}
	if h.Get(fieldBlockDigest) == "" {
		b = appendField(b, fieldBlockDigest, Digest(block...))
	}
	b = appendField(b, fieldLength, strconv.FormatInt(size, 10))
	return append(b, "\r\n"...), nil
}

func appendField(b []byte, name, value string) []byte {
	b = append(append(b, name...), ": "...)
	return append(append(b, value...), "\r\n"...)
}

func (w *Writer) compose(head []byte, block [][]byte) error {
	var to io.Writer = &w.out
	if !w.plain {
		if w.gz == nil {
			gz, err := gzip.NewWriterLevel(io.Discard, gzipLevel)
			if err != nil {
				return err
			}
			w.gz = gz
		}
		w.gz.Reset(&w.out)
		to = w.gz
	}
	for _, part := range append(append([][]byte{head}, block...), []byte("\r\n\r\n")) {
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	if w.plain {
		return nil
	}
	return w.gz.Close()
}
