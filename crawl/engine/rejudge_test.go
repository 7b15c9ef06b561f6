package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// plain packs the number of a page, and reads it.
type plain struct{}

func (plain) Pack(p *crawl.Page) (*crawl.Text, error) {
	return &crawl.Text{Packed: strconv.AppendInt(nil, int64(number(p.Final)), 10)}, nil
}

func unpack(t *crawl.Text) (*crawl.Page, error) {
	n, err := strconv.Atoi(string(t.Packed))
	return &crawl.Page{Final: fmt.Sprintf("http://h.example/%d", n), Blocks: []crawl.Block{{Key: uint64(n)}}}, err
}

// strict judges a page by its number alone: every third is relevant.
type strict struct{ salt int }

func (s strict) Mark(p *crawl.Page) { p.Words = int(p.Blocks[0].Key) + s.salt }
func (s strict) Score(p *crawl.Page) crawl.Score {
	r := float64(p.Words%3) / 2
	return crawl.Score{Relevance: r, Relevant: r > 0.5, Evidence: []crawl.Evidence{{Label: fmt.Sprint(p.Words)}}}
}

// verdicts are the last verdicts of the pages in j, and the number of new ones.
func verdicts(t *testing.T, j crawl.Journal) (last map[string]crawl.Verdict, judged int) {
	t.Helper()
	last = map[string]crawl.Verdict{}
	ok(t, j.Visits(func(v *crawl.Visit) error {
		switch {
		case v.Rejudged:
			if last[v.Choice.URL] != v.Was {
				t.Errorf("visit %d: the verdict before was %v, it says %v", v.Seq, last[v.Choice.URL], v.Was)
			}
			judged++
		case !v.OK():
			return nil
		}
		last[v.Choice.URL] = crawl.Verdict{Relevance: v.Score.Relevance, Relevant: v.Score.Relevant}
		return nil
	}))
	return last, judged
}

// byStrict demands that all pages have the verdict of s, by no more than LeastMove.
func byStrict(t *testing.T, j crawl.Journal, s strict) {
	t.Helper()
	last, _ := verdicts(t, j)
	err := j.Visits(func(v *crawl.Visit) error {
		if !v.OK() {
			return nil
		}
		p := &crawl.Page{Blocks: []crawl.Block{{Key: uint64(number(v.Page.Final))}}}
		s.Mark(p)
		want, got := s.Score(p), last[v.Choice.URL]
		if want.Relevant != got.Relevant || max(want.Relevance-got.Relevance, got.Relevance-want.Relevance) >= engine.LeastMove {
			t.Errorf("%s: %+v, want %+v", v.Choice.URL, got, want)
		}
		return nil
	})
	ok(t, err)
}

// final lets e judge all pages by s at its end.
func final(e *engine.Engine, s engine.Judge, done func(engine.Judged, error)) *engine.Engine {
	e.Texts = plain{}
	e.Final = func() { e.Rejudge(&engine.Pass{Judge: s, Unpack: unpack, Done: done}) }
	return e
}

// TestFinalPass: at its end a run judges all its pages again, wherever it died before,
// and an interrupted pass is continued.
func TestFinalPass(t *testing.T) {
	w := &web{Size: 2000, Hosts: 7}
	opt := engine.Options{Workers: 4, MaxPages: 120, Deterministic: true, CommitEvery: time.Hour}
	whole := new(state.Memory)
	var n engine.Judged
	res := run(t, final(newEngine(w, whole, opt), strict{}, func(m engine.Judged, err error) { n = m; ok(t, err) }), w)
	byStrict(t, whole, strict{})
	_, judged := verdicts(t, whole)
	if n.Pages != 120 || n.Judged != 120 || n.Gained+n.Lost+n.Moved != judged || judged < 60 || res.Rejudged != judged || res.Stopped != engine.Budget || res.Pages != 120 {
		t.Errorf("%+v, %d new verdicts, %+v", n, judged, res)
	}
	want := trail(whole)
	for at := 1; at < 400; at += 7 {
		m := new(state.Memory)
		_, err := final(newEngine(w, &mortal{Memory: m, at: at}, opt), strict{}, nil).Run(t.Context(), w.seeds(1, 2, 3))
		if err == nil {
			break
		}
		if !errors.Is(err, errPower) {
			t.Fatal(err)
		}
		run(t, final(newEngine(w, m, opt), strict{}, nil), w)
		if d := cmp.Diff(want, trail(m)); d != "" {
			t.Fatalf("dead at operation %d (-want +got):\n%s", at, d)
		}
	}
}

