package reason

// idSet is a set of numbers that keeps the order in which they came. The zero value is empty.
type idSet struct {
	list  []int32
	table []int32 // open addressing, a number plus 1 in each slot; nil while the set is small
}

// small is the size up to which looking through the list is as fast as a table.
const small = 10

func hash(v int32) uint32 { return uint32(v) * 0x9E3779B1 }

func (s *idSet) has(v int32) bool {
	if s.table == nil {
		for _, w := range s.list {
			if w == v {
				return true
			}
		}
		return false
	}
	mask := uint32(len(s.table) - 1)
	for i := hash(v) >> 7 & mask; ; i = (i + 1) & mask {
		switch s.table[i] {
		case v + 1:
			return true
		case 0:
			return false
		}
	}
}

// add reports whether v is new.
func (s *idSet) add(v int32) bool {
	if s.has(v) {
		return false
	}
	s.list = append(s.list, v)
	if s.table == nil && len(s.list) <= small {
		return true
	}
	if len(s.list)*2 > len(s.table) {
		s.table = make([]int32, max(32, 2*len(s.table)))
		for _, w := range s.list {
			s.put(w)
		}
		return true
	}
	s.put(v)
	return true
}

func (s *idSet) put(v int32) {
	mask := uint32(len(s.table) - 1)
	i := hash(v) >> 7 & mask
	for s.table[i] != 0 {
		i = (i + 1) & mask
	}
	s.table[i] = v + 1
}
