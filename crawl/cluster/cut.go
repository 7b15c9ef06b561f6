package cluster

import (
	"math"
	"slices"
)

// Cut keeps parts with poor links from spending the budget of those with good ones: a
// part passes while its best link is among the poorest quarter of what all parts chose of
// late. Parts that learn from each other have scores in one scale. Without a Cut, 28 hosts in
// 8 parts lost .05 of the area ratio, with it .01 (docs/cluster.md). The zero Cut
// is ready to use.
type Cut struct {
	late [lately]float64 // a ring
	n    int             // scores so far
}

const (
	lately = 64 // choices
	poor   = 4  // a quarter; a half was no better, and leaves more parts idle
)

// Below reports whether a score is below the cut.
func (c *Cut) Below(score float64) bool {
	late := slices.Clone(c.late[:min(c.n, lately)])
	if len(late) < poor {
		return false
	}
	slices.Sort(late)
	return score < late[len(late)/poor]
}

// Made notes the score of a choice. That of a seed says nothing, and is not kept.
func (c *Cut) Made(score float64) {
	if math.IsInf(score, 0) {
		return
	}
	c.late[c.n%lately] = score
	if c.n++; c.n == 2*lately {
		c.n = lately // the ring is full, and begins anew
	}
}
