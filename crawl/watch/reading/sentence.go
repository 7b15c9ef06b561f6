package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences cuts text into sentences: after 。！？； and their closing marks, after . ! ?
// before a space, and at the end of a line. The space after a sentence belongs to it, so
// they joined are the text.
func sentences(text string) (all []string) {
	from := 0
	cut := func(to int) int {
		for to < len(text) && isSpace(text[to:]) {
			_, size := utf8.DecodeRuneInString(text[to:])
			to += size
		}
		if strings.TrimSpace(text[from:to]) != "" {
			all = append(all, text[from:to])
			from = to
		}
		return to
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == '\n':
			i = cut(i)
		case strings.ContainsRune("。！？；", r):
			i = cut(closing(text, i))
		case r == '.' || r == '!' || r == '?':
			if end := closing(text, i); end == len(text) || isSpace(text[end:]) {
				i = cut(end)
			}
		}
	}
	cut(len(text))
	return all
}

// closing returns the place after the marks at i that close a quotation or a bracket, and
// after further ends of the sentence.
func closing(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !strings.ContainsRune("。！？；.!?”’」』）)]\"'…", r) {
			break
		}
		i += size
	}
	return i
}

func isSpace(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}
