package page

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// declaredLang is the language a document declares, "" if it does not: that of
// its root element, then of its body, then what its head says in the ways in
// use where editors set no lang attribute. Of two declarations the one nearer
// to the text counts, since templates are copied and their heads forgotten.
func declaredLang(doc *goquery.Document) string {
	root := doc.Children().Filter("html").First()
	for _, attr := range []string{"lang", "xml:lang"} {
		if l := langTag(root.AttrOr(attr, "")); l != "" {
			return l
		}
	}
	if l := langTag(root.ChildrenFiltered("body").AttrOr("lang", "")); l != "" {
		return l
	}
	head := root.ChildrenFiltered("head")
	for _, selector := range []string{
		`meta[http-equiv="content-language" i]`, // HTML 4.1, obsolete since HTML 5
		`meta[property="og:locale"]`,            // Open Graph: zh_CN
		`meta[name="language" i]`,
	} {
		if l := langTag(head.ChildrenFiltered(selector).AttrOr("content", "")); l != "" {
			return l
		}
	}
	return ""
}

// declarations collects what declaredLang asks of a tree.
type declarations struct {
	html, body attrs
	metas      [3]struct { // of the head, the first of each sort
		seen  bool
		value string
	}
}

// meta takes a meta element of the head.
func (d *declarations) meta(a *attrs) {
	for i, is := range [...]bool{
		strings.EqualFold(a.equiv, "content-language"), a.property == "og:locale", strings.EqualFold(a.name, "language"),
	} {
		if m := &d.metas[i]; is && !m.seen {
			m.seen, m.value = true, a.content
		}
	}
}

// language is what declaredLang returns.
func (d *declarations) language() string {
	for _, s := range [...]string{d.html.lang, d.html.xmlLang, d.body.lang, d.metas[0].value, d.metas[1].value, d.metas[2].value} {
		if l := langTag(s); l != "" {
			return l
		}
	}
	return ""
}
