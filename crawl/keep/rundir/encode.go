package rundir

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Every page of a crawl becomes a line, so lines are composed by hand: encoding/json
// takes four times as long (BenchmarkLine). The bytes equal encoding/json's after
// [Escape].

// append writes p as a line of pages.jsonl, with its newline.
func (p *Page) append(b []byte) []byte {
	b = appendInt(append(b, `{"seq":`...), p.Seq)
	b = appendString(append(b, `,"url":`...), p.URL)
	b = appendInt(append(b, `,"status":`...), p.Status)
	b = p.FetchedAt.append(append(b, `,"fetched_at":`...))
	b = appendInt(append(b, `,"depth":`...), p.Depth)
	b = appendString(append(b, `,"parent":`...), p.Parent)
	b = appendString(append(b, `,"title":`...), p.Title)
	b = appendString(append(b, `,"lang":`...), p.Lang)
	b = p.Relevance.append(append(b, `,"relevance":`...))
	b = strconv.AppendBool(append(b, `,"relevant":`...), p.Relevant)
	b = p.Priority.append(append(b, `,"priority":`...))
	b = appendEvidence(append(b, `,"evidence":`...), p.Evidence)
	b = appendInt(append(b, `,"links":`...), p.Links)
	b = p.appendOptional(b)
	return append(b, "}\n"...)
}

// appendOptional writes the fields that are left out when empty.
func (p *Page) appendOptional(b []byte) []byte {
	if p.Asked != "" {
		b = appendString(append(b, `,"asked":`...), p.Asked)
	}
	if p.NoIndex {
		b = append(b, `,"noindex":true`...)
	}
	if p.WARC != nil {
		b = p.WARC.append(append(b, `,"warc":`...))
	}
	if p.Canonical != "" {
		b = appendString(append(b, `,"canonical":`...), p.Canonical)
	}
	if !p.Published.IsZero() {
		b, _ = p.Published.AppendText(append(b, `,"published":"`...)) // it does not fail
		b = append(b, '"')
	}
	if p.PublishedBy != "" {
		b = appendString(append(b, `,"published_by":`...), p.PublishedBy)
	}
	if p.DuplicateOf != "" {
		b = appendString(append(b, `,"duplicate_of":`...), p.DuplicateOf)
	}
	if p.Exact {
		b = append(b, `,"exact":true`...)
	}
	if p.Copy {
		b = append(b, `,"copy":true`...)
	}
	if p.Distance != nil {
		b = appendInt(append(b, `,"distance":`...), *p.Distance)
	}
	if p.Model != 0 {
		b = appendInt(append(b, `,"model":`...), p.Model)
	}
	if p.Via != nil {
		b = appendVia(append(b, `,"via":`...), p.Via)
	}
	if p.Document != "" {
		b = appendString(append(b, `,"document":`...), p.Document)
	}
	return p.appendAbout(b)
}

// appendAbout writes what the page is.
func (p *Page) appendAbout(b []byte) []byte {
	if p.Kind != "" {
		b = appendString(append(b, `,"kind":`...), p.Kind)
	}
	if p.Headline != "" {
		b = appendString(append(b, `,"headline":`...), p.Headline)
	}
	if p.Site != "" {
		b = appendString(append(b, `,"site":`...), p.Site)
	}
	if p.Author != "" {
		b = appendString(append(b, `,"author":`...), p.Author)
	}
	if p.Leads {
		b = append(b, `,"leads":true`...)
	}
	return b
}

func appendVia(b []byte, v *crawl.Via) []byte {
	b = appendString(append(b, `{"source":`...), v.Source)
	b = appendString(append(b, `,"query":`...), v.Query)
	b = appendString(append(b, `,"op":`...), v.Op)
	if len(v.Concepts) > 0 {
		b = append(b, `,"concepts":`...)
		for i, c := range v.Concepts {
			b = appendString(append(b, "[,"[min(i, 1)]), c)
		}
		b = append(b, ']')
	}
	if v.Lang != "" {
		b = appendString(append(b, `,"lang":`...), v.Lang)
	}
	b = appendInt(append(b, `,"rank":`...), v.Rank)
	b = appendInt(append(b, `,"page":`...), v.Page)
	return append(b, '}')
}

func (p *Place) append(b []byte) []byte {
	b = appendString(append(b, `{"file":`...), p.File)
	b = strconv.AppendInt(append(b, `,"offset":`...), p.Offset, 10)
	b = strconv.AppendInt(append(b, `,"length":`...), p.Length, 10)
	if p.Lost {
		b = append(b, `,"lost":true`...)
	}
	return append(b, '}')
}

// append writes f as a line of errors.jsonl, with its newline.
func (f *Failure) append(b []byte) []byte {
	b = appendInt(append(b, `{"seq":`...), f.Seq)
	b = appendString(append(b, `,"url":`...), f.URL)
	b = appendInt(append(b, `,"status":`...), f.Status)
	b = appendString(append(b, `,"error":`...), f.Error)
	b = appendString(append(b, `,"kind":`...), f.Kind)
	b = f.FetchedAt.append(append(b, `,"fetched_at":`...))
	b = appendInt(append(b, `,"depth":`...), f.Depth)
	b = appendString(append(b, `,"parent":`...), f.Parent)
	return append(b, "}\n"...)
}

func appendEvidence(b []byte, list []crawl.Evidence) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range list {
		e := &list[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"concept":`...), e.Concept)
		b = appendString(append(b, `,"label":`...), e.Label)
		b = appendString(append(b, `,"group":`...), e.Group)
		b = appendInt(append(b, `,"count":`...), e.Count)
		b = Number(e.Contribution).append(append(b, `,"contribution":`...))
		b = append(b, '}')
	}
	return append(b, ']')
}

func (t Time) append(b []byte) []byte {
	b = t.UTC().AppendFormat(append(b, '"'), timeLayout)
	return append(b, '"')
}

// append writes a number as ECMAScript does (ECMA-262, 6.1.6.1.20): without an
// exponent from 1e-6 to 1e21.
func (n Number) append(b []byte) []byte {
	f := float64(n)
	size := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(b, "null"...)
	case size == 0 || size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-07 is e-7
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

const hexDigits = "0123456789abcdef"

// appendString writes s as a JSON string (RFC 8259, 7). Invalid UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r >= 0x80 && !isControl(r) && r != '\u2028' && r != '\u2029' && (r != utf8.RuneError || size > 1) {
			i += size
			continue
		}
		b = appendEscaped(append(b, s[from:i]...), r)
		i += size
		from = i
	}
	return append(append(b, s[from:]...), '"')
}

func appendEscaped(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// appendLine writes v as a line of its file, with its newline. The same visit gives
// the same bytes.
func appendLine(b []byte, v *crawl.Visit) []byte {
	if v.OK() {
		return pageLine(v).append(b)
	}
	return failureLine(v).append(b)
}

// WriteLine writes x to b as one line of JSON, as harmless on a terminal as the other files.
func WriteLine(b *bytes.Buffer, x any) error {
	line, err := encodeJSON(x, "")
	b.Write(line)
	return err
}
