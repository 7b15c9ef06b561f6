package engine_test

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// twoAtOnce is a web of two pages, of which /moved leads to /page. The answer of /page comes when
// the visit of /moved was recorded.
type twoAtOnce struct {
	source   bool
	recorded chan struct{}
	once     sync.Once
}

const movedURL, pageURL = "http://h.example/moved", "http://h.example/page"

func (w *twoAtOnce) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if req.URL == pageURL {
		select {
		case <-w.recorded:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return &crawl.Response{URL: req.URL, Final: pageURL, Status: 200, FetchedAt: time.Now()}, nil
}

func (w *twoAtOnce) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	return &crawl.Page{URL: r.URL, Final: r.Final, Host: "h.example", Status: r.Status, Title: "page", Source: w.source, FetchedAt: r.FetchedAt.UTC()}, nil
}

// Visited implements [crawl.Observer].
func (w *twoAtOnce) Visited(*crawl.Visit) { w.once.Do(func() { close(w.recorded) }) }

// onlyFirst is a State whose process dies when it stores the checkpoint of its end.
type onlyFirst struct{ *state.Memory }

func (m onlyFirst) Checkpoint(seq int, parts map[string]io.WriterTo) error {
	if seq == 0 {
		return m.Memory.Checkpoint(seq, parts)
	}
	m.Kill()
	return errPower
}

// TestResumeDoneInFlight: a page was in flight when another one was redirected to it and recorded.
// The strategy that reads the journal again hears of that before the journal names the page, so the
// page does not wait any more; the crawl goes on nevertheless.
func TestResumeDoneInFlight(t *testing.T) {
	for _, kind := range []crawl.LinkKind{crawl.LinkPage, crawl.LinkSitemap} {
		for _, m := range strategy.Methods() {
			t.Run(fmt.Sprintf("%s/kind %d", m.Name, kind), func(t *testing.T) { resumeDoneInFlight(t, m.Name, kind) })
		}
	}
}

func resumeDoneInFlight(t *testing.T, method string, kind crawl.LinkKind) {
	memory := new(state.Memory)
	links := []crawl.Link{{URL: movedURL, Host: "h.example", Kind: kind}, {URL: pageURL, Host: "h.example", Kind: kind}}
	begin := func(st crawl.State) *engine.Engine {
		s, err := strategy.New(method, "", strategy.Params{})
		if err != nil {
			t.Fatal(err)
		}
		w := &twoAtOnce{source: kind != crawl.LinkPage, recorded: make(chan struct{})}
		return &engine.Engine{
			Fetcher: w, Reader: w, Strategy: strategy.NewChain(s, strategy.NewSources(strategy.SourceParams{})), State: st, Logger: quiet,
			Options: engine.Options{Workers: 2}, Observers: []crawl.Observer{w},
		}
	}
	if _, err := begin(onlyFirst{memory}).Run(t.Context(), links); err == nil {
		t.Fatal("the process did not die")
	}
	want := fmt.Sprint(trail(memory))
	if memory.Committed() != 2 {
		t.Fatalf("the journal: %s", want)
	}
	res, err := begin(memory).Run(t.Context(), links)
	if err != nil || res.Visits != 2 || res.Pages+res.Sources != 1 {
		t.Errorf("resumed: %+v, %v", res, err)
	}
	if got := fmt.Sprint(trail(memory)); got != want {
		t.Errorf("the journal was %s, and is %s", want, got)
	}
}

// row is a web of pages in a row, all of which are relevant. The page that is learned as number
// yieldsAt is the original of the first.
type row struct{ learned int }

// rowScorer calls all pages of a row relevant.
type rowScorer struct{ *judge }

func (rowScorer) Score(*crawl.Page) crawl.Score { return crawl.Score{Relevance: .9, Relevant: true} }

// yieldsAt is the visit after which a first checkpoint is due.
const yieldsAt = 1000

func (*row) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) {
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: 200, FetchedAt: time.Now()}, nil
}

func (*row) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	next := fmt.Sprintf("http://h.example/%d", number(r.URL)+1)
	return &crawl.Page{
		URL: r.URL, Final: r.URL, Host: "h.example", Status: r.Status, Title: "page", FetchedAt: r.FetchedAt.UTC(),
		Links: []crawl.Link{{URL: next, Host: "h.example"}},
	}, nil
}

func (*row) Exact(*crawl.Page) (crawl.Original, bool) { return crawl.Original{}, false }
func (w *row) Learn(*crawl.Visit)                     { w.learned++ }

func (w *row) Near(*crawl.Page) (of crawl.Original, ok bool) {
	if w.learned != yieldsAt-1 {
		return of, false
	}
	return crawl.Original{Duplicate: crawl.Duplicate{Of: "http://h.example/1", Copy: true}, Seq: 1, Relevance: .9, Relevant: true, Yields: true}, true
}

// endsAfter is a State whose process dies before the record that follows a checkpoint.
type endsAfter struct {
	*state.Memory
	stored bool
}

func (m *endsAfter) Checkpoint(seq int, parts map[string]io.WriterTo) error {
	m.stored = seq > 0
	return m.Memory.Checkpoint(seq, parts)
}

func (m *endsAfter) Record(v *crawl.Visit) error {
	if m.stored {
		m.Kill()
		return errPower
	}
	return m.Memory.Record(v)
}

// TestYieldAtCheckpoint: a checkpoint that is due when a page turns out to be the original of a
// recorded one waits for the visit of that page. Else nobody would ask for it again.
func TestYieldAtCheckpoint(t *testing.T) {
	memory := new(state.Memory)
	begin := func(st crawl.State) (engine.Result, error) {
		w := new(row)
		e := &engine.Engine{
			Fetcher: w, Reader: w, Scorer: rowScorer{new(judge)}, Duplicates: w, Strategy: strategy.NewBreadthFirst(), State: st, Logger: quiet,
			Options: engine.Options{Workers: 1, MaxPages: yieldsAt + 10},
		}
		return e.Run(t.Context(), []crawl.Link{{URL: "http://h.example/1", Host: "h.example"}})
	}
	if _, err := begin(&endsAfter{Memory: memory}); err == nil {
		t.Fatal("the process did not die")
	}
	if res, err := begin(memory); err != nil || res.Pages != yieldsAt+10 {
		t.Errorf("resumed: %+v, %v", res, err)
	}
}
