package extract

import "time"

// parts are the parts of a time as a text names them. Numbers that are not named are -1;
// offsets count from the reference date.
type parts struct {
	year, month, day   int
	hour, minute       int
	weekday            int // 0 Sunday; -1
	yearOff, monthOff  int // none if not named
	dayOff, weekOff    int
	agoDays, agoMonths int  // none if not named: so long before (negative) or after the reference
	agoMinutes         int  // the same in minutes
	sameDay, nextDay   bool // 当日, 次日: of the day that the text spoke of
	strict             bool // the weekday is not today: last Monday, next Tuesday
	part               string
	early              bool // the part of the day is before sunrise: 凌晨
	until, vague       bool
	future             bool
	span               bool // 上旬 and the like: only the month is known
}

// none is an offset that is not named.
const none = 1 << 20

func newParts() parts {
	return parts{year: -1, month: -1, day: -1, hour: -1, minute: -1, weekday: -1,
		yearOff: none, monthOff: none, dayOff: none, weekOff: none, agoDays: none, agoMonths: none, agoMinutes: none}
}

// Rules of resolution.
const (
	// ahead is how many days after the reference a date without a year or month may lie, as
	// in forecasts. Beyond it is the one before.
	aheadMonth = 45
	aheadDay   = 7
	// apart is how many days the day that a text spoke of must be from the reference for
	// incomplete dates to follow it: a report of a year ago.
	apart = 300
)

// relative reports whether p depends on the date of the text.
func (p *parts) relative() bool { return p.year < 0 }

// resolve returns the interval of p, seen from ref, where the text last spoke of day. It is not
// resolved if that needs a date that is zero. It also returns the day that p names, zero if none.
func (p *parts) resolve(ref, day time.Time) (t Time, named time.Time) {
	t.Relative, t.Part = p.relative(), p.part
	if p.vague {
		return t, named
	}
	at, grain, ok := p.date(ref, day)
	if !ok {
		return t, named
	}
	switch grain {
	case Year:
		t.set(at, at.AddDate(1, 0, 0), Year)
		return t, named
	case Month:
		t.set(at, at.AddDate(0, 1, 0), Month)
		return t, named
	case Week:
		t.set(at, at.AddDate(0, 0, 7), Week)
		return t, named
	case Minute, Hour:
		t.set(at, at.Add(time.Minute), Minute)
		return t, at
	}
	p.clock(&t, at)
	return t, at
}

func (t *Time) set(from, to time.Time, g Grain) { t.From, t.To, t.Grain = from, to, g }

// clock sets t to the hour or part of the day at.
func (p *parts) clock(t *Time, at time.Time) {
	h := p.hour
	switch {
	case h < 0 && p.part == "":
		t.set(at, at.AddDate(0, 0, 1), Day)
	case h < 0:
		from, to := partHours(p.part, p.early)
		t.set(at.Add(time.Duration(from)*time.Hour), at.Add(time.Duration(to)*time.Hour), Part)
		t.From = at.Add(time.Duration(from%24) * time.Hour)
	default:
		if h < 12 && !p.early && (p.part == "AF" || p.part == "EV" || p.part == "NI" && h > 5) {
			h += 12
		} else if h == 12 && (p.part == "NI" || p.part == "EV") {
			if h = 24; p.early {
				h = 0
			}
		}
		from := at.Add(time.Duration(h)*time.Hour + time.Duration(max(p.minute, 0))*time.Minute)
		if t.Grain = Hour; p.minute >= 0 {
			t.set(from, from.Add(time.Minute), Minute)
		} else {
			t.set(from, from.Add(time.Hour), Hour)
		}
	}
}

// partHours are the hours of a part of the day; its night ends on the next morning.
func partHours(part string, early bool) (from, to int) {
	switch {
	case early:
		return 0, 6
	case part == "MO":
		return 5, 12
	case part == "AF":
		return 12, 18
	case part == "EV":
		return 18, 24
	}
	return 20, 30
}

// date returns the day, month, week or year that p names.
func (p *parts) date(ref, day time.Time) (time.Time, Grain, bool) {
	anchor := ref
	if anchor.IsZero() || !day.IsZero() && daysApart(day, ref) > apart {
		anchor = day
	}
	switch {
	case p.agoDays != none || p.agoMonths != none || p.agoMinutes != none:
		return p.ago(ref)
	case p.dayOff != none:
		return onDay(ref, p.dayOff)
	case p.sameDay:
		return onDay(day, 0)
	case p.nextDay:
		return onDay(day, 1)
	case p.weekday >= 0 && p.day < 0:
		return p.onWeekday(ref)
	case p.weekOff != none:
		return onDay7(ref, p.weekOff)
	case p.day >= 0 || p.month >= 0 || p.monthOff != none || p.year >= 0 || p.yearOff != none:
		return p.calendar(ref, anchor)
	}
	return onDay(day, 0)
}

