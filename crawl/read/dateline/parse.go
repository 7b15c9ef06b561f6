package dateline

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// place says how dates are meant where a page comes from.
type place struct {
	zone     *time.Location // of times without one
	dayFirst bool           // 3/4/2026 is in April
}

// stamp is a date as written.
type stamp struct {
	year, month, day int
	hour, min, sec   int // hour is -1 if there is none
	east             int // seconds, if zoned
	zoned            bool
}

// at is the day of s, or its time, in the zone here unless s names one.
func (s *stamp) at(here place) (d crawl.Date, ok bool) {
	if s.month < 1 || s.month > 12 || s.day < 1 || s.hour > 24 || s.min > 59 || s.sec > 60 {
		return d, false
	}
	loc := here.zone
	if s.zoned {
		loc = time.FixedZone("", s.east)
	}
	t := time.Date(s.year, time.Month(s.month), s.day, max(s.hour, 0), s.min, s.sec, 0, loc)
	if last := time.Date(s.year, time.Month(s.month)+1, 0, 0, 0, 0, 0, time.UTC).Day(); s.day > last {
		return d, false
	}
	if s.hour < 0 {
		return crawl.DayOf(t), true
	}
	return crawl.Instant(t), true
}

// parseValue reads a date that stands alone, as in an attribute.
func parseValue(s string, here place) (d crawl.Date, ok bool) {
	s = plain(clip(s, 100))
	if m := formEpoch().FindStringSubmatch(s); m != nil {
		sec, err := strconv.ParseInt(m[1], 10, 64)
		return crawl.Instant(time.Unix(sec, 0).In(here.zone)), err == nil
	}
	if m := formSolid().FindStringSubmatch(s); m != nil {
		st := stamp{year: num(m[1]), month: num(m[2]), day: num(m[3]), hour: -1}
		if m[4] != "" {
			st.hour, st.min, st.sec = num(m[4]), num(m[5]), num(m[6])
			st.setZone(m[7:], here)
		}
		return st.at(here)
	}
	w, ok := findDate(s, here)
	if !ok {
		return d, false
	}
	return w.at(here)
}

// written is a date in a text, from one byte to another, with the time beside it.
type written struct {
	stamp
	from, to int
}

// findDate returns the first date in s, with the time beside it.
func findDate(s string, here place) (w written, ok bool) {
	if !mayStand(s) {
		return w, false
	}
	w.from = len(s) + 1
	if strings.ContainsAny(s, "年년") {
		w.take(s, formCJK(), [3]int{1, 2, 3}, here)
	}
	w.take(s, formISO(), [3]int{1, 3, 4}, here)
	w.take(s, formDay(), [3]int{3, 2, 1}, here)
	w.take(s, formMonth(), [3]int{3, 1, 2}, here)
	w.take(s, formNumbers(), [3]int{4, 3, 1}, here)
	if w.to == 0 && mayYear(s) {
		w.take(s, formYear(), [3]int{1, 2, 3}, here)
	}
	if w.to == 0 || w.year < 1900 || w.year > 2200 {
		return written{}, false
	}
	if n := w.timeAfter(s[w.to:], here); n > 0 {
		w.to += n
	} else {
		w.timeBefore(s[max(0, w.from-40):w.from], here)
	}
	return w, true
}

// mayStand quickly checks for the numbers of a date: each form has four digits in a row, or a number before
// a dot, a slash or a hyphen. The forms take a hundred times as long to say no.
func mayStand(s string) bool {
	run := 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			if run++; run == 4 {
				return true
			}
		case run > 0 && (c == '.' || c == '/' || c == '-'):
			return true
		default:
			run = 0
		}
	}
	return false
}

// mayYear quickly checks for formYear: four digits, and a word behind them.
func mayYear(s string) bool {
	run := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			run++
			continue
		}
		if run == 4 && i+1 < len(s) && strings.IndexByte(" .,-", s[i]) >= 0 && s[i+1] > '9' {
			return true
		}
		run = 0
	}
	return false
}

