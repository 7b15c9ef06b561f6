package query

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
)

// Source is an engine that a Store may ask.
type Source struct {
	Name string
	Ops  search.Ops
}

// Chooser says how a Store chooses among operators.
type Chooser string

// The values of Chooser.
const (
	Thompson   Chooser = ""       // draws from what is known of each (Thompson 1933); the default
	RoundRobin Chooser = "turns"  // the one asked least
	Greedy     Chooser = "greedy" // the one with the largest mean, one time in ten any
	UCB1       Chooser = "ucb1"   // mean + sqrt(2 ln n / n_op), n counted in results: eq 11 of DWDBRM as printed
)

// Options of a Store. The zero value asks with every operator that a source has.
type Options struct {
	Seed    uint64     // of all chance
	Ops     search.Ops // operators to use; 0: keyword, related and backward
	Chooser Chooser
	Since   time.Duration // ask for what is not older; 0: for everything
	// Round is the round of the questions: questions of an earlier round may be asked again.
	Round int
}

// Store knows what was asked and what came of it, and says what to ask next. One goroutine
// uses it. The same calls give the same questions.
type Store struct {
	opt     Options
	sources []storedSource
	plan    []Planned
	planned map[string]int  // by language and words
	labels  map[string]bool // words of the plan, which are asked for already
	memory
	stop functionwords.Set
	next *ask // what Next found; nil if something changed since
}

// memory holds what a checkpoint keeps.
type memory struct {
	asked   map[string]bool // addresses
	flying  map[string]ask  // sent and not answered, by address
	pages   []further
	langs   map[string]*tally
	forms   [numForms]tally
	ops     [search.NumOps]tally
	results [search.NumOps]int // results so far
	sent    int                // questions
	now     time.Time          // of the last visit
	words   words
	targets targets
}

// ask is a question to a source, and what stands behind it.
type ask struct {
	Source string
	search.Query
	form   form
	weight float64
}

// further is the next page of an answer that named the topic.
type further struct {
	ask    ask
	weight float64
}

// form says what a question was made of.
type form uint8

const (
	ofLabel  form = iota // labels of the ontology
	ofTerms              // a label and a word of relevant pages
	ofTarget             // a page
	numForms
)

// NewStore returns a Store that asks sources for a plan.
func NewStore(sources []Source, plan []Planned, opt Options) *Store {
	if opt.Ops == 0 {
		opt.Ops = search.Set(search.Keyword, search.Related, search.Backward)
	}
	b := &Store{opt: opt, stop: functionwords.New()}
	for _, s := range sources {
		b.sources = append(b.sources, storedSource{Source: s})
	}
	b.reset()
	b.Use(plan)
	return b
}

// reset forgets everything but the sources that can be asked.
func (b *Store) reset() {
	b.sources = slices.DeleteFunc(b.sources, func(s storedSource) bool { return s.Ops == 0 })
	b.memory = memory{asked: map[string]bool{}, flying: map[string]ask{}, langs: map[string]*tally{}, words: newWords(b.stop), targets: newTargets()}
	for i := range b.sources {
		b.sources[i] = storedSource{Source: b.sources[i].Source}
	}
	b.next = nil
}

// Use replaces the plan, after an edit of the topic. What was asked stays asked.
func (b *Store) Use(plan []Planned) {
	b.plan, b.planned, b.labels, b.next = plan, map[string]int{}, map[string]bool{}, nil
	for i, q := range plan {
		b.planned[q.Lang+"\x00"+q.Text] = i
		eachWord(q.Text, func(w string) { b.labels[w] = true })
	}
}

// Next returns the address of the question that is worth most (search.Address). It changes
// nothing. ok is false if there is none: everything is asked, or every source rests.
func (b *Store) Next() (address string, ok bool) {
	if b.next == nil {
		b.next = b.best()
	}
	if b.next.Source == "" {
		return "", false
	}
	return b.next.address(), true
}

// Via is where a result of the question with an address comes from, without its rank. ok is
// false for what is no question.
func (b *Store) Via(address string) (v crawl.Via, ok bool) {
	a, ok := b.find(address)
	if !ok {
		return v, false
	}
	return crawl.Via{Source: a.Source, Query: cmp.Or(a.Text, a.Target), Op: a.Op.String(), Concepts: a.Concepts, Lang: a.Lang, Page: max(a.Page, 1)}, true
}

// find returns the question with an address, with the concepts that it asks for.
func (b *Store) find(address string) (a ask, ok bool) {
	source, q, err := search.ParseAddress(address)
	if err != nil {
		return a, false
	}
	a = ask{Source: source, Query: q, form: ofTarget}
	if q.Op == search.Keyword {
		a.form = ofTerms
		if i, ok := b.planned[q.Lang+"\x00"+q.Text]; ok {
			a.form, a.weight, a.Concepts = ofLabel, b.plan[i].Weight, b.plan[i].Concepts
		} else if label := b.labelIn(q); label != nil {
			a.Concepts, a.weight = label.Concepts, learnedTerm*label.Weight
		}
	}
	return a, true
}

