package relevance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// storms is a topic small enough to work values out by hand.
func storms() *semsim.TopicVector {
	entry := func(iri string, w float64, core bool, labels ...string) semsim.Entry {
		e := semsim.Entry{IRI: "urn:" + iri, Weight: w, Core: core}
		for _, l := range labels {
			lang := "en"
			if l[0] >= 0x80 {
				lang = "zh"
			}
			e.Labels = append(e.Labels, ontology.Label{Text: l, Lang: lang})
		}
		return e
	}
	return &semsim.TopicVector{Name: "storms", Entries: []semsim.Entry{
		entry("typhoon", 1, true, "typhoon", "台风"),
		entry("severe", 0.8, true, "severe tropical storm", "STS", "强热带风暴"),
		entry("loss", 0.6, false, "disaster losses", "灾情"),
		entry("gale", 0.5, false, "gale", "大风"),
	}}
}

func stormJudge(tb testing.TB, opt Options) *Judge {
	tb.Helper()
	v := storms()
	lex, err := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		tb.Fatal(err)
	}
	j, err := New(v, lex, opt)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func read(tb testing.TB, j *Judge, url, body string) *crawl.Page {
	tb.Helper()
	p, err := j.Read(context.Background(), &crawl.Response{URL: url, Final: url, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body)})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

const home = "http://example.com/a"

// filler is n words that mean nothing to the topic.
func filler(n int) string { return strings.Repeat("word ", n) }

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestDensityByHand(t *testing.T) {
	j := stormJudge(t, Options{Judge: Density})
	// 300 words, 2 core mentions of weight 1 in the body: hc = 2,
	// d = 200/500 = 0.4, e = 0.4 + 0.5 ln(3) 0.4.
	e := 0.4 + 0.5*math.Log(3)*0.4
	s := j.Score(read(t, j, home, "<p>typhoon typhoon "+filler(298)))
	near(t, "two mentions", s.Relevance, e/(e+2))
	if s.Relevant || len(s.Evidence) != 1 || s.Evidence[0].Count != 2 || s.Evidence[0].Concept != "urn:typhoon" || s.Evidence[0].Label != "typhoon" || s.Evidence[0].Group != "body" {
		t.Errorf("%+v", s)
	}
	// In the title and the h1: positions sqrt(1/.3) and sqrt(.8/.3), and T.
	// 300 visible words.
	hc := math.Sqrt(1/.3) + 0.8*math.Sqrt(.8/.3)
	d := 100 * hc / 500
	e = d + 0.5*math.Log1p(hc)*min(1, d) + 2
	s = j.Score(read(t, j, home, "<title>Typhoon</title><h1>Severe Tropical Storm</h1><p>"+filler(297)))
	near(t, "title and h1", s.Relevance, e/(e+2))
	if !s.Relevant || len(s.Evidence) != 2 || s.Evidence[0].Group != "title" || s.Evidence[0].Label != "Typhoon" {
		t.Errorf("%+v", s)
	}
	// Other concepts alone: 0.2 min(dn, 0.5), dn = 100 (0.6+0.5)/500 = 0.22.
	e = 0.2 * 0.22
	s = j.Score(read(t, j, home, "<p>gale disaster losses "+filler(297)))
	near(t, "others", s.Relevance, e/(e+2))
	s = j.Score(read(t, j, home, "<p>"+filler(300)))
	if s.Relevance != 0 || s.Relevant || s.Evidence != nil {
		t.Errorf("nothing: %+v", s)
	}
}

