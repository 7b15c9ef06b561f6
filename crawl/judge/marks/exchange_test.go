package marks_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
)

// TestExchange: what is exported is imported again, in each form.
func TestExchange(t *testing.T) {
	f := open(t, t.TempDir())
	note, read := "=1+1\n台风", true
	add(t, f, marks.Mark{URL: "http://a.example/", Verdict: marks.Right, Note: &note, By: "li", At: at(1)}, marks.Mark{URL: "http://b.example/", Verdict: marks.Wrong, Read: &read, At: at(2)},
		marks.Mark{URL: "http://c.example/", Verdict: marks.Unsure, At: at(3)}, marks.Mark{URL: "http://d.example/", Read: &read, At: at(4)})
	all, err := f.Latest()
	if err != nil {
		t.Fatal(err)
	}
	var list []marks.State
	for _, key := range marks.Keys(all) {
		list = append(list, all[key])
	}
	for _, ext := range []string{".tsv", ".csv", ".jsonl"} {
		var b strings.Builder
		if err := marks.Export(&b, ext, list); err != nil {
			t.Fatal(err)
		}
		if ext != ".jsonl" && (!strings.Contains(b.String(), "'=1+1 台风") || strings.Contains(b.String(), "d.example")) {
			t.Errorf("%s:\n%s", ext, b.String())
		}
		again, err := marks.Import(strings.NewReader(b.String()), "wang")
		if err != nil {
			t.Fatal(err)
		}
		g := open(t, t.TempDir())
		add(t, g, again...)
		got, err := g.Latest()
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range all {
			if got[key].Verdict != want.Verdict && want.Verdict != marks.None || ext == ".jsonl" && (got[key].Note != want.Note || got[key].Read != want.Read) {
				t.Errorf("%s: %s is %+v, was %+v", ext, key, got[key], want)
			}
		}
		labels, err := marks.ReadLabels(strings.NewReader(b.String()))
		if err != nil || len(labels) != 3 || !slices.ContainsFunc(labels, func(l marks.Label) bool { return l.URL == "http://b.example/" && l.Verdict == marks.Wrong }) {
			t.Errorf("%s as labels: %+v, %v", ext, labels, err)
		}
	}
	bad := `{"url":"http://a.example/","verdict":"right","at":"2026-03-01T08:00:00Z"}` + "\n{\n"
	var e *marks.LabelError
	if _, err := marks.Import(strings.NewReader(bad), ""); !errors.As(err, &e) || e.Line != 2 {
		t.Errorf("a broken line: %v", err)
	}
}
