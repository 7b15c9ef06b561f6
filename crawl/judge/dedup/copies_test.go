package dedup_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
)

// TestCopies: a near duplicate is a copy if it says the same, with a line more or with its
// sentences in another order. One with the same words in other sentences says something else.
func TestCopies(t *testing.T) {
	w := words(400, 3)
	var sentences []string
	for i := 0; i < 400; i += 10 {
		sentences = append(sentences, strings.Join(w[i:i+10], " ")+".")
	}
	turned := append(append([]string{}, sentences[20:]...), sentences[:20]...)
	mixed := make([]string, 400)
	for i := range mixed {
		mixed[i] = w[i*7%400]
	}
	for name, tt := range map[string]struct {
		text string
		copy bool
	}{
		"a line more":     {"312 views. " + strings.Join(sentences, " "), true},
		"another order":   {strings.Join(turned, " "), true},
		"other sentences": {strings.Join(mixed, " "), false},
	} {
		x := new(dedup.Index)
		recorded(x, "a", strings.Join(sentences, " "), 1, .7)
		if v := recorded(x, "b", tt.text, 2, .7); v.Same.Of != "a" || v.Same.Copy != tt.copy || v.Copy() != tt.copy {
			t.Errorf("%s: %+v", name, v.Same)
		}
	}
}

// TestRepresentative: of two pages with the same bytes the canonical one stands for both,
// then the one to whose host the links of both lead, then the first.
func TestRepresentative(t *testing.T) {
	for _, tt := range []struct {
		name                    string
		firstNames, secondNames string // canonical pages
		firstLinks, secondLinks string // hosts of most links
		secondStands            bool
	}{
		{name: "nothing tells"},
		{name: "the first names the second", firstNames: "http://true.example/", secondStands: true},
		{name: "the second names the first", secondNames: "http://copy.example/"},
		{name: "all links lead to the second", firstLinks: "true.example", secondLinks: "true.example", secondStands: true},
		{name: "relative links", firstLinks: "copy.example", secondLinks: "true.example"},
		{name: "a name rules over links", secondNames: "http://copy.example/", firstLinks: "true.example", secondLinks: "true.example"},
	} {
		x := new(dedup.Index)
		page := func(host, names, links string) *crawl.Page {
			p := pageOf(crawl.RegionMain, "text")
			p.URL, p.Host, p.Hash, p.Canonical, p.LinkHost = "http://"+host+"/", host, 7, names, links
			p.Final = p.URL
			return p
		}
		first := &crawl.Visit{Seq: 1, Choice: crawl.Choice{URL: "http://copy.example/"}, Page: page("copy.example", tt.firstNames, tt.firstLinks)}
		x.Learn(first)
		p := page("true.example", tt.secondNames, tt.secondLinks)
		of, ok := x.Exact(p)
		if !ok || of.Of != "http://copy.example/" || of.Yields != tt.secondStands {
			t.Errorf("%s: %+v", tt.name, of)
		}
		if !of.Yields {
			continue
		}
		x.Learn(first.Copied(2, crawl.Duplicate{Of: p.Final, Exact: true}))
		if _, ok := x.Exact(p); ok {
			t.Errorf("%s: the original repeats its copy", tt.name)
		}
		x.Learn(&crawl.Visit{Seq: 3, Choice: crawl.Choice{URL: p.URL}, Page: p})
		if of, ok := x.Exact(page("third.example", "", "")); !ok || of.Of != p.Final {
			t.Errorf("%s: a third page repeats %+v", tt.name, of)
		}
	}
}
