package extract

import (
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// unitEn is the unit of a word; noUnit if it is none.
func unitEn(w string) unit {
	switch w {
	case "minute", "min":
		return minutes
	case "hour", "hr":
		return hours
	case "day":
		return days
	case "week":
		return weeks
	case "weekend":
		return weekends
	case "month":
		return months
	case "quarter":
		return quarters
	case "year":
		return years
	case "decade":
		return decades
	case "century", "centurie":
		return centuries
	}
	return noUnit
}

// unitAt reads the name of a unit; it is noUnit if there is none.
func (r *enReader) unitAt(i int) (u unit, plural bool, end int) {
	w, n := r.word(i)
	if w = strings.TrimSuffix(w, "'s"); unitEn(w) != noUnit {
		return unitEn(w), false, n
	}
	u = unitEn(strings.TrimSuffix(w, "s"))
	return u, true, n
}

// unitWord reads a word that says which unit is meant; off counts from the present one. end is
// i if there is none.
func (r *enReader) unitWord(i int) (off, end int) {
	w, n := r.word(r.the(i))
	switch w {
	case "this", "current":
	case "last", "past", "previous":
		off = -1
	case "next", "coming", "upcoming":
		off = 1
	case "following":
		if r.the(i) == i { // after: aid following July storms
			return 0, i
		}
		off = 1
	default:
		return 0, i
	}
	return off, r.skip(n)
}

// relative reads a unit near the present one: last week, the coming weekend, the past three
// weeks, within 10 months, the rest of the year, the weekend after the next.
func (r *enReader) relative(i int) int {
	off, j := r.unitWord(i)
	if j > i && off != 0 {
		if n, k, ordinal := r.number(j); k > j && !ordinal {
			return r.spanOf(i, off*n, r.skip(k))
		}
		if u, plural, _ := r.unitAt(j); plural && u != noUnit { // the past years
			return i
		}
	}
	if strings.HasSuffix(r.lead, "within ") {
		k := r.skip(max(r.phrase(i, "the"), i))
		if n, e, _ := r.number(k); e > k {
			return r.lengthAhead(i, n, r.skip(e))
		}
		if w, e := r.word(k); w == "a" || w == "an" {
			return r.lengthAhead(i, 1, r.skip(e))
		}
	}
	if e := r.phrase(r.the(i), "same month"); e > r.the(i) {
		if n := r.yearBehind(e); n > e {
			r.p.monthOff = 0
			return n
		}
	}
	if j == i {
		return r.bareUnit(i)
	}
	u, _, n := r.unitAt(j)
	switch {
	case u == noUnit || u == minutes || u == hours && (off == 0 || r.s[j-1] == '-'): // last-minute
		return i
	case off != 0 && u > hours && u < decades && r.the(i) > i && enOver().MatchString(r.lead): // over the next decade
		r.p.within(u, off)
		return n
	case u == days: // the last day, this day: of what?
		return i
	case u <= hours:
		r.p.within(u, off)
		return n
	}
	w, _ := r.word(r.the(i))
	if w == "past" { // the past week ends now
		r.p.vague = u != weekends
	}
	if w == "following" {
		return i
	}
	r.p.inUnit(u, off)
	if u == months && off == 0 {
		return r.yearBehind(n)
	}
	return n
}

// enOver ends with a word before a length of time up to now or from now.
var enOver = lazyre.Compile(`(?:over|during|in|for|within|through) $`)

// bareUnit reads a unit with no word but the article: the rest of the week, my weekend, the
// weekend after next.
func (r *enReader) bareUnit(i int) int {
	j := r.the(i)
	if n := r.phrase(i, "my"); n > i {
		j = r.skip(n)
	}
	u, plural, n := r.unitAt(j)
	if u < weeks || plural {
		return i
	}
	if e := max(r.phrase(r.skip(n), "after next"), r.phrase(r.skip(n), "after the next")); e > r.skip(n) {
		r.p.inUnit(u, 2)
		return e
	}
	if e := r.phrase(r.skip(n), "before last"); e > r.skip(n) {
		r.p.inUnit(u, -2)
		return e
	}
	if r.p.section != whole && j > i || r.p.section == rest {
		r.p.inUnit(u, 0)
		return n
	}
	if w, _ := r.word(i); u == weekends && (w == "the" || w == "my") {
		r.p.inUnit(u, 0)
		return n
	}
	return i
}

// spanOf reads a unit at j, so many of which are meant, before or after the reference.
func (r *enReader) spanOf(i, n, j int) int {
	u, _, end := r.unitAt(j)
	if u == noUnit || n == 0 {
		return i
	}
	if n > 0 && strings.HasSuffix(r.lead, "within ") {
		return r.lengthAhead(i, n, j)
	}
	if u >= decades { // counted by their names
		r.p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
			a := u.start(ref)
			if n < 0 {
				return u.add(a, n), a, Range
			}
			return u.add(a, 1), u.add(a, n+1), Range
		}
		return end
	}
	r.p.within(u, n)
	return end
}

