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
