package extract

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

var (
	// enUntil ends with a date and a word before the end of its period: January to.
	enUntil = lazyre.Compile(`(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{4})? (?:to|until|till|through) $`)
	// enSections ends with words for a part of a period. enYearEnd ends with a year and a word before the end
	// of its period.
	enSections = lazyre.Compile(`(?:early|late|mid|the middle of)[ -]$`)
	enYearEnd  = lazyre.Compile(`\b(?:(?:between|from) (?:19|20)\d\d (?:and|through)|from (?:19|20)\d\d (?:to|until|till)) $`)
	enClock    = lazyre.Compile(`^(?:(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}))? ?([ap])\.?m\b\.?|(noon|midnight)\b|(\d{1,2}):(\d{2})(?::(\d{2}))?\b|(\d{2})(\d{2}) (?:utc|gmt|hrs|hours|local time)\b)(?: (?:utc|gmt|local time|[ecmp][sd]t|hkt|jst)\b)?`)
	enHours    = lazyre.Compile(`^(\d{1,2})(?::(\d{2}))?(?: ?- ?| to | and | until | till )(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b\.?`)
	enPartOf   = lazyre.Compile(`^(?:the )?(?:early |late )?(morning|afternoon|evening|night) (?:of |on )`)
	enPart     = lazyre.Compile(`^(early |late |early-|late-)?(?:in the )?(morning|afternoon|evening|night)\b`)
	enMonth    = lazyre.Compile(`^(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`)
	enWeek     = lazyre.Compile(`^(?:(mon|tues|wednes|thurs|fri|satur|sun)day|(mon|tues?|wed|thur?s?|fri|sat|sun)\b[.,]?)`)
	enDecade   = lazyre.Compile(`^(?:the )?(?:(1[0-9]\d0|20\d0)'?s|'(\d0)s)\b`)
	enYear     = lazyre.Compile(`^(1[0-9]\d\d|20\d\d)\b`)
)

// word returns the word at i, letters only, and its end.
func (r *enReader) word(i int) (w string, end int) {
	for end = i; end < len(r.s) && ('a' <= r.s[end] && r.s[end] <= 'z' || r.s[end] == '\'' || end > i && isDigit(r.s[end])); end++ {
	}
	return r.s[min(i, len(r.s)):end], end
}

// skip returns where the next word begins: behind spaces, or a hyphen.
func (r *enReader) skip(i int) int {
	for i < len(r.s) && (r.s[i] == ' ' || r.s[i] == '-') {
		i++
	}
	return i
}

// the returns what stands behind "the" at i.
func (r *enReader) the(i int) int { return r.skip(r.phrase(i, "the")) }

// phrase returns the end of the words at i if they are those, else i.
func (r *enReader) phrase(i int, words string) int {
	j := i
	for words != "" {
		want, more, _ := strings.Cut(words, " ")
		w, n := r.word(j)
		if w != want {
			return i
		}
		if j = n; more != "" {
			j = r.skip(j)
		}
		words = more
	}
	return j
}

// number reads a number at i, in digits or words, and tells whether it is an ordinal. end is i
// if there is none.
func (r *enReader) number(i int) (n, end int, ordinal bool) {
	if i < len(r.s) && isDigit(r.s[i]) {
		for end = i; end < len(r.s) && isDigit(r.s[end]); end++ {
		}
		if end-i > 4 {
			return 0, i, false
		}
		n = small(r.s[i:end])
		if w, e := r.word(end); w == "st" || w == "nd" || w == "rd" || w == "th" {
			return n, e, true
		} else if u, _, _ := r.unitAt(end); e > end && u >= hours { // 3days
			return n, end, false
		} else if e > end || end+1 < len(r.s) && (r.s[end] == ':' || r.s[end] == ',' || r.s[end] == '.') && isDigit(r.s[end+1]) {
			return 0, i, false
		}
		return n, end, false
	}
	w, end := r.word(i)
	n, ordinal = numeral(w)
	if n < 0 {
		return 0, i, false
	}
	if n >= 20 && n%10 == 0 && !ordinal {
		if w, e := r.word(r.skip(end)); e > end {
			if m, o := numeral(w); m > 0 && m < 10 {
				return n + m, e, o
			}
		}
	}
	return n, end, ordinal
}