// take takes the first match of form, if it stands before the one that is known. fields are the
// groups of year, month and day.
func (w *written) take(s string, form *regexp.Regexp, fields [3]int, here place) {
	for at := 0; at < len(s); {
		m := form.FindStringSubmatchIndex(s[at:])
		if m == nil || at+m[0] >= w.from {
			return
		}
		part := func(i int) string { return s[at+m[2*i] : at+m[2*i+1]] }
		from, to := at+m[0], at+m[1]
		st := stamp{year: num(part(fields[0])), month: monthOf(part(fields[1])), day: num(part(fields[2])), hour: -1}
		separator := ""
		if form == formNumbers() {
			separator = part(2)
			st.order(separator, len(part(4)), to-from, here)
		}
		if st.month != 0 && !inNumber(s, from, to, separator) {
			w.stamp, w.from, w.to = st, from, to
			return
		}
		at += m[0] + max(1, leading(s[at+m[0]:]))
	}
}

// leading is the length of the run of letters or digits that s begins with.
func leading(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(s)
}

// inNumber reports that a date is a piece of a longer number: of a version, an address, an amount.
func inNumber(s string, from, to int, separator string) bool {
	if from > 0 && (isDigit(s[from-1]) || separator != "" && strings.ContainsRune("./-", rune(s[from-1]))) {
		return true
	}
	if separator != "" && to+1 < len(s) && strings.HasPrefix(s[to:], separator) && isDigit(s[to+1]) {
		return true
	}
	return to < len(s) && isDigit(s[to-1]) && isDigit(s[to])
}

// order makes st, whose day stood first, a date with its month first where only that can be
// meant, and none where both can. A year of two digits stands behind dots only.
func (st *stamp) order(separator string, digits, width int, here place) {
	if digits == 2 {
		if separator != "." || width < len("02.11.26") {
			st.month = 0
			return
		}
		st.year += 2000
	}
	switch {
	case separator == ".":
	case st.month > 12:
		st.day, st.month = st.month, st.day
	case !here.dayFirst && st.day <= 12 && st.day != st.month:
		st.month = 0
	}
}

// timeAfter reads the time that s begins with, and returns its length; 0 if there is none.
func (st *stamp) timeAfter(s string, here place) int {
	if m := formTime().FindStringSubmatch(s); m != nil {
		st.hour, st.min, st.sec = num(m[2]), num(m[3])+num(m[6]), num(m[4])+num(m[7])
		if m[5] != "" { // half past
			st.min = 30
		}
		st.halfDay(m[1], m[8])
		st.setZone(m[9:], here)
		return len(m[0])
	}
	if m := formHour().FindStringSubmatch(s); m != nil {
		st.hour = num(m[1])
		st.halfDay("", m[2])
		st.setZone(m[3:], here)
		return len(m[0])
	}
	return 0
}

// timeBefore reads "500 PM EDT Sat" and "0800 UTC". Without a zone or half of
// the day it could be any number.
func (st *stamp) timeBefore(s string, here place) {
	m := formBefore().FindStringSubmatch(strings.ToValidUTF8(s, ""))
	if m == nil || m[3] == "" && m[4] == "" && m[6] == "" {
		return
	}
	st.hour, st.min = num(m[1]), num(m[2])
	st.halfDay("", m[3])
	st.setZone(m[4:], here)
}

// halfDay converts hours of the second half of the day.
func (st *stamp) halfDay(cjk, latin string) {
	switch {
	case latin != "" && (latin[0] == 'p' || latin[0] == 'P'), strings.Contains("下午 午后 午後 傍晚 晚上 晚间 夜间 深夜 오후", cjk) && cjk != "":
		if st.hour < 12 {
			st.hour += 12
		}
	case latin != "" && st.hour == 12:
		st.hour = 0
	}
}

// setZone takes the match of a zone: hours, minutes, name.
func (st *stamp) setZone(m []string, here place) {
	switch {
	case m[0] != "":
		h := num(m[0][1:])
		if st.east = h*3600 + num(m[1])*60; m[0][0] == '-' {
			st.east = -st.east
		}
		st.zoned = h <= 14
	case m[2] != "":
		st.east, st.zoned = offset(m[2], here.zone)
	}
}

