package warc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Index writes the place of each answer of the folder, as CDXJ lines sorted by their
// bytes: the key ([SURT]), the time, and what a replay tool (pywb, OutbackCDX) needs.
// The file that a running crawl writes is read up to its last complete record. Index
// returns the number of lines; it holds them in memory, some 300 bytes each.
func (f *Folder) Index(w io.Writer) (n int, err error) {
	names, err := list(f.root, regexp.MustCompile(namePattern))
	if err != nil {
		return 0, fmt.Errorf("warc: %w", err)
	}
	var lines []string
	for i, name := range names {
		err := f.index(name, func(line string) { lines = append(lines, line) })
		if errors.Is(err, io.ErrUnexpectedEOF) && i == len(names)-1 {
			err = nil
		}
		if err != nil {
			return 0, fmt.Errorf("warc: %s/%s: %w", f.dir, name, err)
		}
	}
	slices.Sort(lines)
	out := bufio.NewWriter(w)
	for _, line := range lines {
		out.WriteString(line) //nolint:errcheck // Flush returns it
	}
	return len(lines), out.Flush()
}

// index yields a line for each answer in a file.
func (f *Folder) index(name string, yield func(string)) error {
	file, err := f.root.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	r := NewReader(file)
	var last *cdx // it ends where the next record begins
	for {
		rec, err := r.Next()
		if end := ended(r, rec, err); last != nil && end > last.at {
			line, err := last.line(end)
			if err != nil {
				return err
			}
			yield(line)
			last = nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if t := rec.Type(); t == TypeResponse || t == TypeRevisit {
			if last, err = newCDX(rec, name); err != nil {
				return err
			}
		}
	}
}

// ended is the end of the record before the call of Next.
func ended(r *Reader, rec *Record, err error) int64 {
	var broken *FormatError
	switch {
	case err == nil:
		return rec.Offset
	case errors.As(err, &broken):
		return broken.Offset // of the record before, if that is the faulty one
	case errors.Is(err, io.EOF):
		return r.End()
	}
	return 0
}

// cdx is the JSON of a line. All values are strings, as pywb writes them.
type cdx struct {
	URL      string `json:"url"`
	MIME     string `json:"mime"`
	Status   string `json:"status,omitempty"`
	Digest   string `json:"digest,omitempty"`
	Length   string `json:"length"`
	Offset   string `json:"offset"`
	Filename string `json:"filename"`

	start string // of the line
	at    int64
}

// line returns the line of an answer whose record ends at byte end.
func (c *cdx) line(end int64) (string, error) {
	c.Length, c.Offset = strconv.FormatInt(end-c.at, 10), strconv.FormatInt(c.at, 10)
	text, err := json.Marshal(c)
	return c.start + string(text) + "\n", err
}

// mimeRevisit replaces the media type of a revisit record, whose payload is
// elsewhere.
const mimeRevisit = "warc/revisit"

// maxIndexed bounds the bytes of an answer that are read for the index.
const maxIndexed = 1 << 20

// newCDX reads the index entry of rec.
func newCDX(rec *Record, file string) (*cdx, error) {
	at, err := rec.Header.Time(FieldDate)
	if err != nil {
		return nil, err
	}
	c := &cdx{URL: rec.Header.URI(FieldTargetURI), MIME: "unk", Digest: rec.Header.Get(FieldPayloadDigest), Filename: file, at: rec.Offset}
	c.start = SURT(c.URL) + " " + at.UTC().Format("20060102150405") + " "
	head, err := io.ReadAll(io.LimitReader(rec, maxIndexed))
	if err != nil {
		return nil, err
	}
	if m, err := ParseMessage(head); err == nil {
		c.Status = strconv.Itoa(m.Status)
		kind, _, _ := strings.Cut(m.Header.Get("Content-Type"), ";")
		if kind = strings.ToLower(strings.TrimSpace(kind)); isMIME(kind) {
			c.MIME = kind
		}
	}
	if rec.Type() == TypeRevisit {
		c.MIME = mimeRevisit
	}
	return c, nil
}

// isMIME reports a well-formed media type.
func isMIME(s string) bool {
	a, b, ok := strings.Cut(s, "/")
	return ok && isToken(a) && isToken(b)
}
