package eval

import (
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Parts measures a crawl that is divided into parts (crawl/cluster): each has a frontier, a
// ranker and a judge of its own, and they tell each other over a Bus. The parts take turns
// in one goroutine, so that a trial is repeatable and all parts together have one recall
// curve. What it leaves out is time: a letter arrives before its reader's next turn. The
// search for duplicates is shared.
type Parts struct {
	Number    int // at least 1
	NewMember func(seed uint64, budget int) (crawl.Strategy, error)
	// Balance is the share of the choices of all parts that go to the least visited host
	// of all.
	Balance float64
	NewBus  func(parts int) cluster.Bus // nil: local.New
	// Site is the Site of the cluster.Division; nil: polite.Site. It may hand sites out as they are
	// heard of.
	Site func(host string) string
	// NoCut lets each part choose in its turn, however poor its links are.
	NoCut bool
	// Passed, if not nil, is called at each choice that a part makes in its turn, with the
	// turns that parts let pass before it.
	Passed func(turns int)
}

// Entrant returns the entrant of a plan that crawls in parts.
func (p Parts) Entrant(name string, newScorer func() (crawl.Scorer, error)) Entrant {
	return Entrant{
		Name: name,
		New:  func(seed uint64, budget int) (crawl.Strategy, error) { return p.strategy(seed, budget) },
		Wrap: func(e *engine.Engine) error {
			j := judgesByPart{of: p.division()}
			for range max(p.Number, 1) {
				s, err := newScorer()
				if err != nil {
					return err
				}
				j.each = append(j.each, s)
			}
			e.Scorer = &j
			return nil
		},
	}
}

func (p Parts) division() cluster.Division {
	of := cluster.Division{Parts: max(p.Number, 1), Site: polite.Site}
	if p.Site != nil {
		of.Site = p.Site
	}
	return of
}

func (p Parts) strategy(seed uint64, budget int) (*together, error) {
	of, open := p.division(), p.NewBus
	if open == nil {
		open = func(parts int) cluster.Bus { return cluster.NewLocalBus(parts) }
	}
	bus := open(of.Parts)
	t := &together{of: of, balance: cluster.Balance{Share: p.Balance}, flying: map[string]bool{}, noCut: p.NoCut, passed: p.Passed}
	for i := range of.Parts {
		s, err := p.NewMember(seed^uint64(i)<<32, budget)
		if err != nil {
			return nil, err
		}
		t.parts = append(t.parts, part{cluster.NewPart(i, of, s.Caps().Member, bus), s})
	}
	return t, nil
}

// part is a part of a crawl with the strategy in it.
type part struct {
	*cluster.Part
	in crawl.Strategy
}

// together is all parts of a crawl as one strategy.
type together struct {
	of      cluster.Division
	parts   []part
	balance cluster.Balance
	next    int             // part whose turn it is
	flying  map[string]bool // choices in flight, by URL: it balances
	cut     cluster.Cut
	noCut   bool
	passes  int // since the last choice
	passed  func(turns int)
}

// Seed implements [crawl.Strategy].
func (t *together) Seed(links []crawl.Link) {
	for _, p := range t.parts {
		p.Seed(links)
	}
}

// Next implements [crawl.Strategy]. A part that has nothing to offer passes. So does one
// below the cut, unless all are.
func (t *together) Next(busy func(string) bool) (crawl.Choice, bool) {
	if t.balance.Due() {
		if q := quietest(t.parts); q >= 0 {
			t.parts[q].Receive()
			if c, ok := t.parts[q].NextQuiet(busy); ok {
				return t.made(c, true), true
			}
		}
	}
	if c, ok := t.round(busy, !t.noCut); ok {
		return c, true
	}
	return t.round(busy, false)
}

// round gives each part one turn, until one has chosen.
func (t *together) round(busy func(string) bool, cut bool) (crawl.Choice, bool) {
	for range t.parts {
		p := t.parts[t.next]
		t.next = (t.next + 1) % len(t.parts)
		p.Receive()
		score, ok := p.Prospect(busy)
		if ok && !(cut && t.cut.Below(score)) {
			if c, ok := p.in.Next(busy); ok {
				t.cut.Made(score)
				if t.passed != nil {
					t.passed(t.passes)
				}
				t.passes = 0
				return t.made(c, false), true
			}
		}
		t.passes++
	}
	return crawl.Choice{}, false
}

func (t *together) made(c crawl.Choice, balances bool) crawl.Choice {
	t.balance.Made(balances)
	t.flying[c.URL] = balances
	return c
}

// Take implements [crawl.Strategy].
func (t *together) Take(url string) (crawl.Choice, bool) {
	for _, p := range t.parts {
		p.Receive()
		if c, ok := p.in.Take(url); ok {
			return t.made(c, false), true
		}
	}
	return crawl.Choice{}, false
}

// Observe implements [crawl.Strategy].
func (t *together) Observe(v *crawl.Visit) {
	if balances, ok := t.flying[v.Choice.URL]; ok && v.Page == nil {
		t.balance.TakeBack(balances)
	}
	delete(t.flying, v.Choice.URL)
	t.parts[t.of.Of(v.Choice.Host)].Observe(v)
}

// Caps implements [crawl.Strategy]: it has none.
func (t *together) Caps() crawl.Caps { return crawl.Caps{} }

// Len implements [crawl.Strategy]. It hears nothing: the loop asks at any time, and when
// letters are heard decides what is chosen. Next hears all before it finds nothing.
func (t *together) Len() (n int) {
	for _, p := range t.parts {
		n += p.in.Len()
	}
	return n
}

// WriteTo implements [crawl.Checkpointer].
func (t *together) WriteTo(to io.Writer) (int64, error) {
	for _, p := range t.parts {
		p.Receive()
	}
	return memoryOf(t.inside()).WriteTo(to)
}

// ReadFrom implements [crawl.Checkpointer].
func (t *together) ReadFrom(from crawl.Part) error { return memoryOf(t.inside()).ReadFrom(from) }

// inside are the strategies of the parts.
func (t *together) inside() (all []crawl.Strategy) {
	for _, p := range t.parts {
		all = append(all, p.in)
	}
	return all
}

// memoryOf is the memory of several parts, one after the other.
func memoryOf[P crawl.Checkpointer](parts []P) *binenc.Memory {
	write := func(w *binenc.Writer) {
		for _, p := range parts {
			w.Part(p)
		}
	}
	read := func(r *binenc.Reader) {
		for _, p := range parts {
			r.Part(p)
		}
	}
	return &binenc.Memory{Name: "parts", Version: 1, Write: write, Read: map[uint64]func(*binenc.Reader){1: read}}
}

// judgesByPart is the judge of each part: it learns from the pages of its own hosts.
type judgesByPart struct {
	of   cluster.Division
	each []crawl.Scorer
}

func (j *judgesByPart) judge(p *crawl.Page) crawl.Scorer { return j.each[j.of.Of(p.Host)] }

// Score implements [crawl.Scorer].
func (j *judgesByPart) Score(p *crawl.Page) crawl.Score { return j.judge(p).Score(p) }

// Beside implements [crawl.Scorer].
func (j *judgesByPart) Beside(p *crawl.Page, known bool) bool { return j.judge(p).Beside(p, known) }

// Learn implements [crawl.Scorer].
func (j *judgesByPart) Learn(p *crawl.Page) { j.judge(p).Learn(p) }

// WriteTo implements [crawl.Checkpointer].
func (j *judgesByPart) WriteTo(to io.Writer) (int64, error) { return memoryOf(j.each).WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer].
func (j *judgesByPart) ReadFrom(from crawl.Part) error { return memoryOf(j.each).ReadFrom(from) }

// quietest returns the part with the least visited host of all; of two with as many visits
// it is the first. It is -1 if there are no two hosts to balance.
func quietest(parts []part) int {
	best, least, all := -1, 0, 0
	for i, p := range parts {
		n, hosts := p.Least()
		if all += hosts; hosts > 0 && (best < 0 || n < least) {
			best, least = i, n
		}
	}
	if all < 2 {
		return -1
	}
	return best
}

func (*judgesByPart) Learner() crawl.Learner { return nil }
