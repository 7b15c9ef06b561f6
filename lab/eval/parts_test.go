package eval

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// exchange says what parts tell each other.
type exchange struct {
	name           string
	letters, bare  bool // links to others' hosts; as addresses only
	outcomes, turn bool // what visits taught; all parts share one balance
	cut            bool // a part whose links are poor passes
}

// exchanges are the rows of the table in docs/cluster.md.
func exchanges() []exchange {
	return []exchange{
		{name: "none"},
		{name: "bare links", letters: true, bare: true},
		{name: "links", letters: true},
		{name: "links, turn", letters: true, turn: true},
		{name: "links, turn, cut", letters: true, turn: true, cut: true},
		{name: "links, outcomes", letters: true, outcomes: true},
		{name: "links, outcomes, turn", letters: true, outcomes: true, turn: true},
		all,
	}
}

var all = exchange{name: "all", letters: true, outcomes: true, turn: true, cut: true}

// lossy is a Bus that carries no more than an exchange does.
type lossy struct {
	cluster.Bus
	exchange
}

func (b lossy) Post(from, to int, l *crawl.Letter) {
	if !b.letters {
		return
	}
	if b.bare {
		few := crawl.Letter{Page: l.Page, Host: l.Host, Final: l.Final, Depth: l.Depth}
		for _, k := range l.Links {
			few.Links = append(few.Links, crawl.Link{URL: k.URL, Host: k.Host, Kind: k.Kind})
		}
		l = &few
	}
	b.Bus.Post(from, to, l)
}

func (b lossy) Tell(from int, o *crawl.Outcome) {
	if b.outcomes {
		b.Bus.Tell(from, o)
	}
}

// inParts is an entrant that crawls in n parts with an exchange. Without a common turn each
// part balances its own hosts.
func (j judges) inParts(name string, n int, e exchange, busy *busy) Entrant {
	share := strategy.Defaults().Balance
	p := Parts{Number: n, Passed: busy.passed, NoCut: !e.cut, NewBus: func(parts int) cluster.Bus { return lossy{cluster.NewLocalBus(parts), e} }}
	if p.NewMember = member(name); e.turn {
		p.Balance = share
	} else {
		p.NewMember = func(seed uint64, budget int) (crawl.Strategy, error) {
			s, err := member(name)(seed, budget)
			return &balanced{Strategy: s, Member: s.Caps().Member, balance: cluster.Balance{Share: share}, flying: map[string]bool{}}, err
		}
	}
	return p.Entrant(fmt.Sprintf("%d parts, %s", n, e.name), func() (crawl.Scorer, error) { return j.fresh() })
}

// busy counts the turns of parts, of all trials.
type busy struct{ took, left atomic.Int64 }

func (b *busy) passed(turns int) {
	b.took.Add(1)
	b.left.Add(int64(turns))
}

// share returns the share of the turns at which a part chose.
func (b *busy) share() float64 {
	took, left := float64(b.took.Load()), float64(b.left.Load())
	return stats.Ratio(took, took+left)
}

func member(name string) func(seed uint64, budget int) (crawl.Strategy, error) {
	return func(seed uint64, budget int) (crawl.Strategy, error) {
		return strategy.All().NewMember(name, "", strategy.Params{Seed: seed, Budget: budget})
	}
}

// balanced is a member that balances its own hosts, for the rows without a common turn.
type balanced struct {
	crawl.Strategy
	crawl.Member
	balance cluster.Balance
	flying  map[string]bool
}

func (b *balanced) Seed(links []crawl.Link) { b.Strategy.Seed(links) }

func (b *balanced) Caps() crawl.Caps { return crawl.Caps{Member: b} }

func (b *balanced) Next(busy func(string) bool) (c crawl.Choice, ok bool) {
	balances := false
	if _, hosts := b.Least(); hosts > 1 && b.balance.Due() {
		c, ok = b.NextQuiet(busy)
		balances = ok
	}
	if !ok {
		c, ok = b.Strategy.Next(busy)
	}
	if ok {
		b.balance.Made(balances)
		b.flying[c.URL] = balances
	}
	return c, ok
}

