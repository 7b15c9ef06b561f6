package relevance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// capitals is the evidence of the capitals of a word: 0 nothing, more that it is a name
// of something else.
type capitals float64

const (
	isCommon capitals = -1 // lower case within a sentence
	isNamed  capitals = -2 // a name follows: Typhoon Haiyan
	isProper capitals = 1  // a capital within a sentence
	isModel  capitals = 1.5
)

// capitalsOf looks at the word text[start:end] and at its neighbours.
func capitalsOf(text string, start, end int) capitals {
	if !startsUpper(text[start:]) {
		return isCommon
	}
	if besideChinese(text, start, end) {
		return isProper
	}
	if titleCase(text, start, end) {
		return 0
	}
	next := nextWord(text, end)
	follows := isName(next)
	before, begins := wordBefore(text, start)
	named := startsUpper(before) && !begins
	switch {
	case next != "" && isDigits(next): // Falcon 9
		return isProper
	case follows && !named:
		return isNamed
	case begins:
		return 0
	case follows:
		return isProper / 2
	case named && !isFrame(before):
		return isModel
	}
	return isProper
}

// longName reports whether a label of several words is written with capitals where
// others are not, and no name follows: "Heavy Rain developer announces".
func longName(text string, start, end int) bool {
	if !startsUpper(text[start:]) {
		return false
	}
	last := start + 1 + strings.LastIndexAny(text[start:end], " -")
	return last > start && startsUpper(text[last:]) && !isName(nextWord(text, end)) && !titleCase(text, start, end)
}

func isDigits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// besideChinese reports whether a Latin word stands among Chinese characters, where
// only names have capitals: 三星Galaxy.
func besideChinese(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:start], " "))
	after, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end:], " "))
	return script.Han(before) || script.Han(after)
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// isName reports words as people and storms are called: one capital, then small
// letters.
func isName(w string) bool {
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
	if utf8.RuneCountInString(w) < 3 || !startsUpper(w) {
		return false
	}
	_, size := utf8.DecodeRuneInString(w)
	return strings.IndexFunc(w[size:], func(r rune) bool { return !unicode.IsLower(r) }) < 0
}

// frames stand with a capital before a word of the topic without naming anything.
const frames = " The A An This That Super Severe Category Great Atlantic Pacific Tropical North South East West "

func isFrame(w string) bool { return strings.Contains(frames, " "+w+" ") }

// nextWord is the word after end, if only a space separates them.
func nextWord(text string, end int) string {
	rest := text[end:]
	if len(rest) < 2 || rest[0] != ' ' {
		return ""
	}
	rest = rest[1:]
	if i := strings.IndexFunc(rest, func(r rune) bool { return !wordRune(r) }); i >= 0 {
		return rest[:i]
	}
	return rest
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’'
}

// wordBefore is the word before start, if only a space or hyphen separates them.
// begins reports whether the word at start begins a sentence.
func wordBefore(text string, start int) (word string, begins bool) {
	head := strings.TrimRightFunc(text[:start], func(r rune) bool { return r == '"' || r == '“' || r == '‘' || r == '(' })
	if strings.TrimSpace(head) == "" {
		return "", true
	}
	trimmed := strings.TrimRight(head, " -")
	r, _ := utf8.DecodeLastRuneInString(trimmed)
	if strings.ContainsRune(".!?:;…|–—·•»", r) {
		return "", true
	}
	if !wordRune(r) || len(trimmed)+1 < len(head) {
		return "", false
	}
	i := strings.LastIndexFunc(trimmed, func(r rune) bool { return !wordRune(r) })
	if i >= 0 {
		_, size := utf8.DecodeRuneInString(trimmed[i:])
		i += size
	}
	return trimmed[max(0, i):], false
}

// titleBytes is how much text beside a word is searched for small letters.
const titleBytes = 200

// titleCase reports whether the words around text[start:end] are written as in a
// title: as many with capitals as without.
func titleCase(text string, start, end int) bool {
	from, to := cutAt(text, max(0, start-titleBytes)), cutAt(text, min(len(text), end+titleBytes))
	upper, lower := 0, 0
	count := func(s string, skipFirst bool) {
		for i, w := range strings.FieldsFunc(s, func(r rune) bool { return !wordRune(r) }) {
			r, _ := utf8.DecodeRuneInString(w)
			switch {
			case i == 0 && skipFirst, utf8.RuneCountInString(w) < 3:
			case unicode.IsUpper(r):
				upper++
			case unicode.IsLower(r):
				lower++
			}
		}
	}
	count(text[from:start], true)
	count(text[end:to], false)
	return upper > lower || lower == 0
}

