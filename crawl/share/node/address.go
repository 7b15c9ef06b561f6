package node

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// Sites of one address lie in parts of several nodes. The table says which node has the
// address; only that one asks there, as its own delay allows. Another one that wants it says
// so. Then the owner begins so many requests more there, if it has them at once, and hands it on when
// the last answer is Delay ago, by its own clock. So the delay holds whatever the clocks of machines say, an
// address that one node asks costs one write in all, and one that several ask two writes for inTurn
// requests.
//
// An address whose owner has died may be taken when its lease has run out, and Delay has
// passed since that was seen.

// holder is the value of the key of an address.
type holder struct {
	Node string `json:"node"`
	Life string `json:"life"` // of its process
	N    uint64 `json:"n"`    // rises, so that each taking is a change
}

// want says that a node wants an address.
type want struct {
	Address string `json:"address"`
	Node    string `json:"node"`
	Life    string `json:"life"`
}

// clock is the polite.Addresses of a node.
type clock struct {
	n     *node
	ctx   context.Context
	began time.Time // requests of an earlier clock of this process have ended before

	mu    sync.Mutex
	turns map[string]*turn
}

var _ polite.Addresses = (*clock)(nil)

// turn is an address as this node knows it.
type turn struct {
	mine    bool
	rev     uint64
	n       uint64
	uses    int       // requests under way
	last    time.Time // of the last answer
	wanted  *want     // by another node
	left    int       // requests that may begin all the same
	seeking bool      // a goroutine tries to get it
	handing bool      // a goroutine writes that another node has it: till the answer it is nobody's
	changed chan struct{}
}

func newClock(n *node, ctx context.Context) *clock {
	return &clock{n: n, ctx: ctx, began: time.Now(), turns: map[string]*turn{}}
}

// change wakes those that wait. The lock is held.
func (t *turn) change() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Take implements [polite.Addresses].
func (c *clock) Take(ctx context.Context, address string) (answered func(), err error) {
	for {
		c.mu.Lock()
		t := c.turn(address)
		if t.mine && (t.wanted == nil || t.left > 0) && c.n.fresh() {
			t.uses++
			t.left = max(0, t.left-1)
			c.mu.Unlock()
			return sync.OnceFunc(func() { c.answered(address, t) }), nil
		}
		if !t.mine && !t.seeking && !t.handing {
			t.seeking = true
			go c.seek(address, t)
		}
		changed := t.changed
		c.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-changed:
		case <-time.After(lookEvery): // the lease may be fresh again
		}
	}
}

func (c *clock) answered(address string, t *turn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.uses--
	t.last = time.Now()
	c.maybeHandOn(address, t)
}