// numeral is the value of one word for a number below 100, -1 if it is none.
func numeral(w string) (n int, ordinal bool) {
	n, ok := numerals()[w]
	switch {
	case !ok:
		return -1, false
	case n >= ordinals:
		return n - ordinals, true
	}
	return n, false
}

// clock reads a time of day.
func (r *enReader) clock(i int) int {
	if !isDigit(r.s[i]) && r.s[i] != 'n' && r.s[i] != 'm' {
		return r.oclock(i)
	}
	if m := enHours().FindStringSubmatch(r.s[i:]); m != nil { // 5 to 7 pm, 11:30-1 pm
		from, to := clockMinutes(m[1], m[2], m[5]), clockMinutes(m[3], m[4], m[5])
		if from >= to {
			from -= 12 * 60
		}
		if from >= 0 {
			r.p.hour, r.p.minute, r.p.lastHour = from/60, -1, to
			if m[2] != "" {
				r.p.minute = from % 60
			}
			return i + len(m[0])
		}
	}
	if m := enClock().FindStringSubmatch(r.s[i:]); m != nil && r.p.enSetClock(m) {
		return i + len(m[0])
	}
	return r.oclock(i)
}

// clockMinutes are the minutes of a time of day of twelve hours.
func clockMinutes(hour, minute, half string) int {
	n := small(hour) % 12 * 60
	if minute != "" {
		n += small(minute)
	}
	if half == "p" {
		n += 12 * 60
	}
	return n
}

// oclock reads an hour in words: seven o'clock, half past seven.
func (r *enReader) oclock(i int) int {
	j, half := i, r.phrase(i, "half past")
	if half > i {
		j = r.skip(half)
	}
	h, n, ordinal := r.number(j)
	if e := r.partHour(j); e > j && half == i {
		return e
	}
	end := r.phrase(r.skip(n), "o'clock")
	if n == j || ordinal || h > 24 || end == r.skip(n) && half == i {
		return i
	}
	if r.p.hour = h; half > i {
		r.p.minute = 30
	}
	return max(n, end)
}

func (p *parts) enSetClock(m []string) bool {
	hour, minute, second := m[1]+m[6]+m[9], m[2]+m[7]+m[10], m[3]+m[8]
	h := small(hour)
	switch {
	case m[5] == "noon":
		h = 12
	case m[5] == "midnight":
		h = 0
	case m[4] != "":
		if h > 12 {
			return false
		}
		if h %= 12; m[4] == "p" {
			h += 12
		}
	}
	if minute != "" && small(minute) > 59 || h > 24 {
		return false
	}
	if p.hour = h; m[4] != "" || m[5] != "" {
		p.part = ""
	}
	if minute != "" {
		p.minute = small(minute)
	}
	if second != "" {
		p.second = small(second)
	}
	return true
}

// dayPart reads a part of the day behind a date or time.
func (r *enReader) dayPart(i int) int {
	m := enPart().FindStringSubmatch(r.s[i:])
	if m == nil || r.p.hour >= 0 && r.p.dayOff == none && !strings.Contains(m[0], "in the") && r.p.weekday < 0 {
		return i
	}
	r.p.setLead(m[1])
	r.p.setPartEn(m[2])
	return i + len(m[0])
}

func (p *parts) setPartEn(w string) {
	p.part = map[string]string{"morning": "MO", "afternoon": "AF", "evening": "EV", "night": "NI"}[w]
}

