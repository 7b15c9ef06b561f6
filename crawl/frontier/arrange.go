package frontier

// arrange puts items that are in no heap yet into order.
func (f *Memory) arrange() {
	count := make([]int32, f.hosts.Len())
	for i := range int32(f.items.Len()) {
		if it := f.items.At(i); it.waiting() {
			count[it.at()]++
		}
	}
	for n, k := range count {
		if h := f.hosts.At(int32(n)); k > 1 || k == 1 && h.more != nil {
			h.grow().heap = make([]int32, 0, k)
		}
	}
	for i := range int32(f.items.Len()) {
		switch it := f.items.At(i); it.state() {
		case Waiting:
			f.waiting++
			h := f.hosts.At(it.at())
			if h.more == nil {
				h.id, it.pos = i, 0
				continue
			}
			h.more.heap = append(h.more.heap, i)
		case InFlight:
			f.inFlight++
		}
	}
	var a arranging
	for n := range int32(f.hosts.Len()) {
		a.arrange(f, f.hosts.At(n).rest().heap)
		f.show(n)
	}
}

// arranging makes heaps of the items of one host after the other. What the order depends on is far
// away in memory for each item, so it is looked at once, and the heap is made of copies of it.
type arranging struct {
	keys  []first
	order []int32 // places in keys
}

func (a *arranging) arrange(f *Memory, heap []int32) {
	a.keys, a.order = a.keys[:0], a.order[:0]
	for i, id := range heap {
		a.keys, a.order = append(a.keys, f.key(id)), append(a.order, int32(i))
		f.items.At(id).pos = int32(i)
	}
	heapify(a.order, a)
	for i, at := range a.order {
		if int(at) != i {
			heap[i] = a.keys[at].id
			f.items.At(heap[i]).pos = int32(i)
		}
	}
}

func (a *arranging) before(x, y int32) bool { return a.keys[x].before(a.keys[y]) }
func (a *arranging) moved(x, pos int32)     {}
