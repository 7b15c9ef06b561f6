package relevance

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// plain switches off what the hand would have to repeat in each value.
func plain(j *Judge) *Judge {
	r := shipped()
	r.learn, r.topic, r.cores, r.lead, r.address, r.brief = false, 0, 0, 0, 0, 0
	j.use(r)
	return j
}

func TestFieldedByHand(t *testing.T) {
	j := plain(stormJudge(t, Options{}))
	// 300 words, two core mentions of weight 1 in the body: D = 200/500 = .4, h = 2,
	// e = .4 + .5 ln(3) .4, x = e + .1.
	x := .4 + .5*math.Log(3)*.4 + .1
	s := j.Score(read(t, j, home, "<p>typhoon typhoon "+filler(298)))
	near(t, "two mentions", s.Relevance, x/(x+1.5))
	// Title 3.65 and h1 2.7 times .8, 300 visible words; H is 1.
	h := 3.65 + .8*2.7
	x = 100*h/500 + .5*math.Log1p(h)*min(1, 100*h/500) + 2 + .1
	s = j.Score(read(t, j, home, "<title>Typhoon</title><h1>Severe Tropical Storm</h1><p>"+filler(297)))
	near(t, "title and h1", s.Relevance, x/(x+1.5))
	// Other concepts alone: .2 min(dn, .5), dn = 100 (.6+.5)/500.
	x = .2*.22 + .1
	near(t, "others", j.Score(read(t, j, home, "<p>gale disaster losses "+filler(297))).Relevance, x/(x+1.5))
	// In the address of a page that names it: 1.
	j.rule.address = 1
	x = .2 + .5*math.Log(2)*.2 + 1 + .1
	s = j.Score(read(t, j, "http://example.com/news/typhoon-haiyan.html", "<p>typhoon "+filler(299)))
	near(t, "address", s.Relevance, x/(x+1.5))
	if s.Evidence[0].Group != groupAddress || s.Evidence[0].Count != 1 {
		t.Errorf("%+v", s.Evidence)
	}
}

// TestAbove: a page inherits from the page above it and from what its links call the
// pages above.
func TestAbove(t *testing.T) {
	j := stormJudge(t, Options{})
	top := read(t, j, "http://a.example/4332", "<title>Typhoon Haiyan</title><h1>Typhoon Haiyan</h1><p>The typhoon came. "+filler(60))
	s := j.Score(top)
	j.Learn(top)
	below := j.Score(read(t, j, "http://a.example/4332/notices", "<p>"+filler(60)))
	if !s.Relevant || below.Relevance < .2 || below.Relevant || below.Evidence[0].Group != groupParent || below.Evidence[0].Label != "http://a.example/4332" {
		t.Errorf("above %+v, below %+v", s, below)
	}
	named := j.Score(read(t, j, "http://b.example/4332/notices", `<a href="/4332">Typhoon Haiyan</a><p>`+filler(60)))
	if !named.Relevant {
		t.Errorf("named by its link to the page above: %+v", named)
	}
	if other := j.Score(read(t, j, "http://b.example/4332/notices", `<a href="/77">Typhoon Haiyan</a><p>`+filler(60))); other.Relevance >= named.Relevance {
		t.Errorf("a link elsewhere: %v", other.Relevance)
	}
	if root := j.Score(read(t, j, "http://a.example/x", "<p>"+filler(60))); root.Relevance != 0 {
		t.Errorf("below the root: %+v", root)
	}
}

// TestBreadth: a short page that names five concepts once each is relevant before
// anything is learned.
func TestBreadth(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{})
	s := j.Score(read(t, j, home, "<p>The tropical cyclone grew to a super typhoon; the eyewall, the storm surge and the gale did the rest, said the forecast of the cyclone centre. "+filler(30)))
	if !s.Relevant {
		t.Errorf("%+v", s)
	}
}

// Laws of fielded with a model: from 0 to 1, reasons that add up, one more mention of
// a core concept never lowers the relevance as long as its words are the same.
func TestFieldedLaws(t *testing.T) {
	j := stormJudge(t, Options{})
	j.UseModel(someModel())
	j.sense = nil // what stands beside a word is another matter
	rapid.Check(t, func(t *rapid.T) {
		p := drawPage(t)
		p.Lang = "en"
		words := []crawl.WordCount{{Word: "landfall", Count: uint16(rapid.IntRange(1, 9).Draw(t, "landfall"))}}
		p.Features = &crawl.Features{Words: words[:rapid.IntRange(0, 1).Draw(t, "words")]}
		again := *p
		s := j.Score(&again)
		sum := 0.0
		for _, e := range s.Evidence {
			sum += e.Contribution
		}
		if !(s.Relevance >= 0 && s.Relevance <= 1) || math.Abs(sum-s.Relevance) > 1e-9 {
			t.Fatalf("%v, contributions %v: %+v", s.Relevance, sum, s.Evidence)
		}
		if len(p.Blocks) == 0 {
			return
		}
		b := &p.Blocks[rapid.IntRange(0, len(p.Blocks)-1).Draw(t, "at")]
		b.Mentions = append(b.Mentions, crawl.Mention{Entry: rapid.Int32Range(0, 1).Draw(t, "core"), End: 7, Group: b.Spans[0].Group})
		if after := j.Score(p).Relevance; after < s.Relevance-1e-12 {
			t.Fatalf("from %v to %v", s.Relevance, after)
		}
	})
}

