// Package frontiertest is the conformance suite of a [frontier.Frontier], for every
// back end: in memory, on disk, or one part of several.
//
//	frontiertest.go  Test: the suite
//	reference.go     Reference: the slow back end that it compares others with
package frontiertest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Test runs the suite on frontiers of a back end.
func Test(t *testing.T, b frontier.Backend) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, frontier.Backend){
		"LikeReference": likeReference,
		"AskedSeldom":   askedSeldom,
		"Order":         order,
		"SeedsFirst":    seedsFirst,
		"LeastVisited":  leastVisited,
		"Blocked":       blocked,
		"Turns":         turns,
		"ProvenTurns":   provenTurns,
		"StatesGrow":    statesGrow,
		"Scores":        scores,
		"Visits":        visits,
		"Letters":       letters,
		"Damaged":       damaged,
		"Cleared":       cleared,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); check(t, b) })
	}
}

func busy(host string) bool { return host == "h0" || host == "h3" }

// likeReference makes random calls and compares every answer with the Reference's.
func likeReference(t *testing.T, b frontier.Backend) {
	for seed := range uint64(20) {
		p := &pair{t: t, rng: rand.New(rand.NewPCG(seed, 1)), got: b.New(), want: Reference{}.New(), open: b}
		for p.step = range 250 {
			p.act()
			p.compare()
			if p.step%25 == 0 {
				p.reload()
			}
		}
	}
}

// askedSeldom is likeReference with several calls between two questions: a back end may put
// off what nobody has asked for.
func askedSeldom(t *testing.T, b frontier.Backend) {
	for seed := range uint64(20) {
		p := &pair{t: t, rng: rand.New(rand.NewPCG(seed, 2)), got: b.New(), want: Reference{}.New(), open: b}
		for p.step = range 250 {
			p.act()
			switch p.step % 25 {
			case 5, 11, 24:
				p.compare()
			case 18:
				p.reload()
			}
		}
	}
}

// pair is a frontier and the Reference that hears the same.
type pair struct {
	t         *testing.T
	rng       *rand.Rand
	got, want frontier.Frontier
	open      frontier.Backend
	step      int
}

func (p *pair) both(f func(frontier.Frontier)) { f(p.got); f(p.want) }

// act makes one random call.
func (p *pair) act() {
	n := p.rng.IntN(60)
	url, host, score := fmt.Sprint("u", n), fmt.Sprint("h", n%5), float64(p.rng.IntN(7)-3)
	turn := fmt.Sprint("turn", n%2)
	id, known := p.want.Number(url)
	switch op := p.rng.IntN(12); {
	case op < 4:
		it := frontier.Item{Parent: int32(p.rng.IntN(p.want.Counts().URLs+1)) - 1, Depth: int32(n % 9), Score: score, Seed: n%17 == 0}
		if n%11 == 0 {
			it.State = frontier.Done
		}
		p.both(func(f frontier.Frontier) { f.Add(url, host, it) })
	case op == 4 && known:
		p.both(func(f frontier.Frontier) { f.SetScore(id, score) })
	case op == 5 || op == 6:
		if best := p.want.Best(busy); best >= 0 {
			if got, want := frontier.Choose(p.got, best), frontier.Choose(p.want, best); got != want {
				p.t.Fatalf("step %d: chose %+v, want %+v", p.step, got, want)
			}
		}
	case op == 7 && known:
		p.both(func(f frontier.Frontier) { f.SetState(id, frontier.Done) })
	case op == 8 && n%3 == 0:
		p.both(func(f frontier.Frontier) { f.Hosts().Count(host, 0, -1) })
	case op == 8:
		p.both(func(f frontier.Frontier) { f.Hosts().Count(host, 0, 1) })
	case op == 9:
		p.both(func(f frontier.Frontier) { f.Hosts().Block(host, turn) })
	case op == 10:
		if got, want := p.got.Hosts().Unblock(turn), p.want.Hosts().Unblock(turn); got != want {
			p.t.Fatalf("step %d: more hosts are blocked: %v, want %v", p.step, got, want)
		}
	case op == 11:
		anew := func(id int32, now float64) float64 { return float64(int(now+float64(id)*7+score) % 4) }
		if h := p.want.Hosts().Add(host); n%2 == 0 {
			p.both(func(f frontier.Frontier) { f.Hosts().Add(host); f.Rescore(h, anew) })
		} else {
			p.both(func(f frontier.Frontier) { f.Hosts().Add(host); f.Rescore(frontier.None, anew) })
		}
	}
}

