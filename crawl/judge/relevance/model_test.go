package relevance

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func someModel() *Model {
	return &Model{Number: 2, Pages: 900, Sure: 61, Purity: map[string]float64{"urn:typhoon": 1, "urn:gale": .4}, Rest: .3,
		Words: []ModelWord{{"landfall", 2.5}, {"winds", 2}}, Middle: .1, High: .9, Languages: map[string]int{"en": 61}}
}

func TestModelBytes(t *testing.T) {
	m := someModel()
	b, _ := binenc.Marshal(m)
	var n Model
	if err := n.ReadFrom(bytes.NewReader(b)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(m, &n); d != "" {
		t.Error(d)
	}
	for name, change := range map[string]func(m *Model){
		"purity":     func(m *Model) { m.Purity["urn:x"] = 1.5 },
		"rest":       func(m *Model) { m.Rest = -1 },
		"number":     func(m *Model) { m.Number = 0 },
		"weight":     func(m *Model) { m.Words[1].Weight = 0 },
		"order":      func(m *Model) { m.Words[1].Weight = 3 },
		"twice":      func(m *Model) { m.Words[1] = m.Words[0] },
		"empty word": func(m *Model) { m.Words[1].Word = "" },
		"medians":    func(m *Model) { m.High = .1 },
		"sure":       func(m *Model) { m.Sure = 901 },
	} {
		bad := someModel()
		change(bad)
		b, _ := binenc.Marshal(bad)
		if err := n.ReadFrom(bytes.NewReader(b)); err == nil || n.Number != 2 {
			t.Errorf("%s: error %v, number %d", name, err, n.Number)
		}
	}
}

func FuzzModel(f *testing.F) {
	b, _ := binenc.Marshal(someModel())
	f.Add(b)
	f.Fuzz(func(t *testing.T, data []byte) {
		var m, n Model
		if m.ReadFrom(bytes.NewReader(data)) != nil {
			return
		}
		first, _ := binenc.Marshal(&m)
		if err := n.ReadFrom(bytes.NewReader(first)); err != nil {
			t.Fatal(err)
		}
		if again, _ := binenc.Marshal(&n); !bytes.Equal(first, again) {
			t.Fatal("not stable")
		}
	})
}

// stormWeb shows a judge a web of pages about typhoons and about soup, on three
// hosts.
func stormWeb(tb testing.TB, j interface {
	Score(*crawl.Page) crawl.Score
	Learn(*crawl.Page)
}, pages int, read func(url, body string) *crawl.Page) {
	tb.Helper()
	for i := range pages {
		url := fmt.Sprintf("http://h%d.example/%d", i%3, i)
		body := fmt.Sprintf("<title>Soup %d</title><p>Leeks and butter, boiled slowly, number %d. %s", i, i, filler(60))
		switch i % 5 {
		case 0:
			body = fmt.Sprintf("<title>Typhoon %d</title><p>The typhoon made landfall with winds and waves, number %d. A severe tropical storm. %s", i, i, filler(60))
		case 1:
			body = fmt.Sprintf("<title>Ballad %d</title><p>A gale of laughter, number %d. %s", i, i, filler(60))
		}
		p := read(url, body)
		j.Score(p)
		j.Learn(p)
	}
}

// TestLearning: at 30 sure pages and 200 others the first model is made, at 60 the
// second. It knows the words of pages about typhoons and that a gale alone says
// little.
func TestLearning(t *testing.T) {
	j := stormJudge(t, Options{Judge: Fielded})
	get := func(url, body string) *crawl.Page { return read(t, j, url, body) }
	stormWeb(t, j, 249, get)
	if j.Model() != nil {
		t.Errorf("%+v after 199 others", j.Model())
	}
	if j.Relearn() != nil {
		t.Error("a model of too few pages")
	}
	stormWeb(t, j, 40, get)
	m := j.Model()
	if m == nil || m.Number != 1 || m.Sure < leastSure || m.Purity["urn:gale"] >= m.Purity["urn:typhoon"] {
		t.Fatalf("%+v", m)
	}
	words := map[string]bool{}
	for _, w := range m.Words {
		words[w.Word] = true
	}
	if !words["landfall"] || !words["winds"] || words["leeks"] || words["word"] {
		t.Errorf("%+v", m.Words)
	}
	p := get("http://h9.example/", "<p>Landfall and winds of a typhoon "+filler(200))
	q := get("http://h9.example/", "<p>Leeks and butter of a typhoon "+filler(200))
	on, off := j.Score(p), j.Score(q)
	if on.Relevance <= off.Relevance || on.Model != 1 {
		t.Errorf("with the words %+v, without %+v", on, off)
	}
	if last := off.Evidence[len(off.Evidence)-1]; last.Group != GroupWords || last.Contribution >= 0 {
		t.Errorf("%+v", off.Evidence)
	}
	if n := j.Relearn(); n.Number != 2 || j.Model() != n {
		t.Errorf("%+v", n)
	}
	j.UseModel(nil)
	if s := j.Score(p); s.Model != 0 {
		t.Errorf("without a model: %+v", s)
	}
}

// TestLearnNone: without learning no features are filled and no model is made.
func TestLearnNone(t *testing.T) {
	j := stormJudge(t, Options{Judge: Fielded, Learn: LearnNone})
	stormWeb(t, j, 400, func(url, body string) *crawl.Page { return read(t, j, url, body) })
	p := read(t, j, home, "<p>typhoon")
	if j.Score(p); j.Model() != nil || j.Relearn() != nil || p.Features != nil {
		t.Errorf("%+v, features %+v", j.Model(), p.Features)
	}
	if _, err := New(storms(), j.lex, Options{Learn: "all of it"}); err == nil {
		t.Error("an unknown value was taken")
	}
}

// TestLearnFeaturesFromJournal: what a journal gives back teaches the same, to the
// byte.
func TestLearnFeaturesFromJournal(t *testing.T) {
	a, b := stormJudge(t, Options{Judge: Fielded}), stormJudge(t, Options{Judge: Fielded})
	stormWeb(t, &echo{a, b}, 400, func(url, body string) *crawl.Page { return read(t, a, url, body) })
	x, _ := binenc.Marshal(a)
	y, _ := binenc.Marshal(b)
	if !bytes.Equal(x, y) || a.Model() == nil {
		t.Errorf("memories of %d and %d bytes differ", len(x), len(y))
	}
	c := stormJudge(t, Options{Judge: Fielded})
	if err := c.ReadFrom(bytes.NewReader(x)); err != nil {
		t.Fatal(err)
	}
	m, n := a.Relearn(), c.Relearn()
	if d := cmp.Diff(m, n); d != "" {
		t.Error(d)
	}
}

// echo is a judge whose learned pages another one learns as from a journal.
type echo struct {
	*Judge
	journal *Judge
}

func (e *echo) Learn(p *crawl.Page) {
	e.Judge.Learn(p)
	q := &crawl.Page{URL: p.URL, Final: p.Final, Host: p.Host, Title: p.Title, Features: p.Features}
	for _, b := range p.Blocks {
		q.Blocks = append(q.Blocks, crawl.Block{Key: b.Key, Title: b.Title, H1: b.H1, Region: b.Region, Size: b.Len()})
	}
	e.journal.Learn(q)
}
