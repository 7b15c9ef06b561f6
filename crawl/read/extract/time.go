package extract

import (
	"fmt"
	"time"
)

// Grain is how exact a time is.
type Grain uint8

// The grains, from the finest.
const (
	Unknown Grain = iota
	Minute
	Hour
	Part // of a day: night, morning, afternoon, evening
	Day
	Week
	Month
	Year
	Decade
	Century
	Range // of days, with no name of its own: the past three weeks
)

// Time is an interval on the time line, as a text names it.
type Time struct {
	From, To time.Time // from, and before To; zero if the time is not resolved
	Grain    Grain
	Part     string // of a day, as in TIMEX3: "NI" night, "MO" morning, "NO" noon, "AF" afternoon, "EV" evening; "" if none is named
	Relative bool   // what it means depends on the date of the text
}

// Resolved reports whether the interval is known.
func (t Time) Resolved() bool { return !t.From.IsZero() }

// String is t as TIMEX3 writes it (TimeML 1.2.1, section 2.2): 2024-09-06T16:20, 2024-09-05TNI,
// 2024-W35; "" if it is not resolved.
func (t Time) String() string {
	if !t.Resolved() {
		return ""
	}
	switch t.Grain {
	case Minute:
		return t.From.Format("2006-01-02T15:04")
	case Hour:
		return t.From.Format("2006-01-02T15")
	case Part:
		return t.From.Format("2006-01-02") + "T" + t.Part
	case Week:
		y, w := t.From.ISOWeek()
		return fmt.Sprintf("%d-W%02d", y, w)
	case Month:
		return t.From.Format("2006-01")
	case Year:
		return t.From.Format("2006")
	case Decade:
		return t.From.Format("2006")[:3]
	case Century:
		return t.From.Format("2006")[:2]
	case Range: // an interval of ISO 8601, 5.5.2
		return t.From.Format("2006-01-02") + "/" + t.To.Format("2006-01-02")
	}
	return t.From.Format("2006-01-02")
}

// TimeMention is a time in a text.
type TimeMention struct {
	Span
	Time
	// Until says that the text speaks of all that happened up to the time: 截至, "as of".
	Until bool
	// Vague says that the words name no interval: 近日, 目前, "recently". It is not resolved.
	Vague bool
}
