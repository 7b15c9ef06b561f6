package rundir_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

func repeat(v *crawl.Visit, of string) *crawl.Visit {
	v.Same, v.Score.Relevant = crawl.Duplicate{Of: of, Exact: true}, false
	return v
}

// TestTally: a page counts as relevant by its last verdict, as long as it is there and
// repeats no other.
func TestTally(t *testing.T) {
	near := found("/near", false, 4, .9)
	near.Same = crawl.Duplicate{Of: "/a", Distance: 1}
	same := found("/a", true, 1, .2) // the same bytes, and another verdict
	var tally rundir.Tally
	for i, step := range []struct {
		v    *crawl.Visit
		want rundir.Totals // the counts that change
	}{
		{found("/a", false, 1, .9), rundir.Totals{Pages: 1, Current: 1, Relevant: 1}},
		{repeat(found("/copy", false, 1, .9), "/a"), rundir.Totals{Pages: 2, Current: 2, Relevant: 1, Duplicates: 1}},
		{near, rundir.Totals{Pages: 3, Current: 3, Relevant: 2, Duplicates: 1, NearDuplicates: 1}},
		{found("/b", false, 2, .1), rundir.Totals{Pages: 4, Current: 4, Relevant: 2, Duplicates: 1, NearDuplicates: 1}},
		{judged(found("/b", false, 2, .1), .8), rundir.Totals{Pages: 4, Current: 4, Relevant: 3, Duplicates: 1, NearDuplicates: 1, Judged: 1, Gained: 1}},
		// A verdict that is called relevant changes nothing for a copy.
		{judged(repeat(found("/copy", false, 1, .9), "/a"), .8), rundir.Totals{Pages: 4, Current: 4, Relevant: 3, Duplicates: 1, NearDuplicates: 1, Judged: 2, Gained: 1}},
		{same, rundir.Totals{Pages: 4, Current: 4, Relevant: 2, Duplicates: 1, NearDuplicates: 1, Judged: 2, Gained: 1, Lost: 1, Revisits: 1}},
		{lost("/near", 404), rundir.Totals{Pages: 4, Current: 3, Relevant: 1, Duplicates: 1, Judged: 2, Gained: 1, Lost: 1, Revisits: 2, Gone: 1}},
		{judged(near, .1), rundir.Totals{Pages: 4, Current: 3, Relevant: 1, Duplicates: 1, Judged: 3, Gained: 1, Lost: 1, Revisits: 2, Gone: 1}},
		{found("/copy", true, 7, .7), rundir.Totals{Pages: 4, Current: 3, Relevant: 2, Judged: 3, Gained: 1, Lost: 1, Revisits: 3, Gone: 1, Changed: 1}},
		{repeat(found("/copy", true, 2, .8), "/b"), rundir.Totals{Pages: 4, Current: 3, Relevant: 1, Duplicates: 1, Judged: 3, Gained: 1, Lost: 1, Revisits: 4, Gone: 1, Changed: 2}},
		{found("/near", true, 4, .9), rundir.Totals{Pages: 4, Current: 4, Relevant: 2, Duplicates: 1, Judged: 3, Gained: 1, Lost: 1, Revisits: 5, New: 1, Gone: 1, Changed: 2}},
		{lost("/near", 503), rundir.Totals{Pages: 4, Current: 4, Relevant: 2, Duplicates: 1, Judged: 3, Gained: 1, Lost: 1, Revisits: 6, New: 1, Gone: 1, Changed: 2}},
	} {
		step.v.Seq = i + 1
		tally.Add(step.v)
		step.want.Visits, step.want.Requests = i+1, i+1-step.want.Judged
		step.want.HarvestRate = float64(step.want.Relevant) / float64(step.want.Pages)
		step.want.RequestsPerRelevant = float64(step.want.Requests) / float64(step.want.Relevant)
		step.want.Hosts, step.want.Errors = 1, map[string]int{}
		if d := cmp.Diff(step.want, tally.Totals()); d != "" {
			t.Errorf("after visit %d (-want +got):\n%s", i+1, d)
		}
	}
}