// compare asks both everything.
func (p *pair) compare() {
	p.t.Helper()
	answers := func(f frontier.Frontier) (a []any) {
		a = append(a, f.Counts().URLs, f.Counts().Waiting, f.Counts().InFlight, f.Hosts().Len(), f.Hosts().Proven(),
			f.Best(nil), f.Best(busy), f.Hosts().LeastVisited(nil), f.Hosts().LeastVisited(busy))
		for id := range int32(f.Counts().URLs) {
			n, ok := f.Number(f.URL(id))
			it := f.Item(id)
			if it.State != frontier.Waiting {
				it.Score = 0 // of no use any more; a checkpoint need not hold it
			}
			a = append(a, f.URL(id), n, ok, it)
		}
		for h := range int32(f.Hosts().Len()) {
			a = append(a, f.Hosts().At(h).Name, f.Hosts().Add(f.Hosts().At(h).Name), f.Hosts().At(h).Blocked, f.Hosts().At(h).Proofs > 0, f.Hosts().At(h).Choices, f.Hosts().Best(h))
		}
		return a
	}
	got, want := answers(p.got), answers(p.want)
	if !slices.Equal(got, want) {
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				p.t.Fatalf("step %d: answer %d is %v, want %v", p.step, i, got[i], want[i])
			}
		}
	}
}

// reload continues with a frontier read from a checkpoint, which does not hold what is
// blocked and is the same when it is written again.
func (p *pair) reload() {
	p.t.Helper()
	data := saved(p.got)
	next := p.open.New()
	if err := load(next, data); err != nil {
		p.t.Fatalf("step %d: %v", p.step, err)
	}
	if !bytes.Equal(data, saved(next)) {
		p.t.Fatalf("step %d: a checkpoint changed by being read", p.step)
	}
	for _, turn := range []string{"turn0", "turn1"} {
		for p.want.Hosts().Unblock(turn) {
		}
	}
	p.got = next
	p.compare()
}

func saved(f frontier.Frontier) []byte {
	var w binenc.Writer
	w.Next(f)
	return w.Data()
}

func load(f frontier.Frontier, data []byte) error {
	r := binenc.NewReader(data)
	r.Next(f)
	r.Wait()
	return r.Close()
}

// add adds waiting URLs with the scores given, by URL; the host is the first letter.
func add(f frontier.Frontier, items map[string]float64) {
	urls := make([]string, 0, len(items))
	for url := range items {
		urls = append(urls, url)
	}
	slices.Sort(urls)
	for _, url := range urls {
		f.Add(url, url[:1], frontier.Item{Parent: frontier.None, Score: items[url]})
	}
}