func TestCosinesByHand(t *testing.T) {
	// typhoon twice in the body, gale once in an anchor: f = 2 and .4/.3.
	d1, d2 := 1+math.Log(2), 1+math.Log(4./3)
	dot, dd := d1+0.5*d2, math.Sqrt(d1*d1+d2*d2)
	const body = "<p>typhoon typhoon <a href=x>gale</a>"
	j := stormJudge(t, Options{Judge: "literal"})
	near(t, "literal", j.Score(read(t, j, home, body)).Relevance, dot/dd/math.Sqrt(1+.64+.36+.25))
	j = stormJudge(t, Options{Judge: "present"})
	near(t, "present", j.Score(read(t, j, home, body)).Relevance, dot/dd/math.Sqrt(1.25)*2/3)
	near(t, "present, no core concept", j.Score(read(t, j, home, "<p>gale")).Relevance, 1*.5*.5)
}

// TestClassicsByHand works the models of retrieval out by hand. The topic is
// typhoon 1 and severe tropical storm .8, both core, disaster losses .6 and gale
// .5.
func TestClassicsByHand(t *testing.T) {
	score := func(judge, body string) crawl.Score {
		t.Helper()
		j := stormJudge(t, Options{Judge: judge})
		return j.Score(read(t, j, home, body))
	}
	// Two typhoons and a gale in 100 words: x = 2.5.
	full := score("full-text", "<p>typhoon typhoon gale "+filler(97))
	near(t, "full text", full.Relevance, 2.5/3.5)
	if len(full.Evidence) != 2 || full.Evidence[0].Concept != "urn:typhoon" || math.Abs(full.Evidence[0].Contribution-2/2.5*full.Relevance) > 1e-9 {
		t.Errorf("%+v", full)
	}
	for body, want := range map[string]float64{
		"typhoon and gale": 1, "typhoon, severe tropical storm": 1, "typhoon typhoon": 0, "gale, disaster losses": 0, "soup": 0,
	} {
		near(t, "boolean: "+body, score("boolean", "<p>"+body).Relevance, want)
	}
	// f = 2 and 1 in the body, so d = 2/3 and 1/2.
	or1 := math.Sqrt(4. / 9 / (1 + .64))
	or2 := math.Sqrt(.25 * .25 / (.36 + .25))
	near(t, "p-norm", score("p-norm", "<p>typhoon typhoon gale").Relevance, 1-math.Sqrt(((1-or1)*(1-or1)+(1-or2)*(1-or2))/2))
	near(t, "p-norm, nothing", score("p-norm", "<p>soup").Relevance, 0)
	// A core concept and another one of two each.
	o := func(on, off float64) float64 { return math.Log(on / (1 - on) / (off / (1 - off))) }
	logOdds := math.Log(.009/.991) + 2*math.Log((1-.181)/(1-.0020)) + 2*math.Log((1-.198)/(1-.0059)) + o(.181, .0020) + o(.198, .0059)
	near(t, "probabilistic", score("probabilistic", "<p>typhoon typhoon gale").Relevance, 1/(1+math.Exp(-.25*logOdds)))
	near(t, "probabilistic, nothing", score("probabilistic", "<p>soup").Relevance, 0)
	body := "<p>typhoon typhoon gale " + filler(97)
	near(t, "centroid", score(Centroid, body).Relevance, math.Sqrt(score("literal", body).Relevance*2.5/3.5))
	near(t, "centroid, nothing", score(Centroid, "<p>soup").Relevance, 0)
}

func TestHiddenTextIsNoEvidence(t *testing.T) {
	j := stormJudge(t, Options{})
	s := j.Score(read(t, j, home, "<p hidden>台风</p><div style='display:none'>typhoon</div><script>typhoon</script><!-- typhoon --><p>"+filler(50)))
	if s.Relevance != 0 {
		t.Errorf("%+v", s)
	}
}

// A page that repeats a word without end counts no more than one that uses it
// often.
func TestStuffing(t *testing.T) {
	j := stormJudge(t, Options{Judge: Density})
	often := j.Score(read(t, j, home, "<p>"+strings.Repeat("typhoon "+filler(9), 100))).Relevance
	stuffed := j.Score(read(t, j, home, "<p>"+strings.Repeat("typhoon ", 1000))).Relevance
	near(t, "stuffed", stuffed, often)
	keywords := j.Score(read(t, j, home, "<meta name=keywords content='"+strings.Repeat("typhoon, ", 500)+"'><p>"+filler(300))).Relevance
	if keywords > 0.1 {
		t.Errorf("keywords alone: %v", keywords)
	}
}

