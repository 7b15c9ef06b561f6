package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// judgedAgain records new verdicts of the pages in st: the opposite of the old ones.
func judgedAgain(t *testing.T, st *state.Memory) (n, turned int) {
	t.Helper()
	var pages []*crawl.Visit
	ok(t, st.Visits(func(v *crawl.Visit) error {
		if v.OK() {
			pages = append(pages, v)
		}
		return nil
	}))
	for _, v := range pages {
		w := v.Rejudge(st.Committed()+n+1, crawl.Score{Relevance: 1 - v.Score.Relevance, Relevant: !v.Score.Relevant})
		ok(t, st.Record(w))
		n, turned = n+1, turned+w.Turned()
	}
	ok(t, st.Commit())
	return n, turned
}

// fetched is the trail without new verdicts and without the numbers of visits.
func fetched(j crawl.Journal) (lines []string) {
	judged := map[int]bool{}
	err := j.Visits(func(v *crawl.Visit) error { judged[v.Seq-1] = v.Rejudged; return nil })
	if err != nil {
		panic(err)
	}
	for i, line := range trail(j) {
		if !judged[i] {
			_, line, _ = strings.Cut(line, " ")
			lines = append(lines, line)
		}
	}
	return lines
}

// TestVerdictsInTheJournal: new verdicts add no page, fail nothing and change no later
// choice, wherever the process died before them.
func TestVerdictsInTheJournal(t *testing.T) {
	w := &web{Size: 2000, Hosts: 7}
	for _, at := range []int{1, 2, 30, 60, 90, 1 << 30} {
		opt := engine.Options{Workers: 4, MaxPages: 50, Deterministic: true, CommitEvery: time.Hour}
		plain, judged := new(state.Memory), new(state.Memory)
		for _, st := range []*state.Memory{plain, judged} {
			_, err := newEngine(w, &mortal{Memory: st, at: at}, opt).Run(t.Context(), w.seeds(1, 2, 3))
			if err != nil && !errors.Is(err, errPower) {
				t.Fatal(err)
			}
			ok(t, st.Commit())
		}
		n, turned := judgedAgain(t, judged)
		opt.MaxPages = 80
		want := run(t, newEngine(w, plain, opt), w)
		e, heard := newEngine(w, judged, opt), new(spy)
		e.Observers = []crawl.Observer{heard}
		res := run(t, e, w)
		want.Rejudged, want.Relevant, want.Visits, want.Resumed = n, want.Relevant+turned, want.Visits+n, want.Resumed+n
		if d := cmp.Diff(want, res); d != "" {
			t.Errorf("dead at %d, %d new verdicts (-want +got):\n%s", at, n, d)
		}
		if d := cmp.Diff(fetched(plain), fetched(judged)); d != "" {
			t.Errorf("dead at %d: fetched (-want +got):\n%s", at, d)
		}
		if slices.ContainsFunc(heard.visits, func(v *crawl.Visit) bool { return v.Rejudged }) {
			t.Errorf("dead at %d: a verdict of the journal was taken for a new one", at)
		}
		// The checkpoint knows them, too.
		if again := run(t, newEngine(w, judged, opt), w); again.Rejudged != n || again.Relevant != res.Relevant || again.Stopped != engine.Budget {
			t.Errorf("dead at %d, run again: %+v", at, again)
		}
	}
}
