package page

import "github.com/PuerkitoBio/goquery"

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