func TestAcronyms(t *testing.T) {
	j := stormJudge(t, Options{})
	if s := j.Score(read(t, j, home, "<title>STS-107</title><p>STS STS STS "+filler(20))); s.Relevance != 0 || s.Evidence != nil {
		t.Errorf("acronyms alone: %+v", s)
	}
	if s := j.Score(read(t, j, home, "<p>severe tropical storm STS "+filler(20))); len(s.Evidence) != 2 {
		t.Errorf("acronyms explained: %+v", s)
	}
}

func TestListOfArticles(t *testing.T) {
	j := stormJudge(t, Options{})
	one := j.Score(read(t, j, home, "<h1>Typhoon</h1><p>"+filler(300))).Relevance
	list := j.Score(read(t, j, home, "<h1>Typhoon</h1>"+strings.Repeat("<h1>Other</h1>", 9)+"<p>"+filler(291))).Relevance
	if one < 0.5 || list > 0.49 {
		t.Errorf("one h1 %v, one of ten %v", one, list)
	}
}

func TestLayout(t *testing.T) {
	j := stormJudge(t, Options{})
	score := func(body string) float64 {
		return j.Score(read(t, j, home, body+"<p>"+filler(100))).Relevance
	}
	list := "<ul><li><a href=1>typhoon one</a><li><a href=2>typhoon two</a></ul>"
	main := score(list)
	for name, body := range map[string]string{
		"nav":                "<nav>" + list + "</nav>",
		"footer":             "<footer>" + list + "</footer>",
		"aside":              "<aside>" + list + "</aside>",
		"related":            "<h3>Related posts</h3>" + list,
		"related, zh":        "<strong>相关阅读</strong>" + list,
		"related, teaser":    "<h3>Recommended for you</h3><p>5 May</p>" + list,
		"named by its class": "<div class=related-posts>" + list + "</div>",
	} {
		if got := score(body); got > main/2 || got == 0 {
			t.Errorf("%s: %v, in the content %v", name, got, main)
		}
	}
	for name, body := range map[string]string{
		"ordinary heading": "<h3>News</h3>" + list,
		"after the list":   "<h3>Related posts</h3><ul><li><a href=3>x</a></ul><h3>News</h3>" + list,
		"the text goes on": "<h3>Related work</h3><p>" + filler(40) + "</p>" + list,
	} {
		if got := score(body); got < main*0.8 {
			t.Errorf("%s: %v, in the content %v", name, got, main)
		}
	}
	// Prose in an aside is not a list of links.
	if got, want := score("<aside><p>typhoon in prose</p></aside>"), score("<p>typhoon in prose</p>"); got != want {
		t.Errorf("aside %v, main %v", got, want)
	}
}

