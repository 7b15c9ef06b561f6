package session

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Waiting says which links of a run wait, and why they stand where they stand. What
// "ontocrawl status" counts as waiting is the sum of Total, of all hosts, Sources and UnderWay.
type Waiting struct {
	Total    int `json:"total"`     // links that wait, of the host if one was asked for
	ForLast  int `json:"for_last"`  // of all links that wait: the trap guard keeps them until no other waits
	ForGood  int `json:"for_good"`  // links that the trap guard leaves; they do not wait
	Sources  int `json:"sources"`   // sitemaps, feeds and searches that wait
	UnderWay int `json:"under_way"` // URLs that were chosen and have no outcome yet

	Links []WaitingLink `json:"links"` // the best first
}

// WaitingLink is a link that waits.
type WaitingLink struct {
	URL    string  `json:"url"`
	Host   string  `json:"host"`
	Parent string  `json:"parent,omitempty"` // the page on which it was found first
	Depth  int     `json:"depth"`            // links from a seed
	Score  float64 `json:"score"`            // by the link ranker; of others the strategy's own

	// Why has the sentences of the strategy; see [strategy.Explanation].
	Why []string `json:"why,omitempty"`

	says  []english.Phrase // Why in any language
	Parts []WaitingPart    `json:"parts,omitempty"` // that the score is the sum of
}

// WaitingPart is a feature of a link that changes its score.
type WaitingPart struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"` // the part of the score is Value times Weight
}

// WaitingSpec says what to look for.
type WaitingSpec struct {
	Host string // only links of this host; "": of all
	URL  string // only this canonical key; then Host and Top do not count
	Top  int    // at most so many links; 0: all
}

// ErrNotWaiting reports a URL that does not wait in a run: it is not known, or was
// fetched or is being fetched.
var ErrNotWaiting = errors.New("the link does not wait")

// ReadWaiting looks at the run in the folder dir, whose strategy is opt. It fetches nothing
// and records nothing. The error is a [*state.LockedError] while a crawl uses the folder,
// wraps [ErrNotWaiting], or is one that [Open] may return.
func ReadWaiting(ctx context.Context, dir string, opt Strategy, want WaitingSpec, log *slog.Logger) (w *Waiting, err error) {
	store, err := state.OpenToRead(filepath.Join(dir, rundir.StateDir), state.Options{Logger: log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if opt.Params == (strategy.Params{}) {
		opt.Params = strategy.Defaults()
	}
	links := spill.New(filepath.Join(store.Dir(), linksDir), log)
	defer func() { err = errors.Join(err, links.Close()) }()
	opt.Params.SpillInto(links.Records('e'), links.Records('u'), math.MaxInt64, links.Err) // only what was spilled is read
	opt.Params.Spill.Deferred, opt.Params.Spill.File = links.Records('a'), links.Scratch()
	part := partOf(dir)
	if part != nil {
		opt.Joint = part.Policies()
	}
	chooser, err := NewStrategy(opt, log)
	if err != nil {
		return nil, err
	}
	refresh, err := strategy.NewRefresh(store, strategy.RefreshParams{Now: time.Now()})
	if err != nil {
		return nil, err
	}
	chooser.Add(refresh)
	if part != nil {
		part.Open(store)
	}
	e := &engine.Engine{Strategy: chooser, State: store, Logger: log}
	now, err := e.Load(ctx)
	if err != nil {
		return nil, err
	}
	if w, err = waitingOf(chooser.Inside(strategy.PlaceRefresh), want); err != nil {
		return nil, err
	}
	w.UnderWay = now.Waiting - chooser.Len()
	return w, nil
}

func waitingOf(s strategy.Level, want WaitingSpec) (*Waiting, error) {
	w := new(Waiting)
	if s.Waiting == nil {
		return nil, wrong("strategy", errors.New("this strategy has no order of links that could be shown"))
	}
	if s.LeftBy != nil {
		for _, l := range s.LeftBy() {
			if l.ForGood {
				w.ForGood += l.Links
			} else {
				w.ForLast += l.Links
			}
		}
	}
	_, n := s.Waiting("", 1)
	w.Sources = s.Len() - n
	if want.URL != "" {
		links, total := s.Waiting("", 0)
		for _, c := range links {
			if c.URL == want.URL {
				w.add(s, c)
			}
		}
		if w.Total = total; w.Links == nil {
			return nil, english.Errorf("%s: %w", want.URL, ErrNotWaiting)
		}
		return w, nil
	}
	links, total := s.Waiting(want.Host, want.Top)
	w.Total = total
	for _, c := range links {
		w.add(s, c)
	}
	return w, nil
}

func (w *Waiting) add(s strategy.Level, c crawl.Choice) {
	l := WaitingLink{URL: c.URL, Host: c.Host, Parent: c.Parent, Depth: c.Depth, Score: c.Priority}
	if s.Explain != nil {
		l.explain(s.Explain(c.URL))
	}
	w.Links = append(w.Links, l)
}

func (l *WaitingLink) explain(e strategy.Explanation, ok bool) {
	if !ok {
		return
	}
	l.Score, l.Why, l.says = e.Score, e.Notes, e.Says
	for _, p := range e.Parts {
		l.Parts = append(l.Parts, WaitingPart{p.Name, p.Value, p.Weight})
	}
}

// Reasons returns Why, which can be shown in any language.
func (l *WaitingLink) Reasons() []english.Phrase {
	if len(l.says) == len(l.Why) {
		return l.says
	}
	out := make([]english.Phrase, len(l.Why)) // it was not made here
	for i, why := range l.Why {
		out[i] = english.Phrasef("%s", why)
	}
	return out
}