// TestTallyHosts: requests and failures count for the host that was asked, pages for the
// host that answered; pages of hosts on which no seed stands are outside.
func TestTallyHosts(t *testing.T) {
	visit := func(host, parent string, page string) *crawl.Visit {
		v := &crawl.Visit{Choice: crawl.Choice{URL: "http://" + host + "/" + parent, Host: host, Parent: parent}}
		if parent != "" {
			v.Choice.Depth = 1
		}
		if v.Failure.Kind = crawl.FailDNS; page != "" {
			v.Page, v.Failure = &crawl.Page{Host: page}, crawl.Failure{}
		}
		return v
	}
	var tally rundir.Tally
	for i, step := range []struct {
		v       *crawl.Visit
		outside int
		failing []rundir.Host
	}{
		{visit("seed.example", "", "www.seed.example"), 0, nil}, // redirected: a seed stands on both
		{visit("www.seed.example", "a", "www.seed.example"), 0, nil},
		{visit("late.example", "b", "late.example"), 1, nil},
		{visit("away.example", "c", "away.example"), 2, nil},
		{visit("away.example", "d", ""), 2, []rundir.Host{{Host: "away.example", Pages: 1, Requests: 2, Failures: 1}}},
		{visit("late.example", "", ""), 1, []rundir.Host{ // a seed that comes later
			{Host: "away.example", Pages: 1, Requests: 2, Failures: 1}, {Host: "late.example", Pages: 1, Requests: 2, Failures: 1}}},
		{visit("late.example", "e", ""), 1, []rundir.Host{
			{Host: "late.example", Pages: 1, Requests: 3, Failures: 2}, {Host: "away.example", Pages: 1, Requests: 2, Failures: 1}}},
	} {
		step.v.Seq = i + 1
		tally.Add(step.v)
		if got := tally.Totals(); got.Outside != step.outside {
			t.Errorf("after visit %d: %d pages outside, want %d", i+1, got.Outside, step.outside)
		}
		if d := cmp.Diff(append([]rundir.Host{}, step.failing...), tally.Failing(2)); d != "" {
			t.Errorf("after visit %d (-want +got):\n%s", i+1, d)
		}
	}
	if got := tally.Totals(); got.Hosts != 3 || got.Requests != 7 {
		t.Errorf("%d hosts with pages, %d requests; want 3 and 7", got.Hosts, got.Requests)
	}
	if got := tally.Failing(1); len(got) != 1 || got[0].Host != "late.example" {
		t.Errorf("the worst host: %v", got)
	}
}

// TestTallyIsWhatIsThere: whatever a journal says, the tally has as many relevant pages
// as the folder lists, in whatever order things come and go; and the mean is theirs.
func TestTallyIsWhatIsThere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dir, urls := t.TempDir(), []string{"/a", "/b", "/c", "/d"}
		f := open(t, dir)
		defer f.Close()
		var tally rundir.Tally
		ok(t, f.Restore(emptyJournal{}))
		last := map[string]*crawl.Visit{}
		for seq := range rapid.IntRange(1, 25).Draw(r, "visits") {
			url := rapid.SampledFrom(urls).Draw(r, "url")
			relevance := float64(rapid.IntRange(0, 10).Draw(r, "relevance")) / 10
			before := last[url]
			var v *crawl.Visit
			switch kind := rapid.IntRange(0, 5).Draw(r, "kind"); {
			case before != nil && kind == 0:
				v = judged(before, relevance)
			case before != nil && kind == 1:
				v = lost(url, rapid.SampledFrom([]int{304, 404, 410, 500}).Draw(r, "status"))
			default:
				v = found(url, before != nil, uint64(rapid.IntRange(1, 4).Draw(r, "hash")), relevance)
				if rapid.IntRange(0, 3).Draw(r, "copy") == 0 {
					v = repeat(v, "/other")
				}
			}
			if v.Seq = seq + 1; v.OK() {
				last[url] = v
			}
			tally.Add(v)
			ok(t, f.Append(v))
		}
		ok(t, f.Flush())
		relevant, current, sum := 0, 0, 0.
		for p, err := range rundir.Current(dir) {
			ok(t, err)
			if current++; p.Relevant {
				relevant++
			}
			sum += float64(p.Relevance)
		}
		s := f.Summary()
		if d := cmp.Diff(tally.Totals(), s.Totals); d != "" {
			r.Errorf("the folder counts otherwise (-tally +folder):\n%s", d)
		}
		if s.Relevant != relevant || s.Current != current || math.Abs(s.Mean*float64(current)-sum) > 1e-9 {
			r.Errorf("%d relevant of %d, mean %v; listed are %d of %d, mean %v", s.Relevant, s.Current, s.Mean, relevant, current, sum/float64(current))
		}
		if s.Visits != s.Requests+s.Judged || s.Requests != s.Pages+s.Failures+s.Sources+s.Revisits {
			r.Errorf("the parts do not add up: %+v", s.Totals)
		}
	})
}

// emptyJournal is a journal without visits.
type emptyJournal struct{}

func (emptyJournal) Committed() int                          { return 0 }
func (emptyJournal) Visits(func(v *crawl.Visit) error) error { return nil }
