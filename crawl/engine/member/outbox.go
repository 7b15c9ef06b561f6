package member

import (
	"github.com/ontocrawl/ontocrawl/crawl"
)

// Store is a part's journal, as far as crawl.State does not cover it. crawl/state.Store is one.
type Store interface {
	// ReceivedUpTo is the number of the last letter of a part that was recorded.
	ReceivedUpTo(from int) uint64
	// PostedUpTo is the number of the last letter that was written to a part.
	PostedUpTo(to int) uint64
	// Outbox yields the durable letters to a part above a number, in order.
	Outbox(to int, after uint64, yield func(*crawl.Letter) error) error
	// TrimOutbox forgets the letters to a part below one that its journal has.
	TrimOutbox(to int, received uint64) error
}

// outbox holds the letters of a part that are on their way: written, then recorded, then
// durable, then sent.
type outbox struct {
	store   Store
	next    map[int]uint64 // by receiver: the number of the last letter written
	written []crawl.Posted // and not recorded
	posted  []crawl.Posted // recorded, and not known to be durable
	sent    int            // since the journal was trimmed last
}

// trimEvery is after how many letters sent the journal forgets the received ones.
const trimEvery = 1000

// Open gives the part its journal, before its engine runs.
func (p *Part) Open(s Store) {
	p.store = s
	p.crawl.mu.Lock()
	defer p.crawl.mu.Unlock()
	slot := &p.crawl.slots[p.number]
	for other := range p.crawl.slots {
		slot.received[other] = s.ReceivedUpTo(other)
		p.next[other] = s.PostedUpTo(other)
		if other < len(slot.base) {
			p.next[other] = max(p.next[other], slot.base[other])
		}
	}
	slot.gone, slot.idle, slot.passes, slot.cutOff, slot.woken = false, false, false, false, true
	slot.here, slot.read, slot.mail = p.crawl.opt.Others != nil, 0, 0
	clear(slot.balanced)
}

// journalBus records each message of the strategy inside before sending it.
type journalBus struct{ p *Part }

// Post implements [cluster.Bus].
func (w journalBus) Post(_, to int, l *crawl.Letter) { w.p.write(to, l) }

// Tell implements [cluster.Bus]. What a replay tells was told.
func (w journalBus) Tell(from int, o *crawl.Outcome) {
	if !w.p.live {
		return
	}
	w.p.crawl.bus.Tell(from, o)
	if others := w.p.crawl.opt.Others; others != nil {
		others.Tell(o)
	}
}

// Receive implements [cluster.Bus].
func (w journalBus) Receive(part int, hear func(*crawl.Letter), learn func(*crawl.Outcome)) int {
	return w.p.crawl.bus.Receive(part, hear, learn)
}

// write numbers a letter. What a replay writes again is in the journal already.
func (p *Part) write(to int, l *crawl.Letter) {
	if !p.live {
		return
	}
	p.next[to]++
	l.From, l.Number = p.number, p.next[to]
	for i := range l.Links {
		l.Links[i].Context = "" // as the journal keeps it
	}
	p.written = append(p.written, crawl.Posted{To: to, Letter: l})
}

// Written implements [engine.Peers].
func (p *Part) Written() []crawl.Posted {
	w := p.written
	p.written = nil
	return w
}

// Restore implements [crawl.Sink].
func (p *Part) Restore(crawl.Journal) error { return nil }

// Append implements [crawl.Sink].
func (p *Part) Append(v *crawl.Visit) error {
	p.posted = append(p.posted, v.Written...)
	return nil
}

// Flush implements [crawl.Sink]: what was recorded is durable. Letters leave, and what was
// received need not be sent again.
func (p *Part) Flush() error {
	p.acknowledge()
	for _, m := range p.posted {
		p.crawl.post(p.number, m.To, m.Letter)
	}
	p.sent += len(p.posted)
	p.posted = nil
	if p.sent < trimEvery {
		return nil
	}
	p.sent = 0
	for to, n := range p.receivedByOthers() {
		if n > 0 {
			if err := p.store.TrimOutbox(to, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// acknowledge tells what the part's journal holds, and how far it has received the others' letters.
func (p *Part) acknowledge() {
	p.crawl.mu.Lock()
	defer p.crawl.mu.Unlock()
	s := &p.crawl.slots[p.number]
	s.durable = Room{s.pages, s.requests}
	heard := s.received
	for from := range heard {
		heard[from] = p.store.ReceivedUpTo(from)
	}
}

// receivedByOthers returns how far the journal of each other part has this one's letters.
func (p *Part) receivedByOthers() []uint64 {
	p.crawl.mu.Lock()
	defer p.crawl.mu.Unlock()
	all := make([]uint64, len(p.crawl.slots))
	for to := range all {
		all[to] = p.crawl.slots[to].received[p.number]
	}
	return all
}

// resend sends what an earlier process has written and the journals of others lack.
func (p *Part) resend() error {
	for to, heard := range p.receivedByOthers() {
		if p.store.PostedUpTo(to) <= heard {
			continue
		}
		err := p.store.Outbox(to, heard, func(l *crawl.Letter) error {
			p.crawl.post(p.number, to, l)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