// marked returns a judge of the topic of storms with other marks and weights.
func marked(t *testing.T, change func(*semsim.Entry)) *Judge {
	t.Helper()
	v := storms()
	for i := range v.Entries {
		change(&v.Entries[i])
	}
	lex, err := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(v, lex, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestOddTopics: every concept is core, or none is; weights are odd.
func TestOddTopics(t *testing.T) {
	for name, change := range map[string]func(*semsim.Entry){
		"all core":       func(e *semsim.Entry) { e.Core = true },
		"none core":      func(e *semsim.Entry) { e.Core = false },
		"tiny weights":   func(e *semsim.Entry) { e.Weight = 1e-300 },
		"mostly nothing": func(e *semsim.Entry) { e.Weight = math.Floor(e.Weight) },
		"no labels":      func(e *semsim.Entry) { e.Labels = e.Labels[:1:1] },
		"one label":      func(e *semsim.Entry) { e.Labels = []ontology.Label{{Text: "typhoon", Lang: "en"}} },
	} {
		j := marked(t, change)
		stormWeb(t, j, 260, func(url, body string) *crawl.Page { return read(t, j, url, body) })
		j.Relearn()
		for _, body := range oddPages() {
			s := j.Score(read(t, j, home, body))
			if !(s.Relevance >= 0 && s.Relevance <= 1) || s.Relevant != (s.Relevance > j.Phi()) {
				t.Errorf("%s: %+v for %.40s", name, s, body)
			}
		}
		if s := j.Score(read(t, j, home, oddPages()["a storm"])); name != "mostly nothing" && !s.Relevant {
			t.Errorf("%s: a page about a typhoon is %+v", name, s)
		}
	}
}

// oddPages are pages that no rule was made for.
func oddPages() map[string]string {
	return map[string]string{
		"a storm":         "<title>Typhoon</title><h1>Typhoon</h1><p>The typhoon came. " + filler(40),
		"one word":        "typhoon",
		"one other word":  "soup",
		"a long title":    "<title>" + strings.Repeat("Typhoon and soup ", 700) + "</title><p>" + filler(10),
		"three languages": "<p>typhoon " + filler(20) + "<p>台风登陆，大风灾情严重<p>тайфун ураган ветер",
		"only code":       "<pre>typhoon typhoon\n" + filler(50) + "</pre>",
		"only a menu":     "<nav><a href=/typhoon>typhoon</a></nav>",
		"not UTF-8":       "<p>typhoon \xff\xfe\xe5\x8f landfall",
	}
}

// TestManyMentions: a million mentions are judged, and count no more than many.
func TestManyMentions(t *testing.T) {
	if testing.Short() {
		t.Skip("judges a million mentions")
	}
	j := stormJudge(t, Options{})
	many := j.Score(read(t, j, home, "<p>"+strings.Repeat("typhoon ", 1_000_000)))
	if !many.Relevant || many.Evidence[0].Count != 1_000_000 {
		t.Errorf("%v, %+v", many.Relevance, many.Evidence[0])
	}
}

// TestTopicRemoved: what was learned about concepts that an edit removed is no harm.
func TestTopicRemoved(t *testing.T) {
	old := stormJudge(t, Options{})
	e := NewEdited(old)
	get := func(url, body string) *crawl.Page {
		p, err := e.Read(t.Context(), &crawl.Response{URL: url, Final: url, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	stormWeb(t, e, 260, get)
	v := &semsim.TopicVector{Name: "gales", Entries: storms().Entries[3:]}
	lex, err := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		t.Fatal(err)
	}
	gales, err := New(v, lex, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e.Use(gales)
	stormWeb(t, e, 400, get)
	if m := e.relearn(); m == nil || math.IsNaN(m.Purity["urn:gale"]) {
		t.Errorf("%+v", m)
	}
	if s := e.Score(get(home, "<p>A typhoon came.")); s.Relevance != 0 {
		t.Errorf("a removed concept counts: %+v", s)
	}
}

// benchText is a page of about 15 KB, with or without mentions.
func benchText(mention string) string {
	var s strings.Builder
	s.WriteString("<title>News of the day</title><h1>News of the day</h1>")
	for i := range 30 {
		fmt.Fprintf(&s, "<p>Paragraph %d%s speaks of ", i, mention)
		for k := range 70 {
			fmt.Fprintf(&s, "word%c%c%c ", 'a'+(i*7+k)%26, 'a'+k%26, 'a'+(i+k*3)%26)
		}
	}
	return s.String()
}

// BenchmarkJudge is the CPU of judging beyond parsing: marking the labels in the
// blocks, and the score with the learned words.
func BenchmarkJudge(b *testing.B) {
	for name, mention := range map[string]string{"without": "", "with": " of a typhoon and its storm surge"} {
		b.Run(name, func(b *testing.B) {
			j := judgeOf(b, topicOf(b, "typhoon"), Options{Judge: Fielded})
			j.UseModel(someModel())
			p := read(b, j, home, benchText(mention))
			b.ReportAllocs()
			for b.Loop() {
				p.Features = nil
				j.Mark(p)
				j.Score(p)
			}
		})
	}
}
