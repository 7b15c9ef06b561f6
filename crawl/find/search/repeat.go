package search

import (
	"sync"

	"github.com/cespare/xxhash/v2"
)

// repeats remembers which URLs the pages of an answer had. A source that shows the same
// page for ever has no further page.
type repeats struct {
	mu   sync.Mutex
	seen map[string]map[uint64]struct{} // URLs by question, whatever its page
}

const (
	maxRepeats    = 1000   // questions
	maxRepeatURLs = 20_000 // of a question
)

// note takes a page of the answer to q. It ends the answer at a page without a new URL,
// beginning with the second one.
func (r *repeats) note(q Query, a *Answer) {
	page := q.Page
	q.Page = 1
	question := Address("", q)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.seen) > maxRepeats || r.seen == nil {
		r.seen = map[string]map[uint64]struct{}{}
	}
	seen := r.seen[question]
	if seen == nil || page == 1 {
		seen = map[uint64]struct{}{}
		r.seen[question] = seen
	}
	before := len(seen)
	for i := range a.Links {
		if len(seen) < maxRepeatURLs {
			seen[xxhash.Sum64String(a.Links[i].URL)] = struct{}{}
		}
	}
	if page > 1 && len(seen) == before {
		a.More = false
	}
}
