package eval

import (
	"context"
	"flag"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// equipped is a web whose hosts have sitemaps and a search of their own, as a host of the
// live web may have.
type equipped struct {
	web    *Web
	fetch  crawl.Fetcher
	read   crawl.Reader
	maps   map[string]string
	named  map[string][]crawl.Link // by host: the sitemaps that each of its pages names
	titles map[string][]int32      // by host: its pages
	search string                  // "", "good", or "same": answers every question alike
	words  func(lang string) []string
}

// equipment says what an equipped web has.
type equipment struct {
	share  float64 // of a host's pages that its sitemaps list; 0: none
	feed   int     // pages of a host that its feed names; 0: it has none
	wrong  bool    // the sitemaps list pages that do not exist
	search string
}

func equip(w *Web, judge *relevance.Judge, e equipment) *equipped {
	rng := rand.New(rand.NewPCG(1, 0x6d6170))
	m := &equipped{
		web: w, maps: map[string]string{}, named: map[string][]crawl.Link{}, titles: map[string][]int32{}, search: e.search, words: judge.SearchWords,
	}
	byHost := map[string][]string{}
	for i, u := range w.URLs {
		h := urlkey.Host(u)
		byHost[h] = append(byHost[h], u)
		m.titles[h] = append(m.titles[h], int32(i))
	}
	for _, host := range slices.Sorted(maps.Keys(byHost)) {
		urls := byHost[host]
		slices.Sort(urls)
		rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		if e.feed > 0 {
			at := "http://" + host + "/feed.xml"
			m.maps[at] = m.feedOf(urls[:min(len(urls), e.feed)])
			m.named[host] = append(m.named[host], crawl.Link{URL: at, Host: host, Kind: crawl.LinkFeed})
		}
		urls = urls[:int(e.share*float64(len(urls))+.5)]
		for n := 0; len(urls) > 0; n++ {
			part := urls[:min(len(urls), 1000)]
			urls = urls[len(part):]
			at := fmt.Sprintf("http://%s/sitemap-%d.xml", host, n)
			m.maps[at] = sitemapOf(part, e.wrong, rng)
			m.named[host] = append(m.named[host], crawl.Link{URL: at, Host: host, Kind: crawl.LinkSitemap})
		}
	}
	return m
}

// sitemapOf is a sitemap in no order, with dates that mean nothing.
func sitemapOf(urls []string, wrong bool, rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("<urlset>")
	for _, u := range urls {
		if wrong {
			u += "/gone"
		}
		fmt.Fprintf(&b, "<url><loc>%s</loc><lastmod>20%02d-%02d-01</lastmod></url>", html.EscapeString(u), 10+rng.IntN(14), 1+rng.IntN(12))
	}
	b.WriteString("</urlset>")
	return b.String()
}

// feedOf is an RSS feed of pages by their titles.
func (m *equipped) feedOf(urls []string) string {
	var b strings.Builder
	b.WriteString(`<rss version="2.0"><channel><title>News</title>`)
	for _, u := range urls {
		fmt.Fprintf(&b, "<item><title>%s</title><link>%s</link></item>", html.EscapeString(m.web.Titles[m.web.ids[u]]), html.EscapeString(u))
	}
	b.WriteString("</channel></rss>")
	return b.String()
}

// Fetch answers for sitemaps, feeds and searches too.
func (m *equipped) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	r := &crawl.Response{URL: req.URL, Final: req.URL, Status: 200, FetchedAt: time.Date(2024, 7, 26, 0, 0, 0, 0, time.UTC)}
	if body, ok := m.maps[req.URL]; ok {
		r.ContentType, r.Body = "application/xml", []byte(body)
		return r, nil
	}
	if host := urlkey.Host(req.URL); m.searches(req.URL) {
		u, err := url.Parse(req.URL)
		if err != nil {
			return nil, err
		}
		r.ContentType, r.Body = "text/html; charset=utf-8", []byte(m.answer(host, u.Query().Get("q"), u.Query().Get("page")))
		return r, nil
	}
	return m.fetch.Fetch(ctx, req)
}

// perAnswer is how many pages an answer lists.
const perAnswer = 10

