package events

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// A rule that holds for nearly everything must not bury its receiver: of one rule the first mostSingles notifications of a run are
// sent one by one, and the others in digests every few minutes. None is lost.
const (
	mostSingles = 20
	together    = 5 * time.Minute
)

// singles counts the notifications of a run that are sent one by one, by rule.
type singles map[string]int

// bound makes digests of the notifications beyond the bound.
func (s *singles) bound(list []monitor.Notification, now time.Time) {
	for i := range list {
		l := &list[i]
		if l.Group != "" {
			continue
		}
		if *s == nil {
			*s = singles{}
		}
		if (*s)[l.Rule]++; (*s)[l.Rule] > mostSingles {
			l.Group, l.Due = l.Job, now.UTC().Truncate(together).Add(together)
		}
	}
}
