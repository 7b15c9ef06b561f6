package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// models returns the models of a journal, and the model that judged each page.
func models(t *testing.T, j crawl.Journal) (made []crawl.Model, judged []int) {
	t.Helper()
	if err := j.Visits(func(v *crawl.Visit) error {
		if v.OK() {
			judged = append(judged, v.Score.Model)
		}
		if v.Learned != nil {
			made = append(made, *v.Learned)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return made, judged
}

// TestModels: each model is in the journal, with the visit that made it, and judges
// the pages after it.
func TestModels(t *testing.T) {
	w, m := &web{Size: 2000, Hosts: 7}, new(state.Memory)
	run(t, newEngine(w, m, engine.Options{Workers: 4, MaxPages: 100, Deterministic: true}), w)
	made, judged := models(t, m)
	if len(made) != 4 || made[0].Number != 1 || made[3].Number != 4 {
		t.Fatalf("models %v, want those of 10, 20, 40 and 80 pages", made)
	}
	for i, n := range judged {
		want := 0
		for pages := 10; pages <= i; pages *= 2 {
			want++
		}
		if n != want {
			t.Errorf("page %d was judged by model %d, want %d", i+1, n, want)
		}
	}
}

// unlike is a judge of another version: it learns other models.
type unlike struct{ judge }

func (j *unlike) Learn(p *crawl.Page) {
	before := j.Model.Number
	if j.judge.Learn(p); j.Model.Number > before {
		j.Model.Data, j.Sum = []byte("0"), 0
	}
}

// TestModelOfAnotherVersion: a resumed crawl goes on with the models that the journal
// holds, even if it would now learn others.
func TestModelOfAnotherVersion(t *testing.T) {
	w, m := &web{Size: 2000, Hosts: 7}, &mortal{Memory: new(state.Memory), at: 70}
	opt := engine.Options{Workers: 4, MaxPages: 100, CommitEvery: time.Hour, Program: "1"}
	e := newEngine(w, m, opt)
	e.Observers = append(e.Observers, committer{m})
	if _, done := ends(t, e, w); done {
		t.Fatal("it did not die")
	}
	made, judged := models(t, m)
	if len(made) < 1 {
		t.Fatalf("%d pages made no model", len(judged))
	}
	opt.MaxPages, opt.Program = len(judged), "2"
	e = newEngine(w, m.Memory, opt)
	j := new(unlike)
	e.Scorer = j
	run(t, e, w)
	if got, want := j.Model, made[len(made)-1]; want.At.IsZero() || got.Number != want.Number || string(got.Data) != string(want.Data) || fmt.Sprint(j.Sum) != string(want.Data) {
		t.Errorf("resumed with %d %s, want %d %s", got.Number, got.Data, want.Number, want.Data)
	}
}

// committer commits each visit at once.
type committer struct{ crawl.State }

func (c committer) Visited(*crawl.Visit) {
	_ = c.Commit() // a State that is dead fails at the next Record, too
}
