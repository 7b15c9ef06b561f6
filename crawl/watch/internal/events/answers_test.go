package events_test

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestAnswers: a run says who was asked and who answered, also if its process dies in
// between.
func TestAnswers(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.job = monitor.Job{Name: "typhoon", Seeds: []string{"https://A.example/seed#top"}, Feeds: []string{"https://a.example/feed"}, Sitemaps: []string{"https://a.example/map"}}
	visit := func(url string, change func(*crawl.Visit)) *crawl.Visit {
		v := &crawl.Visit{Choice: crawl.Choice{URL: url, Host: "a.example"}, Failure: crawl.Failure{Kind: crawl.FailTimeout}}
		if change != nil {
			v.Failure = crawl.Failure{}
			change(v)
		}
		return v
	}
	came := func(v *crawl.Visit) {
		*v = *page("p", 7, 0.2, "typhoon:1")
		v.Choice.URL = "https://a.example/p"
	}
	quota := func(v *crawl.Visit) { v.Failure.Kind = crawl.FailQuota }
	d.open()
	d.visit(
		visit("https://a.example/seed", nil), // a seed that is dead
		visit("https://a.example/feed", func(v *crawl.Visit) { v.Page, v.Status = &crawl.Page{Source: true}, 200 }),
		visit("https://a.example/p", came),
		visit("search:own?op=kw&page=1&q=storm", quota),
	)
	d.open() // after a kill
	d.visit(
		visit("https://a.example/old", func(v *crawl.Visit) { v.Choice.Again, v.Status = true, 304 }),
		visit("https://a.example/gone", nil),
		visit("search:archive?op=kw&page=1&q=storm", quota),
		visit("search:own?op=kw&page=1&q=rain", quota),
		visit("search:fine?op=kw&page=1&q=rain", func(v *crawl.Visit) { v.Page, v.Status = &crawl.Page{Source: true}, 200 }),
	)
	run, _ := d.end()
	if run.Seeds != 2 || run.SeedsAnswered != 1 || run.Asked != 4 || run.Answered != 2 || !slices.Equal(run.Quota, []string{"archive", "own"}) {
		t.Errorf("seeds %d of %d, pages %d of %d, quota %q", run.SeedsAnswered, run.Seeds, run.Answered, run.Asked, run.Quota)
	}
	d.open()
	d.visit(visit("https://a.example/seed", nil))
	if run, _ := d.end(); run.Seeds != 1 || run.SeedsAnswered != 0 || len(run.Quota) != 0 || len(monitor.Troubles("typhoon", []monitor.Run{run})) != 1 {
		t.Errorf("%+v", run)
	}
}
