package canon

import "slices"

// neighbour is a linked blank node in a cyclic group. by is twice the number of the
// property, plus one if the neighbour is the object.
type neighbour struct{ by, node int }

// partition is an ordered division of nodes into cells; nodes in different cells are
// known to differ. After refinement, nodes in one cell have equal numbers of neighbours
// of each kind in every cell (the colours of Weisfeiler and Leman 1968). The data
// structure comes from McKay and Piperno, "Practical graph isomorphism, II" (J. Symb.
// Comput. 60, 2014): the name of a cell is its beginning, which other splits do not
// change.
type partition struct {
	order  []int  // nodes, cell by cell
	at     []int  // where in order a node is
	cell   []int  // where in order the cell of a node begins
	size   []int  // of the cell that begins there
	queue  []int  // cells by which others may have to be split
	queued []bool // by where they begin
}

// newPartition puts nodes with equal numbers into one cell, and orders cells by number.
func newPartition(kind []int) *partition {
	n := len(kind)
	p := &partition{
		order: make([]int, n), at: make([]int, n), cell: make([]int, n),
		size: make([]int, n), queued: make([]bool, n),
	}
	for i := range n {
		p.order[i] = i
	}
	slices.SortFunc(p.order, func(a, b int) int { return kind[a] - kind[b] })
	begin := 0
	for i, v := range p.order {
		if i > 0 && kind[v] != kind[p.order[i-1]] {
			begin = i
		}
		p.at[v], p.cell[v] = i, begin
		p.size[begin]++
		p.push(begin)
	}
	return p
}

func (p *partition) clone() *partition {
	return &partition{
		order: slices.Clone(p.order), at: slices.Clone(p.at), cell: slices.Clone(p.cell),
		size: slices.Clone(p.size), queued: slices.Clone(p.queued), queue: slices.Clone(p.queue),
	}
}

func (p *partition) push(cell int) {
	if !p.queued[cell] {
		p.queued[cell] = true
		p.queue = append(p.queue, cell)
	}
}

func (p *partition) members(cell int) []int { return p.order[cell : cell+p.size[cell]] }

// single moves a node into its own cell, after the rest of its cell.
func (p *partition) single(v int) { p.cut(p.cell[v], [][]int{{v}}) }

// tied returns the first cell with several nodes, or -1.
func (p *partition) tied() int {
	for c := 0; c < len(p.order); c += p.size[c] {
		if p.size[c] > 1 {
			return c
		}
	}
	return -1
}

// cut splits parts off a cell and puts them after the rest. The time depends only on the
// size of the parts. It queues the cells by which others must then be split: all, except
// one of the largest if the whole was not queued (Hopcroft 1971).
func (p *partition) cut(cell int, parts [][]int) {
	whole, end := p.queued[cell], cell+p.size[cell]
	for _, part := range slices.Backward(parts) {
		for _, v := range part {
			end--
			other := p.order[end]
			p.order[p.at[v]], p.at[other] = other, p.at[v]
			p.order[end], p.at[v] = v, end
		}
	}
	begins := []int{cell}
	p.size[cell] = end - cell
	if end == cell {
		begins = nil // nothing is left
	}
	for _, part := range parts {
		for _, v := range part {
			p.cell[v] = end
		}
		begins = append(begins, end)
		p.size[end] = len(part)
		end += len(part)
	}
	largest := begins[0]
	for _, b := range begins {
		if p.size[b] > p.size[largest] {
			largest = b
		}
	}
	for _, b := range begins {
		if whole || b != largest {
			p.push(b)
		}
	}
}

// refine splits cells as long as possible, and returns the number of steps.
func (p *partition) refine(links [][]neighbour) (steps int) {
	for len(p.queue) > 0 {
		by := p.queue[0]
		p.queue, p.queued[by] = p.queue[1:], false
		seen := make(map[int][]int) // node: how it is linked to this cell
		var met []int
		for _, v := range p.members(by) {
			steps += 1 + len(links[v])
			for _, l := range links[v] {
				if seen[l.node] == nil {
					met = append(met, l.node)
				}
				seen[l.node] = append(seen[l.node], l.by)
			}
		}
		p.split(met, seen)
	}
	return steps
}

// split splits the cells of nodes by their links.
func (p *partition) split(met []int, seen map[int][]int) {
	for _, v := range met {
		slices.Sort(seen[v])
	}
	slices.SortFunc(met, func(a, b int) int {
		if p.cell[a] != p.cell[b] {
			return p.cell[a] - p.cell[b]
		}
		return slices.Compare(seen[a], seen[b])
	})
	for len(met) > 0 {
		cell, n := p.cell[met[0]], 1
		for n < len(met) && p.cell[met[n]] == cell {
			n++
		}
		if parts := parts(met[:n], seen); len(parts) > 1 || n < p.size[cell] {
			p.cut(cell, parts)
		}
		met = met[n:]
	}
}

// parts groups the linked nodes of a cell by their links.
func parts(met []int, seen map[int][]int) [][]int {
	var parts [][]int
	for len(met) > 0 {
		n := 1
		for n < len(met) && slices.Equal(seen[met[n]], seen[met[0]]) {
			n++
		}
		parts = append(parts, met[:n])
		met = met[n:]
	}
	return parts
}
