package papers

import (
	"fmt"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/linkranktest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// linked is a link with what the topic's words say of it.
func linked(url, text string, t crawl.LinkTerms) crawl.Link {
	return crawl.Link{URL: url, Host: urlpattern.Split(url).Host, Text: text, Terms: t}
}

// fetched is a visit of a page with these links.
func fetched(url string, relevance float64, links ...crawl.Link) *crawl.Visit {
	v := linkranktest.Page(url, relevance, nil)
	v.Page.Links = links
	v.Score.Relevant = relevance > .5
	return v
}

func bare(urls ...string) (out []crawl.Link) {
	for _, u := range urls {
		out = append(out, linked(u, "", crawl.LinkTerms{}))
	}
	return out
}

// TestMetadata works 4.1 to 4.5 out by hand.
func TestMetadata(t *testing.T) {
	for _, tt := range []struct {
		name                    string
		link                    crawl.Link
		uh, teh, tih, amh, mean float64
	}{
		{"nothing", linked("http://h.test/a", "more", crawl.LinkTerms{}), 0, 0, 0, 0, 0},
		// typhoon (similarity 1), news: half of two words.
		{"anchor", linked("http://h.test/a", "typhoon news", crawl.LinkTerms{AnchorCore: 1, AnchorCover: .5}), 0, 1, 0, .5, .5},
		// The address: news, typhoon, html.
		{"address", linked("http://h.test/news/typhoon.html", "more", crawl.LinkTerms{URLCore: 1}), 1, 0, 0, .3, 1. / 3},
		{"context", linked("http://h.test/a", "more", crawl.LinkTerms{ContextOther: .4}), 0, 1, 0, .5, 0},
		{"all", linked("http://h.test/typhoon", "typhoon", crawl.LinkTerms{URLCore: 1, AnchorCore: 1, AnchorCover: 1, Title: 1}), 1, 1, 1, 1, 1},
		// An image: its context stands for it; .4 of .4 + 2 words.
		{"no text", crawl.Link{URL: "http://h.test/a", Context: "rising water", Terms: crawl.LinkTerms{ContextOther: .4}}, 0, 1, 0, .5, .4 / 2.4},
	} {
		for i, m := range []*Metadata{NewUH(), NewTeH(), NewTiH(), NewAMH(), NewRW()} {
			want := []float64{tt.uh, tt.teh, tt.tih, tt.amh, tt.mean}[i]
			m.Observe(fetched("http://h.test/", 0, tt.link))
			if got := m.Score(tt.link.URL); !near(got, want, 1e-6) {
				t.Errorf("%s, %s: %v, want %v", tt.name, m.name, got, want)
			}
		}
	}
}

// TestRWB: a link that RW takes keeps its RW; of the others about one in ten
// gets another chance, by the page if that is relevant and by chance if not.
func TestRWB(t *testing.T) {
	good := linked("http://h.test/good", "typhoon", crawl.LinkTerms{AnchorCore: 1, AnchorCover: 1})
	for _, page := range []float64{.8, .1} {
		m := NewRWB(7)
		links := []crawl.Link{good}
		for i := range 2000 {
			links = append(links, linked(fmt.Sprint("http://h.test/", i), "more", crawl.LinkTerms{}))
		}
		m.Observe(fetched("http://h.test/", page, links...))
		if w := m.Score(good.URL); w != 1 {
			t.Errorf("a good link has score %v", w)
		}
		chances, sum := 0, 0.0
		for _, l := range links[1:] {
			if w := m.Score(l.URL); w > 0 {
				chances++
				sum += w
			}
		}
		if chances < 150 || chances > 250 {
			t.Errorf("%d of 2000 links got a chance, want about 200", chances)
		}
		want := .8
		if page < .5 {
			want = .5 // the mean of even draws
		}
		if mean := sum / float64(chances); !near(mean, want, .08) {
			t.Errorf("page %v: mean score of a second chance %v, want about %v", page, mean, want)
		}
	}
}

// TestClassicPageRank: the seed links to a and b, a links to b. By 4.7 without
// in-links PR is .15; by 4.8 with three pages .15/2.
func TestClassicPageRank(t *testing.T) {
	for _, tt := range []struct {
		name     string
		f        *Flow
		s, a, b  float64
		stranger float64
	}{
		{"4.7", NewClassicPageRank(), .15, .15 + .85*.15/2, .15 + .85*(.15/2+.15+.85*.15/2), .15},
		{"4.8", NewNormalPageRank(), .075, .075 + .85*.075/2, .075 + .85*(.075/2+.075+.85*.075/2), .075},
	} {
		tt.f.Observe(fetched("http://h.test/s", 1, bare("http://h.test/a", "http://h.test/b", "http://h.test/a", "http://h.test/s")...))
		tt.f.Observe(fetched("http://h.test/a", 0, bare("http://h.test/b")...))
		tt.f.sweep(10)
		for url, want := range map[string]float64{"s": tt.s, "a": tt.a, "b": tt.b, "?": tt.stranger} {
			if got := tt.f.Score("http://h.test/" + url); !near(got, want, 1e-12) {
				t.Errorf("%s: PR(%s) = %v, want %v", tt.name, url, got, want)
			}
		}
	}
}

// TestIPageRank: of two links, one with RWB 1 and one with 0 and no second
// chance, the first gets the whole rank.
func TestIPageRank(t *testing.T) {
	f := NewIPageRank(1)
	good := linked("http://h.test/good", "typhoon", crawl.LinkTerms{AnchorCore: 1, AnchorCover: 1})
	poor := "http://h.test/poor"
	if drawn(1, "p1", poor) >= rwbRate {
		t.Fatal("this seed gives the poor link a second chance; choose another name")
	}
	f.Observe(fetched("http://h.test/s", 0, good, linked(poor, "more", crawl.LinkTerms{})))
	rank := .15 + .85*.15
	if got, want := f.Score(good.URL), rank/(1+rank); !near(got, want, 1e-12) {
		t.Errorf("IPR of the good link %v, want %v", got, want)
	}
	if got := f.Score(poor); got != 0 {
		t.Errorf("IPR times RWB of the poor link %v, want 0", got)
	}
}

// TestHITS: s1 and s2 link to a, s1 links to b. The principal eigenvector of
// the co-citation matrix {{2,1},{1,1}} is (golden ratio, 1), normalized.
func TestHITS(t *testing.T) {
	h := NewHITS()
	h.Observe(fetched("http://h.test/s1", 0, bare("http://h.test/a", "http://h.test/b")...))
	h.Observe(fetched("http://h.test/s2", 0, bare("http://h.test/a")...))
	h.sweep(60)
	phi := (1 + math.Sqrt(5)) / 2
	for url, want := range map[string]float64{"a": phi / math.Hypot(phi, 1), "b": 1 / math.Hypot(phi, 1), "s1": 0, "?": 0} {
		if got := h.Score("http://h.test/" + url); !near(got, want, 1e-9) {
			t.Errorf("a(%s) = %v, want %v", url, got, want)
		}
	}
}

// TestHITSEstimates: between sweeps the estimates do not feed on each other.
func TestHITSEstimates(t *testing.T) {
	h := NewHITS()
	var menu []crawl.Link
	for i := range 100 {
		menu = append(menu, linked(fmt.Sprint("http://h.test/menu", i), "", crawl.LinkTerms{}))
	}
	for i := range 99 {
		h.Observe(fetched(fmt.Sprint("http://h.test/p", i), 0, menu...))
	}
	if w := h.Score(menu[0].URL); w > 99 {
		t.Errorf("99 hubs of at most 1 make an authority of %v", w)
	}
}

// TestShark: a relevant page, a page off the topic below it, and one below that.
func TestShark(t *testing.T) {
	s := NewShark()
	s.Observe(fetched("http://h.test/0", .8, linked("http://h.test/1", "typhoon", crawl.LinkTerms{Relevance: .6})))
	s.Observe(fetched("http://h.test/1", 0, linked("http://h.test/2", "more", crawl.LinkTerms{ContextCore: .5})))
	s.Observe(fetched("http://h.test/2", 0, bare("http://h.test/3")...))
	for url, want := range map[string]float64{
		"1": .5*(.5*.8) + .5*(.8*.6+.2*1),
		"2": .5*(.5*.5*.8) + .5*(.8*0+.2*.5),
		"3": .5 * (.5 * .5 * .5 * .8),
		"?": 0,
	} {
		if got := s.Score("http://h.test/" + url); !near(got, want, 1e-6) {
			t.Errorf("score of %s: %v, want %v", url, got, want)
		}
	}
}

// TestContent works sim/N_p and the prefix factors out by hand.
func TestContent(t *testing.T) {
	c := NewContentLinks()
	at := func(s string) string { return "http://h.test/" + s }
	c.Observe(fetched(at("ads/1"), .1))
	// Of four links one is in the queue of irrelevant pages: N_p = 3.
	c.Observe(fetched(at("good/1"), .9, bare(at("good/9"), at("ads/9"), at("new/9"), at("ads/1"))...))
	want := func(when string, good, ads, fresh float64) {
		t.Helper()
		for url, w := range map[string]float64{"good/9": good, "ads/9": ads, "new/9": fresh} {
			if got := c.Score(at(url)); !near(got, w, 1e-9) {
				t.Errorf("%s: score of %s is %v, want %v", when, url, got, w)
			}
		}
	}
	want("one page each", .3, .3, .3)
	for i := 2; i <= 3; i++ {
		c.Observe(fetched(at(fmt.Sprint("good/", i)), .9))
		c.Observe(fetched(at(fmt.Sprint("ads/", i)), .1))
	}
	want("three pages each", .45, .15, .3)
	for i := 1; i <= 3; i++ {
		c.Observe(fetched(at(fmt.Sprint("ads/good", i)), .9))
	}
	want("in S and in M: S counts", .45, .45, .3)
}

// TestContentWholeHosts: three relevant pages of a host do not make its whole
// Host relevant.
func TestContentWholeHosts(t *testing.T) {
	for url, want := range map[string][]string{
		"http://h.test/":              nil,
		"http://h.test/a":             nil,
		"http://h.test/a/":            {"h.test/a/"},
		"http://h.test/a/b/c.html?x=": {"h.test/a/b/", "h.test/a/"},
	} {
		if got := prefixes(url); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// titled gives a page a title.
func titled(v *crawl.Visit, title string) *crawl.Visit { v.Page.Title = title; return v }

// TestLayers: lists lead to reports. After some of each, a list off the topic is known
// to be one step away, and its links go before links of other pages.
func TestLayers(t *testing.T) {
	s := NewLayers()
	at := func(kind string, i int) string { return fmt.Sprint("http://h.test/", kind, "/", i) }
	for i := range 6 {
		s.Observe(titled(fetched(at("list", i), 0, bare(at("report", i))...), "list of warnings"))
		s.Observe(titled(fetched(at("cook", i), 0, bare(at("soup", i))...), "cookery and gardens"))
		s.Observe(titled(fetched(at("report", i), 1), "typhoon report"))
	}
	for kind, want := range map[string]uint8{"report": 0, "list": 1, "cook": beyond} {
		id, _ := s.ID(at(kind, 3))
		if got := s.nodes[id].layer; got != want {
			t.Errorf("%s is in layer %d, want %d", kind, got, want)
		}
	}
	s.Observe(titled(fetched(at("cook", 9), 0, bare("http://h.test/from-cook")...), "cookery and gardens"))
	s.Observe(titled(fetched(at("list", 9), 0, bare("http://h.test/from-list")...), "list of warnings"))
	s.Observe(titled(fetched(at("report", 9), 1, bare("http://h.test/from-report")...), "typhoon report"))
	cook, list, report := s.Score("http://h.test/from-cook"), s.Score("http://h.test/from-list"), s.Score("http://h.test/from-report")
	if !(cook < list && list < report) || math.Floor(list) != 3 || math.Floor(report) != 4 {
		t.Errorf("links of a cook %v, a list %v, a report %v", cook, list, report)
	}
	// What leads to a list is two steps away.
	s.Observe(titled(fetched(at("home", 0), 0, bare(at("list", 0))...), "welcome"))
	if id, _ := s.ID(at("home", 0)); s.nodes[id].layer != 2 {
		t.Errorf("home is in layer %d, want 2", s.nodes[id].layer)
	}
}

// TestQuality: the first page with a link counts, whatever the later ones say.
func TestQuality(t *testing.T) {
	q := NewQuality()
	for i, r := range []float64{.3, .9} {
		page := []string{"http://a.test/1", "http://a.test/2"}[i]
		v := &crawl.Visit{Seq: i + 1, Choice: crawl.Choice{URL: page}, Page: &crawl.Page{URL: page, Final: page, Links: []crawl.Link{{URL: "http://a.test/x"}}}}
		v.Score.Relevance = r
		q.Observe(v)
	}
	if got := q.Score("http://a.test/x"); got != .3 {
		t.Errorf("Score = %v", got)
	}
	if got := q.Score("http://a.test/unknown"); got != 0 {
		t.Errorf("Score of an unknown URL = %v", got)
	}
}
