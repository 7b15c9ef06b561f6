package crawl

import "hash/fnv"

// Version is what is remembered of a page to tell, when it is asked for again,
// whether it has changed.
type Version struct {
	Hash, Simhash, Title uint64
	Relevance            float64
}

// Version returns the edition of the page that v brought; the zero Version if it
// brought none.
func (v *Visit) Version() Version {
	if v.Page == nil {
		return Version{}
	}
	h := fnv.New64a()
	h.Write([]byte(v.Page.Title)) //nolint:errcheck // never fails
	return Version{Hash: v.Page.Hash, Simhash: v.Page.Simhash, Title: h.Sum64(), Relevance: v.Score.Relevance}
}

// Same reports whether e and o read alike. Bodies that are equal do; others do if
// title, relevance and the fingerprint of the main text are equal: a counter or a
// token that a server puts into every answer is no change.
func (e Version) Same(o Version) bool {
	return e.Hash == o.Hash || e.Simhash != 0 && e.Simhash == o.Simhash && e.Title == o.Title && e.Relevance == o.Relevance
}
