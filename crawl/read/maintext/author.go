package maintext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// Bounds of what names authors.
const (
	maxNameWords = 6
	maxLineWords = 12 // of a line with a name, a day and the like
	maxData      = 4000
	maxAuthors   = 10
)

// author returns the names of the authors: in structured data, in meta elements, or in what
// the page shows: a line that is called so, that stands behind a label, or that begins with "by".
func (a *analysis) author(site string) string {
	for _, s := range a.d.Data {
		if v := dataAuthors(s); v != "" {
			return v
		}
	}
	for _, name := range []string{"author", "article:author", "parsely-author", "dc.creator", "sailthru.author", "byl", "cxenseparse:author", "twitter:data1"} {
		if name == "twitter:data1" && !strings.EqualFold(a.d.meta("twitter:label1"), "written by") {
			continue
		}
		if v, _ := byline(a.d.meta(name)); isPerson(v, maxNameWords) {
			return trimmed(v)
		}
	}
	return a.authorLine(site)
}

// dataAuthors are the names of the first author in JSON-LD: a text, an object with a name, or
// a list of these.
func dataAuthors(s string) string {
	_, rest, ok := strings.Cut(s, `"author"`)
	if !ok {
		return ""
	}
	rest = strings.TrimLeft(rest[:min(len(rest), maxData)], " \t\r\n:")
	if v, ok := quoted(rest); ok && isPerson(v, maxNameWords) {
		return trimmed(v)
	}
	rest = rest[:enclosed(rest)]
	list := values(strings.ReplaceAll(rest, `"name":["`, `"name":"`), "name", maxAuthors)
	if strings.HasPrefix(rest, "[") && len(list) == 0 {
		for part := range strings.SplitSeq(rest[1:], ",") {
			if v, ok := quoted(strings.TrimLeft(part, " \t\r\n")); ok {
				list = append(list, v)
			}
		}
	}
	var names []string
	for _, v := range list {
		if v, _ = byline(v); isPerson(v, maxNameWords) {
			names = append(names, trimmed(v))
		}
	}
	return strings.Join(names, ", ")
}

// enclosed is the length of the object or list of JSON at the start of s, or of all of s.
func enclosed(s string) int {
	depth, text := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// authorLine is the author by what the page shows: a short block in an element that is called
// so, what stands behind a label such as "Written by", or, below the headline, a line that
// begins with one.
func (a *analysis) authorLine(site string) string {
	label, below := false, false
	for i := range a.d.Blocks {
		b := &a.d.Blocks[i]
		if b.Words == 0 || b.Alt >= len(b.Text) {
			continue
		}
		n := &a.d.Nodes[b.Node]
		below = below || n.Tag == atom.H1
		if b.Words > maxLineWords {
			label = false
			continue
		}
		if saysBy(b.Text) {
			label = true
			continue
		}
		v, by := byline(b.Text)
		if label || by && below || a.calledSo(n) {
			if v = undated(v); IsName(v, site) && (label || a.calledSo(n) || capital(v)) {
				return trimmed(v)
			}
		}
		label = false
	}
	return ""
}

// calledSo reports an element that is called so, or that stands in one.
func (a *analysis) calledSo(n *Node) bool {
	if saysAuthor(n.Class) || saysAuthor(n.ID) {
		return true
	}
	return n.Parent >= 0 && n.Tag != atom.Li && saysAuthor(a.d.Nodes[n.Parent].Class)
}

// saysAuthor reports a class or id of an author: not of authority or authorization.
func saysAuthor(class string) bool {
	if strings.Contains(class, "byline") || strings.Contains(class, "Byline") {
		return true
	}
	_, rest, ok := strings.Cut(class, "uthor")
	return ok && !strings.HasPrefix(rest, "i")
}

// saysBy reports a label behind which the name of an author stands.
func saysBy(s string) bool {
	s = strings.TrimRight(s, ": ：")
	if len(s) > len("about the author") {
		return false // none of them is as long
	}
	switch strings.ToLower(s) {
	case "by", "written by", "posted by", "authored by", "article by", "words by", "story by", "author", "authors", "about the author", "von", "par", "por", "作者":
		return true
	}
	return false
}

// byline is a name without the words before it, and whether there are such.
func byline(s string) (name string, by bool) {
	s = strings.TrimSpace(s)
	for _, p := range []string{"By ", "by ", "BY ", "By: ", "Written by ", "Written By ", "Posted by ", "Authored by: ", "Authored by ", "Author: ", "Authors:", "作者：", "作者:", "文/", "Von ", "Par ", "Por "} {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return strings.Trim(strings.TrimSpace(rest), ",|·*"), true
		}
	}
	return s, false
}

// undated is a line without what stands behind its first name: a day, or what a mark parts.
func undated(s string) string {
	for _, mark := range []string{" | ", " · ", " • ", " » ", " – ", " — ", " - ", "|", "·", "•"} {
		s, _, _ = strings.Cut(s, mark)
	}
	for at := 0; at < len(s); at++ {
		if s[at] >= '0' && s[at] <= '9' && (at == 0 || s[at-1] == ' ') {
			s = strings.TrimSpace(s[:at])
			if before := strings.LastIndexByte(s, ' '); isMonth(s[before+1:]) {
				s = s[:max(before, 0)]
			}
			break
		}
	}
	return strings.Trim(strings.TrimSuffix(strings.TrimSuffix(strings.Trim(s, " ,*"), " on"), " at"), " ,*")
}

// isMonth reports the English name of a month or of a weekday, whole or in short, or "on".
func isMonth(s string) bool {
	s = strings.ToLower(strings.Trim(s, ".,"))
	if s == "on" {
		return true
	}
	for _, m := range []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
		if len(s) >= 3 && (strings.HasPrefix(m, s) || s == "sept") {
			return true
		}
	}
	return false
}

// capital reports a text whose longer words begin with capitals.
func capital(s string) bool {
	for w := range strings.FieldsSeq(s) {
		if r, _ := utf8.DecodeRuneInString(w); utf8.RuneCountInString(w) > 3 && unicode.IsLower(r) {
			return false
		}
	}
	return true
}

// isName reports a text that a page shows and that may be a name: not the site's, and no label.
func IsName(s, site string) bool {
	if !isPerson(s, maxNameWords) || site != "" && strings.EqualFold(s, site) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(s); !unicode.IsLetter(first) && !unicode.IsDigit(first) || strings.HasSuffix(s, ":") {
		return false
	}
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		switch w {
		case "author", "authors", "by", "from", "says", "posted", "of", "image", "picture":
			return false
		}
	}
	return true
}

// isPerson reports a text that may be a name, of so many words at most.
func isPerson(s string, most int) bool {
	switch {
	case s == "" || len(s) > maxNameSize || len(strings.Fields(s)) > most:
		return false
	case strings.Contains(s, "://") || strings.ContainsAny(s, "{}<>") || strings.HasPrefix(s, "/"):
		return false
	case strings.EqualFold(s, "admin"), strings.EqualFold(s, "author"), strings.IndexFunc(s, unicode.IsLetter) < 0:
		return false
	}
	return plain(s) != ""
}
