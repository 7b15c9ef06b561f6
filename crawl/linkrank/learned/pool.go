package learned

// pool holds the evidence of the URLs that wait, in blocks that never move: as
// things of their own a million of them would keep the collector busy, and in one
// slice they would be copied whenever it grows. The zero pool is empty.
type pool struct {
	blocks []*[poolBlock]evidence
	used   int // of all blocks
	free   []ticket
}

const poolBlock = 256

// ticket says where in a pool something lies: its place plus 1; 0: nowhere.
type ticket int32

// at returns what lies there, nil if t is 0. It stays there until give.
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

// give takes it back.
func (p *pool) give(t ticket) {
	if t != 0 {
		p.free = append(p.free, t)
	}
}
