package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// WARC writes a warcinfo record and the archived answers of pages to w, unchanged. A
// revisit record may refer to an answer that is not among them. WARC returns how many
// pages were copied and how many have no archived answer.
func WARC(w io.Writer, pages iter.Seq2[rundir.Page, error], from *warc.Folder, info warc.Header, now time.Time) (copied, without int, err error) {
	if err := writeInfo(w, info, now); err != nil {
		return 0, 0, err
	}
	for p, err := range pages {
		if err != nil {
			return copied, without, err
		}
		if p.WARC == nil || p.WARC.Lost {
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

// writeInfo writes the warcinfo record (ISO 28500:2017, 6.2).
func writeInfo(w io.Writer, info warc.Header, now time.Time) error {
	var block bytes.Buffer
	for _, f := range append(slices.Clone(info), warc.Field{Name: "format", Value: "WARC File Format " + warc.Version}) {
		fmt.Fprintf(&block, "%s: %s\r\n", f.Name, f.Value)
	}
	_, err := warc.NewWriter(w).Write(warc.Header{
		{Name: warc.FieldType, Value: warc.TypeWarcinfo}, {Name: warc.FieldRecordID, Value: warc.NewID()},
		{Name: warc.FieldDate, Value: now.UTC().Format(time.RFC3339)}, {Name: warc.FieldContentType, Value: "application/warc-fields"},
	}, block.Bytes())
	return err
}

// recordID returns the ID of the record with the answer of p; "" if none is archived.
func recordID(from *warc.Folder, p *rundir.Page) (string, error) {
	if p.WARC == nil || p.WARC.Lost || from == nil {
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
			return "", fmt.Errorf("crawl/tell/export: %s: %w", p.WARC.File, err)
		}
		if t := rec.Type(); t == warc.TypeResponse || t == warc.TypeRevisit {
			id = rec.Header.URI(warc.FieldRecordID)
		}
	}
}
