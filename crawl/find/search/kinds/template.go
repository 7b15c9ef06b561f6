package kinds

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Template is a URL with parameters, as of OpenSearch 1.1, "OpenSearch URL template
// syntax": {searchTerms}, {startPage?}, {startIndex?}, {count?}, {language?}. A question
// mark says that a parameter may stay empty. {key} stands for the key, in the query only.
type Template struct {
	Text        string
	IndexOffset int // number of the first result
	PageOffset  int // number of the first page
	Count       int // results on a page
}

// fill are the values of a template.
type fill struct {
	Words string
	Page  int    // 1 is the first
	Lang  string // in the form that the source has; "" if it is not known
}

// errTemplate is wrapped by the errors of [Template.Fill].
var errTemplate = errors.New("a template that cannot be filled")

var parameter = lazyre.Compile(`\{([^{}]*)\}`)

// maxTemplate bounds a template.
const maxTemplate = 8192

// Pages reports whether the template can ask for further pages.
func (t *Template) Pages() bool {
	return strings.Contains(t.Text, "{startPage") || strings.Contains(t.Text, "{startIndex")
}

// fill returns the URL for the values. The scheme and the host come from the template
// whatever the values are.
func (t *Template) fill(f fill) (string, error) {
	if len(t.Text) > maxTemplate || !strings.Contains(t.Text, "{searchTerms}") {
		return "", english.Errorf("%w: it has no {searchTerms}", errTemplate)
	}
	if i := strings.Index(t.Text, "{"); strings.Count(t.Text[:i], "/") < 3 {
		return "", english.Errorf("%w: a parameter stands in the host", errTemplate)
	}
	query := strings.IndexByte(t.Text, '?')
	if i := strings.Index(t.Text, "{"); query > i || query < 0 {
		// The first question mark may be one within braces.
		query = strings.Index(parameter().ReplaceAllStringFunc(t.Text, func(m string) string { return strings.Repeat("x", len(m)) }), "?")
	}
	var missing string
	var b strings.Builder
	last := 0
	for _, m := range parameter().FindAllStringSubmatchIndex(t.Text, -1) {
		b.WriteString(t.Text[last:m[0]])
		last = m[1]
		name, optional := strings.CutSuffix(t.Text[m[2]:m[3]], "?")
		value, known := t.value(name, f)
		if !known && !optional {
			missing = name
		}
		if name == "key" {
			b.WriteString(search.KeyParameter)
		} else if query >= 0 && m[0] > query {
			b.WriteString(url.QueryEscape(value))
		} else {
			b.WriteString(url.PathEscape(value))
		}
	}
	b.WriteString(t.Text[last:])
	if missing != "" {
		return "", english.Errorf("%w: it needs {%.40s}, which is not known", errTemplate, missing)
	}
	return b.String(), nil
}

// value is the value of a parameter.
func (t *Template) value(name string, f fill) (value string, known bool) {
	page := max(f.Page, 1)
	switch name {
	case "searchTerms":
		return f.Words, true
	case "startPage":
		return strconv.Itoa(t.PageOffset + page - 1), true
	case "startIndex":
		return strconv.Itoa(t.IndexOffset + (page-1)*max(t.Count, 1)), true
	case "count":
		return strconv.Itoa(max(t.Count, 1)), true
	case "language":
		return f.Lang, f.Lang != ""
	case "inputEncoding", "outputEncoding":
		return "UTF-8", true
	case "key":
		return search.KeyParameter, true
	}
	return "", false
}
