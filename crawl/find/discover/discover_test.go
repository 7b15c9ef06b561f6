package discover_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/discover"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// folder writes pages.jsonl of pages with these relevances; 1/2 is the threshold.
func folder(t *testing.T, pages map[string]float64, order ...string) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	for i, url := range order {
		p := rundir.Page{Seq: i + 1, URL: url, Status: 200, FetchedAt: rundir.Time{Time: time.Unix(int64(i), 0)}, Relevance: rundir.Number(pages[url]), Relevant: pages[url] > .5}
		if i == 1 {
			p.Via = &crawl.Via{Source: "own", Query: "台风", Op: "kw", Rank: 2, Page: 1}
		}
		line, err := p.Line()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
	}
	if err := os.WriteFile(filepath.Join(dir, "pages.jsonl"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSites: a site is as good as its best five pages together; one without a relevant page
// is none.
func TestSites(t *testing.T) {
	dir := folder(t, map[string]float64{"http://www.a.example/1": .8, "http://b.example/1": .6, "http://b.example/2": .7, "http://c.example/1": .2},
		"http://www.a.example/1", "http://b.example/1", "http://b.example/2", "http://c.example/1")
	sites, err := discover.Sites(dir, .5)
	if err != nil || len(sites) != 2 {
		t.Fatalf("%v: %+v", err, sites)
	}
	b := sites[0] // 1 - .4 x .3
	if b.Site != "b.example" || b.Rank != 1 || b.Judged != 2 || b.Relevant != 2 || math.Abs(b.Chance-.88) > 1e-9 || b.Found == nil || b.Found.Query != "台风" || b.Pages[0].URL != "http://b.example/2" {
		t.Errorf("the first site is %+v", b)
	}
	if a := sites[1]; a.Site != "a.example" || math.Abs(a.Chance-.8) > 1e-9 || a.Found != nil {
		t.Errorf("the second site is %+v", a)
	}
	if err := discover.Write(dir, sites, nil); err != nil {
		t.Fatal(err)
	}
	if seeds, err := os.ReadFile(filepath.Join(dir, discover.SeedsFile)); string(seeds) != "http://b.example/2\nhttp://www.a.example/1\n" {
		t.Errorf("%v: the seeds are %q", err, seeds)
	}
}

// journal is visits.
type journal []*crawl.Visit

func (j journal) Committed() int { return len(j) }
func (j journal) Visits(yield func(*crawl.Visit) error) error {
	for _, v := range j {
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

func TestQueries(t *testing.T) {
	const address = "search:own?op=kw&lang=en&page=1&q=storm"
	found := crawl.Choice{URL: "http://a.example/", Parent: address, Via: &crawl.Via{Source: "own"}}
	list, sources, err := discover.Queries(journal{
		{Seq: 1, Choice: crawl.Choice{URL: address, Query: "storm"}, Page: &crawl.Page{Source: true}, LinkCount: 7},
		{Seq: 2, Choice: found, Page: &crawl.Page{}, Score: crawl.Score{Relevant: true}},
		{Seq: 3, Choice: found, Page: &crawl.Page{}},
		{Seq: 4, Choice: found}, // it failed
		{Seq: 5, Choice: crawl.Choice{URL: "search:own?op=rel&page=1&q=http%3A%2F%2Fa.example%2F", Query: "http://a.example/"}, Failure: crawl.Failure{Text: "down"}},
	})
	if err != nil || len(list) != 2 || list[0] != (discover.Query{Source: "own", Op: "kw", Query: "storm", Lang: "en", Page: 1, Results: 7, New: 2, Relevant: 1}) || list[1].Failed != "down" || list[1].Op != "rel" {
		t.Errorf("%v: %+v", err, list)
	}
	if len(sources) != 1 || sources[0] != (discover.Source{Source: "own", Asked: 2, Failed: 1, Results: 7, New: 2, Relevant: 1, Cost: 2, LastFailure: "down"}) {
		t.Errorf("%+v", sources)
	}
}

// TestNames: what speaks for a page is named once, the strongest first; what was learned, and what
// speaks against it, is not.
func TestNames(t *testing.T) {
	p := discover.Page{Evidence: []crawl.Evidence{
		{Concept: "t:a", Label: "storm surge", Contribution: .3}, {Concept: "t:b", Label: "Typhoon", Contribution: .2}, {Concept: "t:b", Label: "typhoon", Contribution: .2},
		{Label: "flood, rain", Contribution: .5}, {Concept: "t:c", Label: "cocktail", Contribution: -.1}, {Concept: "t:d", Label: "wind", Contribution: .1},
	}}
	if got := p.Names(2); !slices.Equal(got, []string{"typhoon", "storm surge"}) || len(p.Names(9)) != 3 {
		t.Errorf("%q", got)
	}
}
