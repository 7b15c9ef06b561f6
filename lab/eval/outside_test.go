package eval

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
)

// answering returns n URLs, each of another host, whose answer is so.
func answering(n int, so func(replay.BeyondAnswer) bool) (urls []string) {
	for i := 0; len(urls) < n; i++ {
		if u := fmt.Sprintf("http://away%d.example/", i); so(replay.BeyondFor(u)) {
			urls = append(urls, u)
		}
	}
	return urls
}

func withStatus(status int) func(replay.BeyondAnswer) bool {
	return func(a replay.BeyondAnswer) bool { return a.Status == status }
}

func ofKind(kind crawl.FailureKind) func(replay.BeyondAnswer) bool {
	return func(a replay.BeyondAnswer) bool { return a.Err != nil && crawl.KindOf(a.Err) == kind }
}

// awayWeb is a stored web of a home page that links to the URLs, each with the anchor,
// and then to a chain of n pages on topic.
func awayWeb(t *testing.T, n int, anchor string, urls ...string) *Web {
	t.Helper()
	dir := t.TempDir()
	var index, home strings.Builder
	index.WriteString("http://in.example/\thome.html\ttext/html\thome\n")
	for _, u := range urls {
		fmt.Fprintf(&home, "<a href=%q>%s</a> ", u, anchor)
	}
	put(t, dir, "pages/home.html", "<title>page 0</title><p>"+home.String()+`<p><a href="/1">on</a>`)
	for i := range n {
		fmt.Fprintf(&index, "http://in.example/%d\t%d.html\ttext/html\ttopic:x\n", i+1, i+1)
		next := min(i+2, n) // the last page links to itself
		put(t, dir, fmt.Sprintf("pages/%d.html", i+1), fmt.Sprintf("<title>page %d</title><p>words of page %d<p><a href=/%d>on</a>", i+1, i+1, next))
	}
	put(t, dir, "index.tsv", index.String())
	w, err := Open(t.Context(), dir, toySpec(), Labels{On: "topic:x"})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// crawlAway crawls w breadth-first from its home page.
func crawlAway(t *testing.T, w *Web, o Outside, budget int) *Run {
	t.Helper()
	draw, err := w.Fixed([]string{"http://in.example/"}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := &Plan{
		Web: w, Spec: toySpec(), Entrants: []Entrant{{Name: "first", New: fifo, Wrap: judgedOdd}},
		Draw: draw, Budgets: []Budget{{N: budget}}, Repeat: 1, Outside: o,
	}
	res, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res.RunsOf("first", fmt.Sprint(budget))[0]
}

// TestCharging: each answer costs a request, and each failure.
func TestCharging(t *testing.T) {
	urls := slices.Concat(
		answering(2, withStatus(200)), answering(1, withStatus(404)), answering(1, withStatus(403)),
		answering(1, ofKind(crawl.FailDNS)), answering(1, ofKind(crawl.FailRefused)), answering(1, ofKind(crawl.FailTimeout)),
		answering(1, ofKind(crawl.FailRobots)), []string{"http://in.example/gone"},
	)
	w := awayWeb(t, 4, "x", urls...)
	kinds := map[string]int{"status 404": 2, "status 403": 1, "dns": 1, "connection refused": 1, "timeout": 1, "robots": 1}

	// The home page, two made pages, seven failures, the first page on topic.
	r := crawlAway(t, w, Outside{}, 11)
	want := Run{
		Strategy: "first", Run: 1, Seeds: 1, Given: "11", Budget: 11, Requests: 11, Fetched: 4, Outside: 2, Failures: 7, Charged: 7,
		FailuresByKind: kinds, FailuresAPage: 1.75, OnTopic: 1, Reachable: 4, Recall: .25, HarvestRate: .25, Stopped: "budget",
		// One of four, with the eleventh request and as the fourth page. The oracle fetches home 1 2 3 4.
		Area: .25 / 11, OracleArea: (.25 + .5 + .75 + 7) / 11,
		// Page 1 is called relevant, and rightly. A made page is not: oddJudge reads no number in its title.
		Precision: 1, JudgeRecall: 1, F1: 1, AverageRelevance: .025, RelevanceSD: r.RelevanceSD,
	}
	want.AreaRatio = want.Area / want.OracleArea
	want.ByRequest = Found{.25, want.Area, want.AreaRatio}
	want.ByPage = Found{.25, 8 * .25 / 11, 8 * .25 / 11 / want.OracleArea}
	got := *r
	got.Seconds, got.CPUSeconds, got.Outcome, got.Started = 0, 0, nil, nil
	if d := cmp.Diff(want, got, near()); d != "" {
		t.Errorf("live (-want +got):\n%s", d)
	}

	// Of a host that is stored in part, what is missing is free.
	for _, o := range []Outside{{Partial: []string{"in.example"}}, {Partial: []string{allHosts}}} {
		r := crawlAway(t, w, o, 10)
		if r.Requests != 10 || r.Charged != 6 || r.OnTopic != 1 || r.Outside != 2 || r.FailuresByKind["status 404"] != 2 {
			t.Errorf("%+v: %+v", o, r)
		}
	}

	// Nothing answers, failures are free, and the budget counts pages. Away the 404 and all others are alike.
	r = crawlAway(t, w, Outside{Dead: true}, 5)
	if r.Fetched != 5 || r.Outside != 0 || r.OnTopic != 4 || r.Requests != 14 || r.Recall != 1 || !maps.Equal(r.FailuresByKind, map[string]int{"status 404": 9}) {
		t.Errorf("dead: %+v", r)
	}
	if r.ByRequest.Recall != 0 || r.ByPage.Recall != 1 {
		t.Errorf("dead: by request %v, by page %v", r.ByRequest, r.ByPage)
	}
}

// TestPartialFile: a web names itself the hosts of which it holds only a part.
func TestPartialFile(t *testing.T) {
	w := awayWeb(t, 4, "x", "http://in.example/gone", "http://in.example/gone2")
	put(t, w.Dir, "partial.txt", "in.example\n")
	w, err := Open(t.Context(), w.Dir, toySpec(), Labels{On: "topic:x"})
	if err != nil {
		t.Fatal(err)
	}
	if r := crawlAway(t, w, Outside{}, 5); r.OnTopic != 4 || r.Charged != 0 || r.Failures != 2 {
		t.Errorf("%+v", r)
	}
	put(t, w.Dir, "partial.txt", "else.example\n")
	if _, err := Open(t.Context(), w.Dir, toySpec(), Labels{On: "topic:x"}); err == nil || !strings.Contains(err.Error(), "partial.txt:1") {
		t.Errorf("a host that the web does not have: %v", err)
	}
}

// TestTopicalAnswers: with the cross-check links with a core concept lead to pages on topic
// that are neither charged nor counted, and that are no copies of the stored ones.
func TestTopicalAnswers(t *testing.T) {
	for _, anchor := range []string{"typhoon", "x"} {
		w := awayWeb(t, 4, anchor, answering(50, withStatus(200))...)
		for _, share := range []float64{0, .6, 1} {
			r := crawlAway(t, w, Outside{Topical: share}, 55)
			want := int(50 * share)
			if anchor != "typhoon" {
				want = 0
			}
			if off := r.OutsideOnTopic - want; off < -12 || off > 12 || share != .6 && off != 0 {
				t.Errorf("%s, share %v: %d pages on topic outside", anchor, share, r.OutsideOnTopic)
			}
			// The first page on topic comes after the 50 links, the others after the links of the
			// made pages.
			if r.OnTopic != 1 || r.Requests != 55 || r.Fetched != r.Requests-r.Charged || r.Outside+2 != r.Fetched {
				t.Errorf("%s, share %v: %+v", anchor, share, r)
			}
			for _, s := range r.Outcome.Steps {
				if want := s.Page%2 == 1; s.Relevant != want {
					t.Errorf("%s, share %v: page %d is judged %v, as if it were a copy", anchor, share, s.Page, s.Relevant)
				}
			}
		}
	}
}

// TestLiveTwice: the same crawl of a live web has the same outcome, also with others
// beside it.
func TestLiveTwice(t *testing.T) {
	w := awayWeb(t, 20, "x", answering(30, func(replay.BeyondAnswer) bool { return true })...)
	first := crawlAway(t, w, Outside{}, 200)
	again := crawlAway(t, awayWeb(t, 20, "x", answering(30, func(replay.BeyondAnswer) bool { return true })...), Outside{}, 200)
	if d := cmp.Diff(first.Outcome.Steps, again.Outcome.Steps); d != "" {
		t.Errorf("steps (-first +again):\n%s", d)
	}
	if d := cmp.Diff(first.Outcome.Away, again.Outcome.Away); d != "" {
		t.Errorf("outside (-first +again):\n%s", d)
	}
}

// TestNothingOutside: hosts that are all dead, or all forbid everything, cost what they
// ask, and the crawl ends.
func TestNothingOutside(t *testing.T) {
	dead := crawlAway(t, awayWeb(t, 3, "x", answering(20, ofKind(crawl.FailDNS))...), Outside{}, 24)
	if dead.OnTopic != 3 || dead.Charged != 20 || dead.Outside != 0 || dead.Stopped != "budget" {
		t.Errorf("all hosts dead: %+v", dead)
	}
	refused := crawlAway(t, awayWeb(t, 3, "x", answering(20, ofKind(crawl.FailRobots))...), Outside{}, 24)
	if refused.OnTopic != 3 || refused.Requests != 24 || refused.FailuresByKind["robots"] != 20 || refused.Stopped != "budget" {
		t.Errorf("robots.txt of all hosts refuses: %+v", refused)
	}
	alone := crawlAway(t, awayWeb(t, 3, "x"), Outside{}, 24)
	if alone.OnTopic != 3 || alone.Requests != 4 || alone.Failures != 0 || alone.ByRequest != alone.ByPage {
		t.Errorf("a web of one host: %+v", alone)
	}
}

func TestOutsideRefused(t *testing.T) {
	p := toyPlan(t, toyWeb(t))
	var unknown *partialError
	for _, o := range []Outside{{Topical: -.1}, {Topical: 1.1}, {Dead: true, Topical: .5}, {Partial: []string{"else.example"}}} {
		p.Outside = o
		_, err := p.Run(t.Context())
		if err == nil || errors.As(err, &unknown) != (o.Partial != nil) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
