package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// Level is a strategy with the policies around it up to one: all moments of a crawl at which
// it is called, and all that it declares it can do. Of what follows the moments each is nil if
// it cannot.
type Level struct {
	Seed    func(links []crawl.Link)
	Next    func(busy func(host string) bool) (c crawl.Choice, ok bool)
	Take    func(url string) (c crawl.Choice, ok bool)
	Observe func(v *crawl.Visit)
	Len     func() int
	crawl.Caps

	// Letter begins the letters about the page that was observed last, of a strategy that can
	// hear later of links that are kept from it.
	Letter func(v *crawl.Visit) crawl.Letter
	// NextQuiet is Member.NextQuiet, as far as the policies let its choice pass.
	NextQuiet func(busy func(host string) bool) (c crawl.Choice, ok bool)
	// LogOdds is the score of the best link whose host is free, of a strategy whose scores are
	// log-odds; ok is false if there is none. It is +Inf for a seed. Above lets its long-term
	// memory choose no link with a score below floor, until it is called again; nil: any.
	LogOdds func(busy func(host string) bool) (score float64, ok bool)
	Above   func(floor *float64)
	// Leaves reports a choice that a policy would leave.
	Leaves func(c *crawl.Choice) bool
	// Ask says what a strategy may ask that asks search sources by itself, and goes without
	// [Searching]: for words of the topic, the best first, in all at most queries questions. It
	// is called before anything else.
	Ask func(engines []Engine, words []string, queries int)

	// Waiting returns the links that wait, in the order in which they would be chosen if no
	// host were busy and no rule of the strategy stood between: seeds first, then by score
	// (Choice.Priority), then those that are deferred, last those that a TrapGuard keeps for
	// last. host, if it is not "", is the only one whose links count. At most n are returned
	// (0: all); total is how many there are.
	Waiting func(host string, n int) (links []crawl.Choice, total int)
	// Explain explains a link that waits; ok is false for others. It changes nothing.
	Explain func(link string) (e Explanation, ok bool)
	// leftBy counts the links that a TrapGuard leaves.
	LeftBy func() []Left
	// Revise tells again what a visited page says, after the topic was changed
	// (linkrank.Caps.Revise): waiting links are scored anew. first marks the first page of a
	// revision. It reports whether that can be done, which depends on the ranker: the default
	// can. The others keep the scores of waiting links and judge new links by the new topic.
	// The deciding goroutine calls it.
	Revise func(v *crawl.Visit, first bool) bool

	// Unite makes a new strategy know what shares know ([Unite]). Leave comes before, of each
	// strategy whose knowledge is taken; an error says why it cannot be taken now.
	Unite func(shares []Share) error
	Leave func() error

	urls frontier.Frontier
	web  *webMemory
}

// Engine is a search source that a strategy may ask by itself.
type Engine struct {
	Name string
	Ops  search.Ops
}

// declares is a strategy of this package, or a Chain.
type declares interface{ Level() Level }

// Of returns what s can do: all that a strategy of this package declares, or the moments and
// Caps of another.
func Of(s crawl.Strategy) Level {
	if own, ok := s.(declares); ok {
		return own.Level()
	}
	return Level{Seed: s.Seed, Next: s.Next, Take: s.Take, Observe: s.Observe, Len: s.Len, Caps: s.Caps()}
}

// declare begins the Level of s, a strategy over b, and returns it for what else s can do.
func (b *base) declare(s crawl.Strategy) *Level {
	b.level = Level{
		Seed: s.Seed, Next: s.Next, Take: s.Take, Observe: s.Observe, Len: s.Len,
		Caps:    crawl.Caps{Block: b.f.Hosts().Block, Unblock: b.f.Hosts().Unblock, Waits: b.Waits, Knows: b.Knows, Err: b.Err},
		Waiting: b.waiting, urls: b.f,
	}
	return &b.level
}

// declareRanked adds what s can do if its ranker can. m is s, if it can be one of several
// parts of a crawl.
func (s *ranked) declareRanked(of crawl.Strategy, m crawl.Member) *Level {
	l := s.declare(of)
	l.web = s.remembers()
	if s.can.Hear == nil || m == nil {
		return l
	}
	l.Hear, l.Letter = m.Hear, s.letter
	if s.hearer != nil {
		l.joins(m)
	}
	return l
}

// joins declares a Member.
func (l *Level) joins(m crawl.Member) { l.Hear, l.Member, l.NextQuiet = m.Hear, m, m.NextQuiet }

// Level is all that the strategy can do.
func (b *base) Level() Level { return b.level }

// Caps implements [crawl.Strategy].
func (b *base) Caps() crawl.Caps { return b.level.Caps }