// namedInChinese reports whether a number or a name in quotation marks makes the word
// text[start:end] a thing of the topic, or it is given as a cause: 第5号台风,
// 台风“海燕”, 受台风影响.
func namedInChinese(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	for _, q := range []string{"“", "「", "『", "‘", "\""} {
		if strings.HasPrefix(after, q) {
			return true
		}
	}
	return hasAnySuffix(before, []string{"号", "號", "因", "受", "遭", "迎战", "迎戰", "抵御", "抵禦", "抗击", "抗擊"})
}

// isCause reports whether the word at start is given as a cause, as events are.
func isCause(text string, start int) bool {
	before := strings.ToLower(text[max(0, start-16):start])
	return hasAnySuffix(before, []string{"because of ", "because of the ", "due to ", "due to the ", "amid ", "ahead of ", "ahead of the ", "caused by ", "caused by the "})
}

// namesOther reports whether the mention text[start:end] by itself names something
// else: the title of a work, a nickname, a team or product called so, a metaphor.
func namesOther(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	if inTitleMarks(before, after) {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(text[start:]); r >= 0x2E80 {
		return hasAnyPrefix(after, otherSuffixes()) || isIdiom(before, after) || hasAnySuffix(before, figures()) ||
			hasAnySuffix(before, []string{"如", "似", "像"}) && hasAnyPrefix(after, []string{"般", "一样", "一般", "似的"})
	}
	if startsUpper(text[start:]) && slices.Contains(institutions(), nextWord(text, end)) {
		return true
	}
	if rest, ok := strings.CutPrefix(after, " of "); ok {
		first, _, _ := strings.Cut(rest, " ")
		return hasAnyPrefix(strings.TrimPrefix(strings.TrimPrefix(rest, "the "), "public "), metaphors()) ||
			indefinite(before) && first != "" && first[0] >= 'a' && first[0] <= 'z' && !strings.Contains(plainOf, " "+first+" ")
	}
	if w, _ := wordBefore(text, start); strings.HasPrefix(after, " in") && hasAnyPrefix(strings.ToLower(w), metaphors()) { // applications flood in
		return true
	}
	if strings.HasSuffix(before, " the ") { // Barney the dinosaur
		if name, _ := wordBefore(text, start-len(" the")); isName(name) && text[start] >= 'a' {
			return true
		}
	}
	open, _ := utf8.DecodeLastRuneInString(before)
	closing, size := utf8.DecodeRuneInString(after)
	if strings.ContainsRune("'‘\"“", open) && strings.ContainsRune("'’\"”", closing) {
		name, _ := wordBefore(text, start)
		return isName(nextWord(after[size:], 0)) || startsUpper(name)
	}
	return false
}

// plainOf are words behind "a typhoon of" that do not make it a figure of speech.
const plainOf = " the this that a an its their our his her all any such great unusual historic record exceptional category similar moderate tropical this last recent modern unknown about up over more less at one two "

// indefinite reports whether the words before end in "a" or "an" and at most one more
// word.
func indefinite(before string) bool {
	w := strings.Fields(before[cutAt(before, max(0, len(before)-40)):])
	for i := max(0, len(w)-2); i < len(w); i++ {
		if a := strings.ToLower(w[i]); a == "a" || a == "an" {
			return true
		}
	}
	return false
}

// inTitleMarks reports whether the place between before and after is inside the
// marks of a title: 《 》, 〈 〉.
func inTitleMarks(before, after string) bool {
	const most = 90
	before, after = before[cutAt(before, max(0, len(before)-most)):], after[:cutAt(after, min(len(after), most))]
	for _, m := range [][2]string{{"《", "》"}, {"〈", "〉"}} {
		if strings.LastIndex(before, m[0]) > strings.LastIndex(before, m[1]) && strings.Contains(after, m[1]) {
			return true
		}
	}
	return false
}

func hasAnySuffix(s string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasSuffix(s, p) })
}

func hasAnyPrefix(s string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(s, p) })
}

// isIdiom reports whether a Chinese word stands in a fixed figure of speech: 掃到颱風尾,
// to be caught in somebody's quarrel.
func isIdiom(before, after string) bool {
	return hasAnyPrefix(after, []string{"尾"}) && hasAnySuffix(before, []string{"掃", "扫", "掃到", "扫到"}) ||
		hasAnyPrefix(after, []string{"猛獸", "猛兽"})
}
