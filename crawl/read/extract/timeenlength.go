package extract

import (
	"strings"
	"time"
)

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
