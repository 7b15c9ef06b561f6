package strategy

import (
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// pools are groups of waiting items from which a strategy draws at random. Adding,
// removing and drawing take the same time however many items there are. The order
// within a group follows the calls, so the same calls give the same draws.
type pools struct {
	spots   []spot    // by item
	members [][]int32 // by group
	open    []int32   // the groups that have members
	opened  []int32   // by group: where it stands in open, plus 1
}

// spot is where an item stands.
type spot struct{ group, place int32 } // each plus 1; 0: nowhere

// add puts an item into a group, unless it is in one.
func (p *pools) add(id, group int32) {
	for int(id) >= len(p.spots) {
		p.spots = append(p.spots, spot{})
	}
	if p.spots[id].group != 0 {
		return
	}
	for int(group) >= len(p.members) {
		p.members, p.opened = append(p.members, nil), append(p.opened, 0)
	}
	if p.opened[group] == 0 {
		p.open = append(p.open, group)
		p.opened[group] = int32(len(p.open))
	}
	p.members[group] = append(p.members[group], id)
	p.spots[id] = spot{group + 1, int32(len(p.members[group]))}
}

// remove takes an item out of its group, if it is in one. The last of the group moves
// to its place; a group that has become empty is no longer open.
func (p *pools) remove(id int32) {
	group, ok := p.groupOf(id)
	if !ok {
		return
	}
	m, at := p.members[group], p.spots[id].place
	last := m[len(m)-1]
	m[at-1], p.spots[last].place = last, at
	p.members[group], p.spots[id] = m[:len(m)-1], spot{}
	if len(m) > 1 {
		return
	}
	moved := p.open[len(p.open)-1]
	p.open[p.opened[group]-1], p.opened[moved] = moved, p.opened[group]
	p.open, p.opened[group] = p.open[:len(p.open)-1], 0
}

// groupOf returns the group of an item; ok is false if it is in none.
func (p *pools) groupOf(id int32) (group int32, ok bool) {
	if int(id) >= len(p.spots) || p.spots[id].group == 0 {
		return 0, false
	}
	return p.spots[id].group - 1, true
}

// draw returns an item of an open group.
func (p *pools) draw(rng *rand.Rand, group int32) int32 {
	m := p.members[group]
	return m[rng.IntN(len(m))]
}

func (p *pools) save(w *binenc.Writer) {
	w.Uint(uint64(len(p.open)))
	for _, group := range p.open {
		w.Uint(uint64(group))
		writeIDs(w, p.members[group])
	}
}

// load reads what save wrote: waiting items of f in at most so many groups.
func (p *pools) load(r *binenc.Reader, f frontier.Frontier, groups int) {
	*p = pools{}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		group := int32(min(r.Uint(), uint64(groups)))
		ids := readIDs(r, f.Counts().URLs)
		if len(ids) == 0 || int(group) >= groups || int(group) < len(p.opened) && p.opened[group] != 0 {
			r.Fail("group %d is empty or stored twice", group)
			return
		}
		for _, id := range ids {
			if _, twice := p.groupOf(id); twice || f.Item(id).State != frontier.Waiting {
				r.Fail("item %d does not wait, or waits twice", id)
				return
			}
			p.add(id, group)
		}
	}
}