func num(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// clip cuts s to at most n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// plain rewrites full-width characters and numbers in words as ASCII.
func plain(s string) string {
	ascii := true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < utf8.RuneSelf
	}
	if !ascii {
		s = strings.Map(narrow, s)
		if strings.ContainsRune(s, '年') && strings.ContainsAny(s, "〇零○一二三四五六七八九") {
			s = digits(s)
		}
		if strings.ContainsAny(s, "民令平") {
			s = formEra().ReplaceAllStringFunc(s, commonEra)
		}
	}
	return strings.TrimSpace(s)
}

// commonEra rewrites the year of another calendar.
func commonEra(s string) string {
	m := formEra().FindStringSubmatch(s)
	first := map[string]int{"民国": 1912, "民國": 1912, "令和": 2019, "平成": 1989}[m[1]]
	n := 1
	if m[2] != "元" {
		n = num(m[2])
	}
	return strconv.Itoa(first+n-1) + "年"
}

func narrow(r rune) rune {
	switch {
	case '０' <= r && r <= '９', r == '：', r == '／', r == '－', r == '．', r == '（', r == '）':
		return r - '０' + '0'
	case r == '\u00a0', r == '\u3000', r == '\u202f', r == '\u2009':
		return ' '
	case r == '–' || r == '—' || r == '−':
		return '-'
	}
	return r
}

// digits writes the numbers of 二〇二六年七月二十五日 as digits: those before 年, 月, 日, 时
// or 分.
func digits(s string) string {
	var out, run strings.Builder
	for _, r := range s {
		if strings.ContainsRune("〇零○一二三四五六七八九十", r) {
			run.WriteRune(r)
			continue
		}
		if n := run.String(); n != "" {
			if strings.ContainsRune("年月日号时時分", r) {
				n = figures(n)
			}
			out.WriteString(n)
			run.Reset()
		}
		out.WriteRune(r)
	}
	return out.String() + run.String()
}

// figures writes 二〇二六 as 2026 and 二十五 as 25.
func figures(s string) string {
	const ten = '十'
	digit := func(r rune) int {
		switch r {
		case '〇', '零', '○':
			return 0
		}
		return strings.IndexRune("一二三四五六七八九", r)/3 + 1
	}
	if !strings.ContainsRune(s, ten) {
		var out strings.Builder
		for _, r := range s {
			out.WriteString(strconv.Itoa(digit(r)))
		}
		return out.String()
	}
	n, last := 0, 0
	for _, r := range s {
		if r == ten {
			n, last = n+10*max(last, 1), 0
			continue
		}
		last = digit(r)
	}
	return strconv.Itoa(n + last)
}

const (
	// month is a word that may be a month; monthOf says so.
	month = `(\p{L}{3,12})`
	// week is a day of the week, or what else may stand between a date and a
	// time.
	week = `(?:at\b|on\b|um\b|à|om\b|klo\b|alle\b|às\b|星期[一二三四五六日天]|[周週][一二三四五六日天]|(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*)?`
	gap  = `[\sT,，、()（）|·]{0,4}`
	half = `(凌晨|清晨|早上|早晨|上午|午前|中午|下午|午后|午後|傍晚|晚上|晚间|夜间|深夜|오전|오후)?`
	// zone is an offset, after UTC or not, or a name.
	zone = `(?:[\s(（]{0,2}(?:(?:UTC|GMT)?([+-]\d{1,2}):?(\d{2})?\b|(Z|[A-Z]{2,4}|北京时间|北京時間)(?:\b|[)）]|$)))?`
)

