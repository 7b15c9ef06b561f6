package engine_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// wide is a web whose first page names a host with each of its links. Each host has one
// page, or is dead.
type wide struct {
	city
	links int
	dead  bool
}

func (w *wide) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if w.dead && !strings.HasSuffix(req.URL, "-0") {
		return &crawl.Response{URL: req.URL, Final: req.URL, Status: 404, FetchedAt: time.Now()}, nil
	}
	return w.city.Fetch(ctx, req)
}

func (w *wide) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	n, err := strconv.Atoi(r.URL[strings.LastIndexByte(r.URL, '-')+1:])
	p := &crawl.Page{URL: r.URL, Final: r.Final, Host: w.host(n), Status: 200, Title: fmt.Sprint("page ", n), FetchedAt: r.FetchedAt.UTC(), Words: 100}
	for to := 1; n == 0 && to <= w.links; to++ {
		p.Links = append(p.Links, crawl.Link{URL: w.url(to), Host: w.host(to), Text: fmt.Sprint("page of ", to), Path: "ul li a"})
	}
	return p, err
}

// mostAsked bounds the questions about hosts for each page. The links of such a page have
// one score, and a choice scores 500 of them anew at most (crawl/choose/strategy); each needs one
// question, or two. Without that bound every link was scored for every page.
const mostAsked = 1100

// mostDead is that bound for dead hosts. Their place on the page is tabu again and again,
// and then all their links are held back: in one go, but for the first 200. One by one it
// took 830 questions for each page of 2,000 links.
const mostDead = 700

// TestWidePage: a page that names so many hosts is taken in, and what follows costs the
// same however many there are: whether all hosts share a site or none does, whether they answer or are
// dead, and whether their links are in memory or on disk.
func TestWidePage(t *testing.T) {
	many := 20_000
	if long() {
		many = 1_000_000
	}
	for _, test := range []struct {
		name       string
		links      int
		site, dead bool
		most       float64
	}{
		{"own sites", many, false, false, mostAsked},
		{"one site", many, true, false, mostAsked},
		{"dead", many, false, true, mostDead},
		{"dead, as many as are held back at once", 2000, false, true, mostDead},
	} {
		t.Run(test.name, func(t *testing.T) {
			links := test.links
			w := &wide{city: city{endless: endless{hosts: links + 1}, delay: time.Millisecond}, links: links, dead: test.dead}
			if test.site {
				w.site = func(string) string { return "site.example" }
			}
			store := spill.New(t.TempDir(), quiet)
			defer store.Close()
			p := strategy.Defaults()
			p.SpillInto(store.Records('e'), store.Records('u'), 1<<20, store.Err)
			s, err := strategy.NewTabu(p)
			if err != nil {
				t.Fatal(err)
			}
			e := &engine.Engine{
				Fetcher: w, Pacer: w, Reader: w, Scorer: clear{}, Strategy: s, State: new(state.Memory), Logger: quiet,
				Options: engine.Options{MaxRequests: 301, Workers: 8, Retries: 0},
			}
			res, err := e.Run(t.Context(), []crawl.Link{{URL: w.url(0), Host: w.host(0)}})
			if err != nil || res.Visits != 301 || res.Waiting != links-300 {
				t.Fatalf("Run = %+v, %v", res, err)
			}
			asked := w.looked.Load()
			if test.site {
				asked -= int64(links) // each host is found busy once, and waits for the turn of its site then
			}
			if per := float64(asked) / 300; per > test.most {
				t.Errorf("%.1f questions about hosts for each page", per)
			}
		})
	}
}

func long() bool { return os.Getenv("ONTOCRAWL_LONG") != "" }
