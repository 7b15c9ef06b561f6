package teaching_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// films are n marked pages: every second one is about a film, and says so.
func films(n int) (list []teach.Example) {
	for i := range n {
		word, right := "landfall", i%2 == 0
		if !right {
			word = "actor"
		}
		list = append(list, teach.Example{
			URL: fmt.Sprintf("http://h%d.example/", i), Host: fmt.Sprintf("h%d.example", i), Right: right, Relevance: .6 + .001*float64(i),
			Evidence: []crawl.Evidence{{Concept: "x#storm", Label: "storm", Group: "body", Count: 1, Contribution: .6}},
			Words:    []crawl.WordCount{{Word: word, Count: 2}, {Word: "wind", Count: 1}},
		})
	}
	return list
}

// begin makes a Teacher that studies what list has now, each time that go is sent to.
func begin(t *testing.T, list *[]teach.Example) (d *teaching.Teacher, dir string, proceed chan struct{}) {
	t.Helper()
	dir, proceed = t.TempDir(), make(chan struct{})
	d = &teaching.Teacher{
		Folder: func(job string) (string, bool) { return dir, job != "none" },
		Study: func(ctx context.Context, job, dir string) (*teach.Report, error) {
			select {
			case <-proceed:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			if job == "broken" {
				return nil, errors.New("the ontology cannot be read")
			}
			r, err := teach.Learn(*list, teach.Options{Judge: "fielded", Phi: .5})
			if r != nil {
				r.Run = dir
			}
			return r, err
		},
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d, dir, proceed
}

// ended waits for the end of a study.
func ended(t *testing.T, d *teaching.Teacher, job string) teaching.State {
	t.Helper()
	var s teaching.State
	pacetest.Until(t, time.Minute, "the end of the study", func() bool {
		var err error
		if s, err = d.State(job); err != nil {
			t.Fatal(err)
		}
		return !s.Working
	})
	return s
}

// TestTeacher studies in the background, shows figures first, and uses only what it has shown.
func TestTeacher(t *testing.T) {
	list := films(40)
	d, dir, proceed := begin(t, &list)
	if s, err := d.State("storm"); err != nil || s.Working || s.Report != nil || s.Present != "" {
		t.Errorf("before: %+v %v", s, err)
	}
	if err := d.Apply("storm", "m"); !errors.Is(err, teaching.ErrNoModel) {
		t.Errorf("nothing was studied: %v", err)
	}
	if err := d.Begin("storm"); err != nil {
		t.Fatal(err)
	}
	if err := d.Begin("storm"); !errors.Is(err, teaching.ErrWorking) {
		t.Errorf("studied twice at once: %v", err)
	}
	if err := d.Begin("broken"); err != nil { // another job waits for its turn
		t.Fatal(err)
	}
	close(proceed)
	s := ended(t, d, "storm")
	r := s.Report
	if r == nil || !r.Improves || r.Applied || r.Run != "storm" || r.Right != 20 || r.After.F1.Mean <= r.Before.F1.Mean || s.Ended.IsZero() {
		t.Fatalf("%+v", s)
	}
	if _, err := os.Stat(filepath.Join(dir, rundir.TaughtFile)); !os.IsNotExist(err) {
		t.Errorf("a study writes: %v", err)
	}
	if err := d.Apply("storm", "another"); !errors.Is(err, teaching.ErrNoModel) {
		t.Errorf("a model that nobody was shown: %v", err)
	}
	if err := d.Apply("storm", r.Model); err != nil {
		t.Fatal(err)
	}
	if s, err := d.State("storm"); err != nil || s.Present != r.Model || !s.Report.Applied {
		t.Errorf("in use: %+v %v", s, err)
	}
	if err := d.TakeBack("storm"); err != nil {
		t.Fatal(err)
	}
	if s, err := d.State("storm"); err != nil || s.Present != "" || s.Report.Applied {
		t.Errorf("taken back: %+v %v", s, err)
	}
	if s := ended(t, d, "broken"); s.Fault != "the ontology cannot be read" || s.Report != nil {
		t.Errorf("%+v", s)
	}
}

// TestTeacherRefuses: too few marks are no model, and what improves nothing is not used.
func TestTeacherRefuses(t *testing.T) {
	list := films(8)
	d, _, proceed := begin(t, &list)
	close(proceed)
	study := func() *teach.Report {
		t.Helper()
		if err := d.Begin("storm"); err != nil {
			t.Fatal(err)
		}
		return ended(t, d, "storm").Report
	}
	if r := study(); r.Enough || r.Model != "" || r.MoreWant != 12 {
		t.Errorf("eight marks: %+v", r)
	}
	if err := d.Apply("storm", ""); !errors.Is(err, teaching.ErrNoModel) {
		t.Errorf("%v", err)
	}
	// All pages say the same: nothing can be learned from them.
	list = films(40)
	for i := range list {
		list[i].Words, list[i].Right = nil, i < 39 && i%4 != 0
		list[i].Relevance = .6
	}
	if r := study(); r.Improves {
		t.Fatalf("the model improves by chance: %+v", r.After)
	} else if err := d.Apply("storm", r.Model); !errors.Is(err, teaching.ErrNoGain) {
		t.Errorf("%v", err)
	}
	never := &teaching.Teacher{Folder: func(string) (string, bool) { return filepath.Join(t.TempDir(), "none"), true }}
	if err := never.Begin("storm"); !errors.Is(err, teaching.ErrNoRun) {
		t.Errorf("a job that has never run: %v", err)
	}
	for name, f := range map[string]func() error{"State": func() error { _, err := d.State("none"); return err }, "Begin": func() error { return d.Begin("none") },
		"Apply": func() error { return d.Apply("none", "m") }, "TakeBack": func() error { return d.TakeBack("none") }} {
		if err := f(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of no job: %v", name, err)
		}
	}
}

// TestTeacherCloses: a study ends with its teacher.
func TestTeacherCloses(t *testing.T) {
	list := films(40)
	d, _, _ := begin(t, &list)
	if err := errors.Join(d.Begin("storm"), d.Begin("flood"), d.Close()); err != nil {
		t.Fatal(err)
	}
	for _, job := range []string{"storm", "flood"} {
		if s := ended(t, d, job); s.Report != nil {
			t.Errorf("%s: %+v", job, s)
		}
	}
}

// TestAsk asks about pages near the threshold that nobody marked, whatever the judge says of them.
func TestAsk(t *testing.T) {
	d, dir, _ := begin(t, nil)
	if q, err := d.Ask("storm", 5); err != nil || len(q) != 0 {
		t.Errorf("a folder without pages: %+v %v", q, err)
	}
	var text []byte
	evidence := []crawl.Evidence{{Concept: "x#storm", Group: "title"}, {Concept: "x#storm", Group: "body"}, {Label: "gale", Group: "words"}, {Concept: "x#wind", Group: "body"}}
	for i, relevance := range []rundir.Number{.99, .5, 0, .45} {
		line, err := (&rundir.Page{Seq: i + 1, URL: fmt.Sprintf("http://h%d.example/", i), Title: "T", Relevance: relevance, Relevant: relevance >= .5, Evidence: evidence}).Line()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), text, 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := d.Ask("storm", 1)
	if err != nil || len(first) != 1 || first[0].URL != "http://h3.example/" || first[0].Relevant || !slices.Equal(first[0].Concepts, []string{"x#storm", "x#wind"}) {
		t.Fatalf("%+v %v", first, err)
	}
	file, err := marks.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Append(t.Context(), marks.Mark{URL: first[0].URL, Verdict: marks.Right}); err != nil {
		t.Fatal(err)
	}
	var urls []string
	rest, err := d.Ask("storm", 5)
	for _, q := range rest {
		urls = append(urls, q.URL)
	}
	if err != nil || !slices.Equal(urls, []string{"http://h0.example/", "http://h1.example/"}) {
		t.Errorf("after a mark: %q %v", urls, err)
	}
	if _, err := d.Ask("none", 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an unknown job: %v", err)
	}
}
