package kinds

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/charset"
)

// description holds the part of an OpenSearch description that counts.
type description struct {
	template  Template
	languages []string // "*" is any
}

const (
	maxDescription = 256 << 10
	maxLanguages   = 200
)

var errDescription = errors.New("no OpenSearch description with a search that answers in RSS or Atom")

// feedTypes are the media types of answers that can be read, the best first.
var feedTypes = []string{"application/atom+xml", "application/rss+xml"}

// readDescription reads a description: the first address of the best type that can be
// filled. Relative addresses count from base (RFC 3986, 5.1).
func readDescription(body []byte, base *url.URL) (*description, error) {
	d := xml.NewDecoder(bytes.NewReader(body[:min(len(body), maxDescription)]))
	d.Strict, d.CharsetReader = false, charset.NewReaderLabel
	out, best := &description{}, len(feedTypes)
	inLanguage := false
	for {
		t, err := d.RawToken()
		if err != nil {
			break // what was read before counts
		}
		switch t := t.(type) {
		case xml.StartElement:
			inLanguage = strings.EqualFold(t.Name.Local, "Language")
			if strings.EqualFold(t.Name.Local, "Url") {
				if tmpl, rank, ok := readURL(t.Attr, base); ok && rank < best {
					out.template, best = tmpl, rank
				}
			}
		case xml.EndElement:
			inLanguage = false
		case xml.CharData:
			if tag := strings.TrimSpace(string(t)); inLanguage && tag != "" && len(tag) <= 35 && len(out.languages) < maxLanguages {
				out.languages = append(out.languages, tag)
			}
		}
	}
	if best == len(feedTypes) {
		return nil, errDescription
	}
	return out, nil
}

// readURL reads a Url element. rank is the place of its type in feedTypes.
func readURL(attrs []xml.Attr, base *url.URL) (t Template, rank int, ok bool) {
	a := map[string]string{"rel": "results", "method": "get", "indexoffset": "1", "pageoffset": "1"}
	for _, at := range attrs {
		a[strings.ToLower(at.Name.Local)] = at.Value
	}
	media, _, _ := strings.Cut(strings.ToLower(a["type"]), ";")
	rank = slices.Index(feedTypes, strings.TrimSpace(media))
	if rank < 0 || !slices.Contains(strings.Fields(strings.ToLower(a["rel"])), "results") || !strings.EqualFold(a["method"], "get") {
		return t, 0, false
	}
	t = Template{Text: absolute(a["template"], base), Count: count, IndexOffset: number(a["indexoffset"]), PageOffset: number(a["pageoffset"])}
	address, err := t.fill(fill{Words: "x", Page: 1, Lang: "en"})
	if err != nil {
		return t, 0, false
	}
	u, err := url.Parse(address)
	return t, rank, err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil && sameSite(u, base)
}

// sameSite reports whether a template leads to the host of its description, or to one
// below it or above it. Another host did not agree to be asked.
func sameSite(u, base *url.URL) bool {
	a, b := strings.ToLower(u.Hostname()), strings.TrimPrefix(strings.ToLower(base.Hostname()), "www.")
	return a == strings.ToLower(base.Hostname()) || a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a) && strings.Contains(a, ".")
}

// absolute puts the scheme and host of base before a template that has none.
func absolute(template string, base *url.URL) string {
	template = strings.TrimSpace(template)
	switch {
	case strings.HasPrefix(template, "//"):
		return base.Scheme + ":" + template
	case strings.HasPrefix(template, "/"):
		return fmt.Sprintf("%s://%s%s", base.Scheme, base.Host, template)
	}
	return template
}

// number reads an offset; 1 if it cannot be read (OpenSearch 1.1, "The Url element").
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 || n > 1_000_000 {
		return 1
	}
	return n
}

// language is the language of a query in the form of the description; "*" if it has not
// that one.
func (d *description) language(tag string) string {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	best := "*"
	for _, l := range d.languages {
		switch low := strings.ToLower(l); {
		case tag != "" && low == strings.ToLower(tag):
			return l
		case tag != "" && (low == primary || strings.HasPrefix(low, primary+"-")) && best == "*":
			best = l
		}
	}
	return best
}
