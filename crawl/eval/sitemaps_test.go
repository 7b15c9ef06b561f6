package eval

import (
	"context"
	"fmt"
	"html"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
	"github.com/ontocrawl/ontocrawl/crawl/source"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

// withMaps gives each host of w sitemaps of all its pages, in no order and with
// dates that mean nothing, as if its robots.txt named them.
func (w *storedWeb) withMaps(tb testing.TB, reader *source.Reader) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 0x6d6170))
	byHost := map[string][]string{}
	for _, u := range w.urls {
		byHost[page.Host(u)] = append(byHost[page.Host(u)], u)
	}
	w.maps = map[string]*crawl.Page{}
	named := map[string][]crawl.Link{}
	for host, urls := range byHost {
		slices.Sort(urls)
		rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		for n := 0; len(urls) > 0; n++ {
			part := urls[:min(len(urls), 1000)]
			urls = urls[len(part):]
			url := fmt.Sprintf("http://%s/sitemap-%d.xml", host, n)
			w.maps[url] = w.readMap(tb, reader, url, part, rng)
			named[host] = append(named[host], crawl.Link{URL: url, Host: host, Kind: crawl.LinkSitemap})
		}
	}
	for _, p := range w.pages {
		if p != nil {
			p.Links = append(p.Links, named[p.Host]...)
		}
	}
}

func (w *storedWeb) readMap(tb testing.TB, reader *source.Reader, url string, urls []string, rng *rand.Rand) *crawl.Page {
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
	one, many := outside.Web(t, "wikispeedia-en"), outside.Web(t, "hosts-dev")
	js := judgesOf(t, "typhoon")
	w := load(t, one, "topic:tropical-cyclone", js.fresh(t))
	seeds := w.draw(0, 5)
	compare(t, "one host", w, js, func(int) ([]int32, int) { return seeds, 4 * w.Targets(seeds) })

	js = judgesOf(t, "typhoon", "rainstorm")
	w = load(t, many, "topic:storm-rain-flood", js.fresh(t))
	homes := w.homes(t, filepath.Join(many, "seeds_home.txt"))
	compare(t, "28 hosts", w, js, func(int) ([]int32, int) { return homes, len(homes) + 20*w.Targets(homes) })
}

func compare(t *testing.T, name string, w *storedWeb, js judges, draw func(int) ([]int32, int)) {
	t.Helper()
	seeds, budget := draw(0)
	run := func(s crawl.Strategy) result {
		trail, _ := w.crawlOn(s, js.fresh(t), seeds, budget, 1)
		return w.measure(trail, seeds, budget)
	}
	for _, strat := range []string{"breadth-first", "best-first", "tabu"} {
		w.maps = nil
		without := run(opened(t, strat, 1))
		w.withMaps(t, &source.Reader{Mark: js.fresh(t).MarkLinks})
		with := run(strategy.NewSources(opened(t, strat, 1), strategy.SourceParams{}))
		t.Logf("%s, %-13s without sitemaps: %v; with: %v", name, strat, without, with)
		if strat == "tabu" && (with.ratio < without.ratio-0.03 || with.recall < without.recall-0.03) {
			t.Errorf("%s: sitemaps cost more than they bring", name)
		}
	}
}
