package eventgraph

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// Chain is how a figure of an event went on: what pages said of one kind at one place, by the time up to which it counts.
// The last step is the newest value.
type Chain struct {
	Kind  string `json:"kind"`
	Where string `json:"where,omitempty"`
	At    string `json:"at,omitempty"` // the place, as of a [Figure]
	Steps []Step `json:"steps"`
	More  int    `json:"more,omitempty"` // steps before these

	now map[float64]int // the steps up to the time of the last one, by value; a page may tell many
}

// Step is a value of a chain.
type Step struct {
	Value   float64   `json:"value"`
	Unit    string    `json:"unit"`
	Bound   string    `json:"bound,omitempty"` // ">=", "<=" or "~": the number is not exact
	AsOf    time.Time `json:"as_of"`           // by its sentence, else since when a page says so
	How     How       `json:"how"`
	Late    bool      `json:"late,omitempty"`    // it was told when a newer one was known
	Told    int       `json:"told"`              // pages that say so, or said
	Earlier bool      `json:"earlier,omitempty"` // no page says so any more
	Seen    time.Time `json:"seen,omitzero"`     // when a sentence that says so was fetched first
	URL     string    `json:"url"`               // the first page that said so
	Title   string    `json:"title,omitempty"`
	Lang    string    `json:"lang,omitempty"`
	Text    string    `json:"sentence"`

	first int // statement
	told  map[string]bool
	known time.Time // when its first page said so
}

// How says how a step of a chain stands to the one before it.
type How string

// The ways.
const (
	First       How = "first"
	Raised      How = "raised"
	Lowered     How = "lowered"
	Contradicts How = "contradicts" // another page, up to the same time, more than two in a hundred apart
)

// mostSteps bounds the steps of a chain and the chains of an event on a card.
const mostSteps = 50

// chainsOnCard are the chains of e of more than one step, with their last steps.
func (b *Builder) chainsOnCard(e *Event, said []int) []Chain {
	var out []Chain
	for _, c := range b.chains(e, said) {
		if len(c.Steps) < 2 || len(out) == mostSteps {
			continue
		}
		c.More = max(0, len(c.Steps)-mostSteps)
		c.Steps = c.Steps[c.More:]
		out = append(out, c)
	}
	return out
}

// chains are the chains of e, to which the statements said belong, in the order in which their kinds are told first.
func (b *Builder) chains(e *Event, said []int) []Chain {
	groups := make(map[string]*Chain)
	var order []*Chain
	said = slices.Clone(said)
	slices.SortStableFunc(said, func(i, j int) int {
		s, o := &b.Statements[i], &b.Statements[j]
		return cmp.Or(s.AsOf.Compare(o.AsOf), b.pageOf(s).spoke().Compare(b.pageOf(o).spoke()), b.pageOf(s).Fetched.Compare(b.pageOf(o).Fetched))
	})
	where := b.placesOfPages(said)
	for _, i := range said {
		s := &b.Statements[i]
		if !s.links() {
			continue
		}
		at := s.Where
		if at == nil {
			at = where[b.Evidence[s.Evidence].Page]
		}
		if at == nil && len(e.Places) > 0 {
			at = &e.Places[0]
		}
		c := &Chain{Kind: s.Kind}
		key := s.Kind
		if at != nil && !extract.Kind(s.Kind).OfWhole() {
			c.Where, c.At, key = at.Text, at.name(), fmt.Sprint(key, "\x00", at.name())
		}
		if s.Kind == string(extract.Loss) {
			key += "\x00" + s.Unit
		}
		if groups[key] == nil {
			groups[key] = c
			order = append(order, c)
		}
		groups[key].add(b, i)
	}
	out := make([]Chain, len(order))
	for i, c := range order {
		c.late()
		out[i] = *c
	}
	return out
}

// revisions are, by the first statement of each step of a chain, the step before it and how the two stand to each other.
func (b *Builder) revisions() map[int]revision {
	out := make(map[int]revision)
	for i, said := range b.byEvent() {
		for _, c := range b.chains(b.Events[i], said) {
			for k := 1; k < len(c.Steps); k++ {
				out[c.Steps[k].first] = revision{c.Steps[k-1].first, c.Steps[k].How}
			}
		}
	}
	return out
}

