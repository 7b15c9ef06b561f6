package session_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// crawlTyphoon crawls for typhoons into the run folder dir, and prints the pages
// that are on topic. The same call on the same folder resumes it.
func crawlTyphoon(ctx context.Context, dir, start string, network fetch.Options) error {
	typhoon, err := topic.Resolve(ctx, topic.Spec{Names: "typhoon"})
	if err != nil {
		return err
	}
	first, err := seed.Link(start)
	if err != nil {
		return err
	}
	s, err := session.Open(ctx, session.Spec{
		Topic: typhoon, Seeds: []crawl.Link{first},
		Fetch:   session.Fetch{Options: network},
		Folder:  session.Folder{Dir: dir},
		Options: engine.Options{MaxPages: 40, Deterministic: true},
	})
	if err != nil {
		return err
	}
	defer s.Close()
	res, err := s.Run(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d pages, %d relevant, stopped: %s\n", res.Pages, res.Relevant, res.Stopped)
	return nil
}

// printBest reads the pages of a run folder, as they were recorded.
func printBest(dir string, least float64) error {
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			return err
		}
		if p.Relevant && float64(p.Relevance) > least {
			fmt.Printf("%.2f %s\n", float64(p.Relevance), p.Title)
		}
	}
	return nil
}

// Example crawls a synthetic web, served on loopback, into a run folder.
func Example() {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	ctx := context.Background()
	web := crawltest.New(crawltest.Options{Seed: 1, Pages: 400})
	server, err := web.Serve(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	dir, err := os.MkdirTemp("", "run-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	network := fetch.Options{DialContext: server.DialContext, Polite: polite.Options{Delay: -1}}
	for range 2 { // the second call finds the run finished
		if err := crawlTyphoon(ctx, dir, web.Seeds(1)[0], network); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := printBest(dir, .8); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 40 pages, 11 relevant, stopped: budget
	// 40 pages, 11 relevant, stopped: budget
	// 0.85 Typhoon Bolaven makes landfall near Manila - Typhoon Desk
	// 0.84 The track of typhoon Koinu, hour by hour - Typhoon Desk
	// 0.84 Doksuri in 2021: the strongest winds ever measured at Kagoshima - Typhoon Desk
	// 0.85 Preparing a house for the typhoon season - Typhoon Desk
	// 0.85 “海葵”减弱为热带低压 - 台风观察
	// 0.83 “泰利”过后：深圳灾情统计 - 台风观察
	// 0.83 厦门8962艘渔船回港避风 - 台风观察
	// 0.84 “海燕”路径回顾：一小时一小时地看 - 台风观察
}

// slowed is a fetcher of our own: it waits before each request.
type slowed struct {
	crawl.Fetcher
	wait time.Duration
}

// Fetch implements crawl.Fetcher.
func (f slowed) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	select {
	case <-time.After(f.wait):
		return f.Fetcher.Fetch(ctx, r)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ExampleOpen_parts crawls with a fetcher and a strategy of one's own, and keeps
// everything in memory.
func ExampleOpen_parts() {
	ctx := context.Background()
	web := crawltest.New(crawltest.Options{Seed: 1, Pages: 400})
	storms, err := topic.Resolve(ctx, topic.Spec{Keywords: "typhoon, 台风, storm surge, 风暴潮"})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, err := seed.Link(web.Seeds(1)[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := session.Open(ctx, session.Spec{
		Topic: storms, Seeds: []crawl.Link{first},
		Fetch:    session.Fetch{Use: slowed{web, time.Millisecond}},
		Strategy: session.Strategy{Use: strategy.NewBreadthFirst()},
		Options:  engine.Options{MaxPages: 40, Deterministic: true, Retries: -1},
		Logger:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	res, err := s.Run(ctx)
	fmt.Println(res.Pages, "pages,", res.Relevant, "relevant,", err)
	// Output: 40 pages, 6 relevant, <nil>
}
