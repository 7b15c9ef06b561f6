package session

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// engineThatListens is a search source without results.
type engineThatListens struct {
	mu    sync.Mutex
	asked []string
	first func() // when the first question is there, before it is answered
}

func (e *engineThatListens) Can() search.Ops { return search.Set(search.Keyword) }

func (e *engineThatListens) Ask(_ context.Context, q search.Query) (search.Answer, error) {
	e.mu.Lock()
	e.asked = append(e.asked, q.Text)
	n := len(e.asked)
	e.mu.Unlock()
	if n == 1 && e.first != nil {
		e.first()
	}
	return search.Answer{}, nil
}

// TestEditReachesNextQuestion: when a topic is edited while a question is in flight, the next one is of
// the new topic; what was asked is not asked again, and the same seed asks the same.
func TestEditReachesNextQuestion(t *testing.T) {
	edited, err := topic.Resolve(t.Context(), topic.Spec{Keywords: "sourdough, rye bread"})
	if err != nil {
		t.Fatal(err)
	}
	run := func(edit bool) []string {
		spec, e := specFor(t, filepath.Join(t.TempDir(), "run")), &engineThatListens{}
		exec := make(chan func())
		spec.Seeds = nil
		spec.Search = Search{Queries: 4, Open: func() ([]SearchSource, io.Closer, error) {
			return []SearchSource{{Name: "own", Source: e}}, io.NopCloser(nil), nil
		}}
		s, err := Open(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		s.Engine.Exec = exec
		if edit { // as a job does it: the deciding goroutine uses the new topic
			e.first = func() { exec <- func() { s.UseTopic(edited) } }
		}
		_, err = s.Run(t.Context())
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		return e.asked
	}
	was := run(false)
	if len(was) != 4 || slices.Contains(was, "sourdough") || !slices.Equal(run(false), was) {
		t.Fatalf("without an edit: %q", was)
	}
	slices.Sort(was[1:])
	now := run(true)
	if len(now) < 2 || now[0] != was[0] || !slices.Contains(now[1:], "sourdough") {
		t.Errorf("with an edit after the first question: %q", now)
	}
	for _, q := range now[1:] {
		if q == now[0] || slices.Contains(was[1:], q) {
			t.Errorf("%q is asked though the edit took it away, or a second time: %q", q, now)
		}
	}
}
