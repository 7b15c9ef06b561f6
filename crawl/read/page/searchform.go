package page

import (
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// A site's own search is a form that a person fills in one field of and that sends it by
// GET (HTML 4.10.21.3) to the host of the page. All other forms are left alone: those that
// send by POST, ask for a password or a file, have two fields to fill in, or go elsewhere.

// Bounds of what is kept of forms.
const (
	maxSearches   = 3   // of a page
	maxFields     = 50  // of a form: one with more is no search
	maxHidden     = 10  // of them, hidden ones
	maxFieldBytes = 200 // name and value of a hidden field: longer ones are tokens
)

// formDraft is a form that is being read.
type formDraft struct {
	at      int // place of its element on the stack
	action  string
	charset string // accept-charset
	field   string // name of the one text field
	query   string // the hidden fields, escaped
	fields  int
	hidden  int
	texts   int
	search  bool // it says of itself that it searches
	refused bool
}

// openForm begins a form whose element is on the stack. Forms do not nest.
func (b *builder) openForm(a *attrs) {
	if b.form.at > 0 || len(b.searches) >= maxSearches {
		return
	}
	method := strings.TrimSpace(a.method)
	b.form = formDraft{
		at: len(b.stack) - 1, action: strings.TrimSpace(a.action), charset: a.charsets,
		search:  strings.EqualFold(a.role, "search") || saysSearch(a.id) || saysSearch(a.class) || saysSearch(a.action),
		refused: method != "" && !strings.EqualFold(method, "get"),
	}
}

// saysSearch reports whether an id, a class or an address speaks of a search.
func saysSearch(s string) bool {
	s = strings.ToLower(s[:min(len(s), maxFieldBytes)])
	return strings.Contains(s, "search") || strings.Contains(s, "sousuo")
}

// input reads a field of the open form.
func (b *builder) input(a *attrs) {
	f := &b.form
	if f.at == 0 || f.refused {
		return
	}
	if f.fields++; f.fields > maxFields {
		f.refused = true
		return
	}
	switch kind := strings.ToLower(strings.TrimSpace(a.kind)); kind {
	case "submit", "button", "image", "reset", "checkbox", "radio": // not sent unless a person presses or ticks it
	case "hidden":
		b.hiddenField(a)
	case "", "text", "search":
		if a.name == "" {
			return // not sent
		}
		f.texts++
		f.field = a.name
		f.search = f.search || kind == "search" || searchField(a.name)
	default:
		f.refused = true
	}
}

func (b *builder) hiddenField(a *attrs) {
	f := &b.form
	if a.name == "" {
		return
	}
	if f.hidden++; f.hidden > maxHidden || len(a.name)+len(a.value) > maxFieldBytes || b.enc != nil && !urlkey.IsASCII(a.name+a.value) {
		f.refused = true
		return
	}
	f.query += url.QueryEscape(a.name) + "=" + url.QueryEscape(a.value) + "&"
}

// searchField reports names that a field for words to search for has.
func searchField(name string) bool {
	switch strings.ToLower(name) {
	case "q", "s", "k", "kw", "wd", "qt", "key", "keys", "word", "words", "query", "search", "searchword", "search_query", "searchkey",
		"keyword", "keywords", "term", "terms", "text", "title", "searchtext", "search_api_fulltext":
		return true
	}
	return false
}

// closeForm ends the form whose element leaves the stack, if one does.
func (b *builder) closeForm() {
	f := b.form
	if f.at == 0 || f.at != len(b.stack)-1 {
		return
	}
	b.form = formDraft{}
	if !f.refused && f.search && f.texts == 1 && f.action != "" && len(f.field) <= maxFieldBytes && urlkey.IsASCII(f.field) {
		b.searches = append(b.searches, f)
	}
}

// descriptionLink is a link element that leads to an OpenSearch description (OpenSearch 1.1,
// "Autodiscovery"). The first counts.
func (b *builder) descriptionLink(a *attrs) {
	kind, _, _ := strings.Cut(a.kind, ";")
	if b.description == "" && a.hasHref && strings.EqualFold(strings.TrimSpace(kind), "application/opensearchdescription+xml") && hasRel(a, "search") {
		b.description = a.href
	}
}

// setSearches resolves the forms, once the base is known.
func (b *builder) setSearches() {
	p := b.page
	for i := range b.searches {
		f := &b.searches[i]
		key, err := b.resolve(f.action)
		if err != nil || urlkey.Host(key) != p.Host {
			continue
		}
		key, _, _ = strings.Cut(key, "?") // the fields replace it
		s := crawl.SiteSearch{URL: key + "?" + f.query + url.QueryEscape(f.field) + "=" + crawl.SearchTerms, Charset: b.formCharset(f)}
		if !slices.Contains(p.Searches, s) {
			p.Searches = append(p.Searches, s)
		}
	}
	if b.description == "" || len(p.Searches) > 0 {
		return
	}
	if key, err := b.resolve(b.description); err == nil && urlkey.Host(key) == p.Host {
		p.Searches = append(p.Searches, crawl.SiteSearch{Description: key})
	}
}

// formCharset returns the encoding that a form sends in: the first that it accepts, else
// the page's.
func (b *builder) formCharset(f *formDraft) string {
	first, _, _ := strings.Cut(strings.Join(strings.Fields(f.charset), ","), ",")
	switch first = strings.ToLower(first); {
	case first == "utf-8", first == "" && b.enc == nil:
		return ""
	case first == "", first == "unknown":
		return b.page.Charset
	}
	return strings.ToValidUTF8(first[:min(len(first), 40)], "")
}
