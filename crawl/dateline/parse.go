package dateline

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// stamp is a date as written.
type stamp struct {
	year, month, day int
	hour, min, sec   int // hour is -1 if there is none
	east             int // seconds, if zoned
	zoned            bool
}

// at is the time of s, in the zone here unless s names one. A date alone is its
// midnight.
func (s *stamp) at(here *time.Location) (t time.Time, day, ok bool) {
	if s.month < 1 || s.month > 12 || s.day < 1 || s.hour > 24 || s.min > 59 || s.sec > 60 {
		return t, false, false
	}
	loc := here
	if s.zoned {
		loc = time.FixedZone("", s.east)
	}
	t = time.Date(s.year, time.Month(s.month), s.day, max(s.hour, 0), s.min, s.sec, 0, loc)
	if last := time.Date(s.year, time.Month(s.month)+1, 0, 0, 0, 0, 0, time.UTC).Day(); s.day > last {
		return t, false, false
	}
	return t.UTC(), s.hour < 0, true
}

// parseValue reads a date that stands alone, as in an attribute.
func parseValue(s string, here *time.Location) (t time.Time, day, ok bool) {
	s = plain(clip(s, 100))
	if m := formEpoch().FindStringSubmatch(s); m != nil {
		sec, err := strconv.ParseInt(m[1], 10, 64)
		return time.Unix(sec, 0).UTC(), false, err == nil
	}
	if m := formSolid().FindStringSubmatch(s); m != nil {
		st := stamp{year: num(m[1]), month: num(m[2]), day: num(m[3]), hour: -1}
		if m[4] != "" {
			st.hour, st.min, st.sec = num(m[4]), num(m[5]), num(m[6])
			st.setZone(m[7:], here)
		}
		return st.at(here)
	}
	st, ok := findDate(s, here)
	if !ok {
		return t, false, false
	}
	return st.at(here)
}

// findDate returns the first date in s, with the time beside it.
func findDate(s string, here *time.Location) (st stamp, ok bool) {
	at, end := len(s)+1, 0
	take := func(m []int, year, month, day int) {
		if m == nil || m[0] >= at || m[0] > 0 && isDigit(s[m[0]-1]) || m[1] < len(s) && isDigit(s[m[1]-1]) && isDigit(s[m[1]]) {
			return
		}
		part := func(i int) string { return s[m[2*i]:m[2*i+1]] }
		at, end = m[0], m[1]
		st = stamp{year: num(part(year)), month: monthOf(part(month)), day: num(part(day)), hour: -1}
	}
	if strings.ContainsAny(s, "年년") {
		take(formCJK().FindStringSubmatchIndex(s), 1, 2, 3)
	}
	take(formISO().FindStringSubmatchIndex(s), 1, 3, 4)
	take(formDay().FindStringSubmatchIndex(s), 3, 2, 1)
	take(formMonth().FindStringSubmatchIndex(s), 3, 1, 2)
	if end == 0 || st.year < 1900 || st.year > 2200 {
		return stamp{}, false
	}
	if !st.timeAfter(s[end:], here) {
		st.timeBefore(s[max(0, at-40):at], here)
	}
	return st, true
}

func (st *stamp) timeAfter(s string, here *time.Location) bool {
	if m := formTime().FindStringSubmatch(s); m != nil {
		st.hour, st.min, st.sec = num(m[2]), num(m[3])+num(m[6]), num(m[4])+num(m[7])
		if m[5] != "" { // half past
			st.min = 30
		}
		st.halfDay(m[1], m[8])
		st.setZone(m[9:], here)
		return true
	}
	if m := formHour().FindStringSubmatch(s); m != nil {
		st.hour = num(m[1])
		st.halfDay("", m[2])
		st.setZone(m[3:], here)
		return true
	}
	return false
}

