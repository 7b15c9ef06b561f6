package member

import (
	"github.com/ontocrawl/ontocrawl/crawl"
)

// Others reaches the parts of a crawl that several processes share (crawl/share/node). Its
// methods are called by deciding goroutines, and must not wait.
//
// With Options.Others a Crawl holds the parts of this process, and what other processes told
// of theirs: a part may be opened and closed as often as it likes, Grant gives it its
// budget, all its letters go by Others, and End says when it is over.
type Others interface {
	// Post sends a durable letter to a part, of this process or another one. It comes back
	// by Crawl.Deliver.
	Post(from, to int, l *crawl.Letter)
	// Tell tells the parts of other processes what a visit taught.
	Tell(o *crawl.Outcome)
	// May reports whether a part may begin something new.
	May(part int) bool
	// Want asks for more of the budget. What comes of it comes by Crawl.Grant.
	Want(part int)
}

// Room is how many pages and requests a part may record in all, of a budget that has such a
// limit.
type Room struct {
	Pages    int `json:"pages,omitempty"`
	Requests int `json:"requests,omitempty"`
}

// State is how a part stands.
type State struct {
	Part     int    `json:"part"`
	Idle     bool   `json:"idle,omitempty"`     // nothing is left to do but what others may send
	Passes   bool   `json:"passes,omitempty"`   // it found nothing to choose when it was asked last
	Starved  bool   `json:"starved,omitempty"`  // it was refused a choice, for want of budget or lease
	Activity uint64 `json:"activity"`           // rises with all that it does
	Read     int64  `json:"read"`               // number of the last entry of its log that it has read, if it is idle
	Pages    int    `json:"pages"`              // recorded
	Requests int    `json:"requests"`           // recorded
	Durable  Room   `json:"durable"`            // of Pages and Requests, what outlives the process
	Least    int    `json:"least,omitempty"`    // choices of its least visited host
	Hosts    int    `json:"hosts,omitempty"`    // that can be balanced
	InFlight int    `json:"inFlight,omitempty"` // choices
	Inbox    int    `json:"inbox,omitempty"`    // letters that have come and are not read
	Room     Room   `json:"room,omitzero"`      // what it may record in all, of a budget
}

// Chosen counts the choices since it was asked for last.
type Chosen struct {
	Made     int       `json:"made"`
	Balanced int       `json:"balanced,omitempty"` // less those that came to nothing
	Scores   []float64 `json:"scores,omitempty"`   // the last ones
}

// Open reports whether a part of this process is running.
func (c *Crawl) Open(part int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slots[part].here
}

// State is how a part of this process stands.
func (c *Crawl) State(part int) State {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	return State{Part: part, Idle: s.idle && s.mail == 0 && !s.woken && s.leased == 0, Passes: s.passes, Starved: s.starved, Activity: s.activity, Read: s.read,
		Pages: s.pages, Requests: s.requests, Durable: s.durable, Least: s.least, Hosts: s.hosts, InFlight: s.leased, Inbox: s.mail, Room: s.room}
}

// Told notes how a part of another process stands. Idle is for balance and cut here, not
// for the end.
func (c *Crawl) Told(t State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[t.Part]
	if s.here {
		return
	}
	s.gone, s.idle, s.passes, s.least, s.hosts = false, t.Idle, t.Passes || t.Starved, t.Least, t.Hosts
	c.freeCutOff()
}

// Gone notes that nothing comes from a part of another process.
func (c *Crawl) Gone(part int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := &c.slots[part]; !s.here {
		s.gone, s.passes, s.hosts = true, true, 0
		c.freeCutOff()
	}
}

// Chosen returns what the parts of this process have chosen since the last call.
func (c *Crawl) Chosen() Chosen {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch := c.chosen
	c.chosen = Chosen{}
	return ch
}

// MadeSince is how many choices Chosen would return.
func (c *Crawl) MadeSince() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.chosen.Made
}

// ToldChosen notes what was chosen elsewhere.
func (c *Crawl) ToldChosen(ch Chosen) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.balance.Add(ch.Made, ch.Balanced)
	for _, score := range ch.Scores {
		c.cut.Made(score)
	}
	if ch.Made > 0 {
		c.wakeCutOff(-1)
	}
}

// mostTold is how many scores Chosen keeps: as many as the cut looks at.
const mostTold = 64

// tellsOf keeps a choice for Chosen. The lock is held.
func (c *Crawl) tellsOf(balanced bool, score float64) {
	if c.opt.Others == nil {
		return
	}
	c.chosen.Made++
	if balanced {
		c.chosen.Balanced++
		return
	}
	if n := len(c.chosen.Scores); n >= mostTold {
		c.chosen.Scores = append(c.chosen.Scores[:0], c.chosen.Scores[n-mostTold+1:]...)
	}
	if score == score && score-score == 0 { // a finite number
		c.chosen.Scores = append(c.chosen.Scores, score)
	}
}

