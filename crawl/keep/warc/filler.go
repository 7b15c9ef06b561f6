package warc

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A filler is a record of exactly as many bytes as a hole has. Its block is padding that
// is stored and not compressed, so it grows byte by byte; what stored blocks cannot hit
// exactly (each has a header of five bytes) goes into the comment of the gzip member.

// lostMark begins the block of a filler.
const lostMark = "lost: "

// isFiller reports whether a record of which nothing was read stands for what was lost. It can be read
// still.
func isFiller(rec *Record) bool {
	if t := rec.Type(); t != TypeWarcinfo && t != TypeMetadata || rec.left < int64(len(lostMark)) {
		return false
	}
	first, _ := rec.from.Peek(len(lostMark)) //nolint:errcheck // Next says the same
	return string(first) == lostMark
}

var errSmall = errors.New("warc: the hole is too small for a record")

// filler returns the record of hole h: a warcinfo record at the beginning of a file, where
// one must stand, else a metadata record.
func filler(h Hole) ([]byte, error) {
	kind := TypeMetadata
	if h.Offset == 0 {
		kind = TypeWarcinfo
	}
	header := Header{{FieldType, kind}, {FieldRecordID, NewID()}, {FieldDate, date(time.Now())}, {FieldContentType, "application/warc-fields"}}
	text := fmt.Sprintf(lostMark+"%d bytes from byte %d on could not be read and are replaced by this record\r\npadding: ", h.Length, h.Offset) // not translated: stands in the archive
	least, err := member(header, []byte(text), "")
	if err != nil || int64(len(least)) > h.Length {
		return nil, errors.Join(err, errSmall)
	}
	pad := int(h.Length) - len(least)
	for ; pad >= 0; pad-- {
		body := append([]byte(text), bytes.Repeat([]byte{'.'}, pad)...)
		b, err := member(header, body, "")
		if err != nil {
			return nil, err
		}
		switch left := int(h.Length) - len(b); {
		case left == 0:
			return b, nil
		case left >= 2 && left < maxComment: // a comment ends with a NUL
			return member(header, body, string(bytes.Repeat([]byte{'.'}, left-1)))
		case left > 64: // the headers of blocks take less with each try
			pad -= left / 2
		}
	}
	return nil, errSmall
}

// maxComment is the longest comment that readers of gzip take: klauspost/compress 511 bytes.
const maxComment = 500

func member(h Header, body []byte, comment string) ([]byte, error) {
	head, err := head(h, [][]byte{body})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		return nil, err
	}
	z.Comment = comment
	for _, part := range [][]byte{head, body, []byte("\r\n\r\n")} {
		if _, err := z.Write(part); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
