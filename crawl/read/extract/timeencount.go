package extract

import (
	"time"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// enYearSlice is a half or quarter of a year that stands before or behind its year without a word:
// 2016H2, Q3 2016.
var enYearSlice = lazyre.Compile(`^((?:19|20)\d\d)[ -]?([qh])([1-4])\b`)

// yearFirst reads a date that begins with its year: 2016 November, 2016 Q3, 2016H2.
func (r *enReader) yearFirst(i int) int {
	if i >= len(r.s) || r.s[i] != '1' && r.s[i] != '2' {
		return i
	}
	if m := enYearSlice().FindStringSubmatch(r.s[i:]); m != nil && r.p.yearSlice(m[2][0], small(m[3])) {
		r.p.year = small(m[1])
		return i + len(m[0])
	}
	m := enYear().FindString(r.s[i:])
	if m == "" {
		return i
	}
	k := r.skip(i + len(m))
	month, end := r.monthOf(k)
	if c := r.f.text[r.f.at[min(k, len(r.s))]:]; month == 0 || c[0] < 'A' || c[0] > 'Z' {
		return i
	}
	if d, e, _ := r.number(r.skip(end)); e > r.skip(end) && d >= 1 && d <= 31 && !r.counts(e) {
		r.p.day, end = d, e
	}
	r.p.year, r.p.month = small(m), month
	return end
}

// yearSlice takes the nth quarter (q) or half (h) of the year; false if it has fewer.
func (p *parts) yearSlice(kind byte, n int) bool {
	switch {
	case kind == 'q':
		p.slice(n, 3)
	case n <= 2:
		p.slice(n, 6)
	default:
		return false
	}
	return true
}

// countedDays reads days of the week that are counted from now: two Sundays from now, three
// Fridays ago.
func (r *enReader) countedDays(i int) int {
	n, k, ordinal := r.number(i)
	if k == i || ordinal || n < 1 {
		return i
	}
	d, e := r.weekday(r.skip(k))
	if e == r.skip(k) || e >= len(r.s) || r.s[e] != 's' {
		return i
	}
	k = r.skip(e + 1)
	ago, on := r.phrase(k, "ago"), max(r.phrase(k, "from now"), r.phrase(k, "from today"))
	if ago == k && on == k {
		return i
	}
	r.p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		ahead := (d-int(ref.Weekday())+6)%7 + 1 // one to seven days
		if from = days.start(ref).AddDate(0, 0, ahead+7*(n-1)); ago > k {
			from = days.start(ref).AddDate(0, 0, ahead-7-7*(n-1))
			if ahead == 7 {
				from = from.AddDate(0, 0, -7)
			}
		}
		return from, from.AddDate(0, 0, 1), Day
	}
	return max(ago, on)
}

// stretch reads units that are counted from the beginning or end of a month or year: the last day
// of October, the first ten days of next month, the first six months of 2015, the second weekend
// of May. nth is -1 for the last; k is where the words behind it begin.
func (r *enReader) stretch(i, nth, k int) int {
	count, many := 1, false
	if n, e, ordinal := r.number(k); e > k && !ordinal && n > 0 {
		count, many, k = n, true, r.skip(e)
	}
	u, plural, e := r.unitAt(k)
	if u < days || u > quarters || plural != (count > 1) || many && nth > 1 || u == weeks && !many {
		return i
	}
	end := r.ofMonth(e)
	if end > e {
		r.p.stretch(u, nth, count)
		return end
	}
	return i
}

// stretch makes p the count units of its month or year that begin with the nth, or that end with
// its end if nth is below zero.
func (p *parts) stretch(u unit, nth, count int) {
	p.when = func(p *parts, ref time.Time) (from, to time.Time, g Grain) {
		a, b, ok := p.base(ref)
		if !ok {
			return from, to, g
		}
		switch {
		case u == weekends:
			if from = a.AddDate(0, 0, (6-int(a.Weekday())+7)%7+7*(nth-1)); nth < 0 {
				from = b.AddDate(0, 0, -1-int(b.AddDate(0, 0, -1).Weekday()+1)%7)
			}
			to = from.AddDate(0, 0, 2)
		case nth < 0:
			from, to = u.add(b, -count), b
		default:
			from = u.add(a, nth-1)
			to = u.add(from, count)
		}
		if g = Range; u == days && count == 1 {
			g = Day
		}
		if from.Before(a) || !from.Before(b) {
			return time.Time{}, to, g
		}
		return from, to, g
	}
}

// half reads half of a unit before or behind what is counted, at j: half an hour, one and a half
// years; end is j if there is none.
func (r *enReader) half(j int) (s *shift, end int) {
	k := r.phrase(j, "half")
	if k == j {
		return nil, j
	}
	k = r.skip(k)
	k = r.skip(max(r.phrase(k, "a"), r.phrase(k, "an"), k))
	u, _, e := r.unitAt(k)
	if s = halfOf(u); s == nil {
		return nil, j
	}
	return s, e
}

// andHalf adds half a unit that stands behind the number at k or behind the unit at end: one and a
// half years, a year and a half.
func (r *enReader) andHalf(k int) (end int, ok bool) {
	end = r.phrase(r.skip(k), "and a half")
	return end, end > r.skip(k)
}

// add adds o.
func (s *shift) add(o *shift) {
	s.years, s.months, s.days, s.minutes = s.years+o.years, s.months+o.months, s.days+o.days, s.minutes+o.minutes
	if o.finest < s.finest {
		s.finest = o.finest
	}
}

// between makes p all between the day that lies off days after the reference and what s leads to: less
// than two weeks ago.
func (p *parts) between(s shift, off int) {
	p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		day := days.start(ref).AddDate(0, 0, off)
		at, _, _, _ := s.from(ref, time.Time{})
		if at.Before(day) {
			return at, day.AddDate(0, 0, 1), Range
		}
		return day, at, Range
	}
}

// yearBehind reads the year behind a month or week: this month last year, the same month of 2014.
func (r *enReader) yearBehind(i int) int {
	k := r.skip(i)
	j := r.skip(max(r.phrase(k, "of"), r.phrase(k, "in"), k))
	if off, e := r.unitWord(j); e > j && off <= 0 {
		if u, _, end := r.unitAt(e); u == years {
			r.p.yearOff = off
			return end
		}
	}
	if j > k {
		if y, e := r.year(j); e > j {
			r.p.year = y
			return e
		}
	}
	return i
}

// partHour reads an hour with the part of the day that says which is meant: at nine at night, around 3
// in the afternoon. Without a word before it the number counts something else.
func (r *enReader) partHour(i int) int {
	h, n, ordinal := r.number(i)
	if n == i || ordinal || h < 1 || h > 12 || !enAtHour().MatchString(r.lead) && !enAtHour().MatchString(r.s[r.from:i]) {
		return i
	}
	m := enHourPart().FindStringSubmatch(r.s[n:])
	if m == nil {
		return i
	}
	r.p.hour = h
	if r.p.setPartEn(m[2] + m[3]); m[1] != "" { // between 3 and 5 in the afternoon
		return n
	}
	return n + len(m[0])
}

var (
	enAtHour   = lazyre.Compile(`(?:^|\b(?:at|around|about|by|before|after|until|from|since|between|and|to) )$`)
	enHourPart = lazyre.Compile(`^( (?:and|to) \d{1,2})? (?:in the (?:early |late )?(morning|afternoon|evening)|at (night))\b`)
)