// TestPassIsInterrupted: a pass that ctx ends says so, and the next run makes the rest.
func TestPassIsInterrupted(t *testing.T) {
	w, st := &web{Size: 2000, Hosts: 7}, new(state.Memory)
	opt := engine.Options{Workers: 4, MaxPages: 300, Deterministic: true}
	ctx, cancel := context.WithCancel(t.Context())
	var ended error
	e := final(newEngine(w, st, opt), strict{}, func(_ engine.Judged, err error) { ended = err })
	n := 0
	e.Observers = []crawl.Observer{observer(func(v *crawl.Visit) {
		if v.Rejudged {
			if n++; n == 20 {
				cancel()
			}
		}
	})}
	res, err := e.Run(ctx, w.seeds(1, 2, 3))
	ok(t, err)
	if _, judged := verdicts(t, st); res.Stopped != engine.Interrupted || !errors.Is(ended, context.Canceled) || judged < 20 || judged > 20+64 {
		t.Errorf("%+v, the pass ended with %v after %d new verdicts", res, ended, judged)
	}
	if res = run(t, final(newEngine(w, st, opt), strict{}, nil), w); res.Stopped != engine.Budget || res.Pages != 300 {
		t.Errorf("%+v", res)
	}
	byStrict(t, st, strict{})
}

type observer func(*crawl.Visit)

func (f observer) Visited(v *crawl.Visit) { f(v) }

// TestPassWhileCrawling: two passes by different judges are made one after the other
// while the crawl goes on, and pages that come meanwhile are judged, too. No page is
// lost or fetched twice.
func TestPassWhileCrawling(t *testing.T) {
	w, st := &web{Size: 3000, Hosts: 7, Latency: time.Millisecond / 8}, new(state.Memory)
	e := newEngine(w, st, engine.Options{Workers: 4, MaxPages: 400})
	e.Texts = plain{}
	exec, over := make(chan func(), 1), 0
	e.Exec = exec
	e.Observers = []crawl.Observer{observer(func(v *crawl.Visit) {
		if v.Seq != 150 {
			return
		}
		exec <- func() {
			for _, salt := range []int{1, 2} {
				e.Rejudge(&engine.Pass{Judge: strict{salt}, Unpack: unpack, Done: func(n engine.Judged, err error) {
					ok(t, err)
					if over++; n.Judged != n.Pages || n.Pages < 100 || n.NoText+n.Unread > 0 {
						t.Errorf("pass %d: %+v", over, n)
					}
				}})
			}
		}
	})}
	res := run(t, e, w)
	if over != 2 || res.Pages != 400 || res.Stopped != engine.Budget || res.Visits != res.Pages+res.Failures+res.Rejudged {
		t.Errorf("%d passes, %+v", over, res)
	}
	if twice(st) != "" {
		t.Errorf("recorded twice: %s", twice(st))
	}
	verdicts(t, st)
	// A third by the last judge changes nothing that the second had seen.
	before := res.Rejudged
	res = run(t, final(newEngine(w, st, engine.Options{Workers: 4, MaxPages: 401}), strict{2}, nil), w)
	byStrict(t, st, strict{2})
	if res.Rejudged-before > 300 {
		t.Errorf("%d of 401 pages were judged otherwise by the same judge", res.Rejudged-before)
	}
}

