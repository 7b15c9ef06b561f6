package names

import (
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Find is a name that a text calls by a concept.
type Find struct {
	Name  string // as written
	Entry int32  // of the concept, in the topic
	Start int    // byte of the text at which the concept stands
	End   int
}

// reach is how far from a mention a pattern looks, in bytes.
const reach = 240

// mostFinds bounds what one text gives.
const mostFinds = 256

// In appends to dst the names that text calls by the concepts of its mentions. It uses the
// patterns of English, or of Chinese where the label found is Chinese. It gives at most 256
// names. Any bytes may be text; mentions outside of it are passed over.
func In(text string, mentions []crawl.Mention, dst []Find) []Find {
	most := len(dst) + mostFinds
	for i := range mentions {
		m := &mentions[i]
		start, end := int(m.Start), int(m.End)
		if m.Inside || start < 0 || end <= start || end > len(text) {
			continue
		}
		s := sentence{before: clauseBefore(text[:start]), after: clauseAfter(text[end:])}
		list := s.english
		if script.HasHan(text[start:end]) {
			list = s.chinese
		}
		list(func(name string) {
			if name, ok := clean(name); ok && len(dst) < most {
				dst = append(dst, Find{name, m.Entry, start, end})
			}
		})
	}
	return dst
}

// sentence holds the text around a mention in its sentence.
type sentence struct{ before, after string }

// clauseBefore is the end of a text from the last end of a sentence on.
func clauseBefore(s string) string {
	if len(s) > reach {
		s = s[len(s)-reach:]
		for len(s) > 0 && !utf8.RuneStart(s[0]) {
			s = s[1:]
		}
	}
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if ends(r, s[i:], s[:i-n]) {
			return s[i:]
		}
		i -= n
	}
	return s
}

// clauseAfter is the beginning of a text up to the first end of a sentence.
func clauseAfter(s string) string {
	if len(s) > reach {
		i := reach
		for i > 0 && !utf8.RuneStart(s[i]) {
			i--
		}
		s = s[:i]
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if ends(r, s[i+n:], s[:i]) {
			return s[:i]
		}
		i += n
	}
	return s
}

// ends reports whether r ends a sentence. A full stop does if a space follows and no single
// letter comes before it, as in "T. rex" and "e.g. ".
func ends(r rune, after, before string) bool {
	switch r {
	case '!', '?', ';', '。', '！', '？', '；', '\n':
		return true
	case '.':
		if after != "" && after[0] != ' ' {
			return false
		}
		word := before[strings.LastIndexAny(before, " .(")+1:]
		return len(word) > 1
	}
	return false
}
