package crawl

import "hash/fnv"

// Edition is what is remembered of a page to tell, when it is asked for again,
// whether it has changed.
type Edition struct {
	Hash, Print, Title uint64
	Relevance          float64
}

// Edition returns the edition of the page that v brought; the zero Edition if it
// brought none.
func (v *Visit) Edition() Edition {
	if v.Page == nil {
		return Edition{}
	}
	h := fnv.New64a()
	h.Write([]byte(v.Page.Title)) //nolint:errcheck // never fails
	return Edition{Hash: v.Page.Hash, Print: v.Page.Print, Title: h.Sum64(), Relevance: v.Score.Relevance}
}

// Same reports whether e and o read alike. Bodies that are equal do; others do if
// title, relevance and the fingerprint of the main text are equal: a counter or a
// token that a server puts into every answer is no change.
func (e Edition) Same(o Edition) bool {
	return e.Hash == o.Hash || e.Print != 0 && e.Print == o.Print && e.Title == o.Title && e.Relevance == o.Relevance
}
