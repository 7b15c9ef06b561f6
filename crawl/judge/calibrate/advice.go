package calibrate

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Mark is advice about the core mark of a concept: to take it away, or to give it.
type Mark struct {
	Concept string `json:"concept"` // IRI
	Name    string `json:"name"`
	Core    bool   `json:"core"` // is marked now, and the answers doubt it; else they support a mark
	Yes     int    `json:"yes"`  // answers about pages that rest on the concept
	No      int    `json:"no"`
	Refused int    `json:"refused"` // pages answered yes that the verdict refuses: what a missing mark costs
}

// An advice rests on fewAnswers answers that agree: a share of one half or less (for
// a mark in doubt: or more) has a probability below unlikely.
const (
	fewAnswers = 3
	unlikely   = 0.1
)

// Marks returns what the answers say against and for core marks. A page tells about a core concept
// that bears more than half of its relevance, and about another concept if core
// concepts bear less than half.
func (r *Run) Marks(v *semsim.TopicVector, name func(iri string) string) []Mark {
	core := map[string]bool{}
	for i := range v.Entries {
		core[v.Entries[i].IRI] = v.Entries[i].Core
	}
	by := map[string]*Mark{}
	for i, reply := range r.Known {
		if reply == unsure {
			continue
		}
		for _, iri := range bearers(&r.Pages[i], core) {
			m := by[iri]
			if m == nil {
				m = &Mark{Concept: iri, Name: name(iri), Core: core[iri]}
				by[iri] = m
			}
			if reply == Yes {
				m.Yes++
				if !r.Pages[i].Relevant {
					m.Refused++
				}
			} else {
				m.No++
			}
		}
	}
	var out []Mark
	for _, m := range by {
		against, support := m.No, m.Yes
		if !m.Core {
			against, support = support, against
		}
		if against >= fewAnswers && atLeastHalf(support, against) < unlikely {
			out = append(out, *m)
		}
	}
	sorts.Func(out, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(b.Yes+b.No, a.Yes+a.No), cmp.Compare(a.Concept, b.Concept))
	})
	return out
}

// bearers returns the concepts about which an answer about p tells.
func bearers(p *Page, core map[string]bool) (out []string) {
	share := map[string]float64{}
	sum, ofCore := 0.0, 0.0
	for _, e := range p.Evidence {
		isCore, known := core[e.Concept]
		if !known || e.Contribution <= 0 {
			continue
		}
		share[e.Concept] += e.Contribution
		sum += e.Contribution
		if isCore {
			ofCore += e.Contribution
		}
	}
	for iri, s := range share {
		if core[iri] && s > sum/2 || !core[iri] && ofCore < sum/2 {
			out = append(out, iri)
		}
	}
	return out
}

// atLeastHalf is the probability that a share is one half or more of which a were seen for and b
// against it, if all shares were equally likely: the tail of a beta distribution, which for whole
// numbers is one of the binomial distribution.
func atLeastHalf(a, b int) (p float64) {
	n := a + b + 1
	term := math.Pow(0.5, float64(n))
	for k := 0; k <= a; k++ {
		p += term
		term *= float64(n-k) / float64(k+1)
	}
	return p
}

// Term is a word that pages answered yes share and that no label has.
type Term struct {
	Word string `json:"word"`
	Yes  share  `json:"yes"`  // of the pages answered yes
	No   share  `json:"no"`   // of those answered no
	Rest share  `json:"rest"` // of the other pages that were looked at
}

// share is how many of some pages have a word.
type share struct {
	Pages int `json:"pages"`
	Of    int `json:"of"`
}

// String returns "3 of 7".
func (s share) String() string { return s.Message().String() }

// Message implements [english.Sentence].
func (s share) Message() english.Phrase {
	return english.Phrasef("%d of %d", s.Pages, s.Of)
}

// share is the share of s, drawn towards one half by one page, so that no share is 0.
func (s share) share() float64 { return (float64(s.Pages) + 0.5) / (float64(s.Of) + 1) }

// Words of fewer than leastPages, or of less than leastShare of the pages answered yes, or
// less than leastRatio times as frequent there as elsewhere, or less than leastAgainst times
// as frequent as on pages answered no, are not offered. The last is a bound of its own: pages
// answered no are few beside the others, and the words of running text are on both.
const (
	leastPages   = 3
	leastShare   = 0.3
	leastRatio   = 8.0
	leastAgainst = 2
	mostTerms    = 10
	mostRest     = 200 // other pages that are looked at
)

