package extract

import "time"

// unit is a part of the calendar that a text counts in.
type unit uint8

const (
	noUnit unit = iota
	minutes
	hours
	days
	weeks
	weekends
	months
	quarters
	years
	decades
	centuries
)

// grainUnit is the unit of a grain.
func grainUnit(g Grain) unit {
	switch g {
	case Minute:
		return minutes
	case Hour:
		return hours
	case Week:
		return weeks
	case Month:
		return months
	case Year:
		return years
	}
	return days
}

func (u unit) grain() Grain {
	return [...]Grain{Unknown, Minute, Hour, Day, Week, Range, Month, Range, Year, Decade, Century}[u]
}

// add returns the time n units after at.
func (u unit) add(at time.Time, n int) time.Time {
	switch u {
	case minutes:
		return at.Add(time.Duration(n) * time.Minute)
	case hours:
		return at.Add(time.Duration(n) * time.Hour)
	case weeks, weekends:
		return at.AddDate(0, 0, 7*n)
	case months:
		return at.AddDate(0, n, 0)
	case quarters:
		return at.AddDate(0, 3*n, 0)
	case years:
		return at.AddDate(n, 0, 0)
	case decades:
		return at.AddDate(10*n, 0, 0)
	case centuries:
		return at.AddDate(100*n, 0, 0)
	}
	return at.AddDate(0, 0, n)
}

// start is the beginning of the unit in which at lies.
func (u unit) start(at time.Time) time.Time {
	y, m, d := at.Date()
	switch u {
	case minutes, hours:
		return at
	case weeks:
		d -= (int(at.Weekday()) + 6) % 7
	case weekends:
		d += 5 - (int(at.Weekday())+6)%7
	case months:
		d = 1
	case quarters:
		m, d = (m-1)/3*3+1, 1
	case years:
		m, d = 1, 1
	case decades:
		y, m, d = y-y%10, 1, 1
	case centuries:
		y, m, d = y-y%100, 1, 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, at.Location())
}

// around returns the unit that lies n units after the one of ref: this year, last month.
func (u unit) around(ref time.Time, n int) (from, to time.Time) {
	from = u.add(u.start(ref), n)
	if u == weekends {
		return from, from.AddDate(0, 0, 2)
	}
	return from, u.add(from, 1)
}

// inUnit makes p the unit that lies n units after the one of the reference.
func (p *parts) inUnit(u unit, n int) {
	switch u {
	case weeks:
		p.weekOff = n
	case months:
		p.monthOff = n
	case years:
		p.yearOff = n
	case days:
		p.dayOff = n
	default:
		p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
			from, to = u.around(ref, n)
			return from, to, u.grain()
		}
	}
}

// within makes p the n units before the reference, or after it if n is positive.
func (p *parts) within(u unit, n int) {
	p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		if u > hours {
			ref = u.dayOrUnit(ref)
		}
		from, to = ref, u.add(ref, n)
		if n < 0 {
			from, to = to, from
		}
		return from, to, Range
	}
}

// dayOrUnit is the beginning of the day of ref; of decades and centuries, which nobody counts by
// days, the beginning of the unit.
func (u unit) dayOrUnit(ref time.Time) time.Time {
	if u >= decades {
		return u.start(ref)
	}
	return days.start(ref)
}

// inDecade makes p the ten years from year.
func (p *parts) inDecade(year int) {
	p.absolute = true
	p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		from = time.Date(year, 1, 1, 0, 0, 0, 0, ref.Location())
		return from, from.AddDate(10, 0, 0), Decade
	}
}

// inCentury makes p the nth century.
func (p *parts) inCentury(n int) {
	p.absolute = true
	p.when = func(_ *parts, ref time.Time) (from, to time.Time, g Grain) {
		from = time.Date(100*(n-1), 1, 1, 0, 0, 0, 0, ref.Location())
		return from, from.AddDate(100, 0, 0), Century
	}
}

// base is the month or year in which p counts weeks, weekdays or quarters.
func (p *parts) base(ref time.Time) (from, to time.Time, ok bool) {
	q := newParts()
	q.year, q.month, q.yearOff, q.monthOff = p.year, p.month, p.yearOff, p.monthOff
	from, g, ok := q.calendar(ref, ref)
	return from, grainUnit(g).add(from, 1), ok
}