// labelIn is the question for one label with which q begins, nil if there is none.
func (b *Store) labelIn(q search.Query) *Planned {
	for i := range b.plan {
		if p := &b.plan[i]; p.Lang == q.Lang && strings.HasPrefix(q.Text, p.Text+" ") {
			return p
		}
	}
	return nil
}

// Sent notes that the question with an address is on its way, also one to a source that is
// not asked any more, for the replay of a journal. ok is false, and nothing changes, for what
// is no question.
func (b *Store) Sent(address string) (ok bool) {
	a, ok := b.find(address)
	if !ok {
		return false
	}
	if b.next != nil && b.next.Source != "" && b.next.address() == address {
		a = *b.next
	} else if i := slices.IndexFunc(b.pages, func(f further) bool { return f.ask.address() == address }); i >= 0 {
		a = b.pages[i].ask
	}
	if b.source(a.Source) == nil {
		b.sources = append(b.sources, storedSource{Source: Source{Name: a.Source}})
	}
	b.flying[address] = a
	b.sent++
	b.asked[a.address()] = true
	b.pages = slices.DeleteFunc(b.pages, func(f further) bool { return f.ask.address() == a.address() })
	if a.form == ofTerms {
		b.words.used(a.Text)
	}
	if a.Target != "" {
		b.targets.asked(a.Target, a.Op)
	}
	b.next = nil
	return true
}

func (a *ask) address() string { return search.Address(a.Source, a.Query) }

// landed returns the question that was sent with an address.
func (b *Store) landed(address string) (a ask, ok bool) {
	a, ok = b.flying[address]
	delete(b.flying, address)
	return a, ok
}

// Answered notes what an answer brought.
func (b *Store) Answered(address string, o search.Outcome) {
	b.next = nil
	a, ok := b.landed(address)
	if !ok {
		return
	}
	s := b.source(a.Source) // Sent made sure that there is one
	s.failures = 0
	share := o.Expected / float64(max(o.Links, fullAnswer))
	b.ops[a.Op].add(share)
	b.results[a.Op] += o.Links
	s.tally.add(share)
	b.lang(a.Lang).add(share)
	b.forms[a.form].add(share)
	// The value of a page falls with its number: without that an answer whose snippets name the
	// topic, and whose pages are about something else, was asked on for tens of pages.
	if o.More && o.New > 0 && 2*o.Core >= o.Links && a.Op == search.Keyword {
		next := a
		next.Page = max(a.Page, 1) + 1
		b.pages = append(b.pages, further{next, (o.Expected + .5) / (float64(o.Links) + 2) / math.Sqrt(float64(next.Page))})
	}
}

// fullAnswer is how many results an answer has that brings all that it can.
const fullAnswer = 10

// Failed notes that a question was not answered, at a time. The source rests, and may be
// asked the same again.
func (b *Store) Failed(address string, kind crawl.FailureKind, at time.Time) {
	b.next = nil
	a, ok := b.landed(address)
	if ok && b.source(a.Source).failed(kind, at) {
		delete(b.asked, address)
		if a.Page > 1 {
			b.pages = append(b.pages, further{a, max(a.weight, minWeight)})
		}
	}
}

// Observe learns from a visit what relevant pages say, and which there are.
func (b *Store) Observe(v *crawl.Visit) {
	if v.FetchedAt.After(b.now) {
		if slices.ContainsFunc(b.sources, func(s storedSource) bool { return s.until.After(b.now) }) {
			b.next = nil // a source may have rested long enough
		}
		b.now = v.FetchedAt
	}
	if !v.Adds() || v.Repeats() {
		return
	}
	b.next = nil
	b.words.learn(v)
	if v.Find() {
		b.targets.add(v.Page.Final, v.Page.Host, v.Score.Relevance)
	}
}

// Wake lets sources be asked again that rest after failures.
func (b *Store) Wake() {
	b.next = nil
	for i := range b.sources {
		b.sources[i].failures, b.sources[i].until = 0, time.Time{}
	}
}

// lang is the tally of a language.
func (b *Store) lang(name string) *tally {
	t := b.langs[name]
	if t == nil {
		t = new(tally)
		b.langs[name] = t
	}
	return t
}

func (b *Store) source(name string) *storedSource {
	if i := slices.IndexFunc(b.sources, func(s storedSource) bool { return s.Name == name }); i >= 0 {
		return &b.sources[i]
	}
	return nil
}

// storedSource holds what is known of a source.
type storedSource struct {
	Source
	tally
	failures int       // in a row
	until    time.Time // it rests
}

// A source rests after a failure, longer each time; after maxFailures in a row it is not
// asked any more in this run.
const (
	firstRest   = time.Minute
	quotaRest   = time.Hour
	maxFailures = 6
)

// failed notes a failure, and reports whether the same may be asked again.
func (s *storedSource) failed(kind crawl.FailureKind, at time.Time) bool {
	if kind == crawl.FailQuota {
		s.until = at.Add(quotaRest)
		return true
	}
	s.until = at.Add(firstRest << min(s.failures, 10))
	s.failures++
	return s.failures < maxFailures
}

// open reports whether the source may be asked at a time.
func (s *storedSource) open(now time.Time) bool {
	return s.failures < maxFailures && !s.until.After(now)
}