func (b *balanced) Observe(v *crawl.Visit) {
	if balances, ok := b.flying[v.Choice.URL]; ok && v.Page == nil {
		b.balance.TakeBack(balances)
	}
	delete(b.flying, v.Choice.URL)
	b.Strategy.Observe(v)
}

// madePlan is a plan on a synthetic web, from the home pages of its first hosts.
func (j judges) madePlan(t *testing.T, opt crawltest.Options, homes, budget int) *Plan {
	t.Helper()
	dir, made := t.TempDir(), crawltest.New(opt)
	if err := made.Store(dir); err != nil {
		t.Fatal(err)
	}
	p := j.plan(t, dir, crawltest.LabelTopic)
	p.Budgets = []Budget{{N: budget}}
	var seeds []string
	for _, page := range made.Pages() {
		if _, ok := p.Web.Find(page.URL); ok && page.Kind == crawltest.KindHome && !page.Island && len(seeds) < homes {
			seeds = append(seeds, page.URL)
		}
	}
	var err error
	if p.Draw, err = p.Web.Fixed(seeds, .75, 1); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOnePart: a crawl in one part makes the same choices as one that knows of no parts.
func TestOnePart(t *testing.T) {
	j := judgesOf(t, "typhoon")
	p := j.madePlan(t, crawltest.Options{Seed: 3, Hosts: 12, Pages: 200}, 8, 150)
	p.Repeat, p.Spec.Options.Workers = 1, 4
	for _, name := range []string{"tabu", "best-first/learned", "breadth-first"} {
		p.Entrants = []Entrant{bare(name), j.inParts(name, 1, all, new(busy))}
		res, err := p.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for run := range p.Repeat {
			want, got := res.Runs[2*run].Outcome, res.Runs[2*run+1].Outcome
			if d := cmp.Diff(want.Steps, got.Steps); d != "" || len(want.Steps) < 120 {
				t.Errorf("%s, run %d of %d pages: one part differs (-whole +part):\n%s", name, run+1, len(want.Steps), d)
			}
		}
	}
}

// TestPartsRepeat: a trial in parts is repeatable.
func TestPartsRepeat(t *testing.T) {
	j := judgesOf(t, "typhoon")
	p := j.madePlan(t, crawltest.Options{Seed: 4, Hosts: 20, Pages: 300}, 10, 200)
	p.Repeat, p.Spec.Options.Workers = 1, 4
	p.Entrants = []Entrant{j.inParts("tabu", 3, all, new(busy)), j.inParts("tabu", 3, all, new(busy))}
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(res.Runs[0].Outcome.Steps, res.Runs[1].Outcome.Steps); d != "" {
		t.Errorf("two trials differ (-first +second):\n%s", d)
	}
}

var partsTables = flag.Bool("parts", false, "TestHarvestParts: print the tables of docs/cluster.md")

// TestHarvestParts measures what dividing a crawl costs. In the short form it is a web of
// forty hosts in four parts, with ONTOCRAWL_LONG=1 one of three hundred in up to sixteen. The
// tables of docs/cluster.md take some minutes:
//
//	ONTOCRAWL_DATA=... go test ./lab/eval -run TestHarvestParts -v -timeout 30m -args -parts
func TestHarvestParts(t *testing.T) {
	if *partsTables {
		t.Run("made", madeTable)
		t.Run("hosts", hostsTable)
		return
	}
	j, none := judgesOf(t, "typhoon"), exchange{name: "none"}
	opt, homes, budget, parts := crawltest.Options{Seed: 2, Hosts: 40, Pages: 700}, 20, 300, []int{4}
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		opt, homes, budget, parts = crawltest.Options{Seed: 2, Hosts: 300, Pages: 3600}, 60, 1200, []int{4, 2, 8, 16}
	}
	p := j.madePlan(t, opt, homes, budget)
	p.Repeat, p.Spec.Options.Workers = 2, 8
	entrants := []Entrant{j.inParts("tabu", 4, none, new(busy))}
	for _, n := range parts {
		entrants = append(entrants, j.inParts("tabu", n, all, new(busy)))
	}
	loss := j.losses(t, p, entrants...)
	for _, e := range entrants[1:] {
		if loss[e.Name] > .03 {
			t.Errorf("%s lose %.3f of the area; want .03 at most", e.Name, loss[e.Name])
		}
	}
	if none, all := loss["4 parts, none"], loss["4 parts, all"]; none < all+.03 {
		t.Errorf("4 parts lose %.3f of the area without any exchange, and %.3f with all; want much more without", none, all)
	}
}

