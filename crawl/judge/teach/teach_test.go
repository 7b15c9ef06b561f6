package teach_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// opt is the judge of all tests.
var opt = teach.Options{Judge: "fielded", Phi: .5}

// example is a page with one concept and these words.
func example(i int, right bool, relevance float64, concept string, words ...string) teach.Example {
	e := teach.Example{URL: fmt.Sprintf("http://h%d.example/%d", i%7, i), Host: fmt.Sprintf("h%d.example", i%7), Right: right, Relevance: relevance}
	e.Evidence = []crawl.Evidence{{Concept: concept, Label: "x", Group: "body", Count: 1, Contribution: relevance}}
	slices.Sort(words)
	for _, w := range words {
		e.Words = append(e.Words, crawl.WordCount{Word: w, Count: 2})
	}
	return e
}

// films are pages that the judge calls relevant, of which those with the word actor are wrong.
func films(n int) (list []teach.Example) {
	for i := range n {
		if i%2 == 0 {
			list = append(list, example(i, true, .6+.001*float64(i), "x#storm", "landfall", "wind"))
		} else {
			list = append(list, example(i, false, .6+.001*float64(i), "x#storm", "actor", "wind"))
		}
	}
	return list
}

func learn(t *testing.T, list []teach.Example) *teach.Report {
	t.Helper()
	r, err := teach.Learn(list, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func bytesOf(t *testing.T, m *teach.Model) []byte {
	t.Helper()
	text, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func weightOf(list []teach.Weight, name string) float64 {
	for _, w := range list {
		if w.Name == name {
			return w.Weight
		}
	}
	return 0
}

// TestLearns: a word that stands on wrong pages alone speaks against a page, one of right pages for
// it, and one of both for neither; precision rises, and pages that nobody marked are judged by it.
func TestLearns(t *testing.T) {
	r := learn(t, films(40))
	if !r.Enough || !r.Improves || r.Right != 20 || r.Wrong != 20 {
		t.Fatalf("%+v", r)
	}
	if a, b, c := weightOf(r.Words, "actor"), weightOf(r.Words, "landfall"), weightOf(r.Words, "wind"); a >= -1 || b <= 1 || math.Abs(c) > .1 {
		t.Errorf("actor %v, landfall %v, wind %v", a, b, c)
	}
	if r.Before.Precision.Mean != .5 || r.Before.Recall.Mean != 1 || r.After.Precision.Mean != 1 || r.After.Recall.Mean != 1 || r.Better < .9 {
		t.Errorf("before %+v, after %+v, better %v", r.Before, r.After, r.Better)
	}
	for word, right := range map[string]bool{"actor": false, "landfall": true} {
		e := example(1000, right, .7, "x#storm", word, "wind")
		s := r.Taught().Correct(e.Host, e.Words, crawl.Score{Relevance: e.Relevance, Evidence: e.Evidence})
		if (s.Relevance > opt.Phi) != right {
			t.Errorf("a page with %s has the relevance %v", word, s.Relevance)
		}
		sum := 0.0
		for _, x := range s.Evidence {
			sum += x.Contribution
		}
		if math.Abs(sum-s.Relevance) > 1e-12 || len(s.Evidence) != 2 || len(e.Evidence) != 1 {
			t.Errorf("%+v adds up to %v, not %v", s.Evidence, sum, s.Relevance)
		}
		was, evidence := teach.Uncorrected(s.Relevance, s.Evidence)
		if math.Abs(was-e.Relevance) > 1e-12 || !slices.Equal(evidence, e.Evidence) {
			t.Errorf("uncorrected: %v, %+v", was, evidence)
		}
	}
	if s := r.Taught().Correct("h.example", nil, crawl.Score{}); s.Relevance != 0 || s.Evidence != nil {
		t.Errorf("a page without evidence: %+v", s)
	}
}

// TestTakenBack: the model of some marks has the same bytes, in whatever order they were made, and
// whatever else was marked and taken back.
func TestTakenBack(t *testing.T) {
	list := films(30)
	want := learn(t, list)
	more := learn(t, append(slices.Clone(list), example(2000, true, .9, "x#film", "actor")))
	if more.Model == want.Model || bytes.Equal(bytesOf(t, more.Taught()), bytesOf(t, want.Taught())) {
		t.Error("a further mark changes nothing")
	}
	back := slices.Clone(list)
	slices.Reverse(back)
	if got := learn(t, back); !bytes.Equal(bytesOf(t, got.Taught()), bytesOf(t, want.Taught())) || got.Model != want.Model || got.Before != want.Before || got.After != want.After {
		t.Errorf("model %s, want %s", got.Model, want.Model)
	}
}

// TestTooFew: it says how many marks it takes.
func TestTooFew(t *testing.T) {
	alike := films(60)
	alike = slices.DeleteFunc(alike, func(e teach.Example) bool { return !e.Right })
	for _, c := range []struct {
		list []teach.Example
		more int
	}{{nil, 20}, {films(12), 8}, {films(19), 1}, {films(20), 0}, {alike, 5}} {
		if r := learn(t, c.list); r.MoreWant != c.more || r.Enough != (c.more == 0) || (r.Taught() != nil) != r.Enough || !r.Enough && r.Improves {
			t.Errorf("%d examples: %d more, enough %v; want %d", len(c.list), r.MoreWant, r.Enough, c.more)
		}
	}
	if _, err := teach.Learn(films(40), teach.Options{Judge: "fielded", Phi: 1}); err == nil {
		t.Error("phi 1 was taken")
	}
}

// TestNothingToLearn: where the judge is right on every marked page, or marks have nothing to do with
// the pages, nothing improves.
func TestNothingToLearn(t *testing.T) {
	var good, noise []teach.Example
	for i := range 40 {
		good = append(good, example(i, i%2 == 0, []float64{.9, .1}[i%2], "x#storm", "wind"))
		noise = append(noise, example(i, i*i%3 == 0, .6, "x#storm", "wind"))
	}
	for name, list := range map[string][]teach.Example{"good": good, "noise": noise} {
		if r := learn(t, list); r.Improves && name == "good" || r.After.F1.Mean > r.Before.F1.Mean+.1 {
			t.Errorf("%s: before %+v, after %+v", name, r.Before, r.After)
		}
	}
}

// TestStored: taught.json has these names, is read back, and a damaged one is refused.
func TestStored(t *testing.T) {
	dir := t.TempDir()
	m := learn(t, films(24)).Taught()
	if err := teach.Apply(dir, m); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, rundir.TaughtFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"version": 1,`, `"id": "`, `"judge": "fielded"`, `"phi": 0.5`, `"bias": `, `"slope": `, `"cut": `, `"kind": "word"`, `"name": "actor"`, `"weight": -`, `"url": "http://h0.example/0"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in\n%.600s", part, text)
		}
	}
	got, err := teach.Read(dir)
	if err != nil || !bytes.Equal(bytesOf(t, got), text) {
		t.Fatalf("read back: %v", err)
	}
	name := filepath.Join(dir, rundir.TaughtFile)
	if err := os.WriteFile(name, text[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := teach.Read(dir); err != nil || !bytes.Equal(bytesOf(t, got), text) {
		t.Errorf("from its copy: %v", err)
	}
	if err := os.Remove(atomicfile.CopyName(name)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "{}", "null", strings.Replace(string(text), `"version": 1`, `"version": 2`, 1), strings.Replace(string(text), `"phi": 0.5`, `"phi": 1`, 1), strings.Replace(string(text), `"bias": `, `"bias": 1e300, "x": `, 1), string(text[:100])} {
		if err := os.WriteFile(filepath.Join(dir, rundir.TaughtFile), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		var e *teach.ModelError
		if _, err := teach.Read(dir); !errors.As(err, &e) || !strings.Contains(err.Error(), rundir.TaughtFile) {
			t.Errorf("%.40q: %v", bad, err)
		}
	}
	if err := errors.Join(teach.Apply(dir, nil), teach.Apply(dir, nil)); err != nil {
		t.Fatal(err)
	}
	if m, err := teach.Read(dir); m != nil || err != nil {
		t.Errorf("after it was deleted: %v, %v", m, err)
	}
}

// TestReportText: what marks moved is said with the names of concepts, and nothing from a page
// reaches a terminal as it is.
func TestReportText(t *testing.T) {
	list := films(40)
	for i := range list {
		if !list[i].Right {
			list[i].Evidence[0].Concept = "x#film"
		}
	}
	r := learn(t, list)
	r.Run, r.Unknown = "runs/x", []string{"http://gone.example/\x1b[2J"}
	var b strings.Builder
	if err := r.Write(&b, 1, func(iri string) string { return map[string]string{"x#film": "a \x1b[31mfilm"}[iri] }); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"20 pages marked right, 20 wrong, 0 unsure", "1 marked pages are not in the run", "before", "after", "Concepts that speak more", "film", "Words that speak", "--top 0 shows all"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Errorf("control characters in\n%q", b.String())
	}
}

// FuzzDecode: any bytes are a model that judges without harm, or an error.
func FuzzDecode(f *testing.F) {
	r, err := teach.Learn(films(24), opt)
	if err != nil {
		f.Fatal(err)
	}
	text, err := r.Taught().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"version":1,"phi":0.5,"cut":0.5,"weights":[{"kind":"odd","name":"","weight":999}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := teach.Decode(text)
		if err != nil {
			return
		}
		e := example(1, true, .7, "x#storm", "actor")
		if s := m.Correct(e.Host, e.Words, crawl.Score{Relevance: .7, Evidence: e.Evidence}); !(s.Relevance >= 0 && s.Relevance <= 1) {
			t.Fatalf("relevance %v", s.Relevance)
		}
	})
}
