package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// DWDBRM is Algorithm 1 of DWDBRM (Wang, Li, Li 2022), which finds pages by four operators in
// rounds: the links of the best pages (forward), questions for a keyword and the words of their
// titles, questions for what is like them, and for what links to them. All that an operator
// brings is fetched. Then the pages are ranked anew by eq 8 (crawl/choose/ensemble), the operator is
// paid by eq 9 and 10, and UCB1 (eq 11) chooses the next.
//
// Where the paper contradicts itself or is silent:
//
//   - a reward is divided by the pages of the call (eq 9), not by all pages (Algorithm 3);
//   - n and n_op are counted in new pages, and weigh the mean of the rewards, as in the code
//     of DISCO, from which the paper descends;
//   - eq 10 pays for each new page, as printed. With Params.NewSites it pays for each new host,
//     once, as that code does;
//   - a round takes the best 5 pages, each once for each operator, and 10 results of each;
//   - without seeds the first 5 pages of the first answers are taken as good;
//   - pages that the judge did not read for words are known by their titles.
//
// Without search sources ([DWDBRM.Ask]) only forward is left. When no operator brings
// anything, what is known is fetched in the order found.
type DWDBRM struct {
	base
	seed    uint64
	sites   bool // eq 10 asks for new sites
	engines []Engine
	words   []string // keywords, the best first
	queries int      // most questions
	dwdbrmMemory
	next    *round    // what plan found; nil if something changed since
	ranking []float64 // of found, by eq 8; nil if something changed since
}

// dwdbrmMemory holds the part of a checkpoint beside the frontier.
type dwdbrmMemory struct {
	found    []foundPage
	records  [numOperators]operatorRecord
	round    round
	inFlight string // the question that is not answered; "" if there is none
	asked    int
	used     map[string]bool // questions, by address
	seeded   bool
	keyword  string // the one whose answer was longest
	longest  int    // that length
}

// operator numbers; checkpoints hold them.
const (
	byForward = iota
	byKeyword
	byRelated
	byBackward
	numOperators
)

// operatorRecord counts the calls of an operator and the relevant pages that they brought.
type operatorRecord struct {
	calls int
	fresh int     // new pages: n_op of eq 11
	paid  float64 // sum of the rewards, each times its new pages
}

// round is a call of an operator.
type round struct {
	open      bool
	op        int
	queue     []proposed
	questions []string
	results   int     // pages that the operator brought, known or not
	fresh     []int32 // those that were new, by item
	pages     []int   // found pages that the operator is used on
}

// proposed is a page that waits to be fetched for a round.
type proposed struct {
	id   int32
	rank int  // in its answer, from 1; 0: no answer
	hub  bool // backward: its own links are fetched, too
}

// The paper prints neither number.
const (
	roundPages   = 5
	roundResults = 10
)

var _ crawl.Strategy = (*DWDBRM)(nil)

// NewDWDBRM returns a DWDBRM that asks nothing, or a *ParamError.
func NewDWDBRM(p Params) (*DWDBRM, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &DWDBRM{base: base{f: p.frontier()}, seed: p.Seed, sites: p.NewSites}
	s.pick, s.choose = s.pickPage, s.take
	l := s.declare(s)
	l.Ask, l.Idle = s.Ask, s.Idle
	s.keep("dwdbrm", 1, s)
	s.reset()
	return s, nil
}

// Ask implements [Level.Ask].
func (s *DWDBRM) Ask(engines []Engine, words []string, queries int) {
	s.engines, s.words, s.queries, s.next = engines, words, queries, nil
}

// Idle implements Idle of [crawl.Caps]: the round goes on without the choices whose outcome does not come.
func (s *DWDBRM) Idle() bool {
	if s.f.Counts().InFlight == 0 && s.inFlight == "" {
		return false
	}
	for id := range int32(s.f.Counts().URLs) {
		if s.f.Item(id).State == frontier.InFlight {
			s.f.SetState(id, frontier.Done)
		}
	}
	s.inFlight, s.next = "", nil
	s.settle()
	return true
}

func (s *DWDBRM) reset() {
	frontier.Clear(s.f)
	s.dwdbrmMemory = dwdbrmMemory{used: map[string]bool{}}
	s.next, s.ranking = nil, nil
}

// Seed implements [crawl.Strategy].
func (s *DWDBRM) Seed(links []crawl.Link) {
	s.seeded = s.seeded || len(links) > 0
	s.next = nil
	s.base.Seed(links)
}

// Next implements [crawl.Strategy].
func (s *DWDBRM) Next(busy func(string) bool) (crawl.Choice, bool) {
	if address, ok := s.question(); ok {
		return s.ask(address), true
	}
	return s.base.Next(busy)
}