func TestBoilerplate(t *testing.T) {
	j := stormJudge(t, Options{})
	body := func(i int) string {
		return fmt.Sprintf("<title>Page %d | Typhoon Club</title><p>Typhoon Club: all about the typhoon</p><h1>Page %d</h1><p>%s %d</p>", i, i, filler(20), i)
	}
	first := j.Score(read(t, j, home, body(0)))
	if first.Relevance < 0.5 {
		t.Errorf("first page: %+v", first)
	}
	for i := range 9 {
		j.Learn(read(t, j, home, body(i)))
	}
	if s := j.Score(read(t, j, home, body(9))); s.Relevance != first.Relevance {
		t.Errorf("nine pages known: %+v", s)
	}
	j.Learn(read(t, j, home, body(9)))
	if s := j.Score(read(t, j, home, body(10))); s.Relevance != 0 {
		t.Errorf("ten pages known: %+v", s)
	}
	if s := j.Score(read(t, j, "http://other.example/", body(10))); s.Relevance != first.Relevance {
		t.Errorf("another host: %+v", s)
	}
	// The page's own segment of the title counts on.
	own := "<title>Typhoon | Typhoon Club</title><p>" + filler(20)
	if s := j.Score(read(t, j, home, own)); len(s.Evidence) != 1 || s.Evidence[0].Count != 1 || s.Relevance < 0.5 {
		t.Errorf("own title: %+v", s)
	}
	// More than a tenth of the pages is asked for, and more than three.
	for i := range 40 {
		j.Learn(read(t, j, home, fmt.Sprintf("<p>%d different %s", i, filler(i))))
	}
	for range 5 {
		j.Learn(read(t, j, home, "<p>A typhoon came."))
	}
	if s := j.Score(read(t, j, home, "<p>A typhoon came.")); s.Relevance == 0 {
		t.Errorf("five of 55 pages: %+v", s)
	}
	j.Learn(read(t, j, home, "<p>A typhoon came."))
	if s := j.Score(read(t, j, home, "<p>A typhoon came.")); s.Relevance != 0 {
		t.Errorf("six of 56 pages: %+v", s)
	}
}

// What the journal keeps of a page teaches the same.
func TestLearnFromJournal(t *testing.T) {
	a, b := stormJudge(t, Options{}), stormJudge(t, Options{})
	for i := range 120 {
		p := read(t, a, home, fmt.Sprintf("<title>%d - Typhoon</title><nav>menu typhoon</nav><p>text %d<p>twice<p>twice", i, i))
		a.Learn(p)
		q := &crawl.Page{Host: p.Host, Title: p.Title}
		for _, bl := range p.Blocks {
			q.Blocks = append(q.Blocks, crawl.Block{Key: bl.Key, Title: bl.Title, H1: bl.H1, Region: bl.Region})
		}
		b.Learn(q)
	}
	x, _ := binenc.Marshal(a)
	y, _ := binenc.Marshal(b)
	if !cmp.Equal(x, y) || len(x) < 100 {
		t.Errorf("memories of %d and %d bytes differ", len(x), len(y))
	}
}

func TestMemoryRoundTrip(t *testing.T) {
	j := stormJudge(t, Options{})
	for i := range 60 {
		j.Learn(read(t, j, fmt.Sprintf("http://host%d.example/", i%4), fmt.Sprintf("<title>%d | x</title><p>menu<p>%d", i, i)))
	}
	data, err := binenc.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	k := stormJudge(t, Options{})
	if err := k.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	again, _ := binenc.Marshal(k)
	if !cmp.Equal(data, again) {
		t.Error("what was stored and what was loaded differ")
	}
	p := read(t, j, "http://host1.example/", "<p>menu<p>typhoon")
	if d := cmp.Diff(j.Score(p), k.Score(p)); d != "" {
		t.Error(d)
	}
	for _, bad := range [][]byte{nil, {9}, data[:len(data)-1], append(data[:len(data):len(data)], 0), {2, 200}} {
		if err := k.ReadFrom(bytes.NewReader(bad)); err == nil {
			t.Errorf("%d bytes of rubbish were taken", len(bad))
		}
	}
	if again, _ := binenc.Marshal(k); !cmp.Equal(data, again) {
		t.Error("an error changed the memory")
	}
}

