package source

import (
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/dateline"
)

// dated reads when a page was published: a day, or an instant with its zone. parsed is how a reader of
// feeds understands s, which is asked only if nothing else can be meant; nil: it does not.
func (b *builder) dated(s string, parsed *time.Time) crawl.Date {
	s = strings.TrimSpace(s)
	if s == "" {
		return crawl.Date{}
	}
	for _, layout := range [...]string{time.RFC3339, time.RFC1123Z, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return crawl.Instant(t)
		}
	}
	if d, ok := dateline.Value(s, b.page.Host, b.page.Lang); ok {
		return d
	}
	switch {
	case parsed == nil:
		return crawl.Date{}
	case strings.Contains(s, ":"):
		return crawl.Instant(*parsed)
	}
	return crawl.DayOf(*parsed)
}
