package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of the Chinese patterns, in characters.
const (
	mostGap  = 10 // between 是 or 等 and the concept
	longName = 12
)

// zhCues come between a concept and a list of names.
var zhCues = [...]string{"包括", "包含", "例如", "比如", "譬如", "分为", "有", "如", "：", ":"}

// chinese calls yield for each name by a pattern of Chinese.
func (s sentence) chinese(yield func(string)) {
	after := strings.TrimLeft(s.after, " ，,（(")
	for _, cue := range zhCues {
		if rest, ok := strings.CutPrefix(after, cue); ok {
			zhForward(strings.TrimLeft(rest, "：: "), yield)
			break
		}
	}
	near := lastChars(s.before, mostGap)
	if i := strings.LastIndex(near, "等"); i >= 0 && !strings.ContainsAny(near[i:], "，,、：:") {
		zhBackward(s.before[:len(s.before)-len(near)+i], yield)
		return
	}
	if i := strings.LastIndex(near, "是"); i >= 0 && !strings.ContainsAny(near[i:], "，,：:不") {
		zhSubject(s.before[:len(s.before)-len(near)+i], yield)
		return
	}
	if strings.HasPrefix(s.after, "的一种") || strings.HasPrefix(s.after, "之一") || strings.HasPrefix(s.after, "的一类") {
		if i := strings.IndexAny(s.before, "，,"); i > 0 {
			zhSubject(s.before[:i], yield)
		}
	}
}

// zhSplit splits a list at 、 and at the words for "and".
func zhSplit(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("、和及与或/／", r) })
}

// zhForward reads X、Y和Z up to the end of the clause.
func zhForward(list string, yield func(string)) {
	if i := strings.IndexAny(list, "，,（("); i >= 0 {
		list = list[:i]
	}
	list, _, _ = strings.Cut(list, "等")
	items := zhSplit(list)
	if len(items) < 2 {
		return // 台风有关的 is no list
	}
	for _, item := range items[:min(len(items), mostListed)] {
		if item = strings.TrimSpace(item); utf8.RuneCountInString(item) > longName {
			return
		}
		yield(item)
	}
}

// zhBackward reads X、Y that 等 follows. The first item begins after the clause's verb, which is
// not known, so it counts only where a sign comes before it.
func zhBackward(list string, yield func(string)) {
	if i := strings.LastIndexAny(list, "，,：:（("); i >= 0 {
		_, n := utf8.DecodeRuneInString(list[i:])
		list = list[i+n:]
	}
	for _, cue := range [...]string{"包括", "例如", "比如", "如", "有"} {
		if i := strings.LastIndex(list, cue); i >= 0 {
			list = list[i+len(cue):]
			break
		}
	}
	items := zhSplit(list)
	for _, item := range items[max(0, len(items)-mostListed):] {
		if item = strings.TrimSpace(item); utf8.RuneCountInString(item) <= longName {
			yield(item)
		}
	}
}

// zhSubject yields what stands before 是, back to a sign.
func zhSubject(text string, yield func(string)) {
	text = strings.TrimRight(text, " ")
	if i := strings.LastIndexAny(text, "）)"); i >= 0 && i+len("）") >= len(text) {
		if j := strings.LastIndexAny(text[:i], "（("); j > 0 {
			text = text[:j]
		}
	}
	i := strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '·' && r != '-' })
	if i >= 0 {
		_, n := utf8.DecodeRuneInString(text[i:])
		text = text[i+n:]
	}
	if utf8.RuneCountInString(text) <= longName {
		yield(text)
	}
}

// lastChars is the end of s, at most n characters.
func lastChars(s string, n int) string {
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:]
}
