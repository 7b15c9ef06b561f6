package relevance

import (
	"bytes"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// floods is the topic of storms after somebody added floods in front of it, so
// that every concept has another number.
func floods() *semsim.TopicVector {
	v := storms()
	flood := semsim.Entry{IRI: "urn:flood", Weight: 1, Core: true, Labels: []ontology.Label{{Text: "flood", Lang: "en"}}}
	v.Entries = append([]semsim.Entry{flood}, v.Entries...)
	return v
}

func TestEdited(t *testing.T) {
	first := stormJudge(t, Options{})
	e := NewEdited(first)
	get := func(body string) *crawl.Page {
		t.Helper()
		p, err := e.Read(t.Context(), &crawl.Response{URL: home, Final: home, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const storm, flood = "<title>Typhoon</title><p>A typhoon came, a typhoon went.", "<title>Flood</title><p>A flood came, a flood went."
	onItsWay := get(storm)
	before := e.Score(onItsWay)
	if s := e.Score(get(flood)); s.Relevance != 0 {
		t.Errorf("before the edit a flood is %v", s.Relevance)
	}
	e.Learn(onItsWay)

	v := floods()
	lex, err := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		t.Fatal(err)
	}
	second, err := New(v, lex, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e.Use(second)

	// The page that was on its way is judged by the version that read it.
	after := e.Score(onItsWay)
	near(t, "a page on its way", after.Relevance, before.Relevance)
	if after.Evidence[0].Concept != "urn:typhoon" {
		t.Errorf("evidence %+v", after.Evidence)
	}
	// The next page is judged by the new one.
	s := e.Score(get(flood))
	if !s.Relevant || s.Evidence[0].Concept != "urn:flood" {
		t.Errorf("after the edit a flood is %+v", s)
	}
	// What is known of hosts is one memory, whoever learned it.
	e.Learn(get(flood))
	if got := second.hosts.Of("example.com").Pages(); got != 2 {
		t.Errorf("the new version knows %d pages of the host; want 2", got)
	}
	memory, err := binenc.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.ReadFrom(bytes.NewReader(memory)); err != nil || second.hosts.Of("example.com").Pages() != 2 {
		t.Errorf("read back: %v, %d pages", err, second.hosts.Of("example.com").Pages())
	}
	list := &crawl.Page{Links: []crawl.Link{{Text: "flood"}}}
	if e.MarkLinks(list); list.Links[0].Terms.AnchorCore == 0 || list.Marks != 1 {
		t.Errorf("a list of links: %+v", list)
	}
}
