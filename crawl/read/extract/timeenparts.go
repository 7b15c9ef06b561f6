package extract

import "strings"

// The enSet functions take the match of one part of a time in English. They report whether it
// is such a part.

func (p *parts) enSetClock(m []string) bool {
	switch {
	case m[4] == "noon":
		p.hour = 12
	case m[4] == "midnight":
		p.hour = 0
	case m[1] != "":
		h := small(m[1])
		if h > 12 {
			return false
		}
		if h %= 12; m[3] == "p" {
			h += 12
		}
		p.hour = h
	case m[5] != "":
		p.hour = small(m[5])
	default:
		p.hour = small(m[7])
	}
	p.part = ""
	if minute := m[2] + m[6] + m[8]; minute != "" {
		p.minute = small(minute)
	}
	return p.hour <= 24 && p.minute < 60
}

func (p *parts) enSetPart(word string) {
	p.part = map[string]string{"morning": "MO", "afternoon": "AF", "evening": "EV", "night": "NI"}[word]
}

func (p *parts) enSetDay(m []string) bool {
	p.dayOff = 0
	switch m[1] {
	case "yesterday":
		p.dayOff = -1
	case "tomorrow":
		p.dayOff = 1
	case "tonight":
		p.part = "NI"
	case "last night", "overnight":
		p.dayOff, p.part = -1, "NI"
	case "this morning":
		p.part = "MO"
	case "this afternoon":
		p.part = "AF"
	case "this evening":
		p.part = "EV"
	case "the same day", "that day":
		p.dayOff, p.sameDay = none, true
	}
	return true
}

func (p *parts) enSetWeek(m []string) bool {
	for i, d := range strings.Fields("sun mon tues wednes thurs fri satur") {
		if d == m[2] {
			p.weekday = i
		}
	}
	p.strict = m[1] == "last" || m[1] == "next" || m[1] == "the previous"
	p.future = m[1] == "next"
	return true
}

func monthNumber(s string) int {
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", s[:3])/3 + 1
}

func (p *parts) enSetMonth(m []string) bool { return p.enCalendar(m[2], m[1], m[3]) }
func (p *parts) enSetDate(m []string) bool  { return p.enCalendar(m[1], m[2], m[3]) }

func (p *parts) enCalendar(day, month, year string) bool {
	d := small(day)
	if d < 1 || d > 31 {
		return false
	}
	if p.day, p.month = d, monthNumber(month); year != "" {
		p.year = small(year)
	}
	return true
}

func (p *parts) enSetRel(m []string) bool {
	off := map[string]int{"last": -1, "next": 1}[m[1]]
	if p.vague = strings.HasSuffix(m[1], "past"); p.vague {
		return true
	}
	switch m[2] {
	case "week":
		p.weekOff = off
	case "weekend":
		p.weekOff, p.weekday = off, 6
	case "month":
		p.monthOff = off
	default:
		p.yearOff = off
	}
	return true
}

func (p *parts) enSetAgo(m []string) bool {
	n := 1
	if m[1] != "a" && m[1] != "an" {
		if n = small(m[1]); n < 0 {
			return false
		}
	}
	if m[3] != "later" {
		n = -n
	}
	switch m[2] {
	case "minute":
		p.agoMinutes = n
	case "hour":
		p.agoMinutes = n * 60
	case "day":
		p.agoDays = n
	case "week":
		p.agoDays = n * 7
	case "month":
		p.agoMonths = n
	default:
		p.yearOff = n
	}
	return true
}