// forms of dates: the year first, last, or missing.
var (
	formCJK   = lazyre.Compile(`(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]?`)
	formISO   = lazyre.Compile(`(\d{4})([-/.])(\d{1,2})[-/.](\d{1,2})`)
	formDay   = lazyre.Compile(`(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?[\s.-]{0,2}(?:of |de |den )?` + month + `[\s.,/-]{0,3}(?:de |del )?(\d{4})`)
	formMonth = lazyre.Compile(`\b` + month + `\.?\s{0,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{0,2}(\d{4})`)
	// formYear has the year first, and the month as a word, as journals write it: 2026 Nov 2.
	formYear = lazyre.Compile(`(\d{4})[ .,-]` + month + `[\s.,-]{1,2}(\d{1,2})\b`)
	// formNumbers has the year last: 02.11.2026, 23/11/2026, 2.11.26.
	formNumbers = lazyre.Compile(`(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})`)
	// formSolid is a whole value: 20260725, 20260725T080000Z, 202607250800.
	formSolid = lazyre.Compile(`^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?(?:\.\d+)?` + zone + `)?$`)
	formEpoch = lazyre.Compile(`^(\d{10})(\d{3})?$`)
	// formShort has no year, as in warnings: 7月25日08时. 25日08时 is too little.
	formShort = lazyre.Compile(`(?:^|[^年\d])(\d{1,2})月(\d{1,2})日` + gap + half + `\s?(\d{1,2})[时時点點:](\d{2})?`)

	// The text after a date, and before one.
	formTime   = lazyre.Compile(`^` + gap + week + gap + half + `\s?(\d{1,2})\s?(?:[:h]\s?(\d{2})(?::\s?(\d{2})(?:[.,]\d+)?)?|[时時点點시]\s?(?:(半)|(\d{1,2})\s?[分분]?(?:\s?(\d{1,2})\s?秒)?)?)\s?([AaPp]\.?[Mm]\.?)?` + zone)
	formHour   = lazyre.Compile(`^` + gap + week + gap + `(\d{1,2})\s?([AaPp]\.?[Mm]\b\.?)` + zone)
	formBefore = lazyre.Compile(`(\d{1,2}):?(\d{2})\s?([AaPp]\.?[Mm]\.?)?` + zone + `[\s,|-]{0,3}` + week + `[\s,]{0,2}$`)
	// The year of another calendar: 民国113年 is 2024, and so is 令和6年.
	formEra = lazyre.Compile(`(民国|民國|令和|平成)\s?(\d{1,3}|元)\s?年`)
	// Dates in an address: eight digits, taken whole; or /2026/07/25/, /2026-07/25/, day first with hyphens.
	formEight  = lazyre.Compile(`(?:^|\D)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?(?:\D|$)`)
	formPath   = lazyre.Compile(`(?:^|\D)((?:19|20)\d\d)[-/_.](0?[1-9]|1[0-2])[-/_.](0?[1-9]|[12]\d|3[01])(?:\D|$)`)
	formMixed  = lazyre.Compile(`(?:^|\D)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])(?:\D|$)`)
	formDayURL = lazyre.Compile(`(?:^|[^\d-])(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-((?:19|20)\d\d)(?:\D|$)`)
	// formLabel is the label of a publication date.
	formLabel = lazyre.Compile(`(?:发布|发表|发稿|刊发|公布|播发|成文|发文|印发|發佈|發布|發表|公開|掲載|配信|입력|등록|게시|Опубликовано|Дата публикации)(?:于|於|时间|日期|時間|日|일)?\s?[:：]?\s?|` +
		`(?i:\b(?:first published|date published|publication date|published|posted|issued|released|written|submitted|date|` +
		`(?:wurde )?(?:veröffentlicht|publiziert|erstellt|erschienen|eingestellt|gepostet|geschrieben)|veröffentlichungsdatum|erscheinungsdatum|datum|fachmeldung vom|` +
		`publié|publiée|mis en ligne|mise en ligne|posté|paru|date de publication|publicado|publicada|fecha(?: de publicación)?|pubblicato|pubblicata|data(?: di pubblicazione| publikacji)?|` +
		`gepubliceerd|geplaatst|opublikowano|dodano|publicerad|publisert|offentliggjort|udgivet)\b(?: (?:on|at|date|am|le|el|il|em|op|den|dnia|the))?\s?[:：]?\s?)`)
)
