package strategy_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier/frontiertest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

var update = goldentest.Update()

const goldenFile = "testdata/golden.tsv"

// golden is the record of one crawl of a recorded case: digests of every choice in
// order, and of the checkpoints made on the way.
type golden struct{ trail, checkpoints string }

// recorded reads the golden file: one case a line, name, trail, checkpoints.
func recorded(t testing.TB) map[string]golden {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("recorded on amd64; other processors may round sums of products differently")
	}
	all := map[string]golden{}
	f, err := os.Open(goldenFile)
	if *update && os.IsNotExist(err) {
		return all
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		c := strings.Split(lines.Text(), "\t")
		if len(c) != 3 {
			t.Fatalf("%s: %q", goldenFile, lines.Text())
		}
		all[c[0]] = golden{c[1], c[2]}
	}
	return all
}

// compare holds cases to what is recorded; with -update it records them.
func compare(t *testing.T, cases map[string]func() golden) {
	t.Helper()
	all := recorded(t)
	var mu sync.Mutex
	t.Cleanup(func() {
		if !*update {
			return
		}
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(all)) {
			fmt.Fprintf(&b, "%s\t%s\t%s\n", name, all[name].trail, all[name].checkpoints)
		}
		if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	})
	for name, run := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := run()
			mu.Lock()
			defer mu.Unlock()
			want, ok := all[name]
			switch {
			case *update:
				all[name] = got
			case !ok:
				t.Errorf("no record; run with -update")
			case got.trail != want.trail:
				t.Errorf("another trail than was recorded")
			case got.checkpoints != want.checkpoints:
				t.Errorf("other checkpoint bytes than were recorded: an old run could not be resumed")
			}
		})
	}
}

func digest(h hash.Hash) string { return fmt.Sprintf("%x", h.Sum(nil)[:12]) }

func note(w io.Writer, c crawl.Choice) {
	fmt.Fprintln(w, c.URL, c.Host, c.Parent, c.Depth, c.Again)
	binary.Write(w, binary.LittleEndian, math.Float64bits(c.Priority)) //nolint:errcheck // to a hash
}

// crawled runs a strategy on an invented web to its end.
func crawled(open func() crawl.Strategy, seed uint64, workers int) golden {
	trail, points := sha256.New(), sha256.New()
	c := strategytest.Start(strategytest.NewWeb(seed, 400, 7), open(), workers)
	keep := func() {
		data, err := binenc.Marshal(c.Strategy)
		fmt.Fprintln(points, len(data), err)
		points.Write(data)
	}
	keep()
	for n := 1; ; n++ {
		c.Fill()
		if !c.Apply() {
			break
		}
		if n%97 == 0 {
			keep()
		}
	}
	keep()
	for _, choice := range c.Trail {
		note(trail, choice)
	}
	return golden{digest(trail), digest(points)}
}

// TestOtherBackend: over another back end, which keeps no order and stores itself in
// another form, strategies pass their suite and walk the same trails. So a new back
// end is a new package and a row in the table of settings; no strategy is touched.
func TestOtherBackend(t *testing.T) {
	all := recorded(t)
	for _, m := range strategy.Methods() {
		p := strategy.Params{Seed: 1, Budget: 300, Backend: frontiertest.Reference{}}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			open := func() crawl.Strategy { return must(t, m.Name, "", p) }
			for _, workers := range []int{1, 4} {
				if got := crawled(open, 1, workers); got.trail != all[fmt.Sprintf("%s seed=1 workers=%d", m.Name, workers)].trail {
					t.Errorf("%d workers: another trail than over the frontier in memory", workers)
				}
			}
			strategytest.Test(t, open)
		})
	}
}

