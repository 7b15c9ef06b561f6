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
	sharedPages
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
	m := &mapped{sharedPages{w}, map[string]*crawl.Page{}, map[string][]crawl.Link{}}
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
func (m *mapped) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if m.maps[req.URL] != nil {
		return &crawl.Response{URL: req.URL, Final: req.URL, Status: 200}, nil
	}
	return m.sharedPages.Fetch(ctx, req)
}

// Read reads sitemaps too, and has every page name those of its host.
func (m *mapped) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if p := m.maps[r.Final]; p != nil {
		own := *p
		own.Links = slices.Clone(p.Links)
		return &own, nil
	}
	p, err := m.sharedPages.Read(ctx, r)
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

// TestHarvestSitemaps: sitemaps that list every page of a host must not lead a
// crawl astray: with the same budget it finds about as much as without them.
func TestHarvestSitemaps(t *testing.T) {
	js := judgesOf(t, "typhoon")
	p := js.plan(t, outside.Web(t, "wikispeedia-en"), "topic:tropical-cyclone")
	p.Budgets = []Budget{{N: 4, Times: true}}
	p.Draw = must(p.Web.Random(5, 1))
	compareSitemaps(t, "one host", p, js)

	js = judgesOf(t, "typhoon", "rainstorm")
	p = js.plan(t, outside.Web(t, "hosts-dev"), "topic:storm-rain-flood")
	p.Budgets = []Budget{{N: 20, Times: true, Seeds: true}}
	p.Draw = must(p.Web.Fixed(p.Web.homes(t), 1, 1))
	compareSitemaps(t, "28 hosts", p, js)
}

// compareSitemaps crawls once with each strategy, without sitemaps and with them.
func compareSitemaps(t *testing.T, name string, p *Plan, js judges) {
	t.Helper()
	judge, err := js.fresh()
	if err != nil {
		t.Fatal(err)
	}
	m := withMaps(t, p.Web, &source.Reader{Mark: judge.MarkLinks})
	names := []string{"breadth-first", "best-first", "tabu"}
	for _, strat := range names {
		plain := entrant(strat)
		p.Entrants = append(p.Entrants, plain, Entrant{Name: strat + " with sitemaps", pages: m, New: func(seed uint64, budget int) (crawl.Strategy, error) {
			s, err := plain.New(seed, budget)
			return strategy.NewSources(s, strategy.SourceParams{}), err
		}})
	}
	p.Repeat = 1
	means := p.means(t)
	for _, measure := range []string{"area_ratio", "recall"} {
		if without, with := means["tabu"][measure].Mean, means["tabu with sitemaps"][measure].Mean; with < without-.03 {
			t.Errorf("%s: sitemaps cost more than they bring: %s %.3f, without them %.3f", name, measure, with, without)
		}
	}
}
