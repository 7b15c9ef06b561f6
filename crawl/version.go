package crawl

import "hash/fnv"

// Version identifies the content of a page, to tell later whether it has changed.
type Version struct {
	Hash, Simhash, Title uint64
	Relevance            float64
}

// Version returns the version of the page of v; the zero Version if v has no page.
func (v *Visit) Version() Version {
	if v.Page == nil {
		return Version{}
	}
	h := fnv.New64a()
	h.Write([]byte(v.Page.Title)) //nolint:errcheck // never fails
	return Version{Hash: v.Page.Hash, Simhash: v.Page.Simhash, Title: h.Sum64(), Relevance: v.Score.Relevance}
}

// Same reports whether e and o are the same to a reader: their bodies are equal, or
// their titles, relevances and fingerprints of the main text are. So a counter or a
// token in each answer of a server is no change.
func (e Version) Same(o Version) bool {
	return e.Hash == o.Hash || e.Simhash != 0 && e.Simhash == o.Simhash && e.Title == o.Title && e.Relevance == o.Relevance
}
