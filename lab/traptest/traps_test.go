package traptest_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/traptest"
)

// spent counts the requests of a crawl by site, and the relevant pages.
type spent struct {
	requests map[string]int
	relevant map[string]int
}

// Visited implements [crawl.Observer].
func (s *spent) Visited(v *crawl.Visit) {
	site := polite.Site(v.Choice.Host)
	if s.requests[site]++; v.Score.Relevant {
		s.relevant[site]++
	}
}

const budget = 1500

// crawled crawls w with the default settings, but for the strategy.
func crawled(t *testing.T, w traptest.Web, strategy string) *spent {
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
		Options: engine.Options{MaxRequests: budget, Deterministic: true}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // nothing is written
	sp := &spent{requests: map[string]int{}, relevant: map[string]int{}}
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
					sp := crawled(t, traptest.Web{Articles: articles, Traps: traps}, strategy)
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
