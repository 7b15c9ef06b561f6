package linkrank

// Mix spreads a key over all bits (the finisher of SplitMix64).
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Hash is FNV-1a over strings with a separator between them. It must not
// change from run to run, because checkpoints hold it.
func Hash(parts ...string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint64(p[i])) * 0x100000001b3
		}
		h = (h ^ 0xff) * 0x100000001b3
	}
	return h
}
