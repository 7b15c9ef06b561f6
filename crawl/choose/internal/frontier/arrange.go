package frontier

// arrange puts items that are in no heap yet into order. waiting is how many wait at each host.
func (f *memory) arrange(waiting []int32) {
	heaps := make([][]int32, f.hosts.Len()) // beside each other: hosts are far apart
	for n, k := range waiting {
		if h := f.hosts.At(int32(n)); k > 1 || k == 1 && h.more != nil {
			heaps[n] = make([]int32, 0, k)
		}
	}
	for i := range int32(f.items.Len()) {
		it := f.items.At(i)
		if it.state() != Waiting {
			continue
		}
		n := it.at()
		if heaps[n] == nil {
			f.hosts.At(n).id, it.pos = i, 0
			continue
		}
		heaps[n] = append(heaps[n], i)
	}
	var a arranging
	for n, heap := range heaps {
		if heap != nil {
			a.arrange(f, heap)
			f.hosts.At(int32(n)).grow().heap = heap
		}
		f.show(int32(n))
	}
}

// arranging makes heaps of the items of one host after the other. What the order depends on is far
// away in memory for each item, so it is looked at once, and the heap is made of copies of it.
type arranging struct {
	keys  []first
	order []int32 // places in keys
}

// mostCopied bounds the copies: they take 20 MB.
const mostCopied = 1 << 20

func (a *arranging) arrange(f *memory, heap []int32) {
	if len(heap) > mostCopied {
		for i, id := range heap {
			f.items.At(id).pos = int32(i)
		}
		heapify(heap, byScore{f})
		return
	}
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
