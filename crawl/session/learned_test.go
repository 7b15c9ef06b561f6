package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// learningSpec is a crawl of a synthetic web that teaches a model.
func learningSpec(t *testing.T, pages int) Spec {
	t.Helper()
	web := crawltest.New(crawltest.Options{Seed: 3, Pages: 1600})
	spec := specFor(t, filepath.Join(t.TempDir(), "run"))
	spec.Seeds = nil
	for _, url := range web.Seeds(5) {
		l, err := seed.Link(url)
		if err != nil {
			t.Fatal(err)
		}
		spec.Seeds = append(spec.Seeds, l)
	}
	spec.Fetch = Fetch{Use: web}
	spec.Options = engine.Options{MaxPages: pages, Deterministic: true, Retries: -1}
	return spec
}

// TestSecondOpinionInterrupted: a run that ends while it judges its pages again goes on
// with the same model when it is resumed, and ends as if nobody had disturbed it.
func TestSecondOpinionInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("five crawls, with the goroutines of TestSecondOpinion")
	}
	calm, stormy := learningSpec(t, 600), learningSpec(t, 600)
	if res := crawlAll(t, calm); res.Second == nil {
		t.Fatal("there is no second opinion")
	}
	for _, judged := range []int{1, 20, 20} {
		s, err := Open(t.Context(), stormy)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		s.Engine.Observers = append(s.Engine.Observers, &stopper{after: judged, stop: cancel})
		res, err := s.Run(ctx)
		if err := errors.Join(err, s.Close()); err != nil || res.Stopped != engine.Interrupted || res.Second != nil {
			t.Fatalf("%v: %+v", err, res)
		}
		cancel()
	}
	crawlAll(t, stormy)
	if d := cmp.Diff(verdictsOf(t, calm.Folder.Dir), verdictsOf(t, stormy.Folder.Dir)); d != "" {
		t.Errorf("(-calm +stormy):\n%s", d)
	}
}

// stopper ends a run after so many new verdicts.
type stopper struct {
	after int
	stop  func()
}

func (s *stopper) Visited(v *crawl.Visit) {
	if v.Rejudged {
		if s.after--; s.after == 0 {
			s.stop()
		}
	}
}

// verdictsOf lists the models and the new verdicts of a run.
func verdictsOf(t *testing.T, dir string) (all []string) {
	t.Helper()
	for m, err := range rundir.Models(dir) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("model %d: %s", m.Model, m.Learned))
	}
	for c, err := range rundir.Changes(dir) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprintf("%d %s %v %v by model %d", c.Seq, c.URL, c.Relevance, c.Relevant, c.Model))
	}
	return all
}

// TestSecondOpinion: at its end a run judges all its pages by its last model and says
// what that changed. A finished run does not do so again, nor one that went on for a
// few pages; one that learns much more makes another model.
func TestSecondOpinion(t *testing.T) {
	spec := learningSpec(t, 0)
	crawlTo := func(pages int) Result {
		t.Helper()
		spec.Options.MaxPages = pages
		s, err := Open(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		res, err := s.Run(t.Context())
		if err != nil || res.Pages != pages {
			t.Fatalf("%v, %d pages of %d", err, res.Pages, pages)
		}
		return res
	}
	first := crawlTo(700)
	if o := first.Second; o == nil || o.Model < 1 || o.Sure < 30 || o.Gained+o.Lost+o.Moved == 0 || first.Rejudged != o.Gained+o.Lost+o.Moved {
		t.Fatalf("%+v, %d new verdicts", first.Second, first.Rejudged)
	}
	last := lastModelOf(t, spec.Folder.Dir)
	want := fmt.Sprintf("learned model %d from %d sure pages: %d pages gained, %d lost", first.Second.Model, first.Second.Sure, first.Second.Gained, first.Second.Lost)
	if got := first.Second.String(); last != first.Second.Model || first.Second.Gained != 1 && got != want {
		t.Errorf("the last model is %d, but it says: %s", last, got)
	}
	relevant := 0
	for p, err := range rundir.Current(spec.Folder.Dir) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Relevant {
			relevant++
		}
	}
	if relevant != first.Summary.Relevant || relevant != first.Relevant {
		t.Errorf("%d pages are relevant by their last verdict, the summary says %d, the run %d", relevant, first.Summary.Relevant, first.Relevant)
	}
	for _, pages := range []int{700, 705} {
		if again := crawlTo(pages); again.Second != nil || lastModelOf(t, spec.Folder.Dir) != last {
			t.Errorf("up to %d pages: %+v", pages, again.Second)
		}
	}
	if more := crawlTo(900); more.Second == nil || more.Second.Model <= last || lastModelOf(t, spec.Folder.Dir) != more.Second.Model {
		t.Errorf("after many more pages: %+v", more.Second)
	}
}

// TestLearnIsARunsOwn: a run that learns does not go on without, nor the other way round.
func TestLearnIsARunsOwn(t *testing.T) {
	for _, first := range []bool{false, true} {
		spec := learningSpec(t, 20)
		spec.Judge.NoLearn = first
		crawlAll(t, spec)
		spec.Judge.NoLearn = !first
		s, err := Open(t.Context(), spec)
		var other *rundir.ParamsError
		if !errors.As(err, &other) {
			t.Errorf("begun with %v, it went on with %v: %v", first, !first, err)
		}
		if s != nil {
			s.Close()
		}
	}
}

func lastModelOf(t *testing.T, dir string) int {
	t.Helper()
	m, err := rundir.LastModel(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m.Model
}
