package linkrank

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Ranker gives an unfetched link a score. One goroutine calls it. The same calls
// give the same numbers.
type Ranker interface {
	// Observe learns from the outcome of a visit and remembers what the links
	// of its page say of the URLs they point to. A visit is observed once.
	Observe(v *crawl.Visit)
	// Score estimates what fetching url brings. A larger score is better. Scores are
	// finite, and scores of one moment can be compared. A URL of which nothing is known
	// has a fixed, low score. Score changes nothing that can be observed.
	Score(url string) float64
	// Caps declares what it can do beside. The answer is always the same.
	Caps() Caps
	// A Ranker's memory lies within its strategy's memory, so that URLs both know are written
	// once ([binenc.Writer.Names]). After an error the Ranker is empty.
	crawl.Checkpointer
}

// Caps declares what a Ranker can do beside. What it cannot is nil.
type Caps struct {
	// Explain returns the parts Score(url) is the sum of.
	Explain func(url string) []Part
	// Numbers are the Ranker's own numbers of URLs.
	Numbers Numbered
	// Share makes the Ranker use the numbers of another part instead of its own. Then every
	// URL of a visit has one before the Ranker observes it, and ScoreOf takes those
	// numbers. What it saves is loaded only with the same numbers.
	Share func(of Numbers)
	// Foresee is told of URLs that ScoreOf will be asked for, some tens of them, which then
	// takes less time. It changes no score.
	Foresee func(n []int32)
	// Revise takes the visit of an observed page, as it is read and judged now, after a
	// change of the topic changed its relevance and the terms of its links. For a
	// URL that waits, the first revised page that links to it replaces what was known;
	// further pages add to that. A URL that no revised page links to keeps what is
	// known. first marks the first page of a revision. All calls of a revision come
	// before the next Observe.
	Revise func(v *crawl.Visit, first bool)
	// Unite takes what others know, when the parts of a crawl become one, or one becomes
	// parts. The Ranker is new, shares numbers, and the URLs that it is to know have
	// them. ok is false if one of the others is of another kind; then nothing changes.
	Unite    func(others []Other) (ok bool)
	Remember Rememberer
	Hear     Hearer
	Spill    Spiller
}

// Numbered is a Ranker that numbers the URLs it knows. A number never
// changes, so a caller that keeps it saves looking up the URL at each question.
type Numbered interface {
	// Number returns the number of url; ok is false if nothing is known of it.
	Number(url string) (n int32, ok bool)
	// ScoreOf is Score of the URL with that number.
	ScoreOf(n int32) float64
}

// Numbers numbers URLs, as a frontier does.
type Numbers interface {
	Number(url string) (n int32, ok bool)
	URL(n int32) string
	Len() int
}

// Rememberer is a Ranker that has learned what the next crawl of the same
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
	// Word is the word, if it is a word of a name, and Pages how many pages say it.
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

// Hearer is a Ranker that can rank the links to some hosts of a web while
// others rank those to the others, and learn from them ([crawl.Member]).
type Hearer interface {
	Ranker
	// Join makes it one of several. It is called before the first visit.
	Join()
	// Letter begins the letters about the page of v, which was observed last.
	Letter(v *crawl.Visit) crawl.Letter
	// Hear remembers what the links of a letter say of the URLs they point to. Every URL
	// of the letter has a number by then (Caps.Share).
	Hear(l *crawl.Letter)
	// Learn learns from the visit of another. It remembers no group of links that it does
	// not know, so what is told does not fill its memory.
	Learn(o *crawl.Outcome)
	// Taught returns what the visit observed last taught. It is valid until the next one.
	Taught() (o crawl.Outcome, ok bool)
}

// Other is a Ranker of which another takes what it knows. Of are the numbers that its URLs
// have there, by its own; a negative one is a URL that is left out.
type Other struct {
	Ranker Ranker
	Of     []int32
}
