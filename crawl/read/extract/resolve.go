package extract

import "time"

// parts are the parts of a time as a text names them. Numbers that are not named are -1;
// offsets count from the reference date.
type parts struct {
	year, month, day     int
	lastDay              int // of the same month: 5 to 7 October
	hour, minute, second int
	weekday              int // 0 Sunday; -1
	yearOff, monthOff    int // none if not named
	dayOff, weekOff      int
	shift                *shift // so long before or after
	plus                 *shift // so long after the day that is named: two days before Monday
	lastHour             int    // of the same day, in minutes: 5 to 7 pm
	when                 func(p *parts, ref time.Time) (from, to time.Time, g Grain)
	absolute             bool // when needs no reference
	sameDay, nextDay     bool // 当日, 次日: of the day that the text spoke of
	strict               bool // the weekday is not today: last Monday
	part                 string
	early                bool // the part of the day is before sunrise: 凌晨
	weekOf               bool // the week of the day
	until, vague         bool
	future               bool
	section              section // of the time: early, late
}

// none is an offset that is not named.
const none = 1 << 20

func newParts() parts {
	return parts{year: -1, month: -1, day: -1, hour: -1, minute: -1, weekday: -1,
		yearOff: none, monthOff: none, dayOff: none, weekOff: none}
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
func (p *parts) relative() bool { return p.year < 0 && !p.absolute }

// resolve returns the interval of p, seen from ref, where the text last spoke of day. It is not
// resolved if that needs a date that is zero. It also returns the day that p names, zero if none.
func (p *parts) resolve(ref, day time.Time) (t Time, named time.Time) {
	t.Relative, t.Part = p.relative(), p.part
	if p.vague {
		return t, named
	}
	from, to, grain, ok := p.interval(ref, day)
	if ok && p.plus != nil {
		from, to, grain, ok = p.plus.from(from, time.Time{})
	}
	switch {
	case !ok:
		return t, named
	case grain < Day:
		t.set(from, to, grain)
		return t, from
	case grain == Day && p.lastDay == 0:
		p.clock(&t, from)
		return t, from
	}
	from, to = p.section.of(from, to, ref)
	t.set(from, to, grain)
	return t, named
}

func (t *Time) set(from, to time.Time, g Grain) { t.From, t.To, t.Grain = from, to, g }

// interval returns what p names, without its section and time of day.
func (p *parts) interval(ref, day time.Time) (from, to time.Time, g Grain, ok bool) {
	switch {
	case p.when != nil:
		if ref.IsZero() && !p.absolute {
			return from, to, g, false
		}
		from, to, g = p.when(p, ref)
		return from, to, g, !from.IsZero()
	case p.shift != nil:
		return p.shift.from(ref, day)
	}
	from, g, ok = p.date(ref, day)
	switch {
	case !ok:
	case p.lastDay > 0 && g == Day:
		to, g = from.AddDate(0, 0, p.lastDay-p.day+1), Range
	default:
		to = grainUnit(g).add(from, 1)
	}
	if ok && p.weekOf {
		from = weeks.start(from)
		to, g = from.AddDate(0, 0, 7), Week
	}
	return from, to, g, ok
}

// clock sets t to the hour or part of the day at.
func (p *parts) clock(t *Time, at time.Time) {
	h := p.hour
	if h < 0 && p.part == "" {
		switch p.section {
		case early:
			t.Part = "MO"
		case late:
			t.Part = "EV"
		}
	}
	switch {
	case h < 0 && t.Part == "":
		t.set(at, at.AddDate(0, 0, 1), Day)
	case h < 0:
		from, to := p.partHours(t.Part)
		t.set(at.Add(time.Duration(from)*time.Hour), at.Add(time.Duration(to)*time.Hour), Part)
	default:
		if h < 12 && !p.early && (p.part == "AF" || p.part == "EV" || p.part == "NI" && h > 5) {
			h += 12
		} else if h == 12 && (p.part == "NI" || p.part == "EV") {
			if h = 24; p.early {
				h = 0
			}
		}
		from := at.Add(time.Duration(h)*time.Hour + time.Duration(max(p.minute, 0))*time.Minute + time.Duration(p.second)*time.Second)
		if last := at.Add(time.Duration(p.lastHour) * time.Minute); last.After(from) {
			t.set(from, last, Hour)
		} else if t.Grain = Hour; p.minute >= 0 {
			t.set(from, from.Add(time.Minute), Minute)
		} else {
			t.set(from, from.Add(time.Hour), Hour)
		}
	}
}

// partHours are the hours of a part of the day, early and late ones its ends; its night ends on
// the next morning.
func (p *parts) partHours(part string) (from, to int) {
	if p.early {
		return 0, 6
	}
	from, to = 20, 30
	switch part {
	case "MO":
		from, to = 5, 12
	case "NO":
		return 11, 13
	case "AF":
		from, to = 12, 18
	case "EV":
		from, to = 18, 24
	}
	switch {
	case p.part == "":
	case p.section == early:
		to = from + 3
	case p.section == late && part == "NI":
		from = 22
	case p.section == late:
		from = to - 2 - (to-from)/6
	}
	return from, to
}

// date returns the beginning of the day, month, week or year that p names.
func (p *parts) date(ref, day time.Time) (time.Time, Grain, bool) {
	anchor := ref
	if anchor.IsZero() || !day.IsZero() && daysApart(day, ref) > apart {
		anchor = day
	}
	switch {
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
	case p.strict && back == 0:
		back = 7
	}
	return onDay(ref, -back)
}

// calendar completes a date of which the year or the month is missing.
func (p *parts) calendar(ref, anchor time.Time) (time.Time, Grain, bool) {
	year, month := p.year, p.month
	if ref.IsZero() && (p.yearOff != none || p.monthOff != none) {
		return ref, Unknown, false
	}
	if p.yearOff != none {
		year = ref.Year() + p.yearOff
	}
	loc := anchor.Location()
	if p.monthOff != none {
		first := time.Date(ref.Year(), ref.Month()+time.Month(p.monthOff), 1, 0, 0, 0, 0, loc)
		if month = int(first.Month()); p.yearOff == none && p.year < 0 { // 去年本月
			year = first.Year()
		}
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
		year = p.likelyYear(anchor, month)
	}
	at := time.Date(year, time.Month(month), max(p.day, 1), 0, 0, 0, 0, loc)
	if p.day < 0 {
		return at, Month, true
	}
	return at, Day, p.day >= 1 && at.Month() == time.Month(month)
}

// likelyYear is the last year in which the date without a year lies at most a little ahead of
// anchor. 29 February has only leap years.
func (p *parts) likelyYear(anchor time.Time, month int) int {
	year := anchor.Year()
	if time.Date(year, time.Month(month), max(p.day, 1), 0, 0, 0, 0, anchor.Location()).Sub(anchor) > aheadMonth*24*time.Hour {
		year--
	}
	if month == 2 && p.day == 29 {
		for ; year%4 != 0 || year%100 == 0 && year%400 != 0; year-- {
		}
	}
	return year
}

// bareDay is the day of the month nearest to anchor that is at most a week ahead. A weekday
// beside it says which month: Friday the 13th.
func (p *parts) bareDay(anchor time.Time) (time.Time, Grain, bool) {
	if p.day < 1 || p.day > 31 {
		return anchor, Unknown, false
	}
	most := 3
	if p.weekday >= 0 { // a Friday the 13th comes within 14 months
		most = 14
	}
	for back := -1; back < most; back++ {
		first := time.Date(anchor.Year(), anchor.Month()-time.Month(back), 1, 0, 0, 0, 0, anchor.Location())
		at := first.AddDate(0, 0, p.day-1)
		if at.Month() != first.Month() || p.weekday >= 0 && int(at.Weekday()) != p.weekday {
			continue
		}
		if at.Sub(anchor) <= aheadDay*24*time.Hour || p.weekday >= 0 {
			return at, Day, true
		}
	}
	return anchor, Unknown, false
}
