package syntax

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Packed reports whether a document that begins so is packed by gzip (RFC
// 1952, section 2.3.1).
func Packed(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b}) }

// Unpack reads through gzip if r is packed so.
func Unpack(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, rdfio.HeadSize)
	if head, _ := b.Peek(2); !Packed(head) {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, english.Errorf("unpacking: %w", err)
	}
	return z, nil
}

// Text is a file of an ontology, unpacked and as UTF-8. It closes f if that fails.
func Text(f io.ReadCloser) (io.ReadCloser, error) {
	r, err := Unpack(f)
	if err == nil {
		r, err = rdfio.NewReader(r, rdfio.Options{})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// readAll reads a document and unpacks it, most bytes at most if that is not 0.
func readAll(r io.Reader, most int64) ([]byte, error) {
	r, err := Unpack(r)
	if err != nil {
		return nil, err
	}
	if most <= 0 {
		return io.ReadAll(r)
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = rdfio.Exceeds(nil, "Bytes", most, "the document is longer than the limit of %d bytes")
	}
	return data, err
}
