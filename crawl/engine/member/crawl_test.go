package member

import (
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
)

func site(host string) string { return host }

func begun(opt Options, parts int) *Crawl {
	c := New(cluster.Division{Parts: parts, Site: site}, opt)
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() { c.begin(i, 0, 0) })
	}
	wg.Wait()
	return c
}

// TestEnd: it is over when all are idle, not while a letter waits, and not before a part has
// looked at what has changed since it looked last.
func TestEnd(t *testing.T) {
	c := begun(Options{}, 2)
	if c.rest(0, false) {
		t.Error("over while part 1 works")
	}
	c.post(1, 0, &crawl.Letter{From: 1, Number: 1})
	if c.rest(1, false) {
		t.Error("over while a letter waits for part 0")
	}
	c.looks(0)
	if c.rest(0, false) {
		t.Error("over while a letter is not received")
	}
	c.received(0, 1)
	if c.rest(0, false); !c.rest(1, false) {
		t.Error("not over, and nothing is left")
	}
	d := begun(Options{}, 2)
	d.rest(0, false)
	d.leave(0)
	d.looks(1)
	if !d.rest(1, false) {
		t.Error("a part that has left is waited for")
	}
}

// TestBudget: leases and pages together never exceed the budget, a failure gives its page
// back, and requests have a limit of their own.
func TestBudget(t *testing.T) {
	c := begun(Options{MaxPages: 2, MaxRequests: 4}, 2)
	lease := func(want bool) {
		t.Helper()
		if got := c.lease(0); got != want {
			t.Fatalf("lease %v, want %v: %d pages, %d in flight", got, want, c.pages, c.leased)
		}
	}
	lease(true)
	lease(true)
	lease(false)
	c.done(0, false, true) // a failure
	lease(true)
	c.done(0, false, false) // put off
	lease(true)
	c.done(0, true, true)
	c.done(0, false, true)
	if c.spent() {
		t.Error("spent after one page of two and three requests of four")
	}
	lease(true)
	lease(false) // the fourth request is in flight
	c.done(0, true, true)
	if !c.spent() {
		t.Error("not spent after two pages")
	}
}

// TestTurns: the part with the least visited host balances; a part with poor links passes
// while another chooses, and no longer than that.
func TestTurns(t *testing.T) {
	c := begun(Options{Balance: .5, Cut: true}, 2)
	c.ended(0, "", false, 5, 2)
	c.ended(1, "", false, 1, 2)
	if c.turn(0, 1, true) != turnBest {
		t.Error("the first choice balances")
	}
	for range 9 {
		c.chose(0, "u", 1, true)
		c.chose(0, "u", 1, false)
	}
	c.chose(0, "v", 1, false)
	if c.turn(1, 1, true) != turnQuiet || c.turn(0, 1, true) != turnBest {
		t.Error("part 1 has the least visited host, and it is the turn of that")
	}
	c.chose(1, "w", 1, true)
	if c.turn(1, .5, true) != turnPass || c.turn(1, 2, true) != turnBest {
		t.Error("a poor link does not pass, or a good one does")
	}
	c.turn(1, .5, true)
	c.looks(1)
	c.foundNothing(0)
	select {
	case <-c.slots[1].ready:
	default:
		t.Error("part 1 is not told that nobody chooses any more")
	}
	if c.turn(1, .5, true) != turnBest {
		t.Error("a poor link passes although there is no other")
	}
}

// TestRest: a part that passes because its links are poor does not let the crawl end.
func TestRest(t *testing.T) {
	c := begun(Options{Cut: true}, 2)
	for range 9 {
		c.chose(0, "u", 1, false)
	}
	c.looks(1)
	if c.turn(1, .5, true) != turnPass {
		t.Fatal("it does not pass")
	}
	c.rest(1, false)
	c.looks(0)
	if c.rest(0, false) {
		t.Error("over, and part 1 has a link left")
	}
	c.looks(1)
	if c.rest(1, false); !c.rest(0, false) {
		t.Error("not over although part 1 has looked and found nothing")
	}
}

// TestHolds: letters of a part with nothing to do wait for its next batch while another part
// chooses, and no longer than that; until they are sent nothing is over.
func TestHolds(t *testing.T) {
	for _, cut := range []bool{false, true} {
		c := begun(Options{Cut: cut}, 2)
		c.chose(0, "u", 1, false)
		c.looks(1)
		if c.awaited(1) || c.rest(1, true) {
			t.Error("part 0 chooses, and the letters of part 1 are awaited, or it is over")
		}
		c.looks(0)
		if c.rest(0, false) {
			t.Error("over, and part 1 has letters")
		}
		select {
		case <-c.slots[1].ready:
		default:
			t.Error("part 1 is not told that its letters are awaited")
		}
		c.looks(1)
		if !c.awaited(1) {
			t.Error("nobody chooses, and the letters of part 1 are not awaited")
		}
		if !c.rest(1, false) {
			t.Error("not over although the letters are sent and nobody has anything to do")
		}
	}
}
