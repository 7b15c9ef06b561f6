package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Place says where a policy stands among others.
type Place int

// The places of policies, the innermost first: what stands further out decides before, and
// sees the choices of those inside.
const (
	PlaceDivide    Place = iota // links to hosts of other parts of the crawl go there
	PlaceDefer                  // links to hosts that were only named are kept out while too many wait
	PlaceTrapGuard              // links into traps come last, or not at all
	PlaceSources                // sitemaps, feeds, searches and lists of hosts come earlier
	PlaceSearching              // search engines are asked
	PlaceRefresh                // what is recorded is asked for again
	PlacePart                   // the balance and the cut of all parts
)

// Policy changes what a strategy does at some moments of a crawl. A new policy is a file of its
// own and its Place.
type Policy struct {
	Place Place
	// Around gets all that the strategy can do, with the policies inside, and puts functions
	// of its own in the place of those that it changes, which may call what was there. All
	// else stays, so no policy has to pass on what it does not know of.
	Around func(l *Level)
	of     stored  // whose functions these are, with the memory; nil: there is none
	memory *memory // what a checkpoint holds of it before what is inside; nil: nothing
}

// Chain is a strategy with policies around it, in the order of their places.
type Chain struct {
	of       crawl.Strategy
	policies []Policy // the innermost first
	inside   []Level  // what each has inside
	top      Level
}

var (
	_ crawl.Strategy = (*Chain)(nil)
	_ declares       = (*Chain)(nil)
)

// NewChain returns a Chain around s, which it owns.
func NewChain(s crawl.Strategy, around ...Policy) *Chain {
	c := &Chain{of: s}
	c.Add(around...)
	return c
}

// Add puts policies around the strategy, each in its place. It is called before the crawl.
func (c *Chain) Add(around ...Policy) {
	c.policies = append(c.policies, around...)
	slices.SortStableFunc(c.policies, func(a, b Policy) int { return int(a.Place - b.Place) })
	c.inside, c.top = nil, Of(c.of)
	for _, p := range c.policies {
		c.inside = append(c.inside, c.top)
		if p.memory != nil {
			p.memory.Fault = c.top.Err
		}
		p.Around(&c.top)
	}
	if hear, seed := c.top.Hear, c.top.Seed; hear != nil {
		c.top.Hear = func(l *crawl.Letter) {
			if l.Moved && l.Seed { // the target of a seed that was redirected is a seed
				seed(l.Links)
				return
			}
			hear(l)
		}
	}
}

// Inside returns the Level inside the policies from a place on.
func (c *Chain) Inside(p Place) Level {
	if i := slices.IndexFunc(c.policies, func(q Policy) bool { return q.Place >= p }); i >= 0 {
		return c.inside[i]
	}
	return c.top
}

// Level is all that the strategy can do with its policies.
func (c *Chain) Level() Level { return c.top }

// Caps implements [crawl.Strategy].
func (c *Chain) Caps() crawl.Caps { return c.top.Caps }

// Seed implements [crawl.Strategy].
func (c *Chain) Seed(links []crawl.Link) { c.top.Seed(links) }

// Next implements [crawl.Strategy].
func (c *Chain) Next(busy func(host string) bool) (crawl.Choice, bool) { return c.top.Next(busy) }

// Take implements [crawl.Strategy].
func (c *Chain) Take(url string) (crawl.Choice, bool) { return c.top.Take(url) }

// Observe implements [crawl.Strategy].
func (c *Chain) Observe(v *crawl.Visit) { c.top.Observe(v) }

// Len implements [crawl.Strategy].
func (c *Chain) Len() int { return c.top.Len() }
