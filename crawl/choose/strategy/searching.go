package strategy

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Asker writes the questions to search engines, and learns from their answers
// (crawl/query.Store). A question is known by its address ([search.Address]). One goroutine
// calls it.
type Asker interface {
	// Next returns the question that is worth most and changes nothing; ok is false if
	// there is none now.
	Next() (address string, ok bool)
	// Sent notes that a question is on its way; ok is false for what is no question to a
	// source of the Asker. Answered or Failed follows.
	Sent(address string) (ok bool)
	Answered(address string, o search.Outcome)
	Failed(address string, kind crawl.FailureKind, at time.Time)
	// Observe learns from the visit of a page.
	Observe(v *crawl.Visit)
	// Via is where the results of a question come from, without their rank.
	Via(address string) (v crawl.Via, ok bool)
	// Wake lets sources be asked again that rest after failures.
	Wake()
	crawl.Checkpointer
}

// Searching lets another strategy ask search engines: it makes choices of questions, and the
// links of the answers go to the inner strategy, which has the one frontier. A question is
// asked if no known link is good enough, or none is left, and a part of the budget of
// questions is. One question is in flight at a time; until it is answered, links that are
// not good enough wait.
//
// Only a score in log-odds, as the default strategy has it, can say whether a link is good
// enough. With another inner strategy a question is asked when its last choices brought
// little.
type Searching struct {
	in    Level
	asker Asker
	p     SearchParams
	searchingMemory
}

// searchingMemory holds what a checkpoint keeps of a Searching.
type searchingMemory struct {
	asked    int                                      // questions
	inFlight string                                   // address of the question that is not answered; "" if there is none
	results  map[string]result                        // whose outcome is not known, by URL
	classes  [numResultClasses][search.NumOps]account // what was fetched of them
	yield    float64                                  // relevant pages for each choice, fading
	since    int                                      // choices since the last question
}

// result is a URL that an answer listed first.
type result struct {
	rank  int
	class resultClass
	op    search.Op
}

// SearchParams are the settings of a Searching.
type SearchParams struct {
	// Queries is the greatest number of questions of a crawl, answered or not. With 0 the
	// Searching does nothing, and as long as nothing was ever asked its checkpoint is the
	// inner strategy's own.
	Queries int
	// Tau is the chance of being relevant below which a link is not good enough, above 0
	// and below 1; 0 means .5.
	Tau float64
	// Steady asks after every few choices though links are good enough: a crawl that is
	// repeated is to find what its links do not lead to.
	Steady bool
}

// NewSearching returns the policy of a Searching, which owns asker.
func NewSearching(asker Asker, p SearchParams) Policy {
	p.Tau = cmp.Or(p.Tau, .5)
	s := &Searching{asker: asker, p: p}
	s.reset()
	return Policy{PlaceSearching, s.around, s, &memory{Memory: formOf("searching", 1, s), absent: s.absent}}
}

// absent reports that nothing was ever asked, and nothing may be.
func (s *Searching) absent() bool { return s.asked == 0 && s.p.Queries == 0 }

func (s *Searching) around(l *Level) {
	s.in = *l
	l.Next, l.Take, l.Observe, l.Len, l.Replayed, l.Leave = s.Next, s.Take, s.Observe, s.Len, s.replayed, s.leave
}

// leave implements [Level.Leave].
func (s *Searching) leave() error {
	if !s.absent() {
		return english.Errorf("it has asked search sources, whose answers belong to one run")
	}
	return s.in.leave()
}

func (s *Searching) reset() {
	s.searchingMemory = searchingMemory{results: map[string]result{}, yield: firstYield}
}

// Next implements [Level.Next].
func (s *Searching) Next(busy func(string) bool) (crawl.Choice, bool) {
	address, can := s.question()
	if can && s.p.Steady && s.since >= choicesEach {
		return s.ask(address)
	}
	if good := s.good(busy); !good && can {
		return s.ask(address)
	} else if !good && s.inFlight != "" {
		return crawl.Choice{}, false
	}
	s.demand(can)
	if c, ok := s.in.Next(busy); ok {
		return s.found(c), true
	}
	if can {
		return s.ask(address)
	}
	return crawl.Choice{}, false
}

