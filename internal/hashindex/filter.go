package hashindex

// filter says of a hash that it is not there, or that it may be (Bloom 1970; in lines, Putze,
// Sanders and Singler 2007): of a hundred that are not there one may be. All bits of a hash lie in one line of
// the processor's cache.
type filter []uint64

const (
	lineWords  = 8
	filterBits = 10 // for each hash
	hashBits   = 6  // that are set for each
)

// sized is an empty filter for n hashes, in the memory of f if that is large enough.
func (f filter) sized(n int) filter {
	words := (n*filterBits/(64*lineWords) + 1) * lineWords
	if cap(f) < words {
		return make(filter, words, words+words/8)
	}
	f = f[:words]
	clear(f)
	return f
}

func (f filter) add(hash uint32) {
	line, bits := f.line(hash)
	for range hashBits {
		line[bits>>6%lineWords] |= 1 << (bits % 64)
		bits >>= 9
	}
}

func (f filter) has(hash uint32) bool {
	line, bits := f.line(hash)
	for range hashBits {
		if line[bits>>6%lineWords]&(1<<(bits%64)) == 0 {
			return false
		}
		bits >>= 9
	}
	return true
}

// line is the line of a hash, and bits that say which of it.
func (f filter) line(hash uint32) (line []uint64, bits uint64) {
	h := uint64(hash) * 0x9e3779b97f4a7c15 // the first bits of a part's hashes are the same
	bits = (h ^ h>>29) * 0xbf58476d1ce4e5b9 >> (64 - 9*hashBits)
	i := int(h>>32*uint64(len(f)/lineWords)>>32) * lineWords
	return f[i : i+lineWords], bits
}
