package eval

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// recorder is the observer that keeps the outcome.
type recorder struct {
	web      *Web
	meter    *meter
	seen     map[int32]bool
	verdicts map[string]bool // by URL: the judge called it relevant
	proposed map[string]bool // results, by URL
	outcome  Outcome
}

// Visited implements [crawl.Observer].
func (r *recorder) Visited(v *crawl.Visit) {
	if v.Choice.Asks() {
		r.asked(v)
		return
	}
	if v.Failed() {
		r.failed(v)
	}
	if !v.Adds() {
		return
	}
	relevant := v.Score.Relevant
	if v.Copy() { // is never relevant: the verdict on the first page counts
		relevant = r.verdicts[v.Same.Of]
	}
	r.verdicts[v.Page.Final] = relevant
	id, ok := r.web.Find(v.Page.Final)
	_, onTopic := r.meter.outside.topical(r.web, v.Page.Final)
	if !onTopic {
		r.outcome.Pages++
	}
	at := At{Request: r.meter.requests, Page: r.outcome.Pages}
	if !ok {
		r.outcome.Away = append(r.outcome.Away, away{At: at, URL: v.Page.Final, Relevance: v.Score.Relevance, Relevant: relevant, OnTopic: onTopic})
		return
	}
	s := step{At: at, Page: id, Parent: -1, Relevance: v.Score.Relevance, Relevant: relevant, Again: r.seen[id]}
	if v.Choice.Via != nil && r.web.OnTopic[id] && !s.Again && r.outcome.Search != nil {
		r.outcome.Search.NewRelevant++
	}
	r.seen[id] = true
	if p, ok := r.web.Find(v.Choice.Parent); ok && v.Choice.Parent != "" && v.Choice.Via == nil {
		s.Parent = p
	}
	r.outcome.Steps = append(r.outcome.Steps, s)
}

// failed counts a failure by its kind. Statuses are told apart.
func (r *recorder) failed(v *crawl.Visit) {
	kind := v.Failure.Kind.String()
	switch v.Failure.Kind {
	case crawl.FailStatus, crawl.FailStatus4xx, crawl.FailStatus5xx:
		kind = fmt.Sprintf("status %d", v.Status)
	}
	r.outcome.Kinds[kind]++
	if r.meter.charges(v) {
		r.outcome.Charged++
	}
}
