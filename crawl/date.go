package crawl

import (
	"fmt"
	"strings"
	"time"
)

// Date is a day of the calendar, or an instant in the zone that its page names. The zero
// Date is unknown. Time is the instant, or the midnight of the day in UTC, which no zone
// moves: a day without a time stays that day wherever it is read.
type Date struct {
	time.Time
	Day bool
}

// DayOf returns the day that t shows in its own zone.
func DayOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{time.Date(y, m, d, 0, 0, 0, 0, time.UTC), true}
}

// In returns the instant in zone, or the midnight there that begins the day.
func (d Date) In(zone *time.Location) time.Time {
	if d.Day {
		y, m, day := d.Date()
		return time.Date(y, m, day, 0, 0, 0, 0, zone)
	}
	return d.Time.In(zone)
}

// On reports whether d is an instant on that day, by the clock of its own zone.
func (d Date) On(day Date) bool { return !d.Day && day.Day && DayOf(d.Time) == day }

// Show returns a day as 2006-01-02 and an instant by layout, in zone.
func (d Date) Show(zone *time.Location, layout string) string {
	if d.Day {
		return d.Format(time.DateOnly)
	}
	return d.Time.In(zone).Format(layout)
}

// String is a date of XML Schema: 2006-01-02, or RFC 3339 with its zone; "" if unknown.
func (d Date) String() string {
	text, _ := d.AppendText(nil)
	return string(text)
}

// AppendText implements encoding.TextAppender.
func (d Date) AppendText(b []byte) ([]byte, error) {
	switch {
	case d.IsZero():
		return b, nil
	case d.Day:
		return d.AppendFormat(b, time.DateOnly), nil
	}
	return d.AppendFormat(b, time.RFC3339Nano), nil
}

// MarshalText implements encoding.TextMarshaler.
func (d Date) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Date) UnmarshalText(b []byte) error {
	s := string(b)
	if s == "" {
		*d = Date{}
		return nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		*d = Date{t, true}
		return nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return fmt.Errorf("%.40q is neither a day nor a time of RFC 3339", s) // not translated: of a stored field
	}
	*d = Instant(t)
	return nil
}

// Instant returns t with its zone as an offset alone, so that equal dates are equal values.
func Instant(t time.Time) Date {
	if t.IsZero() {
		return Date{}
	}
	_, east := t.Zone()
	if east == 0 {
		return Date{Time: t.UTC()}
	}
	return Date{Time: t.In(time.FixedZone("", east))}
}

// MarshalJSON implements json.Marshaler.
func (d Date) MarshalJSON() ([]byte, error) {
	text, err := d.AppendText([]byte{'"'})
	return append(text, '"'), err
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *Date) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	return d.UnmarshalText([]byte(strings.Trim(string(b), `"`)))
}

// ByFeed is the origin of a date that a feed or sitemap gave.
const ByFeed = "feed"

// TakeFed takes the date that a feed or sitemap gave, if the page says nothing, or only a day on
// which that instant may have been: the zones of both may be wrong. by is the origin of d.
func (d *Date) TakeFed(by *string, fed Date) {
	const before, behind = -24 * time.Hour, 48 * time.Hour
	after := fed.Sub(d.Time)
	if !fed.IsZero() && (d.IsZero() || d.Day && !fed.Day && before < after && after < behind) {
		*d, *by = fed, ByFeed
	}
}

// oldDay stood behind PublishedBy until format 5 of run folders, where a day was the UTC
// time of its midnight in its page's zone.
const oldDay = ", day"

// Settle reads a date and its origin as they were stored until format 5: the day comes back.
func (d *Date) Settle(by *string) {
	origin, day := strings.CutSuffix(*by, oldDay)
	if !day {
		return
	}
	*by = origin
	if !d.IsZero() && !d.Day {
		*d = DayOf(d.UTC().Add(12 * time.Hour)) // the zones of such days lay from UTC to nine hours east
	}
}
