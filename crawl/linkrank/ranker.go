package linkrank

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// Ranker gives an unfetched link a score. One goroutine calls it. The same calls
// give the same numbers.
type Ranker interface {
	// Observe learns from the outcome of a visit and remembers what the links
	// of its page say of the URLs they point to. A visit is observed once.
	Observe(v *crawl.Visit)
	// Score estimates what fetching url brings. A larger score is better. Scores are
	// finite, and those of one moment can be compared. A URL of which nothing is
	// known has a fixed, low score. Score changes nothing that can be observed.
	Score(url string) float64
	crawl.Checkpointer
}

// Explainer is implemented by a Ranker that can say why.
type Explainer interface {
	// Explain returns the parts Score(url) is the sum of.
	Explain(url string) []Part
}

// Numbered is implemented by a Ranker that numbers the URLs it knows. A number never
// changes, so a caller that keeps it saves looking up the URL at each question.
type Numbered interface {
	// Number returns the number of url; ok is false if nothing is known of it.
	Number(url string) (n int32, ok bool)
	// ScoreOf is Score of the URL with that number.
	ScoreOf(n int32) float64
}

// Numbers are those of URLs, as a frontier has them.
type Numbers interface {
	Number(url string) (n int32, ok bool)
	URL(n int32) string
	Len() int
}

// Sharer is implemented by a Ranker that can use the numbers of another part instead of
// its own. Then every URL of a visit has one before the Ranker observes it, and ScoreOf
// takes those numbers. What it saves is loaded only with the same numbers.
type Sharer interface {
	Numbered
	ShareNumbers(of Numbers)
}

// Foreseer is implemented by a Ranker that scores many URLs in less time when it hears of them
// before. It changes no score.
type Foreseer interface {
	Numbered
	// Foresee is told of URLs that ScoreOf will be asked for, some tens of them.
	Foresee(n []int32)
}

// Saver is implemented by a Ranker that can write its memory into the checkpoint of
// another part, so that URLs both know are written once ([binenc.Writer.Names]).
// After an error of r, Load leaves the Ranker empty.
type Saver interface {
	Save(w *binenc.Writer)
	Load(r *binenc.Reader)
}

// Rememberer is implemented by a Ranker that has learned what the next crawl of the same
// web can use. What Remember writes does not grow with the crawl.
type Rememberer interface {
	Remember(w *binenc.Writer)
	// Recall lets a new Ranker begin with what Remember wrote. After an error of r
	// the Ranker is as new.
	Recall(r *binenc.Reader)
}

// Part is one reason of a score: it contributes Value * Weight.
type Part struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
	Page   string  `json:"page,omitempty"` // the page that says so, if it is a single one
	// Word is what is said, if it is a word of a name, and Pages how many pages say it.
	Word  string  `json:"word,omitempty"`
	Pages float64 `json:"pages,omitempty"`
}

// Outcome is the relevance of the page that a visit brought; ok is false if it brought
// none. For most rankers a failed fetch teaches nothing: it shows that a link is dead or
// a server refuses, not that similar links are off topic.
func Outcome(v *crawl.Visit) (relevance float64, ok bool) {
	if v.Page == nil {
		return 0, false
	}
	return min(max(v.Score.Relevance, 0), 1), true
}

// Reviser is implemented by a Ranker that can be told again what visited pages say,
// after a change of the topic changed their relevance and the terms of their links.
type Reviser interface {
	// Revise takes the visit of an observed page, as it is read and judged now. For a
	// URL that waits, the first revised page that links to it replaces what was known;
	// further pages add to that. A URL that no revised page links to keeps what is
	// known. first marks the first page of a revision. All calls of a revision come
	// before the next Observe.
	Revise(v *crawl.Visit, first bool)
}

// Hearer is implemented by a Ranker that can rank the links to some hosts of a web while
// others rank those to the others, and learn from them ([crawl.Member]).
type Hearer interface {
	Ranker
	// Join makes it one of several. It is called before the first visit.
	Join()
	// Letter begins the letters about the page of v, which was observed last.
	Letter(v *crawl.Visit) crawl.Letter
	// Hear remembers what the links of a letter say of the URLs they point to. Every URL
	// of the letter has a number by then (Sharer).
	Hear(l *crawl.Letter)
	// Learn learns from the visit of another. It remembers no group of links that it does
	// not know, so what is told does not fill its memory.
	Learn(o *crawl.Outcome)
	// Taught is what the visit observed last taught. It is valid until the next one.
	Taught() (o crawl.Outcome, ok bool)
}

// Uniter is implemented by a Ranker that can begin with what others know, when the parts of
// a crawl become one, or one becomes parts.
type Uniter interface {
	Sharer
	// Unite takes what others know. The Ranker is new, and the URLs that it is to know have
	// numbers. ok is false if one of them is of another kind; then nothing changes.
	Unite(others []Other) (ok bool)
}

// Other is a Ranker of which another takes what it knows. Of are the numbers that its URLs
// have there, by its own; a negative one is a URL that is left out.
type Other struct {
	Ranker Ranker
	Of     []int32
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
