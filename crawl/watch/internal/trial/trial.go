// Package trial says how often an alert rule would have rung: it asks the rule of the finds of the last week, by the same evaluation
// as a run, and sends and keeps nothing.
package trial

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Bounds of a trial.
const (
	back  = 7 * 24 * time.Hour
	most  = 1000 // finds that are read, the newest ones
	shown = 20   // of those that ring
	long  = 20 * time.Second
)

// Report says how often a rule would have rung. The JSON names are an interface.
type Report struct {
	Job    string    `json:"job"`
	Rule   string    `json:"rule"`
	From   time.Time `json:"from"`
	Finds  int       `json:"finds"`  // of that time
	Read   int       `json:"read"`   // of these; the newest ones, if not all
	Unread int       `json:"unread"` // of which no text was kept
	Rang   int       `json:"rang"`
	Most   bool      `json:"most"`  // it rings for nearly every find
	Rings  []Ring    `json:"rings"` // the newest ones
}

// Ring is a find for which the rule rings.
type Ring struct {
	URL      string    `json:"url"`
	Title    string    `json:"title"`
	Lang     string    `json:"lang,omitempty"`
	At       time.Time `json:"at"`
	Sentence string    `json:"sentence,omitempty"`
}

// Rule tries the rule of a job on what its run folder dir holds. It is asked as if each find of the week were new, in any phase.
func Rule(ctx context.Context, dir string, job *monitor.Job, name string, dict *lexicon.Dictionary, now time.Time) (*Report, error) {
	at := slices.IndexFunc(job.AlertRules, func(r monitor.AlertRule) bool { return r.Name == name || strings.HasPrefix(r.Name, name+"/") })
	if at < 0 {
		return nil, english.Errorf("job %s has no rule called %s: %w", job.Name, name, monitor.ErrNotFound)
	}
	rule := job.AlertRules[at]
	rule.Kinds, rule.Phases = nil, nil
	texts, err := textrule.New([]monitor.AlertRule{rule}, dict)
	if err != nil {
		return nil, err
	}
	out := &Report{Job: job.Name, Rule: name, From: now.Add(-back).UTC(), Rings: []Ring{}}
	finds, err := out.finds(dir)
	if err != nil || len(finds) == 0 {
		return out, err
	}
	from, err := rescore.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer from.Close() //nolint:errcheck // only read
	limited, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	t := &try{rule: &rule, texts: texts, from: from, heights: map[string]monitor.Height{}, out: out}
	for i := range finds {
		if limited.Err() != nil {
			break
		}
		if err := t.find(limited, &finds[i]); err != nil {
			return nil, err
		}
	}
	out.Most = out.Rang >= 10 && out.Rang*10 >= out.Read*8
	slices.Reverse(out.Rings)
	out.Rings = out.Rings[:min(len(out.Rings), shown)]
	return out, ctx.Err()
}

// finds are the newest finds of the week, the oldest first.
func (r *Report) finds(dir string) (all []rundir.Page, err error) {
	for p, err := range rundir.Current(dir) {
		if err != nil {
			return nil, err
		}
		if p.Relevant && p.DuplicateOf == "" && !p.FetchedAt.Before(r.From) {
			all = append(all, p)
		}
	}
	r.Finds = len(all)
	sorts.Stable(all, func(a, b rundir.Page) int { return a.FetchedAt.Compare(b.FetchedAt.Time) })
	return all[max(0, len(all)-most):], nil
}

// try is a trial that is going on.
type try struct {
	rule    *monitor.AlertRule
	texts   *textrule.Rules
	from    *rescore.Source
	heights map[string]monitor.Height
	out     *Report
}

// find asks the rule of one find.
func (t *try) find(ctx context.Context, rec *rundir.Page) error {
	t.out.Read++
	e := monitor.Event{
		Kind: monitor.New, URL: rec.URL, Host: urlkey.Host(rec.URL), Title: rec.Name(), Lang: rec.Lang, Relevance: float64(rec.Relevance), Relevant: true,
		Concepts: monitor.ConceptsOf(rec.Evidence), Published: rec.Published, Captured: rec.FetchedAt.Time,
	}
	p, err := t.from.Page(ctx, *rec, rescore.Plain{})
	if err != nil || p == nil {
		t.out.Unread++
		p = &crawl.Page{}
	}
	e.Excerpt = textrule.Excerpt(p, rec.Evidence)
	kind, _ := crawl.ParsePageKind(rec.Kind)
	a, err := t.texts.Read(&textrule.Page{Page: p, URL: e.URL, Title: e.Title, Lang: e.Lang, Kind: kind, Published: e.Published, Fetched: e.Captured})
	if err != nil {
		return err
	}
	holds, heights, err := a.Settle(e.Captured, func(key string) (monitor.Height, error) { return t.heights[key], nil })
	if err != nil {
		return err
	}
	for key, h := range heights {
		t.heights[key] = h
	}
	if e.Holds = holds; !notify.Matches(t.rule, &e, &monitor.Story{}, monitor.Calm) {
		return nil
	}
	t.out.Rang++
	ring := Ring{URL: e.URL, Title: e.Title, Lang: e.Lang, At: e.Captured.UTC(), Sentence: e.Excerpt}
	if len(holds) > 0 && holds[0].Sentence != "" {
		ring.Sentence = holds[0].Sentence
	}
	t.out.Rings = append(t.out.Rings, ring)
	return nil
}
