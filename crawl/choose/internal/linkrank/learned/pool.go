package learned

// pool holds the evidence of the URLs that wait, in blocks that never move. A
// million separate objects would keep the collector busy, and one slice would be
// copied whenever it grows. The zero pool is empty.
type pool struct {
	blocks []*[poolBlock]evidence
	used   int // of all blocks
	free   []ticket
}

const poolBlock = 256

// ticket is the place of something in a pool plus 1; 0: none; negative: see spill.go.
type ticket int32

// at returns the evidence of a ticket, nil if t is 0. It stays there until give.
func (p *pool) at(t ticket) *evidence {
	if t == 0 {
		return nil
	}
	return &p.blocks[(t-1)/poolBlock][(t-1)%poolBlock]
}

// take returns room for one more, all zero.
func (p *pool) take() (ticket, *evidence) {
	if n := len(p.free); n > 0 {
		t := p.free[n-1]
		p.free = p.free[:n-1]
		e := p.at(t)
		*e = evidence{}
		return t, e
	}
	if p.used == len(p.blocks)*poolBlock {
		p.blocks = append(p.blocks, new([poolBlock]evidence))
	}
	p.used++
	t := ticket(p.used)
	return t, p.at(t)
}

// len is how many are taken.
func (p *pool) len() int { return p.used - len(p.free) }

// give returns the room of a ticket to the pool.
func (p *pool) give(t ticket) {
	if t > 0 {
		p.at(t).owner = 0
		p.free = append(p.free, t)
	}
}
