package urlpattern_test

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// TestRespelling: two addresses are spellings of one page if one spelling makes one of the other, and by none if it
// takes two or they differ in something else.
func TestRespelling(t *testing.T) {
	for _, c := range []struct {
		a, b string
		by   string
	}{
		{"http://h.t/day-2", "http://h.t/day-2/", "final slash"},
		{"http://h.t/day-2?x=1", "http://h.t/day-2/?x=1", "final slash"},
		{"http://h.t/day-2", "https://h.t/day-2", "http or https"},
		{"http://h.t/day-2", "http://www.h.t/day-2", "www"},
		{"http://h.t/a/index.html", "http://h.t/a/", "index page"},
		{"http://h.t/a/Default.aspx", "http://h.t/a/", "index page"},
		{"http://h.t/a?id=3&utm_source=x&utm_medium=y", "http://h.t/a?id=3", "tracking"},
		{"http://h.t/a?utm_source=x", "http://h.t/a", "tracking"},
		{"http://h.t/a?print=1", "http://h.t/a", "print page"},
		{"http://h.t/print/a/3", "http://h.t/a/3", "print page"},
		{"http://h.t/a/print/", "http://h.t/a/", "print page"},
		{"http://m.h.t/a", "http://h.t/a", "mobile page"},
		{"http://m.h.t/a", "http://www.h.t/a", "mobile page"},
		{"http://h.t/a/amp/", "http://h.t/a/", "mobile page"},
		{"http://h.t/a", "http://h.t/a", ""},
		{"http://h.t/a", "http://h.t/b", ""},
		{"http://h.t/a/", "https://h.t/a", ""}, // two spellings
		{"http://h.t/a?id=3", "http://h.t/a", ""},
		{"http://h.t/a?format=pdf", "http://h.t/a", ""},
		{"http://h.t/", "http://h.t", ""}, // no canonical URL
		{"", "http://h.t/", ""},
	} {
		for _, p := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			by, got := "", ""
			if s, ok := urlpattern.Respelling(p[0], p[1]); ok {
				got = s.String()
			}
			if by = c.by; got != by {
				t.Errorf("%s and %s: %q, want %q", p[0], p[1], got, by)
			}
		}
	}
}

// TestRespelled: a plain address has others by the first four spellings at most, none is the address
// itself, and a file has no final slash.
func TestRespelled(t *testing.T) {
	for url, want := range map[string][]string{
		"http://h.t/a":        {"http://h.t/a/", "https://h.t/a", "http://www.h.t/a"},
		"https://www.h.t/a/":  {"https://www.h.t/a", "http://www.h.t/a/", "https://h.t/a/", "https://www.h.t/a/index.html"},
		"http://h.t/a.html":   {"https://h.t/a.html", "http://www.h.t/a.html"},
		"http://h.t/?amp=1&x": {"https://h.t/?amp=1&x", "http://www.h.t/?amp=1&x", "http://h.t/index.html?amp=1&x", "http://h.t/?x"},
		"search:engine?q=x":   nil,
		"":                    nil,
	} {
		var got []string
		urlpattern.Respelled(url, func(_ urlpattern.Spelling, other string) { got = append(got, other) })
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", url, got, want)
		}
	}
}
