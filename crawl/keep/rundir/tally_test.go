package rundir_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
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
		got := tally.Totals()
		if q := got.Quarters; q[0]+q[1]+q[2]+q[3] != got.Relevant {
			t.Errorf("after visit %d: %d finds, by quarter %v", i+1, got.Relevant, q)
		}
		got.Quarters, got.SinceFind = [4]int{}, 0
		if d := cmp.Diff(step.want, got); d != "" {
			t.Errorf("after visit %d (-want +got):\n%s", i+1, d)
		}
	}
}

// TestTotalsShareNothing: counts that were asked for stay as they were while the tally counts on; the
// goroutine that writes status.json reads them then.
func TestTotalsShareNothing(t *testing.T) {
	var tally rundir.Tally
	add := func(at string) {
		v := found(at, false, uint64(at[1]), .9)
		v.Page.About.Kind = crawl.KindArticle
		tally.Add(v)
		gone := lost(at+"/gone", 404)
		gone.Choice.Again = false
		tally.Add(gone)
	}
	add("/a")
	before := tally.Totals()
	add("/b")
	if before.Kinds["article"] != 1 || len(before.Errors) == 0 {
		t.Errorf("kinds %v, errors %v", before.Kinds, before.Errors)
	}
	for kind, n := range before.Errors {
		if n != 1 {
			t.Errorf("%d failures of kind %s, want 1", n, kind)
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

// TestTallyLists: a list or a stub is no find, whatever the verdict. A list about the topic leads to finds, if it
// is there, repeats no page, and stays a list.
func TestTallyLists(t *testing.T) {
	of := func(k crawl.PageKind, v *crawl.Visit) *crawl.Visit {
		v.Page.About.Kind = k
		return v
	}
	list := of(crawl.KindList, found("/tag", false, 2, .9))
	var tally rundir.Tally
	for i, step := range []struct {
		v               *crawl.Visit
		relevant, lists int
	}{
		{of(crawl.KindArticle, found("/a", false, 1, .9)), 1, 0},
		{list, 1, 1},
		{of(crawl.KindStub, found("/login", false, 3, .9)), 1, 1},
		{of(crawl.KindList, found("/other", false, 4, .1)), 1, 1},
		{repeat(of(crawl.KindList, found("/copy", false, 2, .9)), "/tag"), 1, 1},
		{judged(list, .1), 1, 0},
		{judged(list, .8), 1, 1},
		{of(crawl.KindArticle, found("/tag", true, 9, .9)), 2, 0},
		{of(crawl.KindList, found("/a", true, 10, .9)), 1, 1},
		{lost("/a", 404), 1, 0},
	} {
		step.v.Seq = i + 1
		tally.Add(step.v)
		if got := tally.Totals(); got.Relevant != step.relevant || got.Lists != step.lists || got.Gained+got.Lost != 0 {
			t.Errorf("after visit %d: %d finds, %d lists, %d gained, %d lost; want %d and %d", i+1, got.Relevant, got.Lists, got.Gained, got.Lost, step.relevant, step.lists)
		}
	}
	if d := cmp.Diff(map[string]int{"article": 1, "list": 2, "stub": 1}, tally.Totals().Kinds); d != "" {
		t.Error(d)
	}
	line, err := rundir.Line(list)
	if err != nil {
		t.Fatal(err)
	}
	var p rundir.Page
	if err := json.Unmarshal(line, &p); err != nil || p.Relevant || !p.Leads || p.Kind != "list" {
		t.Errorf("%v, %+v", err, p)
	}
	if v := p.Visit(); v.Find() || !v.Lead() || !v.Score.Relevant {
		t.Errorf("%+v", v.Score)
	}
}

// TestQuarters: finds count for the request that brought them, whenever they were judged.
func TestQuarters(t *testing.T) {
	var tally rundir.Tally
	add := func(v *crawl.Visit) { v.Seq = tally.Totals().Visits + 1; tally.Add(v) }
	for i := range 8 { // finds at the requests 1 to 3 and 8
		relevance := .1
		if i < 3 || i == 7 {
			relevance = .9
		}
		add(found(fmt.Sprint("/", i), false, uint64(i+1), relevance))
	}
	check := func(when string, want [4]int, since int) {
		t.Helper()
		if got := tally.Totals(); got.Quarters != want || got.SinceFind != since {
			t.Errorf("%s: %v and %d requests since, want %v and %d", when, got.Quarters, got.SinceFind, want, since)
		}
	}
	check("8 requests", [4]int{2, 1, 0, 1}, 0)
	add(judged(found("/4", false, 5, .1), .8))
	check("a page is gained", [4]int{2, 1, 1, 1}, 0)
	add(judged(found("/0", false, 1, .9), .2))
	check("a find is lost", [4]int{1, 1, 1, 1}, 0)
	for i := range 8 {
		add(lost(fmt.Sprint("/no/", i), 404))
	}
	check("16 requests", [4]int{2, 2, 0, 0}, 8)
	for i := range 4000 { // of 4016 requests each of the last 1004 is a find
		relevance := .1
		if i >= 2996 {
			relevance = .9
		}
		add(found(fmt.Sprint("/more/", i), false, uint64(i+100), relevance))
	}
	got := tally.Totals()
	if want := [4]int{4, 0, 0, 1004}; got.Quarters[0] != want[0] || got.Quarters[2]+got.Quarters[3] != 1004 || got.Quarters[2] > 4016/128 {
		t.Errorf("4016 requests: %v, want about %v", got.Quarters, want)
	}
}
