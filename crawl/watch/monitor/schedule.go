package monitor

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Least is the shortest interval: more frequent runs would only wait for politeness.
const Least = 10 * time.Second

// ErrNever is wrapped by the error of a line that never fires.
var ErrNever = errors.New("it never fires")

// Parse returns the schedule of spec, in zone (nil: the zone of this machine). Spec is
// five fields of cron (minute, hour, day of month, month, day of week), six with seconds
// before them, @hourly, @daily, @weekly, @monthly, @yearly, or "@every 10m" (see [Every]).
func ParseSchedule(spec string, zone *time.Location) (Schedule, error) {
	spec = strings.TrimSpace(spec)
	switch {
	case spec == "":
		return nil, errors.New("an empty schedule; write five fields of cron, or \"@every 10m\"")
	case strings.Contains(spec, "TZ="):
		return nil, english.Errorf("schedule %q: the time zone is a key of its own: zone", spec)
	}
	if rest, ok := strings.CutPrefix(spec, "@every"); ok {
		d, err := time.ParseDuration(strings.TrimSpace(rest))
		if err != nil {
			return nil, english.Errorf("schedule %q: %q is no duration such as 90s, 10m or 24h", spec, strings.TrimSpace(rest))
		}
		return Every(d, zone)
	}
	return parseCron(spec, cmp.Or(zone, time.Local))
}

func parseCron(spec string, zone *time.Location) (Schedule, error) {
	p := cron.NewParser(cron.SecondOptional | cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)
	s, err := p.Parse(sundays(spec))
	if err != nil {
		return nil, english.Errorf("schedule %q: %w", spec, err)
	}
	fields, ok := s.(*cron.SpecSchedule)
	if !ok {
		return nil, english.Errorf("schedule %q: neither fields of cron nor @every", spec)
	}
	c := &clock{text: spec, zone: zone, fields: *fields}
	// Leap days are at most eight years apart, so a line that does not fire in eight
	// years never fires.
	first := c.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))
	if first.IsZero() {
		return nil, english.Errorf("schedule %q: %w: no month has such a day, or a field names nothing", spec, ErrNever)
	}
	if second := c.Next(first); !second.IsZero() && second.Sub(first) < Least {
		return nil, english.Errorf("schedule %q: it fires every %v; the shortest interval is %v", spec, second.Sub(first), Least)
	}
	return c, nil
}

// sundays replaces day 7 of the week by 0: crontabs allow it, the parser does not.
func sundays(spec string) string {
	fields := strings.Fields(spec)
	if len(fields) != 5 && len(fields) != 6 {
		return spec
	}
	days := strings.Split(fields[len(fields)-1], ",")
	for i, d := range days {
		if from, ok := strings.CutSuffix(d, "-7"); ok && from != "" {
			days[i] = from + "-6,0"
		} else if d == "7" {
			days[i] = "0"
		}
	}
	fields[len(fields)-1] = strings.Join(days, ",")
	return strings.Join(fields, " ")
}

// clock is a line of cron.
type clock struct {
	text   string
	zone   *time.Location
	fields cron.SpecSchedule
}

// String returns the line as it was written.
func (c *clock) String() string { return c.text }

const allHours = 1<<24 - 1

// Next implements [monitor.Schedule]. A line that fires in every hour follows
// the hours as they pass: both of two hours of one name, none that is left out.
// One that names hours means the clock on the wall, as in Vixie cron: of two
// times of one name it takes the first, and a time that is left out comes when
// the clock is put forward.
func (c *clock) Next(t time.Time) time.Time {
	f := c.fields
	if f.Hour&allHours == allHours {
		f.Location = c.zone
		return fires(f, t).In(c.zone)
	}
	f.Location = time.UTC // which has every wall time once
	for w := wall(t.In(c.zone)); ; {
		if w = fires(f, w); w.IsZero() {
			return w
		}
		if at := instant(w, c.zone); at.After(t) {
			return at
		}
	}
}

// fires returns when f fires first after t. The library gives up after five years, but
// the next 29 February may be eight years away.
func fires(f cron.SpecSchedule, t time.Time) time.Time {
	for range 2 {
		if n := f.Next(t); !n.IsZero() {
			return n
		}
		t = t.AddDate(4, 0, 0)
	}
	return time.Time{}
}

// wall returns the wall time at t, as a time in UTC.
func wall(t time.Time) time.Time {
	_, off := t.Zone()
	return t.UTC().Add(time.Duration(off) * time.Second)
}

// instant returns when the clock of zone shows w first. If it never does, it is when
// the clock is put forward past w.
func instant(w time.Time, zone *time.Location) time.Time {
	t := time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, zone)
	start, end := t.ZoneBounds()
	switch shown := wall(t); {
	case shown.After(w): // t was computed with the old offset
		return start.In(zone)
	case shown.Before(w):
		return end.In(zone)
	}
	if start.IsZero() {
		return t
	}
	_, before := start.Add(-time.Nanosecond).Zone()
	if first := w.Add(-time.Duration(before) * time.Second); first.Before(start) && first.Before(t) {
		return first.In(zone)
	}
	return t
}

// Every returns a schedule of equal intervals. They are counted from midnight of
// Monday, 1 January 2001, in zone. So a job is due at the same times after a restart
// and on another machine. Elapsed time counts: "24h" is midnight in winter time.
func Every(d time.Duration, zone *time.Location) (Schedule, error) {
	if d < Least {
		return nil, english.Errorf("every %v: the shortest interval is %v", d, Least)
	}
	if d%time.Second != 0 {
		return nil, english.Errorf("every %v: give whole seconds", d)
	}
	return &every{d, time.Date(2001, 1, 1, 0, 0, 0, 0, cmp.Or(zone, time.Local))}, nil
}

type every struct {
	d    time.Duration
	from time.Time
}

// Next implements [monitor.Schedule].
func (e *every) Next(t time.Time) time.Time {
	// In seconds, since a Duration spans no more than 292 years.
	step, since := int64(e.d/time.Second), t.Unix()-e.from.Unix()
	n := since / step
	if since < 0 && since%step != 0 {
		n-- // rounds down, not towards zero
	}
	return time.Unix(e.from.Unix()+(n+1)*step, 0).In(e.from.Location())
}

// String returns the schedule as a file of jobs writes it.
func (e *every) String() string { return "@every " + short(e.d) }

// short writes 10m0s as 10m.
func short(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}

// Clock is the machine's [monitor.Clock].
type SystemClock struct{}

// Now returns the wall time, without the monotonic reading, which would hide that the
// clock was set.
func (SystemClock) Now() time.Time { return time.Now().Round(0) }

// After implements [monitor.Clock].
func (SystemClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