// Take implements [crawl.Strategy].
func (s *DWDBRM) Take(url string) (crawl.Choice, bool) {
	question := (&crawl.Choice{URL: url}).Asks()
	if question && s.inFlight == url {
		return crawl.Choice{}, false
	}
	if question {
		return s.ask(url), true
	}
	return s.base.Take(url)
}

// Len implements [crawl.Strategy]. A question that can be asked counts as one URL.
func (s *DWDBRM) Len() int {
	n := s.f.Counts().Waiting
	if _, ok := s.question(); ok {
		n++
	}
	return n
}

// question is the one to ask now. Pages that a round has brought come first, and seeds.
func (s *DWDBRM) question() (address string, ok bool) {
	if s.inFlight != "" || s.asked >= s.queries || s.f.Counts().InFlight > 0 {
		return "", false
	}
	if s.round.open {
		if s.waits() || len(s.round.questions) == 0 {
			return "", false
		}
		return s.round.questions[0], true
	}
	if id := s.f.Best(nil); id >= 0 && s.f.Item(id).Seed {
		return "", false
	}
	if r := s.plan(); len(r.questions) > 0 {
		return r.questions[0], true
	}
	return "", false
}

// waits reports whether the round has pages to fetch.
func (s *DWDBRM) waits() bool {
	return slices.ContainsFunc(s.round.queue, func(p proposed) bool { return s.f.Item(p.id).State == frontier.Waiting })
}

// ask makes a choice of a question.
func (s *DWDBRM) ask(address string) crawl.Choice {
	if s.f.Counts().InFlight > 0 { // in a replay, where the crawl was idle
		s.Idle()
	}
	s.begin()
	s.round.questions = slices.DeleteFunc(s.round.questions, func(q string) bool { return q == address })
	s.inFlight, s.used[address] = address, true
	s.asked++
	s.next = nil
	v, _ := viaOf(address)
	if v.Query == "" {
		v.Query = "?"
	}
	return crawl.Choice{URL: address, Query: v.Query}
}

// viaOf is where the results of a question come from.
func viaOf(address string) (v crawl.Via, ok bool) {
	name, q, err := search.ParseAddress(address)
	if err != nil {
		return v, false
	}
	v = crawl.Via{Source: name, Op: q.Op.String(), Query: q.Text, Lang: q.Lang, Page: max(q.Page, 1)}
	if v.Query == "" {
		v.Query = q.Target
	}
	return v, true
}

// begin opens the round that is planned, if none is open.
func (s *DWDBRM) begin() {
	if !s.round.open {
		s.round = *s.plan()
		s.round.open, s.next = true, nil
		for _, i := range s.round.pages {
			s.found[i].tried[s.round.op] = true
		}
		s.round.pages = nil
	}
}

// pickPage returns the page to fetch: a seed, then what the round brought, or, if no round
// brings anything, what was found first. As long as a page of a round is in flight, nothing
// else is chosen, because its reward is not known.
func (s *DWDBRM) pickPage(busy func(string) bool) int32 {
	best := s.f.Best(busy)
	if best < 0 || s.f.Item(best).Seed {
		return best
	}
	r := &s.round
	if !r.open {
		if s.f.Counts().InFlight > 0 || s.inFlight != "" {
			return frontier.None
		}
		r = s.plan()
	}
	free := s.freeHosts(busy)
	for _, p := range r.queue {
		if it := s.f.Item(p.id); it.State == frontier.Waiting && free(it.Host) {
			return p.id
		}
	}
	if s.f.Counts().InFlight > 0 || s.inFlight != "" || len(r.questions) > 0 && s.asked < s.queries {
		return frontier.None
	}
	return best
}

// take makes the choice.
func (s *DWDBRM) take(id int32) crawl.Choice {
	if of := func(p proposed) bool { return p.id == id }; s.f.Counts().InFlight > 0 && !s.f.Item(id).Seed && !(s.round.open && slices.ContainsFunc(s.round.queue, of)) {
		s.Idle() // in a replay, where the crawl was idle: else nothing but the round would go on
	}
	if !s.round.open && !s.f.Item(id).Seed {
		if r := s.plan(); len(r.queue) > 0 {
			s.begin()
		}
	}
	c := frontier.Choose(s.f, id)
	s.next = nil
	if i := slices.IndexFunc(s.round.queue, func(p proposed) bool { return p.id == id }); i >= 0 {
		if v, ok := viaOf(c.Parent); ok && s.round.queue[i].rank > 0 {
			v.Rank = s.round.queue[i].rank
			c.Via = &v
		}
	}
	return c
}
