package linkrank

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// Ranker says what an unfetched link is worth. One goroutine calls it. The
// same calls give the same numbers.
type Ranker interface {
	// Observe learns from the outcome of a visit and remembers what the links
	// of its page say of the URLs they point to. A visit is observed once.
	Observe(v *crawl.Visit)
	// Score is what fetching url is worth as far as is known: larger is
	// better, finite, and comparable with the worth of any other URL at the
	// same moment. A URL of which nothing is known has a worth, too: a fixed,
	// low one. Score changes nothing that can be seen.
	Score(url string) float64
	crawl.Checkpointer
}

// Explainer is implemented by a Ranker that can say why.
type Explainer interface {
	// Explain returns the parts Score(url) is the sum of.
	Explain(url string) []Part
}

// Numbered is implemented by a Ranker that numbers the URLs it has heard of. A
// number never changes, so a caller that keeps it spares the ranker a look-up of
// the URL at each question.
type Numbered interface {
	// Number returns the number of url; ok is false if nothing is known of it.
	Number(url string) (n int32, ok bool)
	// ScoreOf is Score of the URL with that number.
	ScoreOf(n int32) float64
}

// Saver is implemented by a Ranker that can write its memory among that of
// another part, where URLs that both know are written once ([binenc.Writer.Names]).
// After an error of r, Load leaves the Ranker empty.
type Saver interface {
	Save(w *binenc.Writer)
	Load(r *binenc.Reader)
}

// Part is one reason of a worth: it contributes Value * Weight.
type Part struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
}

// Outcome is the relevance of what a visit brought, and whether it brought a
// page. A failed fetch teaches nothing: it says that a link is dead or that a
// server is shy, not that its like are off topic. On a stored web of 28 hosts,
// whose links to the outside are all dead, learning from it did harm.
func Outcome(v *crawl.Visit) (relevance float64, ok bool) {
	if v.Page == nil {
		return 0, false
	}
	return min(max(v.Score.Relevance, 0), 1), true
}

// Reviser is implemented by a Ranker that can be told again what visited pages
// say, after the topic was changed: their relevance and the terms of their links
// are others now.
type Reviser interface {
	// Revise takes the visit of a page that was observed before, as it reads and is
	// judged now. What was known of a URL that waits is replaced by what the first
	// page of a revision with a link to it says; further pages of it add to that. A
	// URL that no revised page links to keeps what is known of it. first marks the
	// first page of a revision. It must be called before anything else is observed
	// by the new topic, or between two such calls.
	Revise(v *crawl.Visit, first bool)
}

// Marshal returns what s saves.
func Marshal(s Saver) []byte {
	var w binenc.Writer
	s.Save(&w)
	return w.Data()
}

// Unmarshal loads s, which is empty after an error.
func Unmarshal(s Saver, data []byte) error {
	r := binenc.NewReader(data)
	s.Load(r)
	err := r.Close()
	if err != nil {
		s.Load(binenc.NewReader(nil)) // bytes too many: Load itself saw no error
	}
	return err
}