// weekday reads the name of a day of the week; end is i if there is none.
func (r *enReader) weekday(i int) (d, end int) {
	if i >= len(r.s) || strings.IndexByte("mtwfs", r.s[i]) < 0 {
		return 0, i
	}
	m := enWeek().FindStringSubmatch(r.s[i:])
	if m == nil {
		return 0, i
	}
	if end = i + len(m[0]); m[2] != "" { // Sat is a word: it needs a capital, and a date or a full stop
		k := r.skip(end)
		month, _ := r.monthOf(k)
		if c := r.f.text[r.f.at[i]]; c < 'A' || c > 'Z' || month == 0 && (k >= len(r.s) || !isDigit(r.s[k])) && !strings.HasSuffix(m[0], ".") {
			return 0, i
		}
	}
	return strings.Index("sunmontuewedthufrisat", (m[1] + m[2])[:3]) / 3, i + len(strings.TrimRight(m[0], ","))
}

// monthOf reads the name of a month; m is 0 if there is none. May and March may be words: they
// need a capital.
func (r *enReader) monthOf(i int) (m, end int) {
	if i >= len(r.s) || strings.IndexByte("jfmasond", r.s[i]) < 0 {
		return 0, i
	}
	w := enMonth().FindString(r.s[i:])
	if w == "" {
		return 0, i
	}
	if c := r.f.text[r.f.at[i]]; (strings.HasPrefix(w, "may") || strings.HasPrefix(w, "mar")) && (c < 'A' || c > 'Z') && strings.TrimRight(w, ". ") != "mar" {
		if _, n, _ := r.number(r.skip(i + len(w))); n == r.skip(i+len(w)) {
			return 0, i
		}
	}
	return monthNumber(w), i + len(strings.TrimRight(w, " "))
}

func monthNumber(s string) int {
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", s[:3])/3 + 1
}

// monthDay reads a month with or without a day: 5 October, the fifth of October, October 5th,
// October the fifth, this October, in October, October 2016.
func (r *enReader) monthDay(i int) int {
	p := r.p
	if end := r.dayOfMonth(i); end > i {
		return end
	}
	off, j := r.unitWord(i)
	m, n := r.monthOf(j)
	if m == 0 {
		return i
	}
	if j > i {
		if p.month = m; off != 0 { // of this year, else of the one before or after
			p.yearOff = off
		}
		return n
	}
	k := r.the(r.skip(n))
	if d, e, ordinal := r.number(k); e > k && d >= 1 && d <= 31 && (ordinal || !r.counts(e)) {
		p.month, p.day = m, d
		return e
	}
	if y, e := r.year(r.comma(n)); e > r.comma(n) {
		p.month, p.year = m, y
		return e
	}
	if off, e := r.unitWord(r.skip(n)); e > r.skip(n) { // May last year
		if u, _, end := r.unitAt(e); u == years && off <= 0 {
			p.month, p.yearOff = m, off
			return end
		}
	}
	prep := strings.Contains(r.lead, "in ") || strings.Contains(r.lead, "since ") || strings.Contains(r.lead, "of ") || strings.Contains(r.lead, "from ") || strings.Contains(r.lead, "during ") ||
		strings.Contains(r.lead, "following ") || r.lead == "" && enUntil().MatchString(r.s[r.from:i])
	if c := r.f.text[r.f.at[i]]; prep && 'A' <= c && c <= 'Z' {
		p.month = m
		return n
	}
	return i
}

// dayOfMonth reads one or two days before their month: 5 October, the fifth of next month, from 5
// to 7 October, between the 3rd and the 12th of September.
func (r *enReader) dayOfMonth(i int) int {
	at := r.the(i)
	d, n, ordinal := r.number(at)
	if n == at || d < 1 || d > 31 {
		return i
	}
	last := 0
	if k := r.until(n); k > n {
		if m, e := r.monthOf(k); m > 0 { // from 02 to April 07
			if b, end, _ := r.number(r.skip(e)); end > r.skip(e) && b > d && b <= 31 {
				r.p.day, r.p.month, r.p.lastDay = d, m, b
				return end
			}
		}
		k = r.the(k)
		if e, m, o := r.number(k); m > k && e > d && e <= 31 {
			last, n, ordinal = e, m, ordinal || o
		}
	}
	k := r.skip(n)
	k = r.skip(max(r.phrase(k, "of"), r.phrase(k, "in")))
	if m, end := r.monthOf(k); m > 0 {
		r.p.day, r.p.month, r.p.lastDay = d, m, last
		return end
	}
	if off, e := r.unitWord(k); e > k && (ordinal || last > 0) {
		if u, _, end := r.unitAt(e); u == months {
			r.p.day, r.p.monthOff, r.p.lastDay = d, off, last
			return end
		}
	}
	return i
}