// question is the one to ask now.
func (s *Searching) question() (address string, ok bool) {
	if s.inFlight != "" || s.asked >= s.p.Queries {
		return "", false
	}
	return s.asker.Next()
}

// Without scores, a question is asked after so many choices, if they brought little; with
// Steady, whatever they brought.
const choicesEach = 5

// good reports whether the inner strategy has something that is worth its request.
func (s *Searching) good(busy func(string) bool) bool {
	if s.in.Len() == 0 {
		return false
	}
	if s.in.LogOdds != nil {
		score, ok := s.in.LogOdds(busy)
		return ok && score >= s.enough()
	}
	return s.since < choicesEach || s.yield >= s.p.Tau
}

// demand says what the long-term memory of the inner strategy may choose: as long as a
// question can be asked, nothing that is not good enough. Else it would spend requests on
// hosts that nothing is known of while better links can be had for a question.
func (s *Searching) demand(can bool) {
	if s.in.Above != nil {
		var floor *float64
		if can {
			enough := s.enough()
			floor = &enough
		}
		s.in.Above(floor)
	}
}

// enough is the log-odds of Tau.
func (s *Searching) enough() float64 { return math.Log(s.p.Tau / (1 - s.p.Tau)) }

// ask makes a choice of a question.
func (s *Searching) ask(address string) (crawl.Choice, bool) {
	v, ok := s.asker.Via(address)
	if !ok || !s.asker.Sent(address) {
		return crawl.Choice{}, false
	}
	s.asked++
	s.inFlight, s.since = address, 0
	return crawl.Choice{URL: address, Query: cmp.Or(v.Query, "?")}, true
}

// found adds to a choice which answer it comes from.
func (s *Searching) found(c crawl.Choice) crawl.Choice {
	s.since++
	if v, ok := s.asker.Via(c.Parent); ok {
		v.Rank = s.results[c.URL].rank
		c.Via = &v
	}
	return c
}

// Take implements [Level.Take].
func (s *Searching) Take(url string) (crawl.Choice, bool) {
	if (&crawl.Choice{URL: url}).Asks() {
		if s.inFlight == url {
			return crawl.Choice{}, false
		}
		return s.ask(url)
	}
	_, can := s.question()
	s.demand(can)
	c, ok := s.in.Take(url)
	if ok {
		c = s.found(c)
	}
	return c, ok
}

// Observe implements [Level.Observe].
func (s *Searching) Observe(v *crawl.Visit) {
	if v.Choice.Asks() {
		s.answered(v)
		return
	}
	s.asker.Observe(v)
	s.fetched(v)
	if !v.Choice.Again && !v.Source() {
		s.yield -= yieldMemory * s.yield
		if v.Adds() && v.Score.Relevant && !v.Repeats() {
			s.yield += yieldMemory
		}
	}
	s.in.Observe(v)
}

// answered takes the answer to a question, or that there is none.
func (s *Searching) answered(v *crawl.Visit) {
	if s.inFlight == v.Choice.URL {
		s.inFlight = ""
	}
	if v.Page == nil {
		s.asker.Failed(v.Choice.URL, v.Failure.Kind, v.FetchedAt)
		return
	}
	o := s.outcome(v)
	p, w := *v.Page, *v
	p.Links = slices.DeleteFunc(slices.Clone(p.Links), func(l crawl.Link) bool { return l.Kind != crawl.LinkPage })
	w.Page = &p
	s.in.Observe(&w)
	s.asker.Answered(v.Choice.URL, o)
}

// knows reports whether a URL was heard of before.
func (s *Searching) knows(url string) bool {
	if _, ok := s.results[url]; ok {
		return true
	}
	return s.in.Knows != nil && s.in.Knows(url)
}

// replayed implements Caps.Replayed: sources that an earlier run let rest may be asked again.
func (s *Searching) replayed() {
	if s.in.Replayed != nil {
		s.in.Replayed()
	}
	s.asker.Wake()
}

// Len implements [Level.Len]. A question that can be asked counts as one URL.
func (s *Searching) Len() int {
	n := s.in.Len()
	if _, ok := s.question(); ok {
		n++
	}
	return n
}
