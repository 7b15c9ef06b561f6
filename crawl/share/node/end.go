package node

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// The crawl is over when its budget is recorded, on the disks of the nodes, or when no part has anything left to do and
// no letter is under way. The node of part 0 finds that out, by asking all twice: in the
// first round all parts are idle, each has heard its log to the end, and nothing waits to be
// sent; the second round begins when the first is complete, and finds the same numbers. So
// between the two nobody did anything (Mattern, "Algorithms for distributed termination
// detection", 1987, §7: the counts of two waves).

// answer is a node's answer to a question.
type answer struct {
	Round string         `json:"round"`
	Life  string         `json:"life"` // of the process
	Parts []member.State `json:"parts"`
	// Last has the numbers of the last entries that this node has appended, by the part whose log they are in. A server
	// that has just become the leader of a log may know less of it than its senders do.
	Last map[int]int64 `json:"last,omitempty"`
}

// question asks all nodes how their parts stand.
type question struct {
	Round string `json:"round"`
	Crawl int    `json:"crawl"`
}

func (t *told) asked(data []byte) {
	var q question
	if json.Unmarshal(data, &q) != nil || q.Crawl != t.w.c.Number {
		return
	}
	a := answer{Round: q.Round, Life: t.w.n.life, Last: t.w.post.lasts()}
	for _, s := range t.w.states() {
		a.Parts = append(a.Parts, s.State)
	}
	_ = t.w.n.b.Tell(answerSubject, encode(a)) // if it is lost the round fails, and another one follows
}

// stand is how a part stood when it was asked.
type stand struct {
	life string
	last int64 // number of the last entry of its log that a node is known to have appended
	member.State
}

// end looks for the end until ctx ends.
func (w *work) end(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if w.n.home(0).Node != w.n.id || w.paused.Load() || !w.maybeOver() {
			continue
		}
		if reason := w.over(ctx); reason != "" {
			_, err := w.n.b.Create(ctx, overKey(w.c.Number), encode(Over{reason}), 0)
			if err != nil && !errors.Is(err, broker.ErrExists) && ctx.Err() == nil {
				w.n.log.Warn("the end of the crawl cannot be written", "err", err)
			}
		}
	}
}

// maybeOver reports whether it is worth while to ask: what was told says that all are idle, or
// that the budget is recorded.
func (w *work) maybeOver() bool {
	idle, n, pages, requests := true, 0, 0, 0
	for _, s := range w.states() {
		n, idle, pages, requests = n+1, idle && s.Idle, pages+s.Pages, requests+s.Requests
	}
	w.told.mu.Lock()
	defer w.told.mu.Unlock()
	for part, isIdle := range w.told.idle {
		if w.n.home(part).Node == w.n.id {
			continue
		}
		n, idle, pages, requests = n+1, idle && isIdle, pages+w.told.known[part].Pages, requests+w.told.known[part].Requests
	}
	return idle && n >= w.n.o.Parts || w.spent(pages, requests)
}

func (w *work) spent(pages, requests int) bool {
	return w.c.MaxPages > 0 && pages >= w.c.MaxPages || w.c.MaxRequests > 0 && requests >= w.c.MaxRequests
}

// over asks all twice, and returns why the crawl is over; "": it is not.
func (w *work) over(ctx context.Context) string {
	first, ok := w.round(ctx)
	if !ok {
		return ""
	}
	pages, requests, idle := 0, 0, true
	for _, s := range first {
		pages, requests, idle = pages+s.Durable.Pages, requests+s.Durable.Requests, idle && s.Idle
	}
	if w.spent(pages, requests) { // whoever dies now has it in its folder
		return Budget
	}
	if !idle {
		return ""
	}
	for part, s := range first {
		if _, last, err := w.n.b.Bounds(ctx, letterLog(part)); err != nil || last != s.Read || s.last > s.Read {
			return ""
		}
	}
	second, ok := w.round(ctx)
	if !ok || !slices.EqualFunc(first, second, func(a, b stand) bool {
		return b.Idle && a.life == b.life && a.Activity == b.Activity && a.Read == b.Read
	}) {
		return ""
	}
	return exhausted
}

// roundFor is how long a round waits for answers.
const roundFor = 2 * time.Second

// round asks all nodes how their parts stand; false: not all have answered.
func (w *work) round(ctx context.Context) ([]stand, bool) {
	q := question{Round: rand.Text(), Crawl: w.c.Number}
	answers := make(chan answer, w.n.o.Parts)
	stop, err := w.n.b.Listen(answerSubject, func(data []byte) {
		var a answer
		if json.Unmarshal(data, &a) == nil && a.Round == q.Round {
			select {
			case answers <- a:
			default:
			}
		}
	})
	if err != nil {
		return nil, false
	}
	defer stop()
	if w.n.b.Tell(askSubject, encode(q)) != nil {
		return nil, false
	}
	all, missing := make([]stand, w.n.o.Parts), w.n.o.Parts
	late := time.NewTimer(roundFor)
	defer late.Stop()
	for missing > 0 {
		select {
		case <-ctx.Done():
			return nil, false
		case <-late.C:
			return nil, false
		case a := <-answers:
			for _, s := range a.Parts {
				if s.Part >= 0 && s.Part < len(all) && all[s.Part].life == "" {
					all[s.Part].life, all[s.Part].State = a.Life, s
					missing--
				}
			}
			for part, n := range a.Last {
				if part >= 0 && part < len(all) {
					all[part].last = max(all[part].last, n)
				}
			}
		}
	}
	return all, true
}
