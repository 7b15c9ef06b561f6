package cluster

// Division says which part of a crawl a host belongs to.
type Division struct {
	Parts int // at least 1
	// Site returns the registrable domain of a host, or the host itself if it has none
	// (polite.Site).
	Site func(host string) string
}

// MostParts is the largest Division. A part costs memory of its own, and the loss by
// dividing was measured up to 16 of them.
const MostParts = 256

// Of returns the number of the part of a host, from 0. It depends on its site and on the
// number of parts only, so it is the same in every run.
func (d Division) Of(host string) int {
	if d.Parts <= 1 {
		return 0
	}
	// FNV-1a, mixed: neighbours among the names of sites must not be neighbours here.
	h := uint64(0xcbf29ce484222325)
	for _, b := range []byte(d.Site(host)) {
		h = (h ^ uint64(b)) * 0x100000001b3
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	return int(h % uint64(d.Parts))
}
