package canon

import "slices"

// neighbour is another blank node of a cyclic component and what leads there: the number
// of the property, twice, and one more if the other is the object.
type neighbour struct{ by, node int }

// partition puts nodes into cells, and the cells into an order; nodes in
// different cells are known to differ. Refined, nodes in one cell have the same
// number of neighbours of each kind in every cell (the colours of Weisfeiler
// and Leman 1968). It is kept as in McKay and Piperno, "Practical graph
// isomorphism, II" (J. Symb. Comput. 60, 2014): a cell is named by where it
// begins, which stays when others are split.
type partition struct {
	order  []int  // nodes, cell by cell
	at     []int  // where in order a node is
	cell   []int  // where in order the cell of a node begins
	size   []int  // of the cell that begins there
	queue  []int  // cells by which others may have to be split
	queued []bool // by where they begin
}

// newPartition makes cells of nodes with the same number, in its order.
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

// members returns the nodes of a cell.
func (p *partition) members(cell int) []int { return p.order[cell : cell+p.size[cell]] }

// single puts a node into a cell of its own, behind the rest of its cell.
func (p *partition) single(v int) { p.cut(p.cell[v], [][]int{{v}}) }

// tied returns the first cell of several nodes, or -1.
func (p *partition) tied() int {
	for c := 0; c < len(p.order); c += p.size[c] {
		if p.size[c] > 1 {
			return c
		}
	}
	return -1
}

// cut makes cells of parts of a cell, behind what is left of it, in time that
// depends on the parts only. The cells by which others must then be split are
// queued: all, but one of the largest if it was not waiting as a whole (Hopcroft
// 1971).
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

// refine splits cells until none is left to split, and returns how many steps
// that took.
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

// split splits the cells of nodes by how they are linked.
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

// parts returns the nodes of a cell that are linked, by how they are.
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
