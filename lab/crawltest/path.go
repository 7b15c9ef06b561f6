package crawltest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"unicode"
)

// articlePath is the path and query of an article in its host's style.
func articlePath(s *spec, r *rand.Rand) string {
	members := ""
	if s.members {
		members = "/members"
	}
	sec := s.section.topic.slug
	switch s.host.style {
	case "date":
		day := fmt.Sprintf("/%d/%02d/%02d", 2015+r.IntN(10), 1+r.IntN(12), 1+r.IntN(28))
		return members + day + "/" + s.slug(r)
	case "pinyin":
		return fmt.Sprintf("%s/%s/%s-%d", members, sec, s.slug(r), 100+s.id)
	case "id":
		return fmt.Sprintf("%s/article/%d.html", members, 800000+s.id*7)
	case "query":
		return fmt.Sprintf("%s/show.php?id=%d", members, 1000+s.id*3)
	case "opaque":
		return fmt.Sprintf("%s/p/%07x", members, r.IntN(1<<28))
	case "chinese":
		return members + "/" + escape(s.section.topic.section) + "/" + escape(s.title)
	default: // slug
		return members + "/" + sec + "/" + s.slug(r)
	}
}

// slug is the title in ASCII, or for a Chinese title a few words in pinyin.
func (s *spec) slug(r *rand.Rand) string {
	if words := s.topic.slots["slug"]; len(words) > 0 {
		return pick(r, words)
	}
	letters := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	words := strings.FieldsFunc(strings.ToLower(s.title), letters)
	if len(words) > 8 {
		words = words[:8]
	}
	return strings.Join(words, "-")
}

// listPath is the path of page n of a section's list.
func listPath(sec *section, n int) string {
	slug := sec.topic.slug
	switch sec.host.style {
	case "query":
		if n > 0 {
			return fmt.Sprintf("/list.php?cat=%s&page=%d", slug, n+1)
		}
		return "/list.php?cat=" + slug
	case "id":
		return fmt.Sprintf("/list/%s_%d.html", slug, n+1)
	case "opaque":
		if n > 0 {
			return fmt.Sprintf("/c/%s?p=%d", slug[:min(2, len(slug))], n+1)
		}
		return "/c/" + slug[:min(2, len(slug))]
	case "chinese":
		slug = escape(sec.topic.section)
	}
	if n > 0 {
		return fmt.Sprintf("/%s/page/%d/", slug, n+1)
	}
	return "/" + slug + "/"
}

func (h *host) aboutPath() string {
	if h.style == "query" {
		return "/about.php"
	}
	return "/about"
}

func (h *host) aboutTitle() string {
	switch h.lang {
	case english:
		return "About us"
	case traditional:
		return "關於我們"
	}
	return "关于我们"
}

// printPath is the path of the exact copy of a page. It is in the same folder,
// so that relative links lead to the same pages.
func printPath(path string) string {
	if strings.Contains(path, "?") {
		return path + "&print=1"
	}
	return path + "?print=1"
}

// distinct makes another path of the same form.
func distinct(path string, n int) string {
	if strings.Contains(path, "?") {
		return fmt.Sprintf("%s&v=%d", path, n)
	}
	if base, ok := strings.CutSuffix(path, "/"); ok {
		return fmt.Sprintf("%s-%d/", base, n)
	}
	return fmt.Sprintf("%s-%d", path, n)
}

// escape escapes the bytes of a title that a canonical URL would change.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, s)
	return url.PathEscape(strings.Trim(s, "-"))
}

// unescape is the form in which paths are compared: the escapes of a request
// may differ.
func unescape(path string) string {
	p, query, found := strings.Cut(path, "?")
	if u, err := url.PathUnescape(p); err == nil {
		p = u
	}
	if found {
		return p + "?" + query
	}
	return p
}