// answer lists the pages of a host whose titles hold the words, in the order of the index.
func (m *equipped) answer(host, words, page string) string {
	var n int
	fmt.Sscan(page, &n) //nolint:errcheck // 0 is the first page
	from := max(0, n-1) * perAnswer
	if m.search == "same" {
		words, from = "", 0
	}
	var found []int32
	for _, id := range m.titles[host] {
		if strings.Contains(strings.ToLower(m.web.Titles[id]), strings.ToLower(words)) {
			found = append(found, id)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Search</title><nav><a href=/>Home</a></nav><main><h1>%d results for %s</h1><ul>", len(found), html.EscapeString(words))
	for _, id := range found[min(from, len(found)):min(from+perAnswer, len(found))] {
		fmt.Fprintf(&b, "<li><a href=%q>%s</a>", m.web.URLs[id], html.EscapeString(m.web.Titles[id]))
	}
	b.WriteString("</ul>")
	if from+perAnswer < len(found) {
		fmt.Fprintf(&b, `<a href="/search?q=%s&page=%d">next</a>`, url.QueryEscape(words), max(n, 1)+1)
	}
	return b.String()
}

// searches reports whether url is a question to a host's own search.
func (m *equipped) searches(url string) bool {
	return m.search != "" && m.titles[urlkey.Host(url)] != nil && strings.HasPrefix(url, "http://"+urlkey.Host(url)+"/search?q=")
}

// Read has every page name the sitemaps, the feed and the search of its host.
func (m *equipped) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	p, err := m.read.Read(ctx, r)
	if err != nil || p.Source || m.searches(r.URL) {
		return p, err
	}
	p.Links = append(p.Links, m.named[p.Host]...)
	if m.search != "" && m.titles[p.Host] != nil {
		for _, w := range m.words(p.Lang) {
			p.Links = append(p.Links, crawl.Link{URL: "http://" + p.Host + "/search?q=" + url.QueryEscape(w), Host: p.Host, Text: w, Kind: crawl.LinkSearch})
		}
	}
	return p, nil
}

var sourceDraws = flag.Int("draws", 2, "draws of seeds of TestHarvestSources")

// equipments are the webs of TestHarvestSources. least is the least change of the area ratio
// that each may make: some of it is the noise of few draws.
func equipments() []struct {
	name  string
	e     equipment
	least float64
} {
	return []struct {
		name  string
		e     equipment
		least float64
	}{
		{"sitemaps of all pages", equipment{share: 1}, 0},
		{"sitemaps of half of them", equipment{share: .5}, -.03},
		{"sitemaps of dead links", equipment{share: 1, wrong: true}, -.04},
		{"a search", equipment{search: "good"}, -.02},
		{"a search that says one thing", equipment{search: "same"}, -.03},
		{"all that is good", equipment{share: 1, search: "good"}, 0},
		{"all that is bad", equipment{share: 1, wrong: true, search: "same"}, -.05},
	}
}

// sourceWeb is a web and topic of TestHarvestSources.
type sourceWeb struct {
	web, label string
	js         judges
	budget     Budget
	listed     float64 // what tabu must gain by sitemaps and feeds
}

func sourceWebs(tb testing.TB) []sourceWeb {
	return []sourceWeb{
		{"lohelp-zh", "topic:charts", judgesFrom(tb, "charts-zh", "图表"), Budget{N: 4, Times: true}, .1},
		{"hosts-dev", "topic:storm-rain-flood", judgesOf(tb, "typhoon", "rainstorm"), Budget{N: 20, Times: true, Seeds: true}, -.05},
		{"fema-gov", "topic:tropical-cyclone", judgesOf(tb, "typhoon"), Budget{N: 4, Times: true}, 0},
	}
}

// plan compares strategies on the web: hosts outside answer, and every request is charged.
func (x sourceWeb) plan(t *testing.T, strategies ...string) (*Plan, *relevance.Judge) {
	t.Helper()
	if x.web != "lohelp-zh" && *sourceDraws < 4 {
		t.Skip("a minute for each draw; give -draws 4 or more")
	}
	p := x.js.plan(t, goldentest.Web(t, x.web), x.label, strategies...)
	p.Budgets, p.Repeat, p.Outside = []Budget{x.budget}, *sourceDraws, Outside{}
	if x.web == "fema-gov" {
		p.Outside.Partial = []string{allHosts}
	}
	if p.Draw = must(p.Web.Random(5, 1)); x.web == "hosts-dev" {
		p.Draw = must(p.Web.Fixed(p.Web.homes(t), .75, 1))
	}
	judge, err := x.js.fresh()
	if err != nil {
		t.Fatal(err)
	}
	return p, judge
}

// on is an entrant that crawls a web with this equipment.
func (e equipment) on(p *Plan, judge *relevance.Judge, name string, plain Entrant) Entrant {
	web := equip(p.Web, judge, e)
	return Entrant{Name: name, Spec: plain.Spec, Wrap: func(e *engine.Engine) error {
		own := *web
		own.fetch, own.read = e.Fetcher, e.Reader
		e.Fetcher, e.Reader = &own, &own
		return nil
	}}
}

// TestHarvestSources: what hosts list of themselves helps, and where it lies it costs
// little.
func TestHarvestSources(t *testing.T) {
	for _, x := range sourceWebs(t) {
		t.Run(x.web, func(t *testing.T) {
			p, judge := x.plan(t, "tabu")
			plain := p.Entrants[0]
			for _, q := range equipments() {
				p.Entrants = append(p.Entrants, q.e.on(p, judge, q.name, plain))
			}
			means := p.means(t)
			for _, q := range equipments() {
				if without, with := means["tabu"]["area_ratio"].Mean, means[q.name]["area_ratio"].Mean; with < without+q.least {
					t.Errorf("%s: %.3f of the oracle's area, without it %.3f", q.name, with, without)
				}
			}
		})
	}
}

var sourceMethods = flag.String("methods", "tabu,best-first", "methods of TestHarvestSourcesMethods, between commas, or all")

// TestHarvestSourcesMethods measures methods with and without the sitemaps and feeds of
// hosts: sitemaps list half of the pages, feeds name twenty. The tabu search, which scores
// what they list, must gain where links lead nowhere; elsewhere little may be lost.
func TestHarvestSourcesMethods(t *testing.T) {
	methods := strings.Split(*sourceMethods, ",")
	if *sourceMethods == "all" {
		methods = nil
		for _, m := range strategy.Methods() {
			methods = append(methods, m.Name)
		}
	}
	for _, x := range sourceWebs(t) {
		t.Run(x.web, func(t *testing.T) {
			p, judge := x.plan(t, methods...)
			for _, plain := range p.Entrants[:len(methods):len(methods)] {
				p.Entrants = append(p.Entrants, equipment{share: .5, feed: 20}.on(p, judge, plain.Name+", listed", plain))
			}
			means := p.means(t)
			for _, m := range []struct {
				name  string
				least float64
			}{{"tabu", x.listed}, {"best-first", -.03}} {
				if without, with := means[m.name]["area_ratio"].Mean, means[m.name+", listed"]["area_ratio"].Mean; slices.Contains(methods, m.name) && with < without+m.least {
					t.Errorf("%s: %.3f of the oracle's area with sitemaps and feeds, without them %.3f", m.name, with, without)
				}
			}
		})
	}
}

// judgesFrom builds the topic of an ontology in testdata.
func judgesFrom(tb testing.TB, name, topic string) judges {
	tb.Helper()
	o, err := owl.Open(filepath.Join("testdata", name+".owl"), owl.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	m, err := semsim.New(o.Graph, semsim.Params{})
	if err != nil {
		tb.Fatal(err)
	}
	ids := lexicon.NewFinder(o.Graph).Find(topic)
	if len(ids) == 0 {
		tb.Fatalf("%s: no concept is called %s", name, topic)
	}
	j := judges{topic: m.TopicVector(ids[0])}
	if j.lex, err = lexicon.New(relevance.TermsOf(j.topic), lexicon.Options{Segmenter: lexicon.Trie}); err != nil {
		tb.Fatal(err)
	}
	return j
}