// Deliver gives a part of this process letters of an entry of its log. waits is how many
// letters wait now; a reader that is far ahead should pause. It is false if the part is not
// running: then nothing is kept.
func (c *Crawl) Deliver(to int, entry int64, letters []*crawl.Letter) (waits int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[to]
	if !s.here {
		return 0, false
	}
	for _, l := range letters {
		c.bus.Post(l.From, to, l)
	}
	s.read = entry
	if len(letters) > 0 {
		s.mail += len(letters)
		s.activity++
		c.wake(to)
	}
	return s.mail, true
}

// Skip notes that an entry of the log of a part cannot be read: from now on numbers of letters
// may be missing there.
func (c *Crawl) Skip(part int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[part].skipped = true
}

func (c *Crawl) skips(part int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slots[part].skipped
}

// Teach lets the parts of this process learn what a visit elsewhere taught.
func (c *Crawl) Teach(o *crawl.Outcome) { c.bus.Tell(-1, o) }

// ReceivedUpTo is the number of the last letter of another part that a running part of this
// process has made durable.
func (c *Crawl) ReceivedUpTo(part, from int) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slots[part].received[from]
}

// ToldReceived notes how far a part, of this process or another one, has received the others, by sender.
func (c *Crawl) ToldReceived(part int, marks []uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	if s.here {
		return // it knows better
	}
	for from, n := range marks {
		s.received[from] = n
	}
}

// Received returns how far a part has received the others, by sender.
func (c *Crawl) Received(part int) []uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	marks := make([]uint64, len(c.slots))
	for from := range marks {
		marks[from] = c.slots[part].received[from]
	}
	return marks
}

// ToldPosted notes that earlier owners of a part have sent letters up to those numbers, by
// receiver: this owner numbers its letters after them.
func (c *Crawl) ToldPosted(part int, numbers []uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[part].base = numbers
}

// Grant sets how much a part may record in all.
func (c *Crawl) Grant(part int, r Room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	s.room = r
	spare := s.spare()
	s.low = Room{spare.Pages / 2, spare.Requests / 2}
	if s.here && c.roomy(s) {
		c.wake(part)
	}
}

// GiveBack takes from a part what it may record beyond what it has recorded and what is in
// flight, and returns what it has left.
func (c *Crawl) GiveBack(part int) Room {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	// What is recorded counts, also where an old value of the table says less.
	s.room = Room{max(s.pages, min(s.room.Pages, s.pages+s.leased)), max(s.requests, min(s.room.Requests, s.requests+s.leased))}
	return s.room
}

// spare is how much a part may record beyond what is recorded and in flight.
func (s *slot) spare() Room {
	return Room{max(0, s.room.Pages-s.pages-s.leased), max(0, s.room.Requests-s.requests-s.leased)}
}

// Used is how much a part of this process has recorded and has in flight.
func (c *Crawl) Used(part int) Room {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	return Room{s.pages + s.leased, s.requests + s.leased}
}

// Wake lets the parts of this process look again: they may choose now.
func (c *Crawl) Wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.slots {
		if c.slots[i].here {
			c.wake(i)
		}
	}
}

// End ends the crawl: no part has anything left to do, or the budget is spent.
func (c *Crawl) End(spent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over, c.overSpent = true, spent
	for i := range c.slots {
		signal(c.slots[i].ready)
	}
}

// roomy reports whether a part has room for one more choice in its share of the budget. The
// lock is held.
func (c *Crawl) roomy(s *slot) bool {
	return (c.opt.MaxPages <= 0 || s.pages+s.leased < s.room.Pages) && (c.opt.MaxRequests <= 0 || s.requests+s.leased < s.room.Requests)
}

// runsLow reports, once for each Grant, that a part has used half of what it was granted: what
// it asks for now comes before it has to wait. The lock is held.
func (s *slot) runsLow() bool {
	spare := s.spare()
	if spare.Pages >= s.low.Pages && spare.Requests >= s.low.Requests {
		return false
	}
	s.low = Room{}
	return true
}

// leaseOf is lease for a part of a crawl of several processes. The lock is held.
func (c *Crawl) leaseOf(part int) bool {
	s := &c.slots[part]
	if c.over {
		return false
	}
	roomy := c.roomy(s)
	if !roomy || s.runsLow() {
		c.opt.Others.Want(part)
	}
	if s.starved = !roomy || !c.opt.Others.May(part); s.starved {
		return false
	}
	s.leased++
	return true
}

// doneOf is done for a part of a crawl of several processes. The lock is held.
func (c *Crawl) doneOf(part int, page, request bool) {
	s := &c.slots[part]
	s.leased = max(0, s.leased-1)
	if page || request {
		s.activity++
	}
	if page {
		s.pages++
	}
	if request {
		s.requests++
	}
}

// beginOf is begin for a part of a crawl of several processes: it waits for nobody.
func (c *Crawl) beginOf(part, pages, requests int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	s.pages, s.requests, s.leased, s.durable = pages, requests, 0, Room{pages, requests}
}
