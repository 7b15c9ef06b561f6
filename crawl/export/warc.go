package export

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
)

// WARC copies the archived answers of pages to w, as they are, behind a warcinfo
// record of its own. A record that refers to an earlier one (revisit) is copied
// as it is too: what it refers to may be among the others or not. It returns how
// many pages were copied and how many have no archived answer.
func WARC(w io.Writer, pages iter.Seq2[rundir.Page, error], from *warc.Folder, info warc.Header, now time.Time) (copied, without int, err error) {
	if err := writeInfo(w, info, now); err != nil {
		return 0, 0, err
	}
	for p, err := range pages {
		if err != nil {
			return copied, without, err
		}
		if p.WARC == nil {
			without++
			continue
		}
		if err := from.Copy(w, p.WARC.Ref()); err != nil {
			return copied, without, err
		}
		copied++
	}
	return copied, without, nil
}

// writeInfo writes the record that begins a file (ISO 28500:2017, 6.2).
func writeInfo(w io.Writer, info warc.Header, now time.Time) error {
	var block bytes.Buffer
	for _, f := range append(slices.Clone(info), warc.Field{Name: "format", Value: "WARC File Format " + warc.Version}) {
		fmt.Fprintf(&block, "%s: %s\r\n", f.Name, f.Value)
	}
	_, err := warc.NewWriter(w).Write(warc.Header{
		{Name: warc.FieldType, Value: warc.TypeWarcinfo}, {Name: warc.FieldRecordID, Value: "<urn:uuid:" + uuid() + ">"},
		{Name: warc.FieldDate, Value: now.UTC().Format(time.RFC3339)}, {Name: warc.FieldContentType, Value: "application/warc-fields"},
	}, block.Bytes())
	return err
}

// uuid is a random one (RFC 9562, version 4).
func uuid() string {
	var b [16]byte
	rand.Read(b[:]) //nolint:errcheck // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// recordID returns the ID of the record that holds the answer of p, "" if none
// is archived.
func recordID(from *warc.Folder, p *rundir.Page) (string, error) {
	if p.WARC == nil || from == nil {
		return "", nil
	}
	var b bytes.Buffer
	if err := from.Copy(&b, p.WARC.Ref()); err != nil {
		return "", err
	}
	r := warc.NewReader(&b)
	id := ""
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return id, nil
		}
		if err != nil {
			return "", fmt.Errorf("crawl/export: %s: %w", p.WARC.File, err)
		}
		if t := rec.Type(); t == warc.TypeResponse || t == warc.TypeRevisit {
			id = rec.Header.URI(warc.FieldRecordID)
		}
	}
}
