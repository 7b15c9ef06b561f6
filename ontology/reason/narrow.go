package reason

import (
	"slices"
	"sync"
)

// narrowed are the contexts that have no atom: those of what a chain of properties ends with
// where the range of the whole says more than the range of the last. Only saturation knows which
// there are. Their numbers follow those of the atoms.
type narrowed struct {
	lock  sync.RWMutex
	nodes []*node
	byKey map[string]int32
}

// node returns a context by its number.
func (s *work) node(id int32) *node {
	if int(id) < len(s.state) {
		return s.state[id]
	}
	s.narrowed.lock.RLock()
	defer s.narrowed.lock.RUnlock()
	return s.narrowed.nodes[int(id)-len(s.state)]
}

// narrow returns the number of the context of what context id is and the classes are too.
func (s *work) narrow(id int32, classes []int32) int32 {
	parts := s.node(id).beginning()
	own := slices.Concat(parts[1:], classes)
	slices.Sort(own)
	own = slices.DeleteFunc(slices.Compact(own), func(class int32) bool { return class == top || class == parts[0] })
	if len(own) == len(parts)-1 {
		return id
	}
	parts = slices.Concat(parts[:1], own)
	key := keyOf(parts)
	s.narrowed.lock.Lock()
	defer s.narrowed.lock.Unlock()
	if known, ok := s.narrowed.byKey[key]; ok {
		return known
	}
	if s.narrowed.byKey == nil {
		s.narrowed.byKey = map[string]int32{}
	}
	number := int32(len(s.state) + len(s.narrowed.nodes))
	s.narrowed.nodes = append(s.narrowed.nodes, &node{root: number, parts: parts})
	s.narrowed.byKey[key] = number
	return number
}
