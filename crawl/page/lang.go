package page

import "strings"

// declarations collects the languages that a document declares.
type declarations struct {
	html, body attrs
	metas      [3]struct { // of the head, the first of each kind
		seen  bool
		value string
	}
	equiv string // the first content-language anywhere
}

// meta takes a meta element.
func (d *declarations) meta(a *attrs, inHead bool) {
	kinds := [...]bool{
		strings.EqualFold(a.equiv, "content-language"), // HTML 4.1, obsolete since HTML 5
		a.property == "og:locale",                      // Open Graph: zh_CN
		strings.EqualFold(a.name, "language"),
	}
	if kinds[0] && d.equiv == "" {
		d.equiv = langTag(a.content)
	}
	for i, is := range kinds {
		if m := &d.metas[i]; is && inHead && !m.seen {
			m.seen, m.value = true, a.content
		}
	}
}

// language is the language that the document declares, "" if it does not: that of
// its root element, then of its body, then of the meta elements in use where
// editors set no lang attribute. The declaration nearer to the text wins, since
// templates are copied and their heads forgotten.
func (d *declarations) language() string {
	for _, s := range [...]string{d.html.lang, d.html.xmlLang, d.body.lang, d.metas[0].value, d.metas[1].value, d.metas[2].value} {
		if l := langTag(s); l != "" {
			return l
		}
	}
	return d.equiv
}