// until returns what stands behind a dash or a word before the end of a period at i; i if none
// does.
func (r *enReader) until(i int) int {
	k := r.skip(i)
	for _, w := range []string{"to", "until", "till", "through", "and"} {
		if e := r.phrase(k, w); e > k {
			return r.skip(e)
		}
	}
	if strings.Contains(r.s[i:k], "-") {
		return k
	}
	return i
}

// counts reports whether a number that ends at i counts something, so that it is no day: in
// August 12 people died. Nouns that are counted end in s, or are people.
func (r *enReader) counts(i int) bool {
	if i < len(r.s) && (r.s[i] == '%' || r.s[i] == ':') {
		return true
	}
	w, end := r.word(r.skip(i))
	return end > r.skip(i) && r.skip(i) > i && (w == "people" || w == "percent" || w == "million" || w == "km" || len(w) > 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "'s"))
}

// comma returns what stands behind a comma and spaces.
func (r *enReader) comma(i int) int {
	j := r.skip(i)
	if j < len(r.s) && r.s[j] == ',' {
		return r.skip(j + 1)
	}
	return j
}

// year reads a year at i, in digits or in words; end is i if there is none.
func (r *enReader) year(i int) (y, end int) {
	if i >= len(r.s) {
		return 0, i
	}
	if m := enYear().FindString(r.s[i:]); m != "" {
		return small(m), i + len(m)
	}
	a, n, _ := r.number(i)
	if n == i || isDigit(r.s[i]) {
		return 0, i
	}
	k := r.skip(n)
	if e := r.phrase(k, "thousand"); a == 2 && e > k {
		y, end = 2000, e
		if k = r.skip(max(r.phrase(r.skip(e), "and"), e)); k > e {
			if b, m, o := r.number(k); m > k && b < 100 && !o {
				return y + b, m
			}
		}
		return y, end
	}
	if a < 11 || a > 20 {
		return 0, i
	}
	if e := r.phrase(k, "hundred"); e > k {
		return 100 * a, e
	}
	b, m, o := r.number(k)
	if m > k && b >= 10 && b < 100 && !o && !isDigit(r.s[k]) {
		return 100*a + b, m
	}
	if w, e := r.word(k); w == "zero" || w == "oh" { // nineteen zero one
		if b, m, _ := r.number(r.skip(e)); m > r.skip(e) && b > 0 && b < 10 {
			return 100*a + b, m
		}
	}
	return 0, i
}

// years reads a year alone, which needs a preposition or it could be any number.
func (r *enReader) years(i int) int {
	lead := enSections().ReplaceAllString(r.lead, "") // in late 2015
	if n := r.phrase(i, "the year"); n > i {
		i = r.skip(n)
	}
	if y, n := r.year(i); n > i && enYearEnd().MatchString(r.s[r.from:i]) && !r.counts(n) {
		r.p.year = y
		return n
	}
	for _, w := range []string{"in ", "since ", "of ", "from ", "between ", "until ", "by ", "during ", "before ", "after ", "through ", "to "} {
		if strings.HasSuffix(lead, w) || strings.HasSuffix(r.f.s[:i], w) && (w == "to " || w == "until ") {
			if y, n := r.year(i); n > i && !r.counts(n) {
				r.p.year = y
				return n
			}
		}
	}
	return i
}