// revision is how a statement stands to an earlier one.
type revision struct {
	of  int
	how How
}

// byEvent are the statements of each event.
func (b *Builder) byEvent() [][]int {
	said := make([][]int, len(b.Events))
	for i := range b.Statements {
		if e := b.Statements[i].Event; e >= 0 {
			said[e] = append(said[e], i)
		}
	}
	return said
}

// links reports whether a statement can be a step: an exact kind of figure that was so. There are many aftershocks.
func (s *Statement) links() bool {
	return s.Unit != "" && s.Doubt == "" && !s.Part && s.Modality.IsReal() && s.Kind != string(extract.Aftershock) && !s.AsOf.IsZero()
}

// placesOfPages are the first places that the statements of each page name: what has no place of its own is there.
func (b *Builder) placesOfPages(said []int) map[int]*where {
	out := make(map[int]*where)
	for _, i := range said {
		s := &b.Statements[i]
		if p := b.Evidence[s.Evidence].Page; s.Where != nil && out[p] == nil {
			out[p] = s.Where
		}
	}
	return out
}

// add adds statement i, which comes behind the others: to the last step if it says the same, or to one up to the same time.
func (c *Chain) add(b *Builder, i int) {
	s, p := &b.Statements[i], b.pageOf(&b.Statements[i])
	value := extract.Base(s.Value, s.Unit)
	if k := len(c.Steps) - 1; k < 0 || !c.Steps[k].AsOf.Equal(s.AsOf) {
		c.now = make(map[float64]int)
	}
	k, ok := c.now[value]
	if last := len(c.Steps) - 1; last >= 0 && extract.Base(c.Steps[last].Value, c.Steps[last].Unit) == value {
		k, ok = last, true
	}
	if ok {
		c.Steps[k].tell(p, b.Evidence[s.Evidence].Seen)
		return
	}
	c.now[value] = len(c.Steps)
	step := Step{Value: s.Value, Unit: s.Unit, Bound: s.Bound, AsOf: s.AsOf, How: First, Earlier: true, URL: p.URL, Title: p.Title, Lang: p.Lang, Text: clip(b.Evidence[s.Evidence].Text), first: i, told: map[string]bool{}, known: p.spoke()}
	step.tell(p, b.Evidence[s.Evidence].Seen)
	if n := len(c.Steps); n > 0 {
		step.How = c.Steps[n-1].how(&step)
	}
	c.Steps = append(c.Steps, step)
}

// late marks the steps that were told when one behind them was known, with one look at each.
func (c *Chain) late() {
	var known time.Time // of the steps of later times, the earliest
	for end := len(c.Steps); end > 0; {
		begin := end - 1
		for begin > 0 && c.Steps[begin-1].AsOf.Equal(c.Steps[begin].AsOf) {
			begin--
		}
		for k := begin; k < end; k++ {
			c.Steps[k].Late = !known.IsZero() && c.Steps[k].known.After(known)
		}
		for k := begin; k < end; k++ {
			if at := c.Steps[k].known; known.IsZero() || at.Before(known) {
				known = at
			}
		}
		end = begin
	}
}

// tell notes that page p says what the step says, in a sentence that was seen then.
func (s *Step) tell(p *Page, seen time.Time) {
	if s.Seen.IsZero() || seen.Before(s.Seen) {
		s.Seen = seen
	}
	s.told[p.URL] = true
	s.Told = len(s.told)
	s.Earlier = s.Earlier && p.Earlier
}

// how is how next, the step behind s, stands to it.
func (s *Step) how(next *Step) How {
	was, is := extract.Base(s.Value, s.Unit), extract.Base(next.Value, next.Unit)
	switch {
	case next.AsOf.Equal(s.AsOf) && next.URL != s.URL && math.Abs(is-was) > same*math.Max(math.Abs(is), math.Abs(was)):
		return Contradicts
	case is > was:
		return Raised
	}
	return Lowered
}
