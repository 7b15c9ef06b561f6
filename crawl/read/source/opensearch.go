package source

import (
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// maxDescription is how many bytes of an OpenSearch description are read.
const maxDescription = 64 << 10

// errTemplate means that a description has no search that can be asked.
var errTemplate = errors.New("no search of this host that answers with pages")

// description reads an OpenSearch description (OpenSearch 1.1 draft 6): the first template
// that answers a GET request with HTML, on the description's own host.
func (b *builder) description(r io.Reader) error {
	d := decoder(&tokenLimitReader{r: io.LimitReader(r, maxDescription)})
	var field *string
	for {
		t, err := d.RawToken()
		if err != nil {
			break // what was read before counts
		}
		switch t := t.(type) {
		case xml.StartElement:
			field = nil
			switch strings.ToLower(t.Name.Local) {
			case "url":
				b.template(t.Attr)
			case "language":
				field = &b.page.Lang
			}
		case xml.EndElement:
			field = nil
		case xml.CharData:
			if field != nil && *field == "" {
				*field = language(string(t))
			}
		}
	}
	if len(b.page.Searches) == 0 {
		return english.Errorf("%w: %w", ErrBad, errTemplate)
	}
	return nil
}

// language is a language of a description; "*" means any.
func language(s string) string {
	if s = strings.TrimSpace(s); s == "*" || len(s) > 35 { // RFC 5646, section 4.4.1
		return ""
	}
	return s
}

// template keeps the search of a Url element, if it is one.
func (b *builder) template(attrs []xml.Attr) {
	a := map[string]string{"rel": "results", "method": "get"}
	for _, at := range attrs {
		a[strings.ToLower(at.Name.Local)] = at.Value
	}
	kind, _, _ := strings.Cut(a["type"], ";")
	if len(b.page.Searches) > 0 || !strings.EqualFold(a["rel"], "results") || !strings.EqualFold(a["method"], "get") ||
		!strings.EqualFold(strings.TrimSpace(kind), "text/html") {
		return
	}
	filled, ok := parameters(a["template"])
	before, after, cut := strings.Cut(filled, crawl.SearchTerms)
	if !ok || !cut || strings.Contains(after, crawl.SearchTerms) {
		return
	}
	// Whatever the words are, the host must be ours.
	u, err := url.Parse(before)
	if err != nil {
		return
	}
	u = b.base.ResolveReference(u)
	if key, err := urlkey.Canonical(before + "x" + after); err == nil && urlkey.Host(key) == b.page.Host && (u.Path != "" || u.RawQuery != "") {
		b.page.Searches = append(b.page.Searches, crawl.SiteSearch{URL: filled})
	}
}

var parameter = lazyre.Compile(`\{([^{}]*)\}`)

// parameters fills the parameters of a template but for the words. ok is false if it needs
// one that is not known. Optional ones stay empty (section "OpenSearch URL template syntax").
func parameters(template string) (filled string, ok bool) {
	if len(template) > maxToken {
		return "", false
	}
	ok = true
	filled = parameter().ReplaceAllStringFunc(template, func(m string) string {
		name, optional := strings.CutSuffix(m[1:len(m)-1], "?")
		switch name {
		case "searchTerms":
			return crawl.SearchTerms
		case "startPage", "startIndex":
			return "1"
		case "count":
			return "20"
		case "language":
			return "*"
		case "inputEncoding", "outputEncoding":
			return "UTF-8"
		}
		ok = ok && optional
		return ""
	})
	return filled, ok
}
