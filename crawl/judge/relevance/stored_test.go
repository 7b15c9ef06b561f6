package relevance

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func floodJudge(t *testing.T, opt Options) *Judge {
	t.Helper()
	v := floods()
	lex, err := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(v, lex, opt)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestStoredModel: a model of the journal judges as the one that was stored, and the
// next one that is learned has another number.
func TestStoredModel(t *testing.T) {
	a, b := stormJudge(t, Options{Judge: Fielded}), stormJudge(t, Options{Judge: Fielded})
	if m, err := a.EncodeModel(); err != nil || m.Number != 0 || a.ModelNumber() != 0 {
		t.Errorf("before anything was learned: %+v, %v", m, err)
	}
	a.UseModel(someModel())
	m, err := a.EncodeModel()
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "model-v1.json", string(m.Data)+"\n")
	if err := b.DecodeModel(m); err != nil || b.ModelNumber() != 2 {
		t.Fatalf("%v, number %d", err, b.ModelNumber())
	}
	if d := cmp.Diff(someModel(), b.Model()); d != "" {
		t.Error(d)
	}
	stormWeb(t, b, 400, func(url, body string) *crawl.Page { return read(t, b, url, body) })
	if n := b.ModelNumber(); n < 3 {
		t.Errorf("after model 2 came model %d", n)
	}
	none := stormJudge(t, Options{Judge: Fielded, Learn: LearnNone})
	if err := none.DecodeModel(m); err != nil || none.Model() != nil {
		t.Errorf("a judge that learns nothing took a model: %v", err)
	}
	for _, bad := range []string{"", "{}", `{"version":9,"pages":3,"sure":1}`, `{"version":1,"pages":3,"sure":1,"rest":2}`} {
		if err := b.DecodeModel(crawl.Model{Number: 9, Data: []byte(bad)}); err == nil || b.ModelNumber() == 9 {
			t.Errorf("%q was taken for a model", bad)
		}
	}
}

func FuzzStoredModel(f *testing.F) {
	j := stormJudge(f, Options{Judge: Fielded})
	j.UseModel(someModel())
	m, err := j.EncodeModel()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(2, m.Data)
	f.Fuzz(func(t *testing.T, number int, data []byte) {
		m, err := ParseModel(crawl.Model{Number: number, Data: data})
		if err != nil {
			return
		}
		j.UseModel(m)
		again, err := j.EncodeModel()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := ParseModel(again); err != nil || cmp.Diff(m, n) != "" {
			t.Fatalf("%v\n%s", err, cmp.Diff(m, n))
		}
	})
}

// TestModelOfAnotherTopic: what was learned with one version of the topic is used by
// another one by the names of concepts, never by their numbers.
func TestModelOfAnotherTopic(t *testing.T) {
	old, now := stormJudge(t, Options{Judge: Fielded}), floodJudge(t, Options{Judge: Fielded})
	var pages []*crawl.Page
	stormWeb(t, old, 400, func(url, body string) *crawl.Page {
		p := read(t, old, url, body)
		pages = append(pages, p)
		return p
	})
	m := old.Model()
	memory, err := binenc.Marshal(old)
	if err != nil || m == nil {
		t.Fatal(err)
	}
	if err := now.ReadFrom(bytes.NewReader(memory)); err != nil {
		t.Fatal(err)
	}
	soft := now.softWeights(now.Model())
	for e, entry := range now.topic.Entries {
		want, listed := m.Purity[entry.IRI]
		if !listed {
			want = m.Rest
		}
		near(t, entry.IRI, soft[e], now.weight[e]*max(shipped().leastPurity, want))
	}
	if m.Purity["urn:gale"] == m.Purity["urn:typhoon"] {
		t.Error("the model tells no concepts apart")
	}
	// A journal gives back what the old version counted by its own numbers.
	again := floodJudge(t, Options{Judge: Fielded})
	for _, p := range pages {
		again.Learn(p)
	}
	if again.Model() == nil {
		t.Fatal("the words of the pages teach nothing")
	}
	for iri, p := range again.Model().Purity {
		if p != 1 {
			t.Errorf("%s has purity %v from pages that counted other concepts", iri, p)
		}
	}
}

// TestEditedLearns: versions of a topic share one model; after an edit the words stay,
// and the next model is the new version's.
func TestEditedLearns(t *testing.T) {
	e := NewEdited(stormJudge(t, Options{Judge: Fielded}))
	get := func(url, body string) *crawl.Page {
		p, err := e.Read(t.Context(), &crawl.Response{URL: url, Final: url, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	stormWeb(t, e, 260, get)
	first := e.Model()
	if first == nil {
		t.Fatal("nothing was learned")
	}
	e.Use(floodJudge(t, Options{Judge: Fielded}))
	if e.Model() != first || e.ModelNumber() != first.Number {
		t.Error("the edit loses the model")
	}
	stormWeb(t, e, 260, get)
	if m := e.Model(); m.Number <= first.Number || len(m.Words) == 0 {
		t.Errorf("after the edit: %+v", m)
	}
	if _, known := e.Model().Purity["urn:flood"]; !known {
		t.Error("the new model does not know the new concept")
	}
}
