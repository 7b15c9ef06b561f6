// Package oracle compares crawl/fetch/internal/robots with a port of the parser that
// Google published (github.com/google/robotstxt). It is a module of its own, so
// that the port never becomes a dependency of the project:
//
//	cd crawl/fetch/internal/robots/oracle && go test ./...
package oracle

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jimsmart/grobotstxt"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/internal/robots"
)

var cases = flag.Int("cases", 100_000, "random files to compare")

const us = "ontocrawl"

func ours(file, target string) bool { return robots.Parse([]byte(file)).For(us).Allowed(target) }

func theirs(file, target string) bool {
	return grobotstxt.AgentAllowed(file, us, "http://a.example"+target)
}

// writer invents files and targets out of few pieces, so that they often meet.
// Escapes have letters only: the port loses digits when it writes escapes in
// upper case, which Google's own code does not.
type writer struct{ *rand.Rand }

func (w writer) pick(list ...string) string { return list[w.IntN(len(list))] }

// target is the path and query of a URL in its canonical form: what a server
// may not get otherwise, Google's matcher does not normalize.
func (w writer) target() string {
	s := "/"
	for range w.IntN(7) {
		s += w.pick("/", "a", "b", "c", "ab", ".html", "?", "=", "&", ";", "%EF%BC%AC", "%FC", "~", "-")
	}
	if s == "/robots.txt" {
		return "/"
	}
	return s
}

func (w writer) pattern() string {
	if w.IntN(12) == 0 {
		return w.pick("", "/", "*", "$", "/$", "/*", "a", "*a")
	}
	s := w.pick("/", "/", "/", "*", "")
	for range w.IntN(6) {
		s += w.pick("/", "a", "b", "c", "ab", ".html", "?", "=", "&", ";", "Ｌ", "%EF%BC%AC", "%ef%bc%ac", "%FC", "%fc", "~", "-", "*", "*", "**")
	}
	return s + w.pick("", "", "", "$", "*", "*$")
}

func (w writer) line() string {
	space := func() string { return w.pick("", "", " ", "\t", "  ") }
	key, value := "", ""
	switch w.IntN(9) {
	case 0, 1:
		key = w.pick("User-agent", "user-agent", "USER-AGENT", "useragent", "user agent")
		value = w.pick("*", us, "OntoCrawl", us+"/2.0", us+" (+http://x.example)", "other", "onto", us+"er", us+"-x", "* all", "*x", "", "*"+us)
	case 2, 3, 4:
		key, value = w.pick("Disallow", "disallow", "DISALLOW", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"), w.pattern()
	case 5, 6:
		key, value = w.pick("Allow", "allow", "ALLOW"), w.pattern()
	case 7:
		return w.pick("", " ", "# Disallow: /", "Sitemap: http://a.example/s.xml", "Crawl-delay: 3", "Noindex: /a", "<html>", "Disallow", ":", "Host: a.example", "User-agent: ")
	case 8: // without a colon
		return w.pick("Disallow", "Allow", "User-agent") + " " + w.pick("/a", "/", us, "*", "/a /b", "other")
	}
	return space() + key + space() + ":" + space() + value + space() + w.pick("", "", "", "# /a", " # x: y")
}

func (w writer) file() string {
	var b strings.Builder
	b.WriteString(w.pick("", "", "", "\xef\xbb\xbf"))
	end := w.pick("\n", "\n", "\r\n", "\r")
	for range w.IntN(14) {
		b.WriteString(w.line() + end)
	}
	return b.String()
}

// TestRandom: on files of every kind both say the same.
func TestRandom(t *testing.T) {
	w := writer{rand.New(rand.NewPCG(9309, 1))}
	forbidden, failures := 0, 0
	for range *cases {
		file := w.file()
		for range 3 {
			target := w.target()
			got, want := ours(file, target), theirs(file, target)
			if !want {
				forbidden++
			}
			if got != want {
				if failures++; failures <= 10 {
					t.Errorf("%q: ours %v, theirs %v\n%s", target, got, want, strings.ReplaceAll(file, "\r", "\n"))
				}
			}
		}
	}
	t.Logf("%d verdicts, %d of them forbid, %d differ", 3**cases, forbidden, failures)
	if share := float64(forbidden) / float64(3**cases); share < 0.05 || share > 0.95 {
		t.Errorf("%.2f of the verdicts forbid: these files test nothing", share)
	}
}

// TestDepartures: where we differ, on purpose. RFC 9309 is with us where a
// section is named.
func TestDepartures(t *testing.T) {
	for _, c := range []struct {
		name, file, target string
		ours               bool
	}{
		{"2.2.2: an escaped unreserved character is the character", "User-agent: *\nDisallow: /%7Ejoe", "/~joe", false},
		{"2.2.2: in the target too", "User-agent: *\nDisallow: /~joe", "/%7Ejoe", false},
		{"2.2.2: hexadecimal digits of the target are of no case", "User-agent: *\nDisallow: /%E6%9A%B4", "/%e6%9a%b4", false},
		{"2.2.3: an escaped star is a star", "User-agent: *\nDisallow: /a%2A", "/a*", false},
		{"2.2.2: robots.txt is always allowed", "User-agent: *\nDisallow: /", "/robots.txt", true},
		{"the port loses digits of escapes", "User-agent: *\nDisallow: /暴%E6%9A%B4", "/%E6%9A%B4%E6%9A%B4", false},
		{"an index page speaks for its folder with Google alone", "User-agent: *\nDisallow: /a/\nAllow: /a/index.html", "/a/", false},
	} {
		if got, google := ours(c.file, c.target), theirs(c.file, c.target); got != c.ours || google == c.ours {
			t.Errorf("%s: ours %v, theirs %v; this is no departure any more", c.name, got, google)
		}
	}
}

// TestSitemaps: both find the same sitemaps.
func TestSitemaps(t *testing.T) {
	for _, file := range []string{
		"Sitemap: http://a.example/1\nsitemap:http://a.example/2\r\nUser-agent: *\nSITE-MAP : x # y", "", "Sitemap:",
	} {
		var want []string
		for _, s := range grobotstxt.Sitemaps(file) {
			if s != "" {
				want = append(want, s)
			}
		}
		if got := robots.Parse([]byte(file)).Sitemaps(); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q: ours %q, theirs %q", file, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$", "a/b")
	f.Fuzz(func(t *testing.T, file, target string) {
		// Kept to what both normalize alike; see TestDepartures.
		if strings.ContainsAny(file+target, "%0123456789") || strings.Contains(strings.ToLower(file), "index.htm") || len(file) > 2000 {
			return
		}
		for _, c := range []byte(file + target) {
			if c != '\n' && (c < ' ' || c > '~') || strings.IndexByte("\"<>\\^`{|}$", c) >= 0 {
				return
			}
		}
		if strings.ContainsAny(target, "#* \n") || strings.Contains(target, "//") || strings.HasPrefix("/"+target, "/robots.txt") {
			return
		}
		if got, want := ours(file, "/"+target), theirs(file, "/"+target); got != want {
			t.Errorf("%q: ours %v, theirs %v in %q", target, got, want, file)
		}
	})
}