// Terms proposes words. It is empty if the run keeps no text, or no page was
// answered yes. Pages whose text cannot be read are left out.
func (r *Run) Terms(ctx context.Context, v *semsim.TopicVector, texts Texts) ([]Term, error) {
	if texts == nil {
		return nil, nil
	}
	var yes, no, rest wordCount
	for _, i := range r.order() {
		reply, answered := r.Known[i]
		if answered && reply == unsure || !answered && (rest.pages >= mostRest || r.Pages[i].Relevance > leastAsked) {
			continue
		}
		text, err := texts(ctx, &r.Pages[i].Record)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || text == nil || text.Features == nil {
			continue
		}
		switch {
		case !answered:
			rest.add(text)
		case reply == Yes:
			yes.add(text)
		default:
			no.add(text)
		}
	}
	labelled, function := Labelled(v), functionwords.New()
	return yes.against(&no, &rest, func(word string) bool { return labelled(word) || function.Has(word) }), nil
}

// order puts the answered pages first, then the others.
func (r *Run) order() []int {
	order := make([]int, len(r.Pages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		_, x := r.Known[a]
		_, y := r.Known[b]
		switch {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	return order
}

// wordCount counts the pages that have a word.
type wordCount struct {
	pages int
	hosts map[string]bool
	by    map[string]*wordPages
}

type wordPages struct {
	pages int
	hosts map[string]bool
}

func (c *wordCount) add(p *crawl.Page) {
	if c.by == nil {
		c.by, c.hosts = map[string]*wordPages{}, map[string]bool{}
	}
	c.pages++
	c.hosts[p.Host] = true
	for _, w := range p.Features.Words {
		n := c.by[w.Word]
		if n == nil {
			n = &wordPages{hosts: map[string]bool{}}
			c.by[w.Word] = n
		}
		n.pages++
		n.hosts[p.Host] = true
	}
}

// of returns how many pages have a word.
func (c *wordCount) of(word string) share {
	if n := c.by[word]; n != nil {
		return share{n.pages, c.pages}
	}
	return share{0, c.pages}
}

// against returns the words that are frequent in c and rare in no and rest, without those
// that known reports.
func (c *wordCount) against(no, rest *wordCount, known func(word string) bool) []Term {
	type scored struct {
		Term
		score float64
	}
	var all []scored
	for word, n := range c.by {
		t := Term{word, c.of(word), no.of(word), rest.of(word)}
		local := len(c.hosts) >= 3 && len(n.hosts) < 2 // the words of one site
		if ratio, ok := t.tells(); ok && !local && !known(word) {
			all = append(all, scored{t, float64(n.pages) / float64(c.pages) * math.Log(ratio)})
		}
	}
	sorts.Func(all, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.Word, b.Word)) })
	var out []Term
	for _, s := range all[:min(len(all), mostTerms)] {
		out = append(out, s.Term)
	}
	return out
}

// tells reports whether a word tells pages on topic from others, and how much more frequent it
// is on them than elsewhere.
func (t *Term) tells() (ratio float64, ok bool) {
	elsewhere := share{t.No.Pages + t.Rest.Pages, t.No.Of + t.Rest.Of}
	ratio = t.Yes.share() / elsewhere.share()
	return ratio, t.Yes.Pages >= leastPages && float64(t.Yes.Pages) >= leastShare*float64(t.Yes.Of) && ratio >= leastRatio &&
		t.Yes.Pages*t.No.Of >= leastAgainst*t.No.Pages*t.Yes.Of
}

// Labelled returns a function that reports whether a folded word is a label of the topic or
// stands in one. Of Chinese, which is not split at spaces, any part of a label counts.
func Labelled(v *semsim.TopicVector) func(word string) bool {
	words := map[string]bool{}
	var chinese strings.Builder
	for i := range v.Entries {
		for _, l := range v.Entries[i].Labels {
			folded := lexicon.Fold(l.Text)
			words[folded] = true
			for _, w := range strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				words[w] = true
			}
			if script.HasHan(folded) {
				chinese.WriteString(folded + "\n")
			}
		}
	}
	all := chinese.String()
	return func(word string) bool {
		return words[word] || words[strings.TrimSuffix(word, "s")] || words[word+"s"] || script.HasHan(word) && strings.Contains(all, word)
	}
}
