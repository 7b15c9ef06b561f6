package jobfile

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// span reads a duration of at least low: as Go writes them, and days: 90s, 10m,
// 12h, 7d, 1d12h.
func (w *walker) span(n *yaml.Node, what string, low time.Duration) time.Duration {
	d, err := ParseSpan(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || d < low {
		w.fault(n, "%s is %s, but it must be a duration such as 90s, 10m, 12h or 7d, and %v or more", what, quoted(n), low)
		return low
	}
	return d
}

const day = 24 * time.Hour

// ParseSpan reads a duration as Go writes them, and days before it: 90s, 12h, 7d,
// 1d12h.
func ParseSpan(s string) (time.Duration, error) {
	var days time.Duration
	if before, after, ok := strings.Cut(s, "d"); ok {
		n, err := strconv.ParseUint(before, 10, 32)
		if err != nil || n > uint64(math.MaxInt64/day)/2 {
			return 0, fmt.Errorf("%q is no number of days", before)
		}
		if days = time.Duration(n) * day; after == "" {
			return days, nil
		}
		s = after
	}
	d, err := time.ParseDuration(s)
	if err == nil && d > math.MaxInt64-days {
		return 0, fmt.Errorf("%q is too long", s)
	}
	return days + d, err
}

var sizePattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([KMGT]?)(i?)B?$`)

// size reads a number of bytes: 500MB, 2.5GB (decimal), 1GiB (binary).
func (w *walker) size(n *yaml.Node, what string) int64 {
	bytes, ok := parseSize(n.Value)
	if n.Kind != yaml.ScalarNode || !ok {
		w.fault(n, "%s is %s, but it must be a size such as 500MB, 20GB or 1GiB", what, quoted(n))
	}
	return bytes
}

func parseSize(s string) (int64, bool) {
	m := sizePattern.FindStringSubmatch(s)
	if m == nil || m[3] != "" && m[2] == "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return 0, false
	}
	unit := 1000.0
	if m[3] != "" {
		unit = 1024
	}
	x *= math.Pow(unit, float64(strings.Index("KMGT", m[2])+1)*float64(len(m[2])))
	return int64(x), x < math.MaxInt64
}

// zone reads a time zone of the IANA database.
func (w *walker) zone(n *yaml.Node, what string) *time.Location {
	s, ok := w.text(n, what)
	if !ok {
		return nil
	}
	z, err := time.LoadLocation(s)
	if err != nil || s == "" {
		w.fault(n, "%s is %s, which is no time zone; write one as in Asia/Shanghai, Europe/Berlin, UTC, or Local for this machine's", what, quoted(n))
		return nil
	}
	return z
}

// url reads an absolute URL of one of two schemes.
func (w *walker) url(n *yaml.Node, what string) (string, bool) {
	s, ok := w.text(n, what)
	if !ok {
		return "", false
	}
	if !isURL(s) {
		w.fault(n, "%s is %s, which is no http or https URL", what, quoted(n))
		return "", false
	}
	return s, true
}

func isURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func (w *walker) urls(n *yaml.Node, what string) (all []string) {
	w.list(n, what, func(n *yaml.Node) {
		if s, ok := w.url(n, what); ok {
			all = append(all, s)
		}
	})
	return all
}

// quiet reads "22:00-07:00".
func (w *walker) quiet(n *yaml.Node, zone *time.Location) (q monitor.Quiet, ok bool) {
	s, ok := w.text(n, "quiet")
	if !ok {
		return q, false
	}
	from, to, cut := strings.Cut(s, "-")
	a, errA := timeOfDay(strings.TrimSpace(from))
	b, errB := timeOfDay(strings.TrimSpace(to))
	if !cut || errA != nil || errB != nil || a == b {
		w.fault(n, "quiet is %s, but it must be a span of the day such as \"22:00-07:00\"", quoted(n))
		return q, false
	}
	return monitor.Quiet{From: a, To: b, Zone: zone}, true
}

func timeOfDay(s string) (time.Duration, error) {
	if s == "24:00" {
		return day, nil
	}
	t, err := time.Parse("15:04", s)
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err
}

// budget reads {pages: 100, time: 8m}.
func (w *walker) budget(n *yaml.Node) (b monitor.Budget) {
	w.mapping(n, "budget", fields{
		"pages": func(n *yaml.Node) { b.Pages = w.number(n, "budget.pages", 1, 1e9) },
		"time":  func(n *yaml.Node) { b.Time = w.span(n, "budget.time", time.Second) },
	}, nil)
	return b
}
