package traptest_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/internal/traptest"
)

// spent counts the requests of a crawl by site, and the relevant pages.
type spent struct {
	requests map[string]int
	relevant map[string]int
	parts    map[string]map[string]bool // "No. 7", of the pages of a series
}

// Visited implements [crawl.Observer].
func (s *spent) Visited(v *crawl.Visit) {
	site := polite.Site(v.Choice.Host)
	if s.requests[site]++; v.Score.Relevant {
		s.relevant[site]++
	}
	if i := 0; v.Adds() {
		if i = strings.LastIndex(v.Page.Title, "No. "); i < 0 {
			return
		}
		if s.parts[site] == nil {
			s.parts[site] = map[string]bool{}
		}
		s.parts[site][v.Page.Title[i:]] = true
	}
}

const budget = 1500

// crawled crawls w with the default settings, but for the strategy.
func crawled(t *testing.T, w traptest.Web, strategy string, workers int) *spent {
	t.Helper()
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	first, err := seed.Link(w.Start())
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(t.Context(), session.Spec{
		Topic: typhoon, Seeds: []crawl.Link{first}, Fetch: session.Fetch{Use: w}, Strategy: session.Strategy{Name: strategy},
		Options: engine.Options{MaxRequests: budget, Deterministic: true, Workers: workers}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // nothing is written
	sp := &spent{requests: map[string]int{}, relevant: map[string]int{}, parts: map[string]map[string]bool{}}
	s.Engine.Observers = append(s.Engine.Observers, sp)
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return sp
}

// TestTraps: with the default settings, of a budget of 1,500 requests no trap gets more than
// 5 %, all of them together and each alone, and the healthy site is fetched to its end, be it large or
// small. With ONTOCRAWL_LONG=1 each trap is alone with every strategy and size.
func TestTraps(t *testing.T) {
	for _, strategy := range []string{"tabu", "best-first"} {
		for _, articles := range []int{40, 400} {
			webs := map[string][]traptest.Trap{"all": traptest.Traps()}
			for _, trap := range traptest.Traps() {
				if strategy == "tabu" && articles == 40 || os.Getenv("ONTOCRAWL_LONG") != "" {
					webs[trap.Name] = []traptest.Trap{trap}
				}
			}
			for name, traps := range webs {
				t.Run(fmt.Sprint(strategy, "/", articles, "/", name), func(t *testing.T) {
					t.Parallel()
					sp := crawled(t, traptest.Web{Articles: articles, Traps: traps}, strategy, 0)
					for _, trap := range traps {
						n := sp.requests[trap.Site]
						t.Logf("%-20s %4d requests, %4d pages called relevant", trap.Name, n, sp.relevant[trap.Site])
						if n > budget*5/100 {
							t.Errorf("%s got %d of %d requests", trap.Name, n, budget)
						}
					}
					if n := sp.requests["stormdesk.example"]; n < articles+1 {
						t.Errorf("%d requests for the %d pages of the healthy site", n, articles+1)
					}
				})
			}
		}
	}
}

// TestSeries: of series of true pages the guard holds no page back, whatever spellings they have,
// with traps beside them that look the same; and of these none gets more than 5 % of the budget.
func TestSeries(t *testing.T) {
	for _, strategy := range []string{"tabu", "best-first", "breadth-first"} {
		for _, workers := range []int{1, 8} {
			t.Run(fmt.Sprint(strategy, "/", workers), func(t *testing.T) {
				t.Parallel()
				traps := slices.Concat(traptest.Fourth(), traptest.First()[:4])
				w := traptest.Web{Articles: 40, Traps: slices.Concat(traptest.Series(), traps)}
				sp := crawled(t, w, strategy, workers)
				for _, s := range traptest.Series() {
					if n := len(sp.parts[s.Site]); n != traptest.Parts {
						t.Errorf("%s: %d of %d pages, with %d requests", s.Name, n, traptest.Parts, sp.requests[s.Site])
					}
				}
				for _, trap := range traps {
					if n := sp.requests[trap.Site]; n > budget*5/100 {
						t.Errorf("%s got %d of %d requests", trap.Name, n, budget)
					}
				}
			})
		}
	}
}