// lengthAhead reads the unit at j of a length of time from now on, and what is added to it.
func (r *enReader) lengthAhead(i, n, j int) int {
	s, end := r.lengths(n, j)
	if s == nil {
		return i
	}
	r.p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		t := *s
		to, _, _, _ = t.from(ref, time.Time{})
		return ref, to, Range
	}
	return end
}

// lengths reads n of the unit at j and further lengths: 2 days, 1 hour and 5 minutes; nil if no
// unit is there.
func (r *enReader) lengths(n, j int) (*shift, int) {
	var s *shift
	end := j
	for {
		u, _, e := r.unitAt(j)
		if w, e2 := r.word(j); w == "seconds" || w == "second" {
			if s == nil {
				return nil, j
			}
			return s, e2
		}
		if u == noUnit {
			return s, end
		}
		if s == nil {
			s = new(shift)
		}
		s.take(n, u)
		end = e
		k := r.comma(e)
		k = r.skip(max(r.phrase(k, "and"), k))
		m, e, ordinal := r.number(k)
		if e == k || ordinal {
			return s, end
		}
		n, j = m, r.skip(e)
	}
}

// length reads a length of time before or after now or another day: three days ago, 2 years 21
// days later, two weeks from tomorrow, in 3 weeks.
func (r *enReader) length(i int) int {
	n, k, ordinal := r.number(i)
	if w, e := r.word(i); w == "a" || w == "an" {
		n, k = 1, e
		if d := r.phrase(r.skip(e), "couple of"); d > r.skip(e) {
			n, k = 2, d
		}
	}
	s, end := r.half(i)
	if s == nil && k > i && !ordinal {
		s, end = r.lengthHalf(n, k)
	}
	if s == nil || k > i && !isDigit(r.s[i]) && strings.HasSuffix(r.lead, "of ") { // quarters of an hour
		return i
	}
	less := strings.HasSuffix(r.f.s[:i], "less than ")
	w, e := r.word(r.skip(end))
	switch w {
	case "ago":
		if s.turn(); less {
			r.p.between(*s, 0)
			return e
		}
		if n := r.agoOn(r.skip(e), s); n > r.skip(e) {
			return n
		}
	case "earlier":
		s.turn()
		s.later = true
	case "later":
		s.later = true
	case "from", "after", "before":
		if strings.HasSuffix(r.f.s[:i], "for ") { // for six months from April
			return i
		}
		return r.lengthFrom(i, r.skip(e), w, s)
	default:
		if strings.HasSuffix(r.lead, "in ") && enAhead().MatchString(r.f.s[r.from:i]) && !r.p.until {
			r.p.shift = s
			return end
		}
		return i
	}
	r.p.shift = s
	return e
}

// lengthHalf reads n units behind the number that ends at k, and half a unit more: one and a half years,
// a year and a half.
func (r *enReader) lengthHalf(n, k int) (*shift, int) {
	if e, ok := r.andHalf(k); ok {
		u, _, end := r.unitAt(r.skip(e))
		s := halfOf(u)
		if s != nil {
			s.take(n, u)
		}
		return s, end
	}
	s, end := r.lengths(n, r.skip(k))
	if s == nil {
		return nil, end
	}
	if e, ok := r.andHalf(end); ok {
		if u, _, _ := r.unitAt(r.skip(k)); halfOf(u) != nil {
			s.add(halfOf(u))
			end = e
		}
	}
	return s, end
}

