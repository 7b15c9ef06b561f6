package eval

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// trapWeb is a stored web of n hosts, each with a chain of reports on typhoons, a feed that names
// the last of them, and a calendar without an end whose days name three others each and differ in
// their number.
func trapWeb(t *testing.T, n int) (dir string, homes []string) {
	t.Helper()
	const days, reports = 120, 20
	dir = t.TempDir()
	var index strings.Builder
	add := func(url, contentType, labels, body string) {
		name := fmt.Sprintf("%d.txt", strings.Count(index.String(), "\n"))
		put(t, dir, "pages/"+name, body)
		fmt.Fprintf(&index, "%s\t%s\t%s\t%s\n", url, name, contentType, labels)
	}
	for h := range n {
		site := fmt.Sprintf("http://h%d.example", h)
		homes = append(homes, site+"/")
		add(site+"/", "text/html", "", fmt.Sprintf(`<link rel="alternate" type="application/rss+xml" href="/feed.xml"><title>Weather of town %d</title>
			<p>Wind and rain.</p> <a href="/day/0">Typhoon calendar</a> <a href="/report/0">reports</a> <a href="http://h%d.example/">next town</a>`, h, (h+1)%n))
		add(site+"/feed.xml", "application/rss+xml", "", fmt.Sprintf(
			`<rss version="2.0"><channel><title>News</title><item><title>Typhoon report</title><link>%s/report/%d</link></item></channel></rss>`, site, reports-1))
		for i := range days {
			add(fmt.Sprintf("%s/day/%d", site, i), "text/html", "", fmt.Sprintf(
				`<title>Typhoon calendar</title><p>No typhoon and no tropical storm is expected on day %d of this year.</p>
				<a href="/day/%d">next typhoon day</a> <a href="/day/%d">next typhoon week</a> <a href="/day/%d">next typhoon month</a>`, i, (i+1)%days, (i+7)%days, (i+30)%days))
		}
		for i := range reports {
			add(fmt.Sprintf("%s/report/%d", site, i), "text/html", "topic:x", fmt.Sprintf(
				`<title>Typhoon report %d of town %d</title><p>Typhoon number %d made landfall near town %d with high waves. The severe tropical storm filled reservoir %d. %s</p>
				<a href="/report/%d">more</a> <a href="/gone/%d">map</a>`, i, h, 100*h+i, h, 7*i+h, strings.Repeat(fmt.Sprintf("Street %d was flooded. ", 31*i+h), i+2), (i+1)%reports, i))
		}
	}
	put(t, dir, "index.tsv", index.String())
	return dir, homes
}

// trail is an observer that keeps what pages were recorded, in their order.
type trail []string

func (o *trail) Visited(v *crawl.Visit) {
	if v.Adds() {
		*o = append(*o, v.Page.Final)
	}
}

// TestTrialIsCrawl: a trial records the pages that a user's crawl of the stored web records, in
// their order, with one choice in flight and with eight: the crawl with its folder, texts and
// archive, the trial without, and reading each page once for all. The guard, the feeds and
// what lies outside are the same, and without the guard the figure would be another.
func TestTrialIsCrawl(t *testing.T) {
	dir, homes := trapWeb(t, 6)
	spec := toySpec()
	spec.Documents, spec.Logger = document.New(document.Options{}), slog.New(slog.DiscardHandler)
	w, err := Open(t.Context(), dir, spec, Labels{On: "topic:x"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // only read
	const budget = 200
	p := &Plan{Web: w, Spec: spec, Draw: must(w.Fixed(homes, 1, 1)), Budgets: []Budget{{N: budget}}, Repeat: 1, Seed: 5}
	for _, method := range []string{"tabu", "breadth-first"} {
		for _, workers := range []int{1, 8} {
			p.Spec.Strategy.Name, p.Spec.Options.Workers = method, workers
			free := p.entrant(method)
			free.Name, free.Spec.Strategy.Patience = "unguarded", -1
			p.Entrants = []Entrant{p.entrant(method), free}
			res, err := p.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			guarded, unguarded := res.RunsOf(method, "200")[0], res.RunsOf("unguarded", "200")[0]
			if guarded.AreaRatio == unguarded.AreaRatio {
				t.Errorf("%s, %d in flight: %.3f of the oracle's area, with the guard and without", method, workers, guarded.AreaRatio)
			}
			var got []string
			for _, e := range w.events(guarded.Outcome) {
				got = append(got, e.url)
			}
			want := crawled(t, p, dir, budget)
			if d := cmp.Diff([]string(want), got); d != "" || len(want) < 100 {
				t.Errorf("%s, %d in flight: of %d pages the trial differs (-crawl +trial):\n%s", method, workers, len(want), d)
			}
		}
	}
}

// crawled returns what a user's crawl of the web records.
func crawled(t *testing.T, p *Plan, dir string, budget int) (pages trail) {
	t.Helper()
	spec := p.Spec
	spec.Seeds = p.Web.seedLinks(p.Draw(1))
	spec.Folder.Dir = filepath.Join(t.TempDir(), "run")
	spec.Fetch = session.Fetch{Web: dir, WebOutside: true}
	spec.Options.MaxRequests, spec.Options.Deterministic = budget, true
	spec.Strategy.Params = (&Trial{Web: p.Web, Spec: spec, Seed: p.Seed, Budget: budget}).spec().Strategy.Params
	s, err := session.Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // Run has written all
	s.Engine.Observers = append(s.Engine.Observers, &pages)
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return pages
}