func daysApart(a, b time.Time) float64 { return a.Sub(b).Abs().Hours() / 24 }

func onDay(from time.Time, off int) (time.Time, Grain, bool) {
	if from.IsZero() {
		return from, Unknown, false
	}
	y, m, d := from.Date()
	return time.Date(y, m, d+off, 0, 0, 0, 0, from.Location()), Day, true
}

// onDay7 returns the Monday of the week that is weeks after ref's week.
func onDay7(ref time.Time, weeks int) (time.Time, Grain, bool) {
	at, _, ok := onDay(ref, 7*weeks-(int(ref.Weekday())+6)%7)
	return at, Week, ok
}

func (p *parts) ago(ref time.Time) (time.Time, Grain, bool) {
	if ref.IsZero() {
		return ref, Unknown, false
	}
	if p.agoMinutes != none {
		return ref.Add(time.Duration(p.agoMinutes) * time.Minute), Minute, true
	}
	if p.agoMonths != none {
		at := time.Date(ref.Year(), ref.Month()+time.Month(p.agoMonths), 1, 0, 0, 0, 0, ref.Location())
		return at, Month, true
	}
	return onDay(ref, p.agoDays)
}

// onWeekday is the last such day up to ref, or the next one if the text looks ahead.
func (p *parts) onWeekday(ref time.Time) (time.Time, Grain, bool) {
	if ref.IsZero() {
		return ref, Unknown, false
	}
	if p.weekOff != none {
		return onDay(ref, 7*p.weekOff+(p.weekday+6)%7-(int(ref.Weekday())+6)%7)
	}
	back := (int(ref.Weekday()) - p.weekday + 7) % 7
	switch {
	case p.future && back > 0:
		return onDay(ref, 7-back)
	case p.future && p.strict, p.strict && back == 0 && !p.future:
		if p.future {
			return onDay(ref, 7)
		}
		back = 7
	}
	return onDay(ref, -back)
}

// calendar completes a date of which the year or the month is missing.
func (p *parts) calendar(ref, anchor time.Time) (time.Time, Grain, bool) {
	year, month := p.year, p.month
	if p.yearOff != none {
		if ref.IsZero() {
			return ref, Unknown, false
		}
		year = ref.Year() + p.yearOff
	}
	loc := anchor.Location()
	if p.monthOff != none {
		if ref.IsZero() {
			return ref, Unknown, false
		}
		first := time.Date(ref.Year(), ref.Month()+time.Month(p.monthOff), 1, 0, 0, 0, 0, loc)
		year, month = first.Year(), int(first.Month())
	}
	if year < 0 && anchor.IsZero() {
		return anchor, Unknown, false
	}
	switch {
	case month < 0 && p.day < 0:
		return time.Date(year, 1, 1, 0, 0, 0, 0, loc), Year, true
	case month < 0:
		return p.bareDay(anchor)
	case month < 1 || month > 12:
		return anchor, Unknown, false
	}
	if year < 0 {
		year = anchor.Year()
		if time.Date(year, time.Month(month), max(p.day, 1), 0, 0, 0, 0, loc).Sub(anchor) > aheadMonth*24*time.Hour {
			year--
		}
	}
	at := time.Date(year, time.Month(month), max(p.day, 1), 0, 0, 0, 0, loc)
	if p.day < 0 {
		return at, Month, true
	}
	return at, Day, p.day >= 1 && at.Month() == time.Month(month)
}

// bareDay is the day of the month nearest to anchor that is at most a week ahead.
func (p *parts) bareDay(anchor time.Time) (time.Time, Grain, bool) {
	if p.day < 1 || p.day > 31 {
		return anchor, Unknown, false
	}
	for back := -1; back < 3; back++ {
		first := time.Date(anchor.Year(), anchor.Month()-time.Month(back), 1, 0, 0, 0, 0, anchor.Location())
		at := first.AddDate(0, 0, p.day-1)
		if at.Month() == first.Month() && at.Sub(anchor) <= aheadDay*24*time.Hour {
			return at, Day, true
		}
	}
	return anchor, Unknown, false
}