func TestLinkTerms(t *testing.T) {
	j := stormJudge(t, Options{})
	p := read(t, j, home, `<h2>Typhoon season</h2><p>A gale and a typhoon blew <a href="/news/SevereTropicalStorm-%E5%8F%B0%E9%A3%8E?q=gale" title="Typhoon warning">Typhoon and gale</a> over it.</p>
<p><a href="/x">nothing</a></p><p hidden><a href="/typhoon_2.html">typhoon</a></p><p><a href="/y" title="disaster losses">more</a>`)
	want := []crawl.LinkTerms{
		{AnchorCore: 2, AnchorOther: .5, AnchorCover: 11. / 16, ContextCore: 1, ContextOther: .5, HeadingCore: 1, URLCore: 1.8, URLOther: .5, Relevance: p.Links[0].Terms.Relevance, Title: 1},
		{HeadingCore: 1},
		{HeadingCore: 1, URLCore: 1},
		{AnchorOther: .6, HeadingCore: 1, Relevance: p.Links[3].Terms.Relevance, Title: .6},
	}
	for i, l := range p.Links {
		if d := cmp.Diff(want[i], l.Terms); d != "" {
			t.Errorf("%s: %s", l.URL, d)
		}
	}
	if r := p.Links[0].Terms.Relevance; r < .8 || r > 1 {
		t.Errorf("R(A) with a core concept: %v", r)
	}
	if r := p.Links[3].Terms.Relevance; r < .05 || r > .4 {
		t.Errorf("R(A) without a core concept: %v", r)
	}
	// A page without any mention can still link to one by its address.
	p = read(t, j, home, `<a href="/typhoon/">more</a>`)
	if tm := p.Links[0].Terms; tm.URLCore != 1 || tm.AnchorCore != 0 {
		t.Errorf("%+v", tm)
	}
}

