package extract

import "strings"

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