func must(t testing.TB, name, rank string, p strategy.Params) crawl.Strategy {
	t.Helper()
	s, err := strategy.New(name, rank, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGolden: every strategy, by every link rank that it takes, walks the trail
// and writes the checkpoints that earlier releases did.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls dozens of times, in one goroutine each")
	}
	cases := map[string]func() golden{}
	add := func(name string, seed uint64, workers int, open func() crawl.Strategy) {
		cases[fmt.Sprintf("%s seed=%d workers=%d", name, seed, workers)] = func() golden { return crawled(open, seed, workers) }
	}
	for _, m := range strategy.Methods() {
		for seed := range uint64(3) {
			for _, workers := range []int{1, 4} {
				add(m.Name, seed, workers, func() crawl.Strategy { return must(t, m.Name, "", strategy.Params{Seed: seed, Budget: 300}) })
			}
		}
	}
	for _, m := range strategy.All().Rankings {
		for _, by := range []string{"best-first", "tabu"} {
			add(by+"/"+m.Name, 1, 1, func() crawl.Strategy { return must(t, by, m.Name, strategy.Params{Seed: 1}) })
		}
	}
	for _, change := range []struct {
		name string
		set  func(*strategy.Params)
	}{
		{"balance=.5", func(p *strategy.Params) { p.Balance = .5 }},
		{"balance=0", func(p *strategy.Params) { p.Balance = 0 }},
		{"tries=1,tenure=20", func(p *strategy.Params) { p.Tries, p.Tenure = 1, 20 }},
	} {
		for _, workers := range []int{1, 4} {
			p := strategy.Defaults()
			p.Seed = 5
			change.set(&p)
			add("tabu "+change.name, 5, workers, func() crawl.Strategy { return must(t, "tabu", "", p) })
		}
	}
	add("tabu wrapped", 6, 4, func() crawl.Strategy {
		refresh, err := strategy.NewRefresh(new(state.Memory), strategy.RefreshParams{On: true, New: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		return strategy.NewChain(must(t, "tabu", "", strategy.Params{Seed: 6}),
			strategy.NewTrapGuard(strategy.TrapGuardParams{Patience: 20}), strategy.NewSources(strategy.SourceParams{}), refresh)
	})
	compare(t, cases)
}

// storedWeb is a stored web whose pages are judged by whether they say a word.
type storedWeb struct {
	pages map[string]*crawl.Page
	good  map[string]float64
}

func openStored(t testing.TB, name string, topic ...string) *storedWeb {
	t.Helper()
	web, err := replay.Open(filepath.Join(goldentest.Dir(t, "webs/"+name), name))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	w := &storedWeb{map[string]*crawl.Page{}, map[string]float64{}}
	says := func(text string) (n int) {
		for _, word := range topic {
			n += strings.Count(strings.ToLower(text), word)
		}
		return n
	}
	for _, url := range web.Pages() {
		r, err := web.Fetch(t.Context(), crawl.Request{URL: url})
		if err != nil || r.Status != 200 {
			continue
		}
		p, err := page.Parse(r)
		if err != nil {
			continue
		}
		n := says(p.Title)
		for i := range p.Blocks {
			n += says(p.Blocks[i].Text)
		}
		w.good[url] = 1 - 1/(1+float64(n)/4)
		for i := range p.Links {
			l := &p.Links[i]
			if says(l.Text) > 0 {
				l.Terms.AnchorCore, l.Terms.Relevance = 1, .8
			}
			if says(l.Context) > 0 {
				l.Terms.ContextCore = 1
			}
			if says(l.URL) > 0 {
				l.Terms.URLCore = 1
			}
		}
		p.Blocks = nil
		w.pages[url] = p
	}
	return w
}

// crawled walks n pages from every 30th page of the web.
func (w *storedWeb) crawled(s crawl.Strategy, first, n, workers int) golden {
	trail, points := sha256.New(), sha256.New()
	for i, url := range slices.Sorted(maps.Keys(w.pages)) {
		if i%30 == first {
			s.Seed([]crawl.Link{{URL: url, Host: w.pages[url].Host}})
		}
	}
	var inFlight []crawl.Choice
	for seq := 1; seq <= n; seq++ {
		for len(inFlight) < workers {
			c, ok := s.Next(nil)
			if !ok {
				break
			}
			note(trail, c)
			inFlight = append(inFlight, c)
		}
		if len(inFlight) == 0 {
			break
		}
		c := inFlight[0]
		inFlight = inFlight[1:]
		v := &crawl.Visit{Seq: seq, Choice: c, Status: 404}
		if p := w.pages[c.URL]; p != nil {
			v.Page, v.Status = p, 200
			v.Score = crawl.Score{Relevance: w.good[c.URL], Relevant: w.good[c.URL] > .5}
		}
		s.Observe(v)
		if seq%500 == 0 {
			data, err := binenc.Marshal(s)
			fmt.Fprintln(points, len(data), err)
			points.Write(data)
		}
	}
	return golden{digest(trail), digest(points)}
}

// TestGoldenStored: the same on pages of 28 real hosts.
func TestGoldenStored(t *testing.T) {
	w := openStored(t, "hosts-dev", "storm", "typhoon", "flood", "台风", "颱風", "暴雨", "洪水")
	cases := map[string]func() golden{}
	for seed := range uint64(4) {
		for _, name := range []string{"tabu", "best-first"} {
			workers := 1 + 3*int(seed%2)
			cases[fmt.Sprintf("hosts-dev %s seed=%d workers=%d", name, seed, workers)] = func() golden {
				return w.crawled(must(t, name, "", strategy.Params{Seed: seed}), int(seed), 1500, workers)
			}
		}
	}
	compare(t, cases)
}