func TestURLWords(t *testing.T) {
	for in, want := range map[string]string{
		"http://typhoon.example/":                    "",
		"http://h/2009/TyphoonMorakot_en.html?a=b":   "2009 Typhoon Morakot en html a b",
		"http://h/%E5%8F%B0%E9%A3%8E/%B7%E7":         "%E5%8F%B0%E9%A3%8E/%B7%E7", // not UTF-8: left as it is
		"http://h/tags/%E5%8F%B0%E9%A3%8E+%E8%B7%AF": "tags 台风 路",
	} {
		got := urlWords(in)
		if strings.Contains(want, "%") {
			want = strings.Map(func(r rune) rune {
				if r == '%' || r == '/' {
					return ' '
				}
				return r
			}, want)
		}
		if got != want {
			t.Errorf("urlWords(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	v := storms()
	lex, _ := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	bad := storms()
	bad.Entries[0].Weight = math.NaN()
	none := &semsim.TopicVector{Entries: []semsim.Entry{{IRI: "urn:x"}}}
	for name, f := range map[string]func() (*Judge, error){
		"no topic":   func() (*Judge, error) { return New(nil, lex, Options{}) },
		"empty":      func() (*Judge, error) { return New(&semsim.TopicVector{}, lex, Options{}) },
		"no lexicon": func() (*Judge, error) { return New(v, nil, Options{}) },
		"judge":      func() (*Judge, error) { return New(v, lex, Options{Judge: "cosine"}) },
		"phi":        func() (*Judge, error) { return New(v, lex, Options{Phi: 1.5}) },
		"phi NaN":    func() (*Judge, error) { return New(v, lex, Options{Phi: math.NaN()}) },
		"groups":     func() (*Judge, error) { return New(v, lex, Options{Groups: &[5]float64{1, 1, 1, 1, 0}}) },
		"weight":     func() (*Judge, error) { return New(bad, lex, Options{}) },
		"weightless": func() (*Judge, error) { return New(none, lex, Options{}) },
	} {
		if j, err := f(); err == nil || j != nil || !strings.HasPrefix(err.Error(), "relevance: ") {
			t.Errorf("%s: %v, %v", name, j, err)
		}
	}
	for _, name := range Names() {
		j, err := New(v, lex, Options{Judge: name})
		if err != nil || j.Name() != name || j.Phi() != Phi(name) || Phi(name) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTermsOf(t *testing.T) {
	v := &semsim.TopicVector{Entries: []semsim.Entry{
		{IRI: "urn:a", Labels: []ontology.Label{{Text: "typhoon", Lang: "en"}, {Text: "storm", Kind: ontology.Loose}, {Text: "hidden", Kind: ontology.Hidden}, {Text: "…"}, {Text: strings.Repeat("长", 201)}}},
		{IRI: "http://x/#TropicalCyclone_2D"},
		{IRI: "http://x/#Loose", Labels: []ontology.Label{{Text: "weather", Kind: ontology.Loose}}},
	}}
	want := []lexicon.Term{{Text: "typhoon", Lang: "en"}, {Text: "hidden"}, {Text: "Tropical Cyclone 2D", Entry: 1}}
	if d := cmp.Diff(want, TermsOf(v)); d != "" {
		t.Error(d)
	}
	if _, err := lexicon.New(TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie}); err != nil {
		t.Error(err)
	}
}

func TestReadErrors(t *testing.T) {
	j := stormJudge(t, Options{})
	if _, err := j.Read(context.Background(), &crawl.Response{URL: home, Body: make([]byte, 100)}); !errors.Is(err, crawl.ErrNotPage) {
		t.Errorf("NULs: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := j.Read(ctx, &crawl.Response{URL: home, Body: []byte("<p>x")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestReadConcurrently(t *testing.T) {
	j := stormJudge(t, Options{})
	body := "<p>typhoon <a href=x>gale</a> " + filler(50)
	want := read(t, j, home, body)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				p, err := j.Read(context.Background(), &crawl.Response{URL: home, Final: home, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body)})
				if err != nil || !cmp.Equal(p, want) {
					t.Error("reads differ", err)
					return
				}
			}
		})
	}
	for range 50 { // the deciding goroutine goes on meanwhile
		own := *want
		j.Score(&own)
		j.Learn(&own)
	}
	wg.Wait()
}

// drawPage is any marked page of the topic.
func drawPage(t *rapid.T) *crawl.Page {
	p := &crawl.Page{Host: "h", Words: rapid.IntRange(0, 500).Draw(t, "words")}
	for range rapid.IntRange(0, 8).Draw(t, "blocks") {
		g := crawl.Group(rapid.IntRange(0, crawl.NumGroups-1).Draw(t, "group"))
		b := crawl.Block{
			Text: "typhoon", Spans: []crawl.Span{{End: 7, Group: g}},
			Region: crawl.Region(rapid.IntRange(0, 4).Draw(t, "region")),
			H1:     g == crawl.GroupHeading && rapid.Bool().Draw(t, "h1"),
			Title:  g == crawl.GroupTitle && rapid.Bool().Draw(t, "title"),
			Key:    rapid.Uint64Range(0, 3).Draw(t, "key"),
		}
		for range rapid.IntRange(0, 30).Draw(t, "mentions") {
			b.Mentions = append(b.Mentions, crawl.Mention{Entry: rapid.Int32Range(0, 3).Draw(t, "entry"), Term: 0, End: 7, Group: g})
		}
		p.Blocks = append(p.Blocks, b)
	}
	return p
}

// Laws of every judgement: from 0 to 1, 0 without mentions, reasons that add up
// to it, the same again.
func TestLaws(t *testing.T) {
	for _, name := range Names() {
		j := stormJudge(t, Options{Judge: name})
		rapid.Check(t, func(t *rapid.T) {
			p := drawPage(t)
			s := j.Score(p)
			mentions, sum := 0, 0.0
			for _, b := range p.Blocks {
				mentions += len(b.Mentions)
			}
			for i, e := range s.Evidence {
				sum += e.Contribution
				if e.Contribution <= 0 || e.Count < 1 || i > 0 && e.Contribution > s.Evidence[i-1].Contribution {
					t.Fatalf("evidence %+v", s.Evidence)
				}
			}
			switch {
			case !(s.Relevance >= 0 && s.Relevance <= 1), s.Relevant != (s.Relevance > j.Phi()):
				t.Fatalf("%s: %+v", name, s)
			case mentions == 0 && s.Relevance != 0, mentions > 0 && s.Relevance == 0 && name != "boolean":
				t.Fatalf("%s: %d mentions, %+v", name, mentions, s)
			case math.Abs(sum-s.Relevance) > 1e-9:
				t.Fatalf("%s: contributions add up to %v of %v", name, sum, s.Relevance)
			case !cmp.Equal(s, j.Score(p)):
				t.Fatalf("%s: judged twice, judged otherwise", name)
			}
		})
	}
}

// Law of density: one more mention of a core concept never makes a page less
// relevant.
func TestMonotone(t *testing.T) {
	j := stormJudge(t, Options{})
	rapid.Check(t, func(t *rapid.T) {
		p := drawPage(t)
		if len(p.Blocks) == 0 {
			return
		}
		before := j.Score(p).Relevance
		b := &p.Blocks[rapid.IntRange(0, len(p.Blocks)-1).Draw(t, "at")]
		b.Mentions = append(b.Mentions, crawl.Mention{Entry: rapid.Int32Range(0, 1).Draw(t, "core"), End: 7, Group: b.Spans[0].Group})
		if after := j.Score(p).Relevance; after < before-1e-12 {
			t.Fatalf("from %v to %v", before, after)
		}
	})
}

func FuzzUnmarshal(f *testing.F) {
	j := stormJudge(f, Options{})
	for i := range 12 {
		j.Learn(&crawl.Page{Host: "h", Title: "a | b", Blocks: []crawl.Block{{Key: uint64(i)}}})
	}
	data, _ := binenc.Marshal(j)
	f.Add(data)
	f.Add([]byte{1, 1, 1, 'h', 3, 255, 255, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		k := stormJudge(t, Options{})
		if k.ReadFrom(bytes.NewReader(data)) != nil {
			return
		}
		first, _ := binenc.Marshal(k)
		if err := k.ReadFrom(bytes.NewReader(first)); err != nil {
			t.Fatal(err)
		}
		if again, _ := binenc.Marshal(k); !cmp.Equal(first, again) {
			t.Fatal("not stable")
		}
	})
}

func benchPage(b *testing.B) *crawl.Response {
	var s strings.Builder
	s.WriteString("<html lang=zh><title>台风登陆</title><nav><ul>")
	for i := range 15 {
		fmt.Fprintf(&s, "<li><a href='/c/%d'>栏目 %d</a>", i, i)
	}
	s.WriteString("</ul></nav>")
	for i := range 25 {
		fmt.Fprintf(&s, "<p>今天下午台风在沿海登陆，风力很大，各地做好防御工作，<a href='/news/%d.html'>详细报道 %d</a>。%s</p>", i, i, strings.Repeat("没有关系的文字", 12))
	}
	return &crawl.Response{URL: home, Final: home, ContentType: "text/html; charset=utf-8", Body: []byte(s.String())}
}

func BenchmarkMark(b *testing.B) {
	j := judgeOf(b, topicOf(b, "typhoon"), Options{})
	p, anchors, err := page.ParseAnchors(benchPage(b))
	if err != nil {
		b.Fatal(err)
	}
	j.mark(p, anchors) // the dictionary is loaded when it is first needed
	b.ReportAllocs()
	for b.Loop() {
		j.mark(p, anchors)
	}
}

func BenchmarkRead(b *testing.B) {
	j := judgeOf(b, topicOf(b, "typhoon"), Options{})
	r := benchPage(b)
	j.Read(b.Context(), r) // the dictionary is loaded when it is first needed
	b.SetBytes(int64(len(r.Body)))
	b.ReportAllocs()
	for b.Loop() {
		j.Read(b.Context(), r)
	}
}

func BenchmarkScore(b *testing.B) {
	j := judgeOf(b, topicOf(b, "typhoon"), Options{})
	p, err := j.Read(b.Context(), benchPage(b))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		j.Score(p)
	}
}