// listen hears who wants an address.
func (c *clock) listen() (stop func(), err error) {
	return c.n.b.Listen(wantSubject, func(data []byte) {
		var w want
		if json.Unmarshal(data, &w) != nil || w.Node == c.n.id {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		t := c.turns[w.Address]
		if t == nil {
			if !c.kept(w.Address) {
				return
			}
			t = c.turn(w.Address)
		}
		switch {
		case t.mine && t.wanted == nil:
			t.wanted, t.left = &w, inTurn
			c.maybeHandOn(w.Address, t)
		case !t.mine && !t.seeking && !t.handing && c.kept(w.Address):
			t.seeking = true
			go c.adopt(w, t)
		}
	})
}

// turn finds or makes the turn of an address. The lock is held.
func (c *clock) turn(address string) *turn {
	t := c.turns[address]
	if t == nil {
		t = &turn{changed: make(chan struct{})}
		c.turns[address] = t
	}
	return t
}

// kept reports whether the table says that an address is this process's.
func (c *clock) kept(address string) bool {
	var h holder
	return c.n.table.get(addrPrefix+address, &h) && h.Node == c.n.id && h.Life == c.n.life
}

// adopt hands an address on that the table says is this process's, though this clock does not
// have it: an earlier clock had it when the lease was lost, or handing it on was not
// answered. Nobody else may take it, as the process lives.
func (c *clock) adopt(w want, t *turn) {
	h, rev, err := c.look(w.Address)
	c.mu.Lock()
	defer c.mu.Unlock()
	t.seeking = false
	t.change()
	if err != nil || rev == 0 || h.Node != c.n.id || h.Life != c.n.life || t.mine {
		return // if need be it is wanted again
	}
	t.mine, t.rev, t.n, t.wanted, t.left = true, rev, h.N, &w, 0 // wanted, so that nothing begins
	if t.last.Before(c.began) {
		t.last = c.began
	}
	c.maybeHandOn(w.Address, t)
}

// inTurn is how many requests a node begins at an address after another one wants it. Handing on takes several
// messages and a write that most brokers keep: with one request in turn that was most of what a cluster sent.
const inTurn = 8

// next is when an address that is wanted is handed on, if nothing begins before: when the delay is over, and a little later
// while the next request of this node may still come, which waits for the same delay.
func (c *clock) next(t *turn) time.Time {
	at := t.last.Add(c.n.o.Delay)
	if t.left > 0 {
		at = at.Add(min(c.n.o.Delay/8, lookEvery))
	}
	return at
}

// maybeHandOn hands an address on that is wanted, when nothing is under way there and it is time. The lock is held.
func (c *clock) maybeHandOn(address string, t *turn) {
	if !t.mine || t.wanted == nil || t.uses > 0 {
		return
	}
	time.AfterFunc(time.Until(c.next(t)), func() { c.handOn(address, t) })
}

func (c *clock) handOn(address string, t *turn) {
	c.mu.Lock()
	w, rev, n := t.wanted, t.rev, t.n
	if !t.mine || w == nil || t.uses > 0 {
		c.mu.Unlock()
		return
	}
	if time.Now().Before(c.next(t)) { // another request was answered since this timer began, and has its own
		c.mu.Unlock()
		return
	}
	// Whatever comes of the write, it is not this node's any more until it has taken it again. Till the
	// answer nothing else looks whose it is: adopt would read who had it before the write.
	t.mine, t.handing = false, true
	c.mu.Unlock()
	_, err := c.n.b.Update(c.ctx, addrPrefix+address, encode(holder{w.Node, w.Life, n + 1}), rev, 0)
	if err != nil && c.ctx.Err() == nil {
		c.n.log.Debug("an address was not handed on", "address", address, "err", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t.wanted, t.handing = nil, false
	t.change()
}

// seek gets an address for this node.
func (c *clock) seek(address string, t *turn) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.seeking = false
		t.change()
	}()
	wait := 20 * time.Millisecond
	for dead := (holder{}); c.ctx.Err() == nil; {
		h, rev, err := c.look(address)
		switch {
		case err == nil && (rev == 0 || h.Node == c.n.id || dead == h && c.died(h)):
			if c.grab(address, t, h, rev) {
				return
			}
		case err == nil && dead != h && c.died(h):
			wait, dead = c.n.o.Delay, h // its last request may have been answered just now
		case err == nil:
			dead = holder{}
			_ = c.n.b.Tell(wantSubject, encode(want{address, c.n.id, c.n.life})) // again if it is lost
		}
		if !c.pause(address, h, wait) {
			return
		}
		wait = min(2*wait, seekEvery)
	}
}

// seekEvery is how often a node repeats that it wants an address: what it said may have been lost.
const seekEvery = 2 * time.Second

// pause waits, or until the mirror says that the address is this node's, or that the lease of who has it is gone.
func (c *clock) pause(address string, had holder, wait time.Duration) bool {
	ctx, cancel := context.WithTimeout(c.ctx, wait)
	defer cancel()
	var h holder
	alive := c.n.table.get(nodePrefix+had.Node, nil)
	_ = c.n.table.until(ctx, func() bool {
		return c.n.table.get(addrPrefix+address, &h) && h.Node == c.n.id || alive && !c.n.table.get(nodePrefix+had.Node, nil)
	})
	return c.ctx.Err() == nil
}

// look returns who has an address; a revision of 0: nobody.
func (c *clock) look(address string) (h holder, rev uint64, err error) {
	value, rev, err := c.n.b.Get(c.ctx, addrPrefix+address)
	if errors.Is(err, broker.ErrAbsent) {
		return h, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(value, &h)
	}
	return h, rev, err
}

// died reports whether the process that has an address has lost its lease. The mirror may not have
// heard that it has one again, and asks for this address since: so the broker is asked, too, which
// must answer. What is written then is checked by the revision, which the other one changes when it
// takes the address again.
func (c *clock) died(h holder) bool {
	var value json.RawMessage
	if c.n.table.get(nodePrefix+h.Node, &value) && holds(value, h) {
		return false
	}
	value, _, err := c.n.b.Get(c.ctx, nodePrefix+h.Node)
	return errors.Is(err, broker.ErrAbsent) || err == nil && !holds(value, h)
}

// holds reports whether the process with an address holds a lease.
func holds(value []byte, h holder) bool {
	life, err := broker.LeaseHolder(value)
	return err == nil && life == h.Life
}

// grab writes that this node has an address. Only that makes it so: what was read may be old.
func (c *clock) grab(address string, t *turn, h holder, rev uint64) bool {
	mine := holder{c.n.id, c.n.life, h.N + 1}
	var err error
	if rev == 0 {
		rev, err = c.n.b.Create(c.ctx, addrPrefix+address, encode(mine), 0)
	} else {
		rev, err = c.n.b.Update(c.ctx, addrPrefix+address, encode(mine), rev, 0)
	}
	if err != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t.mine, t.rev, t.n, t.wanted = true, rev, mine.N, nil
	t.change()
	return true
}
