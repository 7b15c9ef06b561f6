package member

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
)

// Options of a Crawl. The zero value crawls until no link waits, without balance and cut.
type Options struct {
	MaxPages    int // pages of all parts; 0: no limit
	MaxRequests int // requests of all parts; 0: no limit
	// Balance is the share of the choices of all parts that go to the least visited host of
	// all.
	Balance float64
	// Cut lets a part pass while its links are poor beside the links of the others
	// (cluster.Cut). It pays for a crawl with a budget.
	Cut bool
	// Anew counts what is recorded from now on only, as for a refresh.
	Anew bool
	// Others reaches the parts of other processes. nil: all parts are of this one.
	Others Others
}

// Crawl holds what the parts of a crawl share. Its methods may be called concurrently.
type Crawl struct {
	of  cluster.Division
	opt Options
	bus cluster.Bus

	mu       sync.Mutex
	slots    []slot
	waiting  int           // parts that have not begun
	begun    chan struct{} // closed when all have
	pages    int           // recorded by all
	requests int
	leased   int // choices in flight
	balance  cluster.Balance
	cut      cluster.Cut
	made     int // choices

	chosen    Chosen // to be told to other processes
	over      bool   // End was called
	overSpent bool   // because the budget is spent
}

// slot holds what the Crawl knows of one part.
type slot struct {
	ready  chan struct{} // has room for one
	begun  bool
	gone   bool // its run has ended
	idle   bool // nothing is left to do but what others may send
	woken  bool // something has changed since it looked last
	passes bool // it found nothing to choose when it was asked last
	cutOff bool // because its links are poor
	mail   int  // letters that wait for it
	holds  bool // it has nothing to do, and letters that are not sent yet
	least  int  // choices of its least visited host
	hosts  int  // that can be balanced

	received map[int]uint64  // by sender: the last letter that is durable here
	balanced map[string]bool // choices in flight, by URL: was it a balancing move?

	// Of a crawl of several processes:
	here     bool     // it is of this process, and open
	starved  bool     // it was refused its last choice
	activity uint64   // rises with all that it does
	read     int64    // number of the last entry of its log
	pages    int      // recorded
	requests int      // recorded
	leased   int      // choices in flight
	durable  Room     // recorded, and on disk
	skipped  bool     // an entry of its log cannot be read
	room     Room     // what it may record
	low      Room     // it asks for more when less than that is left of room
	base     []uint64 // by receiver: the last letter of the owners before
}

// New returns the Crawl of so many parts.
func New(of cluster.Division, opt Options) *Crawl {
	c := &Crawl{of: of, opt: opt, bus: cluster.NewLocalBus(of.Parts), waiting: of.Parts, begun: make(chan struct{}), balance: cluster.Balance{Share: opt.Balance}}
	for range of.Parts {
		c.slots = append(c.slots, slot{ready: make(chan struct{}, 1), received: map[int]uint64{}, balanced: map[string]bool{}})
	}
	return c
}

// wake lets a part look again. The lock is held.
func (c *Crawl) wake(part int) {
	s := &c.slots[part]
	s.idle, s.woken = false, true
	signal(s.ready)
}

// looks notes that a part looks at what has changed.
func (c *Crawl) looks(part int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[part].woken = false
}

func signal(ready chan struct{}) {
	select {
	case ready <- struct{}{}:
	default:
	}
}

// wakeAll wakes all parts but one; -1: all.
func (c *Crawl) wakeAll(but int) {
	for i := range c.slots {
		if i != but && !c.slots[i].gone {
			c.wake(i)
		}
	}
}

// begin counts what a part has recorded, and waits for the others.
func (c *Crawl) begin(part, pages, requests int) {
	if c.opt.Others != nil {
		c.beginOf(part, pages, requests)
		return
	}
	c.mu.Lock()
	if !c.opt.Anew {
		c.pages += pages
		c.requests += requests
	}
	c.arrive(part)
	c.mu.Unlock()
	<-c.begun
}

// arrive counts a part that has begun, or never will.
func (c *Crawl) arrive(part int) {
	if s := &c.slots[part]; !s.begun {
		s.begun = true
		if c.waiting--; c.waiting == 0 {
			close(c.begun)
		}
	}
}

// leave takes a part out. What is written to it waits in the outboxes.
func (c *Crawl) leave(part int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arrive(part)
	s := &c.slots[part]
	s.gone, s.passes, s.hosts = true, true, 0
	if c.opt.Others != nil {
		s.here, s.leased, s.mail = false, 0, 0
		c.bus.Receive(part, func(*crawl.Letter) {}, func(*crawl.Outcome) {}) // the next one reads them again
		return
	}
	c.wakeAll(part)
}

// post sends a durable letter.
func (c *Crawl) post(from, to int, l *crawl.Letter) {
	if c.opt.Others != nil {
		c.opt.Others.Post(from, to, l)
		return
	}
	c.bus.Post(from, to, l)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[to].mail++
	c.wake(to)
}

// received counts letters that have come to a part.
func (c *Crawl) received(part, letters int) {
	if letters == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[part].mail -= letters
	c.slots[part].activity++
}

// lease takes a choice in flight into the budget.
func (c *Crawl) lease(part int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opt.Others != nil {
		return c.leaseOf(part)
	}
	if c.full(c.leased) {
		return false
	}
	c.leased++
	return true
}

// full reports that the budget has no room beside so many choices in flight.
func (c *Crawl) full(inFlight int) bool {
	return c.opt.MaxPages > 0 && c.pages+inFlight >= c.opt.MaxPages ||
		c.opt.MaxRequests > 0 && c.requests+inFlight >= c.opt.MaxRequests
}

// done ends a lease. Whoever found no room looks again.
func (c *Crawl) done(part int, page, request bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opt.Others != nil {
		c.doneOf(part, page, request)
		return
	}
	was := c.full(c.leased)
	c.leased = max(0, c.leased-1)
	if page {
		c.pages++
	}
	if request {
		c.requests++
	}
	if was && !c.full(c.leased) || c.full(0) {
		c.wakeAll(-1)
	}
}

// spent reports that the budget is used up by what is recorded.
func (c *Crawl) spent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opt.Others != nil {
		return c.overSpent
	}
	return c.full(0)
}

// awaited reports that the other parts of this process wait for the letters of a part, as none
// has anything to choose.
func (c *Crawl) awaited(part int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.othersChoose(part)
}

// rest notes that a part has nothing left to do. holds: but to send letters that are not
// durable yet. over: so is all.
func (c *Crawl) rest(part int, holds bool) (over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	s.idle = s.mail == 0 && !s.woken && !s.starved && !holds
	s.passes, s.holds = true, holds
	c.freeCutOff()
	if c.opt.Others != nil {
		return c.over
	}
	for i := range c.slots {
		if !c.slots[i].gone && !c.slots[i].idle {
			return false
		}
	}
	for i := range c.slots { // they find that it is over, and stay idle
		if i != part {
			signal(c.slots[i].ready)
		}
	}
	return true
}
