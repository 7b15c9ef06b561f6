package teach_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// runOf writes the pages of a run folder, corrected by m unless it is nil.
func runOf(t *testing.T, list []teach.Example, m *teach.Model) string {
	t.Helper()
	dir := t.TempDir()
	var text []byte
	for i, e := range list {
		s := crawl.Score{Relevance: e.Relevance, Evidence: e.Evidence}
		if m != nil {
			s = m.Correct(e.Host, e.Words, s)
		}
		p := rundir.Page{Seq: i + 1, URL: e.URL, Status: 200, Relevance: rundir.Number(s.Relevance), Evidence: s.Evidence}
		line, err := p.Line()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// study learns from the marks in dir. The text of lost pages is not kept.
func study(t *testing.T, dir string, list []teach.Example, lost ...string) *teach.Report {
	t.Helper()
	of := map[string]*teach.Example{}
	for i := range list {
		of[list[i].URL] = &list[i]
	}
	r, err := teach.Study(t.Context(), dir, opt, teach.Sources{
		Texts: func(_ context.Context, p *rundir.Page) (*crawl.Page, error) {
			if slices.Contains(lost, p.URL) {
				return nil, nil
			}
			return &crawl.Page{URL: p.URL, Host: of[p.URL].Host}, nil
		},
		Words: func(p *crawl.Page, _ func(int) bool) []crawl.WordCount { return of[p.URL].Words },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mark(t *testing.T, dir string, list []teach.Example, more ...marks.Mark) {
	t.Helper()
	f, err := marks.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		v := marks.Wrong
		if e.Right {
			v = marks.Right
		}
		more = append([]marks.Mark{{URL: e.URL, Verdict: v}}, more...)
	}
	if err := f.Append(t.Context(), more...); err != nil {
		t.Fatal(err)
	}
}

// TestStudy: the marks of a run folder teach the same model whether the run is corrected already or
// not, and a mark that is taken back leaves no byte in it.
func TestStudy(t *testing.T) {
	list := films(44)
	marked := list[:40]
	dir := runOf(t, list, nil)
	mark(t, dir, marked)
	want := study(t, dir, list)
	if !want.Improves || want.Right != 20 || want.Wrong != 20 || want.Present != "" || want.Run != dir {
		t.Fatalf("%+v", want)
	}

	mark(t, dir, nil, marks.Mark{URL: list[42].URL, Verdict: marks.Wrong}, marks.Mark{URL: list[43].URL, Verdict: marks.Right})
	if r := study(t, dir, list); r.Model == want.Model {
		t.Error("two wrong marks change nothing")
	}
	mark(t, dir, nil, marks.Mark{URL: list[42].URL, Verdict: marks.None}, marks.Mark{URL: list[43].URL, Verdict: marks.None})
	if r := study(t, dir, list); !bytes.Equal(bytesOf(t, r.Taught()), bytesOf(t, want.Taught())) {
		t.Error("marks that were taken back are still learned from")
	}

	corrected := runOf(t, list, want.Taught())
	if err := teach.Apply(corrected, want.Taught()); err != nil {
		t.Fatal(err)
	}
	mark(t, corrected, marked)
	if r := study(t, corrected, list); r.Present != want.Model || !bytes.Equal(bytesOf(t, r.Taught()), bytesOf(t, want.Taught())) || r.Before != want.Before {
		t.Errorf("taught twice: model %s, want %s", r.Model, want.Model)
	}

	mark(t, dir, nil, marks.Mark{URL: "http://gone.example/", Verdict: marks.Right}, marks.Mark{URL: list[41].URL, Verdict: marks.Unsure})
	r := study(t, dir, list, list[0].URL, list[1].URL)
	if !slices.Equal(r.Unknown, []string{"http://gone.example/"}) || !slices.Equal(r.NoText, []string{list[0].URL, list[1].URL}) || r.Unsure != 1 || r.Right != 19 || r.Wrong != 19 {
		t.Errorf("unknown %v, no text %v, %d unsure, %d right, %d wrong", r.Unknown, r.NoText, r.Unsure, r.Right, r.Wrong)
	}
}