// TestPassOverCopies: exact copies follow the page that they repeat, pages that are gone
// or have no text keep their verdict, and a text that cannot be read harms no other.
func TestPassOverCopies(t *testing.T) {
	st := new(state.Memory)
	page := func(seq int, relevance float64) *crawl.Visit {
		url := fmt.Sprintf("http://h.example/%d", seq)
		return &crawl.Visit{
			Seq: seq, Choice: crawl.Choice{URL: url, Host: "h.example"}, Status: 200, Page: &crawl.Page{URL: url, Final: url, Host: "h.example", Hash: uint64(seq)},
			Score: crawl.Score{Relevance: relevance, Relevant: relevance > .5}, Text: &crawl.Text{Packed: fmt.Append(nil, seq)},
		}
	}
	copied, gone, noText, broken, panics := page(3, 0), page(4, .9), page(5, .9), page(6, .9), page(7, .9)
	copied.Same, copied.Score = crawl.Duplicate{Of: "http://h.example/2", Exact: true}, crawl.Score{Relevance: .1}
	noText.Text, broken.Text = nil, &crawl.Text{Packed: []byte("?")}
	lost := &crawl.Visit{Seq: 8, Choice: crawl.Choice{URL: gone.Choice.URL, Again: true}, Status: 404}
	again := page(2, .1)
	again.Seq, again.Choice.Again, again.Text = 9, true, &crawl.Text{Packed: []byte("11")} // 11 % 3 is 2
	for _, v := range []*crawl.Visit{page(1, .9), page(2, .1), copied, gone, noText, broken, panics, lost, again} {
		ok(t, st.Record(v))
	}
	ok(t, st.Commit())
	var n engine.Judged
	e := final(newEngine(&web{Size: 10, Hosts: 1}, st, engine.Options{Workers: 1, MaxPages: 1}), sometimes{}, func(m engine.Judged, err error) { n = m; ok(t, err) })
	e.Strategy = replayer{new(fifo)}
	_, err := e.Run(t.Context(), nil)
	ok(t, err)
	want := engine.Judged{Pages: 6, Judged: 3, NoText: 1, Unread: 2, Gained: 1, Lost: 1, Moved: 1}
	if d := cmp.Diff(want, n); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	var got []string
	ok(t, st.Visits(func(v *crawl.Visit) error {
		if v.Rejudged {
			got = append(got, fmt.Sprint(v.Seq, v.Choice.URL, v.Was, v.Score.Relevance, v.Score.Relevant, len(v.Score.Evidence)))
		}
		return nil
	}))
	if d := cmp.Diff([]string{
		"10http://h.example/1{0.9 true} 0.5 false 1", "11http://h.example/2{0.1 false} 1 true 1", "12http://h.example/3{0.1 false} 1 false 1",
	}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// sometimes is a judge that panics at page 7.
type sometimes struct{ strict }

func (s sometimes) Score(p *crawl.Page) crawl.Score {
	if p.Words == 7 {
		panic("seven")
	}
	return s.strict.Score(p)
}

// replayer is a strategy that takes whatever a journal says.
type replayer struct{ crawl.Strategy }

func (replayer) Take(url string) (crawl.Choice, bool) { return crawl.Choice{URL: url}, true }

// withoutTexts keeps no texts.
type withoutTexts struct{ crawl.State }

func (withoutTexts) Keeper() crawl.Keeper { return nil }

// Without texts a pass is refused, and after the run, too.
func TestNoTexts(t *testing.T) {
	w := &web{Size: 100, Hosts: 2}
	e := newEngine(w, withoutTexts{new(state.Memory)}, engine.Options{MaxPages: 5})
	var got []error
	final(e, strict{}, func(_ engine.Judged, err error) { got = append(got, err) })
	e.Texts = nil
	run(t, e, w)
	e.Rejudge(&engine.Pass{Judge: strict{}, Done: func(_ engine.Judged, err error) { got = append(got, err) }})
	if len(got) != 2 || !errors.Is(got[0], engine.ErrNoTexts) || !errors.Is(got[1], engine.ErrNoTexts) {
		t.Errorf("%v", got)
	}
}
