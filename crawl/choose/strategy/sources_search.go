package strategy

import (
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// sameAnswers is how many answers in a row may list the same. A search that runs in the
// browser, or one that finds nothing, answers every question with one page.
const sameAnswers = 2

// searchAnswers holds what is remembered of the answers of a host's own search.
type searchAnswers struct {
	last uint64 // what the last one listed, as a hash
	same int    // answers in a row that listed that
	over bool   // the search is not used any more
}

// searching reports that l is a search whose host has not answered the last one yet.
func (s *Sources) searching(l *source) bool {
	if l.kind != kindSearch {
		return false
	}
	for _, other := range s.inFlight {
		if other.kind == kindSearch && other.owner == l.owner {
			return true
		}
	}
	return false
}

// answered looks at the answer of a search, and gives the search of the host up if it
// fails or repeats itself.
func (s *Sources) answered(l *source, v *crawl.Visit) {
	h := s.host(l.owner)
	a := &h.answers
	if v.Page == nil {
		a.over = true
	} else if hash := answerHash(v.Page, l.url); a.same > 0 && a.last == hash {
		a.same++
	} else {
		a.last, a.same = hash, 1
	}
	if a.same >= sameAnswers {
		a.over = true
	}
	if !a.over {
		return
	}
	for _, w := range slices.Clone(h.waiting) {
		if w.kind == kindSearch || w.kind == kindDescription {
			s.drop(w.url)
		}
	}
}

// answerHash is a hash of the pages that an answer lists, in their order. Links to the
// search itself hold the question and do not count.
func answerHash(p *crawl.Page, url string) uint64 {
	d := xxhash.New()
	for i := range p.Links {
		if l := &p.Links[i]; l.Kind == crawl.LinkPage && !samePath(l.URL, url) {
			d.WriteString(l.URL + "\n") //nolint:errcheck // never fails
		}
	}
	return d.Sum64()
}

// further reports a link of an answer that leads to the next pages of that answer.
func further(l *crawl.Link, of *source) bool {
	return samePath(l.URL, of.url) && urlpattern.IsPager(l.URL, l.Text)
}

// samePath reports whether two URLs differ in their query only.
func samePath(a, b string) bool {
	a, _, _ = strings.Cut(a, "?")
	b, _, _ = strings.Cut(b, "?")
	return a == b
}