// drain chooses everything, best first.
func drain(f frontier.Frontier, busy func(string) bool) (urls []string) {
	for id := f.Best(busy); id >= 0; id = f.Best(busy) {
		urls = append(urls, frontier.Choose(f, id).URL)
	}
	return urls
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// order: by score, of equals the first known, whatever the host.
func order(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": 1, "a2": 3, "b1": 2, "b2": 3, "c1": 3})
	expect(t, "order", drain(f, nil), []string{"a2", "b2", "c1", "b1", "a1"})
	f = b.New()
	add(f, map[string]float64{"a1": 1, "a2": 3, "b1": 2})
	expect(t, "a is busy", drain(f, func(h string) bool { return h == "a" }), []string{"b1"})
	expect(t, "then", drain(f, nil), []string{"a2", "a1"})
}

// seedsFirst: seeds come in the order added, whatever their scores.
func seedsFirst(t *testing.T, b frontier.Backend) {
	f := b.New()
	f.Add("a1", "a", frontier.Item{Parent: frontier.None, Score: 9})
	frontier.AddSeeds(f, []crawl.Link{{URL: "z1", Host: "z"}, {URL: "b1", Host: "b"}, {URL: "a1", Host: "a"}})
	id, _ := f.Number("b1")
	f.SetScore(id, 99)
	expect(t, "order", drain(f, nil), []string{"z1", "b1", "a1"})
}

// leastVisited: of the proven hosts with waiting URLs the one with the fewest choices.
func leastVisited(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": 1, "a2": 2, "b1": 3, "b2": 4, "c1": 5})
	if h := f.Hosts().LeastVisited(nil); h != frontier.None || f.Hosts().Proven() != 0 {
		t.Errorf("no host is proven, and host %d is the least visited of %d", h, f.Hosts().Proven())
	}
	for _, host := range []string{"a", "b", "never heard of"} {
		f.Hosts().Count(host, 0, 1)
	}
	is := func(when, want string) {
		t.Helper()
		h := f.Hosts().LeastVisited(nil)
		if h < 0 || f.Hosts().At(h).Name != want {
			t.Errorf("%s: host %d is the least visited, want %s", when, h, want)
		}
	}
	is("none was chosen", "a")
	frontier.Choose(f, f.Hosts().Best(f.Hosts().Add("a")))
	is("a was chosen", "b")
	frontier.Choose(f, f.Hosts().Best(f.Hosts().Add("b")))
	is("both were chosen", "a")
	frontier.Choose(f, f.Hosts().Best(f.Hosts().Add("a")))
	is("nothing waits at a", "b")
	if n := f.Hosts().Proven(); n != 1 {
		t.Errorf("%d proven hosts with waiting URLs, want 1", n)
	}
}

// blocked: a blocked host is passed over until it is unblocked; URLs that become
// known meanwhile count, too.
func blocked(t *testing.T, b frontier.Backend) {
	f := b.New()
	f.Hosts().Block("a", "turn") // not known: no effect
	f.Hosts().Unblock("turn")
	add(f, map[string]float64{"a1": 2, "b1": 1})
	f.Hosts().Count("a", 0, 1)
	f.Hosts().Block("a", "turn")
	f.Hosts().Block("a", "turn")
	f.Add("a2", "a", frontier.Item{Parent: frontier.None, Score: 9})
	if h := f.Hosts().LeastVisited(nil); h != frontier.None || !f.Hosts().At(f.Hosts().Add("a")).Blocked || f.Counts().Waiting != 3 {
		t.Errorf("blocked: least visited %d, %d wait", h, f.Counts().Waiting)
	}
	expect(t, "blocked", drain(f, nil), []string{"b1"})
	f.Hosts().Unblock("turn")
	f.Hosts().Unblock("turn")
	expect(t, "unblocked", drain(f, nil), []string{"a2", "a1"})
}

// turns: of the hosts that wait for one turn the one with the best URL is freed, also if
// that became known or got its score meanwhile.
func turns(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": 2, "b1": 3, "c1": 4, "d1": 1, "e1": 9})
	for _, host := range []string{"a", "b", "c"} {
		f.Hosts().Block(host, "site")
	}
	f.Hosts().Block("e", "other")
	f.Add("a2", "a", frontier.Item{Parent: frontier.None, Score: 8})
	id, _ := f.Number("b1")
	f.SetScore(id, 7)
	for _, want := range []struct {
		best string
		more bool
	}{{"a2", true}, {"b1", true}, {"c1", false}} {
		if more := f.Hosts().Unblock("site"); more != want.more {
			t.Errorf("others wait: %v, want %v", more, want.more)
		}
		if c := frontier.Choose(f, f.Best(nil)); c.URL != want.best {
			t.Errorf("%s came first, want %s", c.URL, want.best)
		}
		if want.more { // its turn again: what is left of it waits behind the others
			f.Hosts().Block(want.best[:1], "third")
		}
	}
	expect(t, "free", drain(f, nil), []string{"d1"})
	f.Hosts().Unblock("third")
	f.Hosts().Unblock("other")
	expect(t, "all", drain(f, nil), []string{"e1", "a1"})
}

// provenTurns: every second host that is freed is a proven one, if such a host waits.
func provenTurns(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": 9, "b1": 8, "c1": 7, "d1": 2, "e1": 1})
	for _, host := range []string{"e", "d"} {
		f.Hosts().Count(host, 0, 1)
	}
	for _, host := range []string{"a", "b", "c", "d", "e"} {
		f.Hosts().Block(host, "site")
	}
	id, _ := f.Number("e1")
	f.SetScore(id, 3)
	f.Hosts().Count("d", 0, -1)
	var got []string
	for more := true; more; {
		more = f.Hosts().Unblock("site")
		got = append(got, drain(f, nil)...)
	}
	expect(t, "by turns", got, []string{"a1", "e1", "b1", "c1", "d1"})
}

// statesGrow: a URL is offered at most once, and none comes back.
func statesGrow(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": 1, "a2": 2})
	one, _ := f.Number("a1")
	frontier.Choose(f, one)
	if f.Item(one).State != frontier.InFlight || f.Counts().InFlight != 1 {
		t.Errorf("chosen: %+v, %d in flight", f.Item(one), f.Counts().InFlight)
	}
	f.SetState(one, frontier.Done)
	f.SetState(one, frontier.Done)
	if id, fresh := f.Add("a1", "a", frontier.Item{Parent: frontier.None}); fresh || id != one || f.Item(one).State != frontier.Done || f.Counts().InFlight != 0 {
		t.Errorf("finished: %+v, %d in flight, fresh %v", f.Item(one), f.Counts().InFlight, fresh)
	}
	two, _ := f.Number("a2")
	f.SetState(two, frontier.Done) // without being chosen
	if f.Counts().Waiting != 0 || f.Best(nil) != frontier.None || f.Hosts().Best(0) != frontier.None {
		t.Errorf("%d wait, best %d", f.Counts().Waiting, f.Best(nil))
	}
	f.SetScore(two, 5)
	if f.Best(nil) != frontier.None {
		t.Error("a score brought a finished URL back")
	}
}

// scores: the order is total whatever a ranker says.
func scores(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": math.NaN(), "a2": math.Inf(1), "b1": math.Inf(-1), "b2": 0})
	for id := range int32(f.Counts().URLs) {
		if s := f.Item(id).Score; math.IsNaN(s) || math.IsInf(s, 0) {
			t.Errorf("%s has score %v", f.URL(id), s)
		}
	}
	f.SetScore(3, math.NaN())
	f.Rescore(frontier.None, func(id int32, now float64) float64 {
		if id == 0 {
			return math.NaN()
		}
		return now
	})
	expect(t, "order", drain(f, nil), []string{"a2", "a1", "b1", "b2"})
}

// visits: what the helpers of frontier.go need of a back end.
func visits(t *testing.T, b frontier.Backend) {
	f := b.New()
	frontier.AddSeeds(f, []crawl.Link{{URL: "a1", Host: "a"}})
	c := frontier.Choose(f, f.Best(nil))
	var found []string
	from := frontier.Observe(f, &crawl.Visit{Choice: c, Page: &crawl.Page{Host: "a", Final: "a2", Links: []crawl.Link{
		{URL: "a3", Host: "a"}, {URL: "b1", Host: "b"}, {URL: "a3", Host: "a"}, {URL: "a1", Host: "a"}, {URL: "a2", Host: "a"},
		{URL: "a4", Host: "a", Kind: crawl.LinkSitemap},
	}}}, func(id int32, l *crawl.Link, fresh bool) { found = append(found, fmt.Sprint(f.URL(id), fresh)) })
	expect(t, "found", found, []string{"a3true", "b1true", "a3false"})
	if it := f.Item(1); f.URL(from) != "a1" || f.URL(1) != "a2" || it.State != frontier.Done || it.Parent != from {
		t.Errorf("the final URL is %+v", it)
	}
	next := frontier.Choose(f, f.Best(nil))
	if next.URL != "a3" || next.Parent != "a1" || next.Depth != 1 || next.Host != "a" {
		t.Errorf("next %+v", next)
	}
	stranger := frontier.Land(f, crawl.Choice{URL: "z", Host: "z", Depth: 3})
	if it := f.Item(stranger); it.State != frontier.Done || it.Depth != 3 {
		t.Errorf("a URL never chosen landed as %+v", it)
	}
	if _, ok := frontier.NumberWaiting(f, "b1"); !ok {
		t.Error("b1 does not wait")
	}
}

// letters: links of a page of another part wait here, and the page itself never does.
func letters(t *testing.T, b frontier.Backend) {
	f := b.New()
	frontier.AddSeeds(f, []crawl.Link{{URL: "a2", Host: "a"}, {URL: "a1", Host: "a"}})
	var found []string
	l := &crawl.Letter{Page: "b1", Host: "b", Final: "a2", Depth: 2, Links: []crawl.Link{
		{URL: "a3", Host: "a"}, {URL: "a2", Host: "a"}, {URL: "a1", Host: "a"}, {URL: "a3", Host: "a"}, {URL: "a4", Host: "a", Kind: crawl.LinkFeed},
	}}
	note := func(id int32, l *crawl.Link, fresh bool) { found = append(found, fmt.Sprint(f.URL(id), fresh)) }
	frontier.Hear(f, l, note)
	frontier.Hear(f, &crawl.Letter{Page: "b1", Host: "b", Depth: 2, Links: l.Links[:1]}, note) // a later version of the page
	expect(t, "found", found, []string{"a3true", "a1false", "a3false", "a3false"})
	if c := frontier.Choose(f, f.Best(nil)); c.URL != "a1" || c.Depth != 0 {
		t.Errorf("first %+v", c)
	}
	if c := frontier.Choose(f, f.Best(nil)); c.URL != "a3" || c.Parent != "b1" || c.Depth != 3 {
		t.Errorf("then %+v", c)
	}
	if id := f.Best(nil); id != frontier.None {
		t.Errorf("%s waits, which is another's or was recorded", f.URL(id))
	}
}

// damaged: a checkpoint that is cut or changed is refused, or gives a frontier that
// works.
func damaged(t *testing.T, b frontier.Backend) {
	f := b.New()
	for i := range 40 {
		f.Add(fmt.Sprint("u", i), fmt.Sprint("h", i%5), frontier.Item{Parent: int32(i) - 1, Score: float64(i % 7), Seed: i < 2})
	}
	for range 9 {
		frontier.Choose(f, f.Best(nil))
	}
	data := saved(f)
	for n := range data {
		if load(b.New(), data[:n:n]) == nil {
			t.Errorf("a checkpoint cut at %d of %d was read", n, len(data))
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		bad := slices.Clone(data)
		bad[rng.IntN(len(bad))] = byte(rng.Uint32())
		g := b.New()
		if load(g, bad) != nil {
			frontier.Clear(g)
		}
		n := g.Counts().Waiting
		if got := len(drain(g, nil)); got != n {
			t.Fatalf("%d of %d waiting URLs were offered", got, n)
		}
	}
}

// cleared: nothing is left, and the frontier can be used again.
func cleared(t *testing.T, b frontier.Backend) {
	f := b.New()
	add(f, map[string]float64{"a1": 1, "b1": 2})
	frontier.Choose(f, f.Best(nil))
	f.Hosts().Block("a", "turn")
	frontier.Clear(f)
	if f.Counts().URLs+f.Counts().Waiting+f.Counts().InFlight+f.Hosts().Len()+f.Hosts().Proven() != 0 || f.Best(nil) != frontier.None {
		t.Errorf("%d URLs, %d wait, %d hosts", f.Counts().URLs, f.Counts().Waiting, f.Hosts().Len())
	}
	if _, ok := f.Number("a1"); ok {
		t.Error("a1 is known")
	}
	add(f, map[string]float64{"a1": 1})
	expect(t, "after that", drain(f, nil), []string{"a1"})
}
