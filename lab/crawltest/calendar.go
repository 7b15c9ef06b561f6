package crawltest

import (
	"fmt"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

var dayPath = lazyre.Compile(`^/calendar/(\d{4,6})/(\d\d)/(\d\d)$`)

// day parses a path of the calendar. Every day of the years 1000 to 999999
// exists.
func (h *host) day(path string) (time.Time, bool) {
	if !h.has("calendar") {
		return time.Time{}, false
	}
	m := dayPath().FindStringSubmatch(path)
	if m == nil {
		return time.Time{}, false
	}
	year, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2])
	day, _ := strconv.Atoi(m[3])
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, t.Month() == time.Month(month) && t.Day() == day
}

func calendarPath(t time.Time) string {
	return fmt.Sprintf("/calendar/%04d/%02d/%02d", t.Year(), t.Month(), t.Day())
}

// calendar writes the page of a day: some events and the days, months and years
// around it, without end.
func (w *Web) calendar(h *host, t time.Time) *draft {
	stream := 1<<63 | uint64(t.Unix()) //nolint:gosec // any number will do
	topic := h.sections[0].topic
	s := &spec{host: h, kind: "calendar", topic: h.general, path: calendarPath(t)}
	d := &draft{web: w, spec: s, phrases: phrases[h.lang], chrome: newVoice(topic, w.seed, stream)}
	title := t.Format("2 January 2006")
	d.head(title)
	d.printf("<h1>%s</h1>\n<ul>\n", title)
	for range 2 + d.chrome.IntN(3) {
		d.printf("<li>%s</li>\n", d.text(d.chrome.fill(topic, pick(d.chrome.Rand, topic.titles))))
		d.chrome.bound = map[string]string{}
	}
	d.printf("</ul>\n<p class=\"pager\">")
	for _, to := range []time.Time{
		t.AddDate(0, 0, -1), t.AddDate(0, 0, 1), t.AddDate(0, -1, 0), t.AddDate(0, 1, 0), t.AddDate(1, 0, 0),
	} {
		if to.Year() >= 1000 {
			d.printf("%s ", d.a(h, calendarPath(to), to.Format("2 Jan 2006")))
		}
	}
	d.printf("</p>\n")
	d.foot()
	return d
}
