package jobfile

import (
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// quietHours reads hours such as "22:00-07:00", without their zone.
func (r *reader) quietHours(n *yaml.Node, what string) (q monitor.Quiet, ok bool) {
	s, ok := r.Text(n, what)
	if !ok {
		return q, false
	}
	from, to, cut := strings.Cut(s, "-")
	a, errA := timeOfDay(strings.TrimSpace(from))
	b, errB := timeOfDay(strings.TrimSpace(to))
	if !cut || errA != nil || errB != nil || a == b {
		r.Fault(n, "%s is %s, but it must be a span of the day such as \"22:00-07:00\"", what, yamlread.Quoted(n))
		return q, false
	}
	return monitor.Quiet{From: a, To: b}, true
}

func timeOfDay(s string) (time.Duration, error) {
	if s == "24:00" {
		return 24 * time.Hour, nil
	}
	t, err := time.Parse("15:04", s)
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err
}

// budget reads {pages: 100, requests: 1000, time: 8m}.
func (r *reader) budget(n *yaml.Node) (b monitor.Budget) {
	r.Mapping(n, "budget", yamlread.Fields{
		"pages":    func(n *yaml.Node) { b.Pages = r.Int(n, "budget.pages", 1, 1e9) },
		"requests": func(n *yaml.Node) { b.Requests = r.Int(n, "budget.requests", 1, 1e9) },
		"time":     func(n *yaml.Node) { b.Time = r.Duration(n, "budget.time", time.Second) },
	}, nil)
	return b
}
