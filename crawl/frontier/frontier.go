package frontier

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
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

// Item is what a Frontier knows of a URL. There is one for each URL ever heard
// of, so it holds no pointer.
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
	// Item returns what is known of a URL. Save need not store the score of a URL that
	// no longer waits.
	Item(id int32) Item
	// Len is the number of known URLs, Waiting that of those that wait, InFlight
	// that of those whose outcome is unknown.
	Len() int
	Waiting() int
	InFlight() int

	// Host returns the number of a host and makes it known.
	Host(name string) int32
	HostName(host int32) string
	Hosts() int
	// Visits is the number of choices from a host so far.
	Visits(host int32) int
	// Prove counts a proof that a host has to do with the topic, and Disprove takes one
	// back. A host with a proof is proven. Disprove does nothing to one that has none.
	Prove(host string)
	Disprove(host string)
	Proven(host int32) bool
	// ProvenHosts is the number of hosts that LeastVisited can return.
	ProvenHosts() int
	Blocked(host int32) bool
	// Block keeps the URLs of a host from Best and LeastVisited until Unblock; a
	// host not known is not blocked. Save does not store what is blocked. Both take no
	// longer the more hosts wait for one turn, but for the logarithm.
	crawl.Blocker

	// Best returns the first waiting URL whose host is neither blocked nor busy,
	// or None. A nil busy means that no host is busy.
	Best(busy func(host string) bool) int32
	// BestOf returns the first waiting URL of a host, or None.
	BestOf(host int32) int32
	// LeastVisited returns, of the proven hosts with waiting URLs that are neither
	// blocked nor busy, the one with the fewest choices so far, or None. Of two
	// with as many it is the one with the smaller number.
	LeastVisited(busy func(host string) bool) int32

	// SetScore changes the score of a URL.
	SetScore(id int32, score float64)
	// Rescore asks for the score of every waiting URL, in the order of their
	// numbers, given the one it has.
	Rescore(score func(id int32, now float64) float64)
	// RescoreHost asks for those of one host, in any order.
	RescoreHost(host int32, score func(id int32, now float64) float64)

	// Choose takes a waiting URL, which is in flight then.
	Choose(id int32) crawl.Choice
	// Finish marks a URL as never to be offered again.
	Finish(id int32)

	// Clear makes the Frontier empty.
	Clear()
	// Save stores the Frontier. What it writes belongs to the back end.
	Save(w *binenc.Writer)
	// Load replaces the Frontier by what Save stored. It may leave work to finish,
	// which the caller calls before anything else, after it has read from r what
	// it still wants; faults are r's, and the caller then calls Clear.
	Load(r *binenc.Reader) (finish func())
}

// Backend opens empty frontiers of one kind.
type Backend interface{ New() Frontier }

// InMemory is the Backend of [Memory].
type InMemory struct{}

// New implements [Backend].
func (InMemory) New() Frontier { return new(Memory) }

// Finite bounds a score, so that the order of a Frontier is total whatever a
// ranker says: not a number counts as the smallest.
func Finite(score float64) float64 {
	if math.IsNaN(score) {
		return -math.MaxFloat64
	}
	return min(max(score, -math.MaxFloat64), math.MaxFloat64)
}

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
		f.Finish(id)
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
			f.Finish(id)
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

// Hear makes the links of a letter known, as Observe does those of a page. The page that
// has them is known from then on, so that a choice names it, but never offered: it is
// another's.
func Hear(f Frontier, l *crawl.Letter, found func(id int32, l *crawl.Link, fresh bool)) {
	depth := int32(min(max(l.Depth, 0), math.MaxInt32-1))
	from, _ := f.Add(l.Page, l.Host, Item{Parent: None, Depth: depth, State: Done})
	if l.Final != "" { // was recorded under the page; asking for it again would bring nothing
		if id, fresh := f.Add(l.Final, l.Host, Item{Parent: from, Depth: depth, State: Done}); !fresh && f.Item(id).State == Waiting {
			f.Finish(id)
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
