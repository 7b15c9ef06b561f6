package eval

import (
	"context"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/source"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

// mapped is a web whose hosts have sitemaps of all their pages, in no order and
// with dates that mean nothing, as if robots.txt named them.
type mapped struct {
	shared
	maps  map[string]*crawl.Page
	named map[string][]crawl.Link // by host
}

func withMaps(tb testing.TB, w *Web, reader *source.Reader) *mapped {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 0x6d6170))
	byHost := map[string][]string{}
	for _, u := range w.URLs {
		byHost[urlkey.Host(u)] = append(byHost[urlkey.Host(u)], u)
	}
	m := &mapped{shared{w}, map[string]*crawl.Page{}, map[string][]crawl.Link{}}
	for _, host := range slices.Sorted(maps.Keys(byHost)) {
		urls := byHost[host]
		slices.Sort(urls)
		rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		for n := 0; len(urls) > 0; n++ {
			part := urls[:min(len(urls), 1000)]
			urls = urls[len(part):]
			url := fmt.Sprintf("http://%s/sitemap-%d.xml", host, n)
			m.maps[url] = readMap(tb, reader, url, part, rng)
			m.named[host] = append(m.named[host], crawl.Link{URL: url, Host: host, Kind: crawl.LinkSitemap})
		}
	}
	return m
}

// Fetch answers for sitemaps too.
func (m *mapped) Fetch(ctx context.Context, url string) (*crawl.Response, error) {
	if m.maps[url] != nil {
		return &crawl.Response{URL: url, Final: url, Status: 200}, nil
	}
	return m.shared.Fetch(ctx, url)
}

// Read reads sitemaps too, and has every page name those of its host.
func (m *mapped) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if p := m.maps[r.Final]; p != nil {
		own := *p
		own.Links = slices.Clone(p.Links)
		return &own, nil
	}
	p, err := m.shared.Read(ctx, r)
	if err == nil {
		p.Links = append(p.Links, m.named[p.Host]...)
	}
	return p, err
}

func readMap(tb testing.TB, reader *source.Reader, url string, urls []string, rng *rand.Rand) *crawl.Page {
	tb.Helper()
	var b strings.Builder
	b.WriteString("<urlset>")
	for _, u := range urls {
		fmt.Fprintf(&b, "<url><loc>%s</loc><lastmod>20%02d-%02d-01</lastmod></url>", html.EscapeString(u), 10+rng.IntN(14), 1+rng.IntN(12))
	}
	b.WriteString("</urlset>")
	p, err := reader.Read(context.Background(), &crawl.Response{
		URL: url, Final: url, Status: 200, ContentType: "application/xml", Body: []byte(b.String()),
		FetchedAt: time.Date(2024, 7, 26, 0, 0, 0, 0, time.UTC),
	})
	if err != nil || !p.Source || len(p.Links) < len(urls)*9/10 {
		tb.Fatalf("%s: %v", url, err)
	}
	return p
}

// TestHarvestSitemaps: sitemaps that list everything there is must not lead a
// crawl astray: by the same budget it finds about as much as without them.
func TestHarvestSitemaps(t *testing.T) {
	js := judgesOf(t, "typhoon")
	p := js.plan(t, outside.Web(t, "wikispeedia-en"), "topic:tropical-cyclone")
	draw, err := p.Web.Random(5, 1)
	if err != nil {
		t.Fatal(err)
	}
	seeds := draw(1)
	compare(t, "one host", p.Web, js, seeds, 4*p.Web.Targets(seeds))

	js = judgesOf(t, "typhoon", "rainstorm")
	p = js.plan(t, outside.Web(t, "hosts-dev"), "topic:storm-rain-flood")
	if draw, err = p.Web.Fixed(p.Web.homes(t), 1, 1); err != nil {
		t.Fatal(err)
	}
	seeds = draw(1)
	compare(t, "28 hosts", p.Web, js, seeds, len(seeds)+20*p.Web.Targets(seeds))
}

func compare(t *testing.T, name string, w *Web, js judges, seeds []int32, budget int) {
	t.Helper()
	judge, err := js.fresh()
	if err != nil {
		t.Fatal(err)
	}
	m := withMaps(t, w, &source.Reader{Mark: judge.MarkLinks})
	for _, strat := range []string{"breadth-first", "best-first", "tabu"} {
		run := func(pages answers, wrap func(crawl.Strategy) crawl.Strategy) Run {
			s, err := strategy.New(strat, "", params(1, budget))
			if err != nil {
				t.Fatal(err)
			}
			return trial(t, Trial{Web: w, Seeds: seeds, Budget: budget, Strategy: wrap(s), pages: pages}, js)
		}
		without := run(nil, func(s crawl.Strategy) crawl.Strategy { return s })
		with := run(m, func(s crawl.Strategy) crawl.Strategy { return strategy.NewSources(s, strategy.SourceParams{}) })
		t.Logf("%s, %-13s area and recall without sitemaps: %.3f, %.3f; with: %.3f, %.3f", name, strat, without.AreaRatio, without.Recall, with.AreaRatio, with.Recall)
		if strat == "tabu" && (with.AreaRatio < without.AreaRatio-.03 || with.Recall < without.Recall-.03) {
			t.Errorf("%s: sitemaps cost more than they bring", name)
		}
	}
}

// trial makes one crawl and takes its figures.
func trial(t *testing.T, tr Trial, js judges) Run {
	t.Helper()
	var err error
	if tr.Scorer, err = js.fresh(); err != nil {
		t.Fatal(err)
	}
	trail, err := tr.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r := Run{Budget: tr.Budget, Reachable: tr.Web.Targets(tr.Seeds)}
	oracle := Recall(tr.Web.OnTopicOf(tr.Web.Oracle(tr.Seeds, tr.Budget)), r.Reachable, tr.Budget)
	tr.Web.measure(&r, trail, Area(oracle))
	return r
}
