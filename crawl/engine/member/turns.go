package member

import "math"

// turn says what a part may choose now.
type turn int

const (
	turnBest  turn = iota // its best link
	turnQuiet             // from its least visited host, which no part has a less visited one than
	turnPass              // nothing: its links are poor
)

// turn decides the turn of a part whose best link has a score; prospect is false if it
// has none whose host is free.
func (c *Crawl) turn(part int, score float64, prospect bool) turn {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	s.cutOff = false
	if c.balance.Due() && c.quietest() == part {
		return turnQuiet
	}
	if c.opt.Cut && prospect && c.cut.Below(score) && c.othersChoose(part) {
		s.passes, s.cutOff = true, true
		return turnPass
	}
	return turnBest
}

// freeCutOff lets the parts look again that pass because of others, or keep letters back while
// others choose, if no other chooses any more. The lock is held.
func (c *Crawl) freeCutOff() {
	if c.othersChoose(-1) {
		return
	}
	for i := range c.slots {
		if s := &c.slots[i]; (s.cutOff || s.holds) && !s.gone {
			s.cutOff, s.holds = false, false // once: it may have no lease
			c.wake(i)
		}
	}
}

// othersChoose reports whether another part found something to choose when it was asked
// last. If none did, a poor link is better than none.
func (c *Crawl) othersChoose(part int) bool {
	for i := range c.slots {
		if s := &c.slots[i]; i != part && !s.gone && !s.idle && !s.passes {
			return true
		}
	}
	return false
}

// quietest is the part with the least visited host; -1 if there are no two hosts.
func (c *Crawl) quietest() int {
	best, all := -1, 0
	for i := range c.slots {
		s := &c.slots[i]
		if all += s.hosts; s.hosts > 0 && (best < 0 || s.least < c.slots[best].least) {
			best = i
		}
	}
	if all < 2 {
		return -1
	}
	return best
}

// lookEvery is after how many choices a part that passes looks again: the cut has moved.
const lookEvery = 8

// chose counts the choice of a part.
func (c *Crawl) chose(part int, url string, score float64, balances bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	s.passes = false
	s.activity++
	s.balanced[url] = balances
	c.balance.Made(balances)
	if !balances && !math.IsNaN(score) {
		c.cut.Made(score)
	}
	c.tellsOf(balances, score)
	if c.made++; c.made%lookEvery == 0 {
		c.wakeCutOff(part)
	}
}

// wakeCutOff lets the parts that pass because of others look again, but for one. The lock is
// held.
func (c *Crawl) wakeCutOff(but int) {
	for i := range c.slots {
		if i != but && c.slots[i].cutOff && !c.slots[i].gone {
			c.wake(i)
		}
	}
}

// foundNothing notes that a part has nothing to choose now.
func (c *Crawl) foundNothing(part int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[part].passes = true
	c.freeCutOff()
}

// ended notes what has come of a choice, and how quiet the part's hosts are now.
func (c *Crawl) ended(part int, url string, failed bool, least, hosts int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.slots[part]
	s.least, s.hosts = least, hosts
	if balances, ok := s.balanced[url]; ok && failed {
		c.balance.TakeBack(balances)
		if c.opt.Others != nil {
			c.chosen.Made--
			if balances {
				c.chosen.Balanced--
			}
		}
	}
	delete(s.balanced, url)
}