// nth makes p the nth weekday or week (day below zero) of its month or year; n below zero counts
// from the end. The first week is the one with most of its days inside (ISO 8601, 2.2.10).
func (p *parts) nth(n, day int) {
	p.when = func(p *parts, ref time.Time) (from, to time.Time, g Grain) {
		a, b, ok := p.base(ref)
		if !ok {
			return from, to, g
		}
		if day < 0 {
			from = weeks.start(a.AddDate(0, 0, 3))
			if n < 0 {
				from, n = weeks.start(b.AddDate(0, 0, -4)), 1
			}
			from = from.AddDate(0, 0, 7*(n-1))
			return from, from.AddDate(0, 0, 7), Week
		}
		if from = a.AddDate(0, 0, (day-int(a.Weekday())+7)%7+7*(n-1)); n < 0 {
			from = b.AddDate(0, 0, -1-(int(b.Weekday())+6-day)%7)
		}
		if from.Before(b) {
			return from, from.AddDate(0, 0, 1), Day
		}
		return time.Time{}, to, g
	}
}

// slice makes p the nth of the equal slices of its year, as many months long: quarters, halves.
func (p *parts) slice(n, long int) {
	p.when = func(p *parts, ref time.Time) (from, to time.Time, g Grain) {
		year := ref.Year()
		if p.yearOff != none {
			year += p.yearOff
		} else if p.year >= 0 {
			year = p.year
		}
		from = time.Date(year, time.Month(1+long*(n-1)), 1, 0, 0, 0, 0, ref.Location())
		if p.year < 0 && p.yearOff == none && from.Sub(ref) > aheadMonth*24*time.Hour {
			from = from.AddDate(-1, 0, 0)
		}
		return from, from.AddDate(0, long, 0), Range
	}
}

// inWeek makes p the nth week of its year (ISO 8601).
func (p *parts) inWeek(n int) {
	p.when = func(p *parts, ref time.Time) (from, to time.Time, g Grain) {
		year := ref.Year()
		if p.year >= 0 {
			year = p.year
		}
		from = weeks.start(time.Date(year, 1, 4, 0, 0, 0, 0, ref.Location())).AddDate(0, 0, 7*(n-1))
		return from, from.AddDate(0, 0, 7), Week
	}
}

// section is a part of a period.
type section uint8

const (
	whole section = iota
	early
	middle
	late
	rest   // from the reference on: later this year
	before // up to the reference: earlier this year
)

// of returns the section of the period, seen from ref. Early and late are its halves.
func (s section) of(from, to, ref time.Time) (time.Time, time.Time) {
	inside := !ref.Before(from) && ref.Before(to)
	switch {
	case s == early:
		return from, halfway(from, to)
	case s == late:
		return halfway(from, to), to
	case s == middle:
		third := to.Sub(from) / 3
		return dayLike(from.Add(third), from), dayLike(to.Add(-third), from)
	case s == rest && inside:
		return dayLike(ref, from), to
	case s == before && inside:
		return from, days.start(ref)
	}
	return from, to
}

// halfway is the middle of a period: of months and years by the calendar, else by whole days.
func halfway(from, to time.Time) time.Time {
	switch d := to.Sub(from).Hours() / 24; {
	case d > 27 && d < 32:
		return from.AddDate(0, 0, 15)
	case d > 360 && d < 370:
		return from.AddDate(0, 6, 0)
	default:
		return from.AddDate(0, 0, int(d/2))
	}
}

func dayLike(at, like time.Time) time.Time { return days.start(at.In(like.Location())) }

// shift is a length of time before or after the reference, or after the day that the text spoke
// of (later).
type shift struct {
	years, months, days, minutes int
	finest                       unit
	later                        bool
}

// take adds n units.
func (s *shift) take(n int, u unit) {
	switch u {
	case minutes:
		s.minutes += n
	case hours:
		s.minutes += 60 * n
	case days:
		s.days += n
	case weeks, weekends:
		s.days += 7 * n
	case months:
		s.months += n
	case quarters:
		s.months += 3 * n
	case years:
		s.years += n
	case decades:
		s.years += 10 * n
	case centuries:
		s.years += 100 * n
	}
	if s.finest == noUnit || u < s.finest {
		s.finest = u
	}
}

// turn makes s point to the past.
func (s *shift) turn() {
	s.years, s.months, s.days, s.minutes = -s.years, -s.months, -s.days, -s.minutes
}

// from returns the time that s leads to. It is as exact as the finest unit named; weeks are
// exact to a day.
func (s *shift) from(ref, day time.Time) (from, to time.Time, g Grain, ok bool) {
	if s.later && !day.IsZero() {
		ref = day
	}
	if ref.IsZero() {
		return from, to, g, false
	}
	from = ref.AddDate(s.years, s.months, s.days).Add(time.Duration(s.minutes) * time.Minute)
	switch s.finest {
	case minutes, hours:
		return from, from.Add(time.Minute), Minute, true
	case months, quarters:
		from = days.start(from)
		return from, from.AddDate(0, 1, 0), Month, true
	case years, decades, centuries:
		from = days.start(from)
		return from, from.AddDate(1, 0, 0), Year, true
	}
	from = days.start(from)
	return from, from.AddDate(0, 0, 1), Day, true
}
