package frontier

import (
	"bytes"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// State of a URL. It only ever grows, so a URL is offered at most once.
type State uint8

const (
	Waiting  State = iota // may be chosen
	InFlight              // chosen, outcome unknown
	Done                  // outcome known, or never to be offered
)

// None is the number of no URL and of no host.
const None = int32(-1)

// Item holds what a Frontier knows of a URL. There is one for each URL ever heard of,
// so it holds no pointer.
type Item struct {
	Score  float64 // a larger one is chosen earlier
	Host   int32   // number of its host; Add sets it
	Parent int32   // page on which it was found first, or None
	Depth  int32   // links from a seed
	State  State
	Seed   bool // seeds come before all others, in the order added
}

// Frontier holds every URL a crawl ever heard of, and the order of those that
// wait. URLs and hosts are numbered from 0 in the order in which they become
// known; a number never changes.
//
// Of two waiting URLs the seed comes first, then the one with the larger score,
// then the one with the smaller number. The order is total: the same calls give
// the same answers, from every back end. One goroutine calls a Frontier.
type Frontier interface {
	// Add makes url known. If it was known, fresh is false and nothing changes.
	Add(url, host string, it Item) (id int32, fresh bool)
	// Number returns the number of url, if it is known.
	Number(url string) (id int32, ok bool)
	// URL returns the URL with a number.
	URL(id int32) string
	// Item returns what is known of a URL. WriteTo need not store the score of a URL that
	// no longer waits.
	Item(id int32) Item
	Counts() Counts
	Hosts() Hosts

	// Best returns the first waiting URL whose host is neither blocked nor busy,
	// or None. A nil busy means that no host is busy.
	Best(busy func(host string) bool) int32
	// SetScore changes the score of a URL.
	SetScore(id int32, score float64)
	// Rescore asks for the scores of the waiting URLs of a host, in any order, given those that
	// they have; of all hosts (None) in the order of their numbers.
	Rescore(host int32, score func(id int32, now float64) float64)
	// SetState lets the state of a URL grow. One that is in flight then counts as a choice from
	// its host.
	SetState(id int32, to State)

	// Its memory does not hold what is blocked. ReadFrom of a part that lies within another
	// memory may leave work to its Reader's Wait, which comes before anything else. After an
	// error the Frontier is empty.
	crawl.Checkpointer
}

// Counts are numbers of URLs.
type Counts struct {
	URLs     int // that are known
	Waiting  int
	InFlight int // whose outcome is unknown
}

// Hosts are the hosts of a Frontier.
type Hosts interface {
	// Add returns the number of a host and makes it known.
	Add(name string) int32
	// Number returns the number of a host, if it is known.
	Number(name string) (n int32, ok bool)
	At(n int32) Host
	Len() int
	// Count adds choices and proofs to a host's counts and makes the host known. With less than
	// none it takes back, as far as there are any.
	Count(name string, choices, proofs int)
	// Block keeps the URLs of a host from Best and LeastVisited until Unblock; a
	// host not known is not blocked. Both take no longer the more hosts wait for one turn, but
	// for the logarithm. See [crawl.Caps].
	Block(host, turn string)
	Unblock(turn string) (more bool)
	// Best returns the first waiting URL of a host, or None.
	Best(n int32) int32
	// LeastVisited returns, of the proven hosts with waiting URLs that are neither
	// blocked nor busy, the one with the fewest choices so far, or None. Of two
	// with as many it is the one with the smaller number.
	LeastVisited(busy func(host string) bool) int32
	// Proven is the number of hosts that LeastVisited can return.
	Proven() int
}

// Host holds what a Frontier knows of a host.
type Host struct {
	Name    string
	Choices int // so far
	Proofs  int // that it has to do with the topic; with one it is proven
	Blocked bool
}

// Backend opens empty frontiers of one kind.
type Backend interface{ New() Frontier }

// InMemory is the Backend of [memory].
type InMemory struct{}

// New implements [Backend].
func (InMemory) New() Frontier { return new(memory) }

// Finite bounds a score, so that the order of a Frontier is total whatever a
// ranker says: not a number counts as the smallest.
func Finite(score float64) float64 {
	if math.IsNaN(score) {
		return -math.MaxFloat64
	}
	return min(max(score, -math.MaxFloat64), math.MaxFloat64)
}

// Choose takes a waiting URL, which is in flight then.
func Choose(f Frontier, id int32) crawl.Choice {
	it := f.Item(id)
	f.SetState(id, InFlight)
	c := crawl.Choice{URL: f.URL(id), Host: f.Hosts().At(it.Host).Name, Depth: int(it.Depth), Priority: it.Score}
	if it.Parent >= 0 {
		c.Parent = f.URL(it.Parent)
	}
	return c
}

// Clear makes f empty.
func Clear(f Frontier) { f.ReadFrom(new(bytes.Reader)) } //nolint:errcheck // there is nothing to read

// AddSeeds makes seeds known, in order.
func AddSeeds(f Frontier, links []crawl.Link) {
	for i := range links {
		f.Add(links[i].URL, links[i].Host, Item{Parent: None, Seed: true})
	}
}

// NumberWaiting returns the number of url if it waits.
func NumberWaiting(f Frontier, url string) (id int32, ok bool) {
	id, ok = f.Number(url)
	return id, ok && f.Item(id).State == Waiting
}

// Land ends the flight of a choice and returns its number. A URL that was never
// chosen here becomes known, so that it is not offered later.
func Land(f Frontier, c crawl.Choice) int32 {
	id, fresh := f.Add(c.URL, c.Host, Item{Parent: None, Depth: int32(c.Depth), State: Done})
	if !fresh {
		f.SetState(id, Done)
	}
	return id
}

// Observe lands a visit and makes the links of its page known. found is called
// for each link to a URL that waits, as often as the page holds it; fresh tells
// whether this link made the URL known.
func Observe(f Frontier, v *crawl.Visit, found func(id int32, l *crawl.Link, fresh bool)) int32 {
	from := Land(f, v.Choice)
	if v.Page == nil {
		return from
	}
	depth := int32(min(v.Choice.Depth, math.MaxInt32-1))
	if final := v.Page.Final; final != "" && final != v.Choice.URL {
		// Recorded under this visit; asking for it again would bring nothing.
		if id, fresh := f.Add(final, v.Page.Host, Item{Parent: from, Depth: depth, State: Done}); !fresh && f.Item(id).State == Waiting {
			f.SetState(id, Done)
		}
	}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if l.Kind != crawl.LinkPage {
			continue // sitemaps and feeds are not the frontier's
		}
		id, fresh := f.Add(l.URL, l.Host, Item{Parent: from, Depth: depth + 1})
		if f.Item(id).State == Waiting {
			found(id, l, fresh)
		}
	}
	return from
}

// Hear makes the links of a letter known, as Observe does the links of a page. The page
// that has them is known from then on, so that a choice names it, but never offered: it
// is another's.
func Hear(f Frontier, l *crawl.Letter, found func(id int32, l *crawl.Link, fresh bool)) {
	depth := int32(min(max(l.Depth, 0), math.MaxInt32-1))
	from, _ := f.Add(l.Page, l.Host, Item{Parent: None, Depth: depth, State: Done})
	if l.Final != "" { // was recorded under the page; asking for it again would bring nothing
		if id, fresh := f.Add(l.Final, l.Host, Item{Parent: from, Depth: depth, State: Done}); !fresh && f.Item(id).State == Waiting {
			f.SetState(id, Done)
		}
	}
	for i := range l.Links {
		k := &l.Links[i]
		if k.Kind != crawl.LinkPage {
			continue
		}
		id, fresh := f.Add(k.URL, k.Host, Item{Parent: from, Depth: depth + 1})
		if f.Item(id).State == Waiting {
			found(id, k, fresh)
		}
	}
}