// timeBefore reads "500 PM EDT Sat" and "0800 UTC". Without a zone or half of
// the day it could be any number.
func (st *stamp) timeBefore(s string, here *time.Location) {
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
func (st *stamp) setZone(m []string, here *time.Location) {
	switch {
	case m[0] != "":
		h := num(m[0][1:])
		if st.east = h*3600 + num(m[1])*60; m[0][0] == '-' {
			st.east = -st.east
		}
		st.zoned = h <= 14
	case m[2] != "":
		st.east, st.zoned = offset(m[2], here)
	}
}

func num(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func monthOf(s string) int {
	if n := num(s); n > 0 {
		return n
	}
	if len(s) < 3 {
		return 0
	}
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(s[:3]))/3 + 1
}

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
	}
	return strings.TrimSpace(s)
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
	months = `(?i:(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))`
	// week is a day of the week, or what else may stand between a date and a
	// time.
	week = `(?:at\b|on\b|星期[一二三四五六日天]|[周週][一二三四五六日天]|(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*)?`
	gap  = `[\sT,，、()（）|·]{0,4}`
	half = `(凌晨|清晨|早上|早晨|上午|午前|中午|下午|午后|午後|傍晚|晚上|晚间|夜间|深夜|오전|오후)?`
	// zone is an offset, after UTC or not, or a name.
	zone = `(?:[\s(（]{0,2}(?:(?:UTC|GMT)?([+-]\d{1,2}):?(\d{2})?\b|(Z|[A-Z]{2,4}|北京时间|北京時間)(?:\b|[)）]|$)))?`
)

// forms of dates: the year first, last, or missing.
var (
	formCJK   = lazyre.Compile(`(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]?`)
	formISO   = lazyre.Compile(`(\d{4})([-/.])(\d{1,2})[-/.](\d{1,2})`)
	formDay   = lazyre.Compile(`(\d{1,2})(?:st|nd|rd|th)?[\s.-]{0,2}(?:of )?` + months + `[\s.,-]{0,2}(\d{4})`)
	formMonth = lazyre.Compile(`\b` + months + `\.?\s{0,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{0,2}(\d{4})`)
	// formSolid is a whole value: 20260725, 20260725T080000Z, 202607250800.
	formSolid = lazyre.Compile(`^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?(?:\.\d+)?` + zone + `)?$`)
	formEpoch = lazyre.Compile(`^(\d{10})(\d{3})?$`)
	// formShort has no year, as in warnings: 7月25日08时. 25日08时 is too little.
	formShort = lazyre.Compile(`(?:^|[^年\d])(\d{1,2})月(\d{1,2})日` + gap + half + `\s?(\d{1,2})[时時点點:](\d{2})?`)

	// The text after a date, and before one.
	formTime   = lazyre.Compile(`^` + gap + week + gap + half + `\s?(\d{1,2})\s?(?:[:h]\s?(\d{2})(?::\s?(\d{2})(?:[.,]\d+)?)?|[时時点點시]\s?(?:(半)|(\d{1,2})\s?[分분]?(?:\s?(\d{1,2})\s?秒)?)?)\s?([AaPp]\.?[Mm]\.?)?` + zone)
	formHour   = lazyre.Compile(`^` + gap + week + gap + `(\d{1,2})\s?([AaPp]\.?[Mm]\b\.?)` + zone)
	formBefore = lazyre.Compile(`(\d{1,2}):?(\d{2})\s?([AaPp]\.?[Mm]\.?)?` + zone + `[\s,|-]{0,3}` + week + `[\s,]{0,2}$`)

	// formPath is a date in an address: /2026/07/25/, /2026-07/25/, /t20260725_1.html.
	formPath = lazyre.Compile(`(?:^|\D)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2]|[1-9](?:[-/_.]))[-/_.]?(0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?(?:\D|$)`)

	// formLabel is the label of a publication date.
	formLabel = lazyre.Compile(`(?:发布|发表|发稿|刊发|公布|播发|成文|发文|印发|發佈|發布|發表|公開|掲載|配信)(?:于|於|时间|日期|時間|日)?\s?[:：]?\s?|(?i:\b(?:first published|date published|publication date|published|posted|issued|released)\b(?: (?:on|at|date))?\s?[:：]?\s?)`)
)
