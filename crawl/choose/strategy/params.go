package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Params are the values a strategy is made with. The zero Params stand for
// Defaults; Params with only Seed, Budget, NewSites, Joint, Backend or Spill set stand for Defaults
// with those. A strategy uses what it needs and ignores the others.
type Params struct {
	Seed uint64 // of all chance

	// The paper's, with the paper's values.
	Mu1, Mu2, Mu3 float64 // weights of PageRank, containing pages and anchor in eq 8: 0.55, 0.25, 0.20; their sum is 1
	D             float64 // jump weight of eq 7, 0..1: 0.2
	Omega         float64 // weight of the links in eq 7, 0..1: 0.6
	Eta           float64 // on-its: a link qualifies above this priority, 0..1: 0.15
	Tenure        int     // steps a page, URL pattern or place is tabu, at least 1: 5
	Tries         int     // on-its: failures before the search leaves a page; tabu: misses before a URL pattern or place is tabu; at least 1: 5

	// Where the printed loop of On-ITS is silent or contradicts itself; false
	// is the literal reading.
	WorkCopy     bool // a link refused from a page may be tried from it again later
	AcceptRandom bool // after a refusal follow a random link of the page instead of counting it (the prose's rule)
	Chain        bool // continue from the accepted link instead of drawing a page anew
	Revisit      bool // the tabu test applies to drawn links as well
	KPage, KLink int  // draw so many pages or links and take the best of them; 0 or 1: the first drawn

	// Annealing's. The paper's values are not known.
	Temperature float64 // the first, above 0, in the scale of the scores: 0.1
	Proposals   int     // links drawn of which the best is proposed, at least 1: 32
	Budget      int     // pages over which it cools; 0: 15,000, the papers' crawls

	// Balance is tabu's share of choices that go to the least visited of the hosts
	// that brought a relevant page or a seed, 0..1: 0.35.
	Balance float64

	// NewSites pays an operator of dwdbrm for new sites instead of new pages (eq 10), as the code
	// of DISCO does.
	NewSites bool `json:",omitempty" yaml:",omitempty"`

	// Joint makes the strategy one of several that search one web, each its own hosts
	// (AsMember). Then Tabu leaves balancing to NextQuiet.
	Joint bool `json:"-" yaml:"-"`

	// Backend opens the frontier; nil: frontier.InMemory.
	Backend frontier.Backend
	// Spill takes what the ranker knows of links that are unlikely to be chosen soon. nil:
	// all is in memory. One strategy uses it.
	Spill *Spill `json:"-" yaml:"-"`
}

// Spill is where a strategy puts what does not fit into memory. Evidence comes back when a
// link to its URL is found. The scores of links whose evidence is spilled are not computed
// anew only because time has passed (see rescoreRate): they are when the link comes first,
// before it is chosen. So the trail equals the trail without Spill as long as nothing had
// to be spilled, and from then on it depends on Most, too.
type Spill struct {
	Evidence linkrank.Records
	Most     int              // URLs whose evidence is in memory
	Err      func() error     // a fault of the disk
	Deferred linkrank.Records // links that a Deferral keeps; nil: they are in memory
	File     Scratch          // the records that a checkpoint repeats; nil: there is no file
}

// What a URL takes in memory, measured on a million of them (BenchmarkMillion): its
// evidence in a pool, its text with the header of the string.
const (
	evidenceBytes = 320
	textBytes     = 110
)

// SpillInto makes a strategy keep about bytes of evidence and texts of URLs in memory, and
// the rest on disk; texts only if p has no Backend. fault returns the first
// error of the two on disk.
func (p *Params) SpillInto(evidence, texts linkrank.Records, bytes int64, fault func() error) {
	p.Spill = &Spill{Evidence: evidence, Most: int(bytes / 4 * 3 / evidenceBytes), Err: fault}
	if p.Backend == nil {
		p.Backend = frontier.Spilling{Records: texts, Most: int(bytes / 4 / textBytes)}
	}
}

// frontier opens an empty frontier.
func (p Params) frontier() frontier.Frontier {
	if p.Backend == nil {
		return frontier.InMemory{}.New()
	}
	return p.Backend.New()
}

// Defaults returns the paper's values, and ours where it has none.
func Defaults() Params {
	return Params{
		Mu1: 0.55, Mu2: 0.25, Mu3: 0.20, D: 0.2, Omega: 0.6,
		Eta: 0.15, Tenure: 5, Tries: 5, Balance: 0.35,
		Temperature: 0.1, Proposals: 32, Budget: 15000,
	}
}

// withDefaults replaces Params that set nothing but the seed, the budget, what dwdbrm is paid
// for, being one of several, the back end and where it spills.
func (p Params) withDefaults() Params {
	d := Defaults()
	if p.Budget == 0 {
		p.Budget = d.Budget
	}
	q := p
	q.Seed, q.Budget, q.NewSites, q.Joint, q.Backend, q.Spill = 0, 0, false, false, nil, nil
	if q == (Params{}) {
		d.Seed, d.Budget, d.NewSites, d.Joint, d.Backend, d.Spill = p.Seed, p.Budget, p.NewSites, p.Joint, p.Backend, p.Spill
		return d
	}
	return p
}

// ParamError says which parameter cannot be used, and what would do.
type ParamError struct {
	Name  string
	Value float64
	Want  english.Phrase
}

func (e *ParamError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ParamError) Message() english.Phrase {
	return english.Phrasef("strategy: %s is %g; it must be %s", e.Name, e.Value, e.Want)
}

// Validate returns a *ParamError if p cannot be used.
func (p Params) Validate() error {
	p = p.withDefaults()
	for _, k := range []*int{&p.KPage, &p.KLink} {
		if *k == 0 { // the first drawn, too
			*k = 1
		}
	}
	for _, o := range All().Options() {
		if x, ok := o.number(&p); ok && !o.Range.Holds(x) {
			return &ParamError{o.Name, x, o.Must()}
		}
	}
	if sum := p.Mu1 + p.Mu2 + p.Mu3; math.Abs(sum-1) > 1e-9 {
		return &ParamError{"mu1+mu2+mu3", sum, english.Phrasef("%v", 1)}
	}
	if p.Budget < 1 {
		return &ParamError{"budget", float64(p.Budget), english.Phrasef("%v or more", 1)}
	}
	return nil
}
