package dateline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line of publication says little beside its date: who wrote it, where, a section. A sentence
// that tells of something may hold a date as well, but that is the day of an event.

// separators stand between the parts of a line of publication.
const separators = "|｜·•»«\n\t/›>—"

// inSentence reports whether the date from byte from to byte to of s stands in a sentence. words
// is how many words may stand on each side of it, in its part of the line.
func inSentence(s string, from, to, words int) bool {
	before, after := part(s[:from], true), part(s[to:], false)
	if byAgency(after) {
		return false
	}
	if tellsCJK(before, after) {
		return true
	}
	left, right := wordsIn(before), wordsIn(after)
	if left > words || right > words || left+right > words+1 {
		return true
	}
	ended := strings.HasSuffix(strings.TrimRight(after, " \"'”’"), ".") && right > 0
	return ended && left > 0 && !begins(before) || left >= 3 && !begins(before)
}

// part returns the part of a line beside a date.
func part(s string, before bool) string {
	if before {
		if i := strings.LastIndexAny(s, separators); i >= 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			s = s[i+size:]
		}
	} else if i := strings.IndexAny(s, separators); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// tellsCJK reports Chinese or Japanese text that goes on right before or behind a date.
func tellsCJK(before, after string) bool {
	first, _ := utf8.DecodeRuneInString(after)
	last, _ := utf8.DecodeLastRuneInString(before)
	if strings.ContainsAny(after, "。，") && unicode.Is(unicode.Han, first) || strings.HasPrefix(after, "，") && strings.Contains(after, "。") {
		return true
	}
	if containsAny(after, "来源", "來源", "作者", "编辑", "記者", "记者", "阅读", "浏览", "点击") {
		return false
	}
	return unicode.Is(unicode.Han, first) && strings.ContainsAny(after, "。，") || unicode.Is(unicode.Han, last) && unicode.Is(unicode.Han, first) && utf8.RuneCountInString(after) > 2
}

// begins reports that a line begins as those of who wrote it, and when, do.
func begins(s string) bool {
	word, _, _ := strings.Cut(strings.ToLower(s), " ")
	switch strings.TrimRight(word, ":.") {
	case "by", "von", "par", "por", "di", "da", "door", "av", "af", "autor", "author", "posted", "written", "published", "submitted", "created", "started", "asked",
		"gespeichert", "erstellt", "veröffentlicht", "publié", "publicado", "pubblicato", "gepubliceerd", "geplaatst", "opublikowano", "date", "datum", "text", "text:", "foto", "photo":
		return true
	}
	return false
}

// wordsIn counts the words of s: runs of letters; days of the week are none.
func wordsIn(s string) (n int) {
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
		if !isWeekday(strings.ToLower(word)) {
			n++
		}
	}
	return n
}

// isWeekday knows the days of the week where most pages are dated with them.
func isWeekday(s string) bool {
	if len(s) < 2 {
		return false
	}
	const days = " monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so " +
		"lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica " +
		"maandag dinsdag woensdag donderdag vrijdag zaterdag zondag uhr h at on um am pm le de "
	return strings.Contains(days, " "+s+" ")
}
