package papers

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// The constants of Shark-Search, as its authors used them.
const (
	sharkDecay    = .5 // delta: of what is inherited
	sharkInherit  = .5 // gamma: inherited against neighbourhood
	sharkAnchor   = .8 // beta: anchor against context
	sharkContexts = .5 // of a mention around a link that is no core concept
)

// Shark is Shark-Search (Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim, Ur 1998): a
// link inherits the relevance of its page, and less of the pages before, and adds
// what its own neighbourhood says.
//
//	inherited(l) = delta sim(p), if sim(p) > 0, else delta inherited(p)
//	neighbourhood(l) = beta anchor + (1-beta) context
//	score(l) = gamma inherited + (1-gamma) neighbourhood
//
// for a link l of page p; context is 1 if the anchor alone is on the topic. Of
// several links to one URL each part is the best.
type Shark struct {
	checkpoint
	byLink             // of the neighbourhood
	inherits []float64 // by number
}

// NewShark returns an empty Shark.
func NewShark() *Shark {
	s := new(Shark)
	s.checkpoint = checkpoint{"shark", 1, s}
	return s
}

// Score implements [linkrank.Ranker].
func (s *Shark) Score(url string) float64 {
	return sharkInherit*s.inherited(url) + (1-sharkInherit)*s.byLink.Score(url)
}

// Caps implements [linkrank.Ranker].
func (s *Shark) Caps() linkrank.Caps { return linkrank.Caps{Explain: s.Explain} }

// Explain returns the parts of the score of url.
func (s *Shark) Explain(url string) []linkrank.Part {
	return []linkrank.Part{
		{Name: "inherited", Value: s.inherited(url), Weight: sharkInherit},
		{Name: "neighbourhood", Value: s.byLink.Score(url), Weight: 1 - sharkInherit},
	}
}

func (s *Shark) inherited(url string) float64 {
	if id, ok := s.ID(url); ok {
		return s.inherits[id]
	}
	return 0
}

// Observe implements [linkrank.Ranker].
func (s *Shark) Observe(v *crawl.Visit) {
	r, ok := linkrank.Outcome(v)
	if !ok {
		return
	}
	if r = unit(r); r == 0 {
		r = s.inherited(v.Choice.URL)
	}
	pageLinks(v, func(l *crawl.Link) {
		s.raise(l.URL, neighbourhood(&l.Terms))
		for len(s.inherits) < len(s.best) {
			s.inherits = append(s.inherits, 0)
		}
		id, _ := s.ID(l.URL)
		s.inherits[id] = max(s.inherits[id], sharkDecay*r)
	})
}

func neighbourhood(t *crawl.LinkTerms) float64 {
	anchor, context := unit(float64(t.Relevance)), 1.0
	if anchor == 0 {
		context = unit(float64(t.ContextCore) + sharkContexts*float64(t.ContextOther))
	}
	return sharkAnchor*anchor + (1-sharkAnchor)*context
}

func (s *Shark) save(w *binenc.Writer) {
	s.byLink.save(w)
	for _, v := range s.inherits {
		w.Spill()
		w.Float(v)
	}
}

func (s *Shark) load(r *binenc.Reader) {
	s.byLink.load(r)
	for len(s.inherits) < len(s.best) && r.Err() == nil {
		s.inherits = append(s.inherits, readFinite(r))
	}
}

func (s *Shark) forget() { s.byLink, s.inherits = byLink{}, nil }
