package kinds

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// decode reads the body of r as JSON into v. It undoes a charset that the Content-Type
// names or a byte order mark shows, although JSON between systems is UTF-8 (RFC 8259,
// 8.1). The error is an [*search.Error].
func decode(r *crawl.Response, v any) error {
	d := json.NewDecoder(bytes.NewReader(utf8Of(r)))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return NotJSON(r, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return NotJSON(r, errors.New("something follows its end"))
	}
	return nil
}

// utf8Of returns the body in UTF-8 as far as its charset is known.
func utf8Of(r *crawl.Response) []byte {
	body := bytes.TrimPrefix(r.Body, []byte("\xef\xbb\xbf"))
	_, params, err := mime.ParseMediaType(r.ContentType)
	label := params["charset"]
	switch {
	case bytes.HasPrefix(body, []byte("\xff\xfe")):
		label = "utf-16le"
	case bytes.HasPrefix(body, []byte("\xfe\xff")):
		label = "utf-16be"
	case err != nil || label == "":
		return body
	}
	enc, name := charset.Lookup(label)
	if enc == nil || name == "utf-8" {
		return body
	}
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return body
	}
	return bytes.TrimPrefix(out, []byte("\xef\xbb\xbf"))
}

// dateForms are how engines write instants.
var dateForms = []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.RFC1123Z, time.RFC1123, "20060102150405"}

// dayForms are how they write days.
var dayForms = []string{time.DateOnly, "Jan 2, 2006", "January 2, 2006"}

// date reads a date in one of the forms of engines; the zero date if it is in none.
func date(s string) crawl.Date {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 64 {
		return crawl.Date{}
	}
	for _, form := range dayForms {
		if t, err := time.Parse(form, s); err == nil {
			return crawl.DayOf(t)
		}
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			return crawl.Instant(t)
		}
	}
	return crawl.Date{}
}
