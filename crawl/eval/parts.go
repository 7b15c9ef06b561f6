package eval

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/local"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
)

// Parts measures a crawl that is divided into parts (crawl/cluster): each has a frontier,
// a ranker and a judge of its own, and they tell each other over a Bus. The parts take
// turns in one goroutine, so that a trial is repeatable and its recall curve is that of all
// parts together. What it leaves out is time: a letter arrives before its reader's next
// turn. The search for duplicates is shared.
type Parts struct {
	Number    int // at least 1
	NewMember func(seed uint64, budget int) (crawl.Member, error)
	// Balance is the share of the choices of all parts that go to the least visited host
	// of all.
	Balance float64
	NewBus  func(parts int) cluster.Bus // nil: local.New
	// Site is that of the cluster.Division; nil: polite.Site. It may hand sites out as they are heard of.
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
		NewScorer: func() (crawl.Scorer, error) {
			j := judgesByPart{of: p.division()}
			for range max(p.Number, 1) {
				s, err := newScorer()
				if err != nil {
					return nil, err
				}
				j.each = append(j.each, s)
			}
			return &j, nil
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
		open = func(parts int) cluster.Bus { return local.New(parts) }
	}
	bus := open(of.Parts)
	t := &together{of: of, balance: cluster.Balance{Share: p.Balance}, flying: map[string]bool{}, noCut: p.NoCut, passed: p.Passed}
	for i := range of.Parts {
		m, err := p.NewMember(seed^uint64(i)<<32, budget)
		if err != nil {
			return nil, err
		}
		t.parts = append(t.parts, cluster.NewPart(i, of, m, bus))
	}
	return t, nil
}

// together is all parts of a crawl as one strategy.
type together struct {
	of      cluster.Division
	parts   []*cluster.Part
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
		if q := cluster.Quietest(t.parts); q >= 0 {
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
			if c, ok := p.Next(busy); ok {
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
		if c, ok := p.Take(url); ok {
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

// Len implements [crawl.Strategy]. It hears nothing: the loop asks at any time, and when
// letters are heard decides what is chosen. Next hears all before it finds nothing.
func (t *together) Len() (n int) {
	for _, p := range t.parts {
		n += p.Len()
	}
	return n
}

// MarshalBinary implements [crawl.Checkpointer].
func (t *together) MarshalBinary() ([]byte, error) {
	var w binenc.Writer
	w.Header("parts", 1)
	for _, p := range t.parts {
		p.Receive()
		data, err := p.MarshalBinary()
		if err != nil {
			return nil, err
		}
		w.Bytes(data)
	}
	return w.Data(), nil
}

// UnmarshalBinary implements [crawl.Checkpointer].
func (t *together) UnmarshalBinary(data []byte) error {
	r := binenc.NewReader(data)
	r.Header("parts", 1)
	for _, p := range t.parts {
		part := r.Bytes()
		if r.Err() != nil {
			break
		}
		if err := p.UnmarshalBinary(part); err != nil {
			return err
		}
	}
	return r.Close()
}

// judgesByPart is the judge of each part: it learns from the pages of its own hosts.
type judgesByPart struct {
	of   cluster.Division
	each []crawl.Scorer
}

func (j *judgesByPart) judge(p *crawl.Page) crawl.Scorer { return j.each[j.of.Of(p.Host)] }

// Score implements [crawl.Scorer].
func (j *judgesByPart) Score(p *crawl.Page) crawl.Score { return j.judge(p).Score(p) }

// Learn implements [crawl.Scorer].
func (j *judgesByPart) Learn(p *crawl.Page) { j.judge(p).Learn(p) }

// MarshalBinary implements [crawl.Checkpointer].
func (j *judgesByPart) MarshalBinary() ([]byte, error) {
	var w binenc.Writer
	for _, s := range j.each {
		data, err := s.MarshalBinary()
		if err != nil {
			return nil, err
		}
		w.Bytes(data)
	}
	return w.Data(), nil
}

// UnmarshalBinary implements [crawl.Checkpointer].
func (j *judgesByPart) UnmarshalBinary(data []byte) error {
	r := binenc.NewReader(data)
	for _, s := range j.each {
		part := r.Bytes()
		if r.Err() != nil {
			break
		}
		if err := s.UnmarshalBinary(part); err != nil {
			return err
		}
	}
	return r.Close()
}
