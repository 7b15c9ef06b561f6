package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// regionOf returns the region that an element opens: by its ARIA role, by being
// nav, header, footer or aside, else by an unmistakable class or id. scoped
// says that the element stands inside an article or main: a header or footer
// there belongs to the article, not to the page (HTML Accessibility API
// Mappings 1.0, header and footer).
func regionOf(tag atom.Atom, a *attrs, scoped bool) (r crawl.Region, ok bool) {
	if a.role != "" {
		if r, ok = byRole(a.role); ok {
			return r, true
		}
	}
	switch tag {
	case atom.Nav:
		return crawl.RegionNav, true
	case atom.Aside:
		return crawl.RegionAside, true
	case atom.Header:
		return crawl.RegionHeader, !scoped
	case atom.Footer:
		return crawl.RegionFooter, !scoped
	case atom.Main, atom.Article:
		return crawl.RegionMain, true
	case atom.Html, atom.Body:
		return 0, false // their classes name the theme
	}
	return byName(a, scoped)
}

// byRole looks at the ARIA role.
func byRole(role string) (r crawl.Region, ok bool) {
	switch strings.ToLower(role) {
	case "navigation", "menubar", "menu", "search", "tablist":
		return crawl.RegionNav, true
	case "banner":
		return crawl.RegionHeader, true
	case "contentinfo":
		return crawl.RegionFooter, true
	case "complementary":
		return crawl.RegionAside, true
	case "main", "article":
		return crawl.RegionMain, true
	}
	return 0, false
}

// byName looks at id and class.
func byName(a *attrs, scoped bool) (r crawl.Region, ok bool) {
	if mayName(a.id) {
		if r, ok = regionNames[strings.ToLower(a.id)]; !ok {
			r, ok = regionIDs[strings.ToLower(a.id)]
		}
	}
	for rest := a.class; rest != "" && !ok; {
		var name string
		name, rest, _ = strings.Cut(rest, " ")
		if mayName(name) {
			r, ok = regionNames[strings.ToLower(name)]
		}
	}
	if scoped && (r == crawl.RegionHeader || r == crawl.RegionFooter) {
		return 0, false
	}
	return r, ok
}

// mayName rules out most ids and classes by their first letter and length.
func mayName(s string) bool {
	if s == "" || len(s) > 31 {
		return false
	}
	return nameShapes[s[0]|0x20]&(1<<len(s)) != 0
}

// nameShapes are the lengths of the names of regions, by first letter.
var nameShapes = func() (t [256]uint32) {
	for _, names := range []map[string]crawl.Region{regionNames, regionIDs} {
		for s := range names {
			t[s[0]] |= 1 << len(s)
		}
	}
	return t
}()

// regionNames are ids and classes with the same meaning in every theme we know.
// Classes such as "header", "content-header" or "archive" are missing: themes
// use them for the article itself.
var regionNames = byWord(map[crawl.Region]string{
	crawl.RegionNav: "nav navbar navigation main-nav main-navigation site-nav site-navigation topnav top-nav sidenav nav-menu " +
		"navmenu mainmenu main-menu menu menubar breadcrumb breadcrumbs pagination pager paginator page-nav " +
		"pagenavi post-nav post-navigation toc skip-link dropdown-menu",
	crawl.RegionHeader: "site-header masthead topbar top-bar",
	crawl.RegionFooter: "footer site-footer page-footer colophon copyright powered-by",
	crawl.RegionAside: "aside sidebar side-bar leftbar rightbar widget widgets widget-area blogroll tagcloud tag-cloud related " +
		"related-posts related-post related-articles related-links relatedposts recent-posts recommended recommend " +
		"popular-posts hot-posts",
})

// regionIDs are names that are unmistakable only as an id, which is unique in a
// page.
var regionIDs = byWord(map[crawl.Region]string{
	crawl.RegionHeader: "header banner head top",
	crawl.RegionFooter: "foot bottom",
	crawl.RegionAside:  "left right side",
})

// byWord maps each word of the lists to its region.
func byWord(lists map[crawl.Region]string) map[string]crawl.Region {
	words := map[string]crawl.Region{}
	for region, list := range lists {
		for word := range strings.FieldsSeq(list) {
			words[word] = region
		}
	}
	return words
}

// itemRun watches the children of an element to recognise a list without list
// markup: three or more children in a row of one kind, that is articles, or
// elements of one class.
type itemRun struct {
	name, class string // of the last child
	run         uint8  // number of equal children in a row
	found       bool
}

// add takes the next child. It is true once, when the children turn out to be
// items of a list.
func (s *itemRun) add(tag atom.Atom, name, class string) bool {
	if s.found {
		return false
	}
	class = itemClass(tag, class)
	able := tag == atom.Article || class != ""
	switch {
	case able && s.name == name && s.class == class:
		s.run++
	case able:
		s.run = 1
	default:
		s.run = 0
	}
	s.name, s.class = name, class
	s.found = s.run >= 3
	return s.found
}

// itemClass returns the first class of an element that can be such an item.
func itemClass(tag atom.Atom, class string) string {
	switch tag {
	case atom.Div, atom.Section, atom.Article, atom.A:
		first, _, _ := strings.Cut(class, " ")
		return first
	}
	return ""
}