func madeTable(t *testing.T) {
	j := judgesOf(t, "typhoon")
	p := j.madePlan(t, crawltest.Options{Seed: 1, Hosts: 1000, Pages: 12000}, 200, 4000)
	p.Repeat, p.Spec.Options.Workers = 3, 16
	j.table(t, p)
}

func hostsTable(t *testing.T) {
	j := judgesOf(t, "typhoon", "rainstorm")
	p := j.plan(t, goldentest.Web(t, "hosts-dev"), "topic:storm-rain-flood")
	p.Budgets, p.Repeat, p.Spec.Options.Workers = []Budget{{N: 20, Times: true, Seeds: true}}, 10, 8
	var err error
	if p.Draw, err = p.Web.Fixed(p.Web.homes(t), .75, 1); err != nil {
		t.Fatal(err)
	}
	j.table(t, p)
}

// table measures every exchange in eight parts, and the whole of it in fewer and more.
func (j judges) table(t *testing.T, p *Plan) {
	t.Helper()
	var entrants []Entrant
	var turns []*busy
	add := func(n int, e exchange) {
		turns = append(turns, new(busy))
		entrants = append(entrants, j.inParts("tabu", n, e, turns[len(turns)-1]))
	}
	for _, e := range exchanges() {
		add(8, e)
	}
	for _, n := range []int{1, 2, 4, 16} {
		add(n, all)
	}
	j.losses(t, p, entrants...)
	for i, e := range entrants {
		t.Logf("%-32s parts busy %.2f", e.Name, turns[i].share())
	}
}

// losses are the means of what entrants lose of the area ratio against a crawl by tabu that
// is not divided, by name.
func (j judges) losses(t *testing.T, p *Plan, entrants ...Entrant) map[string]float64 {
	t.Helper()
	p.Entrants = append([]Entrant{bare("tabu")}, entrants...)
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	given := p.Budgets[0].String()
	whole, out := res.RunsOf("tabu", given), map[string]float64{}
	for _, e := range p.Entrants {
		sum, square, area, seconds := 0.0, 0.0, 0.0, 0.0
		for i, run := range res.RunsOf(e.Name, given) {
			d := whole[i].AreaRatio - run.AreaRatio
			sum, square, area, seconds = sum+d, square+d*d, area+run.AreaRatio, seconds+run.CPUSeconds
		}
		n := float64(p.Repeat)
		out[e.Name] = sum / n
		t.Logf("%-32s area %.3f, loss %+.3f (%.3f), cpu %.2f s", e.Name, area/n, sum/n, math.Sqrt(max(0, square/n-sum/n*sum/n)/(n-1)), seconds/n)
	}
	return out
}

// visited is a part that only knows its least visited host.
type visited struct {
	crawl.Member
	chosen, hosts int
}

func (v visited) Least() (chosen, hosts int) { return v.chosen, v.hosts }

func TestQuietest(t *testing.T) {
	of := cluster.Division{Parts: 3, Site: func(host string) string { return host }}
	for _, c := range []struct {
		least, hosts [3]int
		want         int
	}{
		{[3]int{5, 2, 7}, [3]int{1, 1, 1}, 1},
		{[3]int{2, 2, 0}, [3]int{1, 1, 0}, 0},
		{[3]int{5, 2, 7}, [3]int{0, 1, 0}, -1},
		{[3]int{0, 9, 0}, [3]int{0, 2, 0}, 1},
		{want: -1},
	} {
		var parts []part
		for i := range 3 {
			parts = append(parts, part{Part: cluster.NewPart(i, of, visited{chosen: c.least[i], hosts: c.hosts[i]}, cluster.NewLocalBus(3))})
		}
		if got := quietest(parts); got != c.want {
			t.Errorf("least %v of %v hosts: part %d, want %d", c.least, c.hosts, got, c.want)
		}
	}
}
