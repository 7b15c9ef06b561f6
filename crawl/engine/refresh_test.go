package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// library is a web with sitemaps: a page whose URL begins with "map" is a
// Source. Asked with the validator of what it has, it answers 304.
type library struct {
	site
	etags map[string]string
	asked []string // URL and validator of each conditional question
}

func (l *library) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if req.ETag != "" {
		l.asked = append(l.asked, req.URL+" "+req.ETag)
		if req.ETag == l.etags[req.URL] {
			return &crawl.Response{URL: req.URL, Final: req.URL, Status: 304}, nil
		}
	}
	r, err := l.site.Fetch(ctx, req)
	if r != nil {
		r.ETag = l.etags[req.URL]
	}
	return r, err
}

func (l *library) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	p, err := l.site.Read(ctx, r)
	p.Source = len(r.URL) > 3 && r.URL[:3] == "map"
	p.Blocks = []crawl.Block{{Key: 1}}
	return p, err
}

// flat scores every page the same and counts what it is asked.
type flat struct{ Scored, Learned int }

func (f *flat) Score(*crawl.Page) crawl.Score {
	f.Scored++
	return crawl.Score{Relevance: 1, Relevant: true}
}
func (f *flat) Beside(*crawl.Page, bool) bool      { return false }
func (f *flat) Learn(*crawl.Page)                  { f.Learned++ }
func (f *flat) WriteTo(w io.Writer) (int64, error) { return writeJSON(w, f) }
func (f *flat) ReadFrom(p crawl.Part) error        { return json.NewDecoder(p).Decode(f) }

// asker offers what it is told to ask again before anything else.
type asker struct {
	fifo
	again []crawl.Choice
}

func (a *asker) Next(busy func(string) bool) (crawl.Choice, bool) {
	if len(a.again) > 0 {
		c := a.again[0]
		a.again = a.again[1:]
		return c, true
	}
	return a.fifo.Next(busy)
}

func kinds(t *testing.T, j crawl.Journal) []string {
	t.Helper()
	var out []string
	ok(t, j.Visits(func(v *crawl.Visit) error {
		out = append(out, fmt.Sprintf("%s ok=%v source=%v unchanged=%v failed=%v adds=%v relevant=%v",
			v.Choice.URL, v.OK(), v.Source(), v.Unchanged(), v.Failed(), v.Adds(), v.Score.Relevant))
		return nil
	}))
	return out
}

// TestSources: a sitemap brings links, and counts neither as a page nor as a
// failure; it is not judged; it is not read twice.
func TestSources(t *testing.T) {
	w := &library{site: site{
		"a": {links: links("map1", "b")}, "map1": {links: links("b", "c", "map1")}, "b": {links: links("map1")}, "c": {},
	}}
	for _, det := range []bool{false, true} {
		st, judge := new(state.Memory), new(flat)
		e := &engine.Engine{
			Fetcher: w, Reader: w, Scorer: judge, Strategy: new(fifo), State: st, Logger: quiet,
			Options: engine.Options{Workers: 1, Deterministic: det, MaxPages: 3},
		}
		res, err := e.Run(t.Context(), links("a"))
		ok(t, err)
		want := engine.Result{Stopped: engine.Budget, Visits: 4, Pages: 3, Relevant: 3, Sources: 1}
		if d := cmp.Diff(want, res); d != "" {
			t.Errorf("result (-want +got):\n%s", d)
		}
		if judge.Scored != 3 || judge.Learned != 3 {
			t.Errorf("%d pages scored and %d learned, want 3: a sitemap is no page", judge.Scored, judge.Learned)
		}
		wantKinds := []string{
			"a ok=true source=false unchanged=false failed=false adds=true relevant=true",
			"map1 ok=false source=true unchanged=false failed=false adds=false relevant=false",
			"b ok=true source=false unchanged=false failed=false adds=true relevant=true",
			"c ok=true source=false unchanged=false failed=false adds=true relevant=true",
		}
		if d := cmp.Diff(wantKinds, kinds(t, st)); d != "" {
			t.Errorf("visits (-want +got):\n%s", d)
		}
		if !st.Recorded("map1") {
			t.Error("a sitemap that was read is not known as recorded")
		}
	}
}

// TestAgain: a recorded page that is asked for again is no duplicate, adds no
// page, and teaches the scorer nothing twice; 304 is no failure.
func TestAgain(t *testing.T) {
	w := &library{site: site{"a": {links: links("b", "c")}, "b": {}, "c": {}, "d": {}}, etags: map[string]string{"a": "1", "b": "1", "c": "1"}}
	st, judge, strategy := new(state.Memory), new(flat), new(asker)
	e := func(refresh bool) *engine.Engine {
		return &engine.Engine{
			Fetcher: w, Reader: w, Scorer: judge, Strategy: strategy, State: st, Logger: quiet,
			Options: engine.Options{Workers: 1, MaxPages: 3, Refresh: refresh},
		}
	}
	if res, err := e(false).Run(t.Context(), links("a")); err != nil || res.Pages != 3 || res.Stopped != engine.Budget {
		t.Fatalf("Run = %+v, %v", res, err)
	}
	w.etags["b"] = "2"
	w.site["b"] = answer{links: links("d")}
	delete(w.site, "c")
	w.etags["c"] = ""
	for _, u := range []string{"a", "b", "c"} {
		strategy.again = append(strategy.again, crawl.Choice{URL: u, Host: "a.example", Again: true, ETag: "1"})
	}
	res, err := e(true).Run(t.Context(), links("a"))
	ok(t, err)
	want := engine.Result{Stopped: engine.Exhausted, Visits: 7, Pages: 4, Relevant: 4, Revisits: 3, Unchanged: 1, Resumed: 3}
	if d := cmp.Diff(want, res); d != "" {
		t.Errorf("result (-want +got):\n%s", d)
	}
	got := kinds(t, st)[3:]
	if d := cmp.Diff([]string{
		"a ok=false source=false unchanged=true failed=false adds=false relevant=false",
		"b ok=true source=false unchanged=false failed=false adds=false relevant=true",
		"c ok=false source=false unchanged=false failed=true adds=false relevant=false",
		"d ok=true source=false unchanged=false failed=false adds=true relevant=true",
	}, got); d != "" {
		t.Errorf("visits (-want +got):\n%s", d)
	}
	if judge.Scored != 5 || judge.Learned != 4 {
		t.Errorf("%d pages scored, %d learned; want 5 and 4", judge.Scored, judge.Learned)
	}
	if d := cmp.Diff([]string{"a 1", "b 1", "c 1"}, w.asked); d != "" {
		t.Errorf("conditional questions (-want +got):\n%s", d)
	}
	if res, err := e(false).Run(t.Context(), links("a")); err != nil || res.Visits != 7 || res.Stopped != engine.Exhausted {
		t.Errorf("finished, run again: %+v, %v", res, err)
	}
}

func (*flat) Learner() crawl.Learner { return nil }
