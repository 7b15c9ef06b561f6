package maintext

import "math/bits"

// slots counts by 64-bit keys. It is used again for other pages.
type slots struct {
	keys  []uint64
	value []int32
	mask  uint64
}

// reset empties s and makes room for n keys.
func (s *slots) reset(n int) {
	size := 1 << bits.Len(uint(2*n+1))
	if cap(s.keys) < size {
		s.keys, s.value = make([]uint64, size), make([]int32, size)
	}
	s.keys, s.value = s.keys[:size], s.value[:size]
	clear(s.keys)
	clear(s.value)
	s.mask = uint64(size - 1)
}

// at is the value of a key, which is 0 for a new one.
func (s *slots) at(key uint64) *int32 {
	if key == 0 {
		key = 1
	}
	for i := key & s.mask; ; i = (i + 1) & s.mask {
		if s.keys[i] == key {
			return &s.value[i]
		}
		if s.keys[i] == 0 {
			s.keys[i] = key
			return &s.value[i]
		}
	}
}

func mix(x uint64) uint64 {
	x *= 0x9E3779B97F4A7C15
	return x ^ x>>29
}
