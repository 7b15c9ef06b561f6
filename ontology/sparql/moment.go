package sparql

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/tggo/goRDFlib/term"
)

// A moment is a dateTime, a date or a time.
type moment struct {
	of         term.URIRef
	at         time.Time // in UTC; a time is of one day
	local      time.Time // as it is written
	seconds    string
	zone       string // as it is written; "" if there is none
	zoneOffset time.Duration
}

// momentOf is the value of t; false if it is none, or ill-typed.
func momentOf(t term.Term) (moment, bool) {
	l, ok := t.(term.Literal)
	if !ok {
		return moment{}, false
	}
	switch l.Datatype() {
	case term.XSDDateTime, term.XSDDate, term.XSDTime:
		return parseMoment(l.Lexical(), l.Datatype())
	}
	return moment{}, false
}

func parseMoment(s string, of term.URIRef) (m moment, ok bool) {
	m.of = of
	if s, m.zone, m.zoneOffset, ok = zoneOf(s); !ok {
		return m, false
	}
	year, month, day, clock := 1972, 12, 31, s
	if of != term.XSDTime {
		if year, month, day, clock, ok = dateOf(s); !ok {
			return m, false
		}
	}
	hour, minute, nano := 0, 0, 0
	switch {
	case of == term.XSDDate && clock == "":
	case of == term.XSDDateTime && !strings.HasPrefix(clock, "T"), of == term.XSDDate:
		return m, false
	default:
		if hour, minute, nano, m.seconds, ok = clockOf(strings.TrimPrefix(clock, "T")); !ok {
			return m, false
		}
	}
	whole, _, _ := strings.Cut(m.seconds, ".")
	second, _ := strconv.Atoi(whole) //nolint:errcheck // digits, or nothing of a date
	m.local = time.Date(year, time.Month(month), day, hour, minute, second, nano, time.UTC)
	if m.local.Day() != day && hour != 24 || second > 59 {
		return m, false
	}
	m.at = m.local.Add(-m.zoneOffset)
	return m, true
}

// zoneOf cuts the time zone off.
func zoneOf(s string) (rest, zone string, offset time.Duration, ok bool) {
	if rest, ok = strings.CutSuffix(s, "Z"); ok {
		return rest, "Z", 0, true
	}
	n := len(s) - len("+08:00")
	if n < 0 || s[n] != '+' && s[n] != '-' || s[n+3] != ':' {
		return s, "", 0, true
	}
	hours, ok1 := twoDigits(s[n+1 : n+3])
	minutes, ok2 := twoDigits(s[n+4:])
	offset = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if s[n] == '-' {
		offset = -offset
	}
	return s[:n], s[n:], offset, ok1 && ok2 && minutes < 60 && offset.Abs() <= 14*time.Hour
}

func twoDigits(s string) (int, bool) {
	if len(s) != 2 || digits(s) != 2 {
		return 0, false
	}
	return int(s[0]-'0')*10 + int(s[1]-'0'), true
}

// dateOf reads a date; rest follows it.
func dateOf(s string) (year, month, day int, rest string, ok bool) {
	n := 0
	if strings.HasPrefix(s, "-") {
		n = 1
	}
	end := n + digits(s[n:])
	if end-n < 4 || end-n > 9 || len(s) < end+6 || s[end] != '-' || s[end+3] != '-' {
		return 0, 0, 0, "", false
	}
	year, _ = strconv.Atoi(s[:end]) //nolint:errcheck // at most nine digits
	month, ok1 := twoDigits(s[end+1 : end+3])
	day, ok2 := twoDigits(s[end+4 : end+6])
	return year, month, day, s[end+6:], ok1 && ok2 && month >= 1 && month <= 12 && day >= 1
}

// clockOf reads hours, minutes and seconds.
func clockOf(s string) (hour, minute, nano int, seconds string, ok bool) {
	if len(s) < 8 || s[2] != ':' || s[5] != ':' {
		return 0, 0, 0, "", false
	}
	hour, ok1 := twoDigits(s[:2])
	minute, ok2 := twoDigits(s[3:5])
	_, ok3 := twoDigits(s[6:8])
	fraction := s[8:]
	if fraction != "" && (fraction[0] != '.' || len(fraction) == 1 || digits(fraction[1:]) != len(fraction)-1) {
		return 0, 0, 0, "", false
	}
	if fraction != "" {
		nano, _ = strconv.Atoi((fraction[1:] + "000000000")[:9]) //nolint:errcheck // digits
	}
	whole := hour < 24 || hour == 24 && minute == 0 && strings.Trim(s[6:], "0.") == ""
	return hour, minute, nano, s[6:], ok1 && ok2 && ok3 && whole && minute < 60
}

// compare is -1, 0 or 1. If only one has a time zone and they are less than 14 hours apart, nobody knows (XML
// Schema, part 2, section 3.2.7.4).
func (m moment) compare(o moment) (int, bool) {
	if m.of != o.of {
		return 0, false
	}
	c := m.at.Compare(o.at)
	if (m.zone == "") != (o.zone == "") && m.at.Sub(o.at).Abs() <= 14*time.Hour {
		return c, false
	}
	return c, true
}

// momentPart is YEAR, MONTH, DAY, HOURS, MINUTES, SECONDS, TIMEZONE or TZ.
func momentPart(name string) function {
	return func(_ *evaluator, args []term.Term) term.Term {
		m, ok := momentOf(args[0])
		if !ok {
			return nil
		}
		switch name {
		case "TZ":
			return plainText(m.zone)
		case "TIMEZONE":
			if m.zone == "" {
				return nil
			}
			return typed(durationText(m.zoneOffset), xsd("dayTimeDuration"))
		}
		return m.field(name)
	}
}

func (m moment) field(name string) term.Term {
	n, hasDate, hasClock := 0, m.of != term.XSDTime, m.of != term.XSDDate
	ok := hasDate
	switch name {
	case "YEAR":
		n = m.local.Year()
	case "MONTH":
		n = int(m.local.Month())
	case "DAY":
		n = m.local.Day()
	case "HOURS":
		n, ok = m.local.Hour(), hasClock
	case "MINUTES":
		n, ok = m.local.Minute(), hasClock
	default:
		if x, has := new(big.Rat).SetString(m.seconds); has && hasClock {
			return number{kind: decimal, exact: x}.term()
		}
		return nil
	}
	if !ok {
		return nil
	}
	return integerTerm(n)
}

// durationText is a dayTimeDuration of hours and minutes.
func durationText(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	hours, minutes := int(d.Hours()), int(d.Minutes())%60
	s := sign + "PT"
	if hours > 0 {
		s += strconv.Itoa(hours) + "H"
	}
	if minutes > 0 {
		s += strconv.Itoa(minutes) + "M"
	}
	if d == 0 {
		return "PT0S"
	}
	return s
}
