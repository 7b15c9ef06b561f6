package searchtest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// Local tells the suite about a source that makes no request: an index, a graph, an archive.
type Local struct {
	Source search.Source
	Asked  []search.Query // of each operator that it has one at least, with results
	None   search.Query   // one without results
}

// RunLocal runs what every source must do, whether it is asked over the network or not.
func RunLocal(t *testing.T, l Local) {
	t.Run("answers", l.answers)
	t.Run("pages", l.pages)
	t.Run("none", l.none)
	t.Run("operators", l.operators)
	t.Run("canceled", l.canceled)
	t.Run("concurrent", l.concurrent)
}

// answers: links are harmless, each once, and the same again.
func (l Local) answers(t *testing.T) {
	for _, q := range l.Asked {
		a, err := l.Source.Ask(t.Context(), q)
		if err != nil || len(a.Links) == 0 || len(a.Failed) > 0 {
			t.Fatalf("%s: %+v, %v", search.Address("suite", q), a, err)
		}
		harmless(t, a.Links)
		once := slices.Clone(urls(a.Links))
		slices.Sort(once)
		if len(slices.Compact(once)) != len(a.Links) {
			t.Errorf("%s lists a page twice: %q", q.Op, urls(a.Links))
		}
		if again, err := l.Source.Ask(t.Context(), q); err != nil || !slices.Equal(urls(again.Links), urls(a.Links)) || again.More != a.More {
			t.Errorf("%s: asked again: %q, then %q, %v", q.Op, urls(a.Links), urls(again.Links), err)
		}
	}
}

// pages: no result comes on two pages; the last one says that there is no more, and behind it
// there is nothing.
func (l Local) pages(t *testing.T) {
	for _, q := range l.Asked {
		seen, more := map[string]bool{}, true
		for q.Page = 1; more && q.Page < 100; q.Page++ {
			a, err := l.Source.Ask(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range urls(a.Links) {
				if seen[u] {
					t.Errorf("%s: page %d lists %s again", q.Op, q.Page, u)
				}
				seen[u] = true
			}
			more = a.More
		}
		if a, err := l.Source.Ask(t.Context(), q); err != nil || len(a.Links) > 0 || a.More {
			t.Errorf("%s: behind the last page: %+v, %v", q.Op, a, err)
		}
	}
}

// none: no results are no failure.
func (l Local) none(t *testing.T) {
	a, err := l.Source.Ask(t.Context(), l.None)
	if err != nil || len(a.Links) > 0 || len(a.Failed) > 0 || a.More {
		t.Errorf("%+v, %v", a, err)
	}
}

// operators: what the source cannot do is an error that says so; what it can was asked.
func (l Local) operators(t *testing.T) {
	for op := range search.Op(search.NumOps + 1) {
		asked := slices.ContainsFunc(l.Asked, func(q search.Query) bool { return q.Op == op })
		if op < search.NumOps && l.Source.Can().Has(op) {
			if !asked {
				t.Errorf("nothing is asked with %s", op)
			}
			continue
		}
		var e *search.Error
		if _, err := l.Source.Ask(t.Context(), search.Query{Op: op, Text: "x", Target: "https://a.example.org/"}); !errors.As(err, &e) || e.Kind != search.Unsupported {
			t.Errorf("operator %d: %v", op, err)
		}
	}
}

func (l Local) canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Source.Ask(ctx, l.Asked[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func (l Local) concurrent(t *testing.T) {
	want := make([][]string, len(l.Asked))
	for i, q := range l.Asked {
		a, err := l.Source.Ask(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = urls(a.Links)
	}
	var wg sync.WaitGroup
	for range 4 {
		for i, q := range l.Asked {
			wg.Go(func() {
				if a, err := l.Source.Ask(t.Context(), q); err != nil || !slices.Equal(urls(a.Links), want[i]) {
					t.Errorf("%s beside others: %v", q.Op, err)
				}
			})
		}
	}
	wg.Wait()
}