// agoOn reads the day that lay so long ago: a week ago Tuesday, a month ago today, three years ago this
// month. end is i if none is named.
func (r *enReader) agoOn(i int, s *shift) (end int) {
	q := newParts()
	other := &enReader{f: r.f, s: r.s, from: r.from, p: &q}
	k := r.skip(max(r.phrase(i, "on"), i))
	if end = r.phrase(k, "today"); end > k {
		q.dayOff = 0
	} else if d, e := r.weekday(k); e > k {
		q.weekday, end = d, e
	} else if end = other.relative(k); end == k || q.monthOff == none {
		return i
	}
	*r.p = q
	if r.p.plus = s; q.monthOff == none {
		s.finest = days
	}
	return end
}

// lengthFrom reads the day from which a length counts, at j.
func (r *enReader) lengthFrom(i, j int, word string, s *shift) int {
	if word == "before" {
		s.turn()
	}
	for _, d := range []struct {
		words string
		off   int
	}{{"now", 0}, {"today", 0}, {"tomorrow", 1}, {"yesterday", -1}} {
		if n := r.phrase(j, d.words); n > j {
			s.days += d.off
			if r.p.shift = s; word != "before" && strings.HasSuffix(r.f.s[:i], "less than ") {
				r.p.shift = nil
				r.p.between(*s, d.off)
			}
			return n
		}
	}
	q := newParts()
	other := &enReader{f: r.f, s: r.s, from: r.from, p: &q}
	if n := other.piece(j, false); n > j && q.dated() && q.shift == nil && q.plus == nil {
		q.until = r.p.until
		*r.p = q
		r.p.plus = s
		return n
	}
	return i
}

// ordinal reads what is counted in a month or year: the first Friday in this month, the third
// week of 2027, the last Sunday of August, the third quarter of 2020, Q3 2016, week 31.
func (r *enReader) ordinal(i int) int {
	p := r.p
	if n := r.phrase(r.the(i), "week of"); n > r.the(i) {
		r.p.weekOf, r.lead = true, "of "
		if end := max(r.monthDay(r.skip(n)), r.numbers(r.skip(n)), r.ordinal(r.skip(n))); end > r.skip(n) {
			return end
		}
		r.p.weekOf = false
		return i
	}
	w, e := r.word(i)
	if len(w) == 2 && (w[0] == 'q' || w[0] == 'h') && '1' <= w[1] && w[1] <= '4' && p.yearSlice(w[0], int(w[1]-'0')) {
		if end := r.ofYear(e, false); end > e || w[0] == 'q' {
			return end
		}
		p.when = nil
		return i
	}
	if w == "week" {
		if n, k, o := r.number(r.skip(e)); k > r.skip(e) && !o && n >= 1 && n <= 53 && isDigit(r.s[r.skip(e)]) {
			p.inWeek(n)
			return r.ofYear(k, false)
		}
		return i
	}
	j := r.the(i)
	n, k, ordinal := r.number(j)
	if w, e := r.word(j); w == "last" {
		n, k, ordinal = -1, e, true
	}
	if !ordinal && k > j && n >= 1 && n <= 31 && isDigit(r.s[j]) {
		return r.bareOrdinal(i, j, n)
	}
	if !ordinal || n > 53 {
		return i
	}
	k = r.skip(k)
	if end := r.stretch(i, n, k); end > i {
		return end
	}
	if d, e := r.weekday(k); e > k && n <= 5 {
		if end := r.ofMonth(e); end > e {
			p.nth(n, d)
			return end
		}
		return i
	}
	u, _, e := r.unitAt(k)
	switch {
	case u == centuries && n > 10:
		p.inCentury(n)
		return e
	case u == weeks:
		if end := r.ofMonth(e); end > e {
			p.nth(n, -1)
			return end
		}
	case u == quarters && n >= 1 && n <= 4:
		p.slice(n, 3)
		return r.ofYear(e, true)
	case r.phrase(k, "half") > k && (n == 1 || n == 2):
		if end := r.ofYear(r.phrase(k, "half"), true); end > r.phrase(k, "half") {
			p.slice(n, 6)
			return end
		}
		if end := r.ofMonth(r.phrase(k, "half")); end > r.phrase(k, "half") {
			if p.section = early; n == 2 {
				p.section = late
			}
			return end
		}
	}
	return r.bareOrdinal(i, j, n)
}

// bareOrdinal reads the number of a day alone: on the 21st. What follows must not be a thing
// that is counted.
func (r *enReader) bareOrdinal(i, j, n int) int {
	_, end, ordinal := r.number(j)
	if i == j && !ordinal && strings.HasSuffix(r.lead, "on ") || r.p.hour >= 0 && strings.HasSuffix(r.f.s[:i], "on ") { // 8pm on 15; on 15, 8pm
		k := r.comma(end)
		k = r.skip(max(r.phrase(k, "at"), k))
		if r.p.hour >= 0 || end > j && end < len(r.s) && k > r.skip(end) && enClock().MatchString(r.s[k:]) {
			r.p.day = n
			return end
		}
	}
	if j == i || !ordinal || n < 1 || n > 31 || !isDigit(r.s[j]) {
		return i
	}
	for _, w := range []string{"on ", "from ", "since ", "until ", "by ", "for ", "of ", "to "} {
		if !strings.HasSuffix(r.lead, w) && !strings.HasSuffix(r.f.s[:i], w) {
			continue
		}
		w, _ := r.word(r.skip(end))
		if rest := r.s[end:]; rest == "" || strings.IndexByte(",.;!?)", rest[0]) >= 0 || w == "at" || w == "in" || w == "to" || w == "until" || w == "when" || w == "and" {
			r.p.day = n
			return end
		}
	}
	return i
}

// ofMonth reads the month or year in which something is counted; end is i if there is none.
func (r *enReader) ofMonth(i int) int {
	k := r.skip(i)
	j := r.skip(max(r.phrase(k, "of"), r.phrase(k, "in")))
	if j == k {
		return i
	}
	if off, e := r.unitWord(j); e > j {
		if u, _, end := r.unitAt(e); u == months || u == years {
			r.p.inUnit(u, off)
			return end
		}
	}
	for _, w := range []struct {
		words string
		unit  unit
	}{{"the month", months}, {"the year", years}} {
		if end := r.phrase(j, w.words); end > j {
			r.p.inUnit(w.unit, 0)
			return end
		}
	}
	if m, e := r.monthOf(j); m > 0 {
		r.p.month = m
		if y, end := r.year(r.comma(e)); end > r.comma(e) {
			r.p.year, e = y, end
		}
		return e
	}
	if y, e := r.year(j); e > j {
		r.p.year = y
		return e
	}
	return i
}

// ofYear reads the year of a quarter, which may follow without a word.
func (r *enReader) ofYear(i int, word bool) int {
	j := r.comma(i)
	k := r.skip(max(r.phrase(j, "of"), r.phrase(j, "in"), j))
	if word && k == j {
		if off, e := r.unitWord(j); e > j {
			if u, _, end := r.unitAt(e); u == years {
				r.p.yearOff = off
				return end
			}
		}
	}
	if y, e := r.year(k); e > k {
		r.p.year = y
		return e
	}
	if off, e := r.unitWord(k); e > k {
		if u, _, end := r.unitAt(e); u == years {
			r.p.yearOff = off
			return end
		}
	}
	return i
}

// era reads a decade: the 1970s, the '70s, the nineteen seventies, the two thousands. The 70s
// without a sign may be degrees.
func (r *enReader) era(i int) int {
	if m := enDecade().FindStringSubmatch(r.s[i:]); m != nil {
		y := small(m[1])
		if m[2] != "" {
			y = 1900 + small(m[2])
		}
		r.p.inDecade(y)
		return i + len(m[0])
	}
	j := r.the(i)
	if n := r.phrase(j, "two thousands"); n > j {
		r.p.inDecade(2000)
		return n
	}
	a, n, _ := r.number(j)
	if n == j || a < 11 || a > 20 || isDigit(r.s[j]) {
		return i
	}
	w, e := r.word(r.skip(n))
	if b := indexOf(strings.TrimSuffix(w, "ies") + "y"); strings.HasSuffix(w, "ies") && b >= 20 {
		r.p.inDecade(100*a + b)
		return e
	}
	return i
}
