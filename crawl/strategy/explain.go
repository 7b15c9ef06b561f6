package strategy

import (
	"net/url"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/message"
)

// Explanation says why a waiting link stands where it stands.
type Explanation struct {
	Score float64         // as of now, by the link ranker
	Parts []linkrank.Part // that it is the sum of; nil if the ranker cannot say
	// Notes are sentences on what else speaks for the link or against it: the lists that
	// name it, its host's part in the balance, and the tabu list. They hold words of
	// pages: whoever shows them escapes them.
	Notes []string
	Says  []message.Phrase // the same in any language
}

// note adds a sentence.
func (e *Explanation) note(says message.Phrase) {
	e.Notes, e.Says = append(e.Notes, says.String()), append(e.Says, says)
}

// Explain explains a link that waits, of a strategy in the order of a link ranker. ok is
// false for other links and strategies. It changes nothing.
func Explain(s crawl.Strategy, link string) (e Explanation, ok bool) {
	switch s := s.(type) {
	case *Tabu:
		return s.explain(link)
	case *BestFirst:
		return s.explain(link)
	case linkrank.Explainer: // it scores links by itself
		for _, p := range s.Explain(link) {
			e.Score += p.Value * p.Weight
			e.Parts = append(e.Parts, p)
		}
		return e, e.Parts != nil
	case *TrapGuard:
		if e, ok = Explain(s.inner, link); ok {
			return e, true
		}
		return s.explain(link)
	case *Aside:
		if e, ok = Explain(s.inner, link); ok {
			return e, true
		}
		return s.explain(link)
	case interface{ Unwrap() crawl.Strategy }:
		return Explain(s.Unwrap(), link)
	}
	return e, false
}

func (s *ranked) explain(link string) (e Explanation, ok bool) {
	if _, ok = frontier.NumberWaiting(s.f, link); !ok {
		return e, false
	}
	e.Score = s.rank.Score(link)
	if r, ok := s.rank.(linkrank.Explainer); ok {
		e.Parts = r.Explain(link)
	}
	for _, p := range e.Parts {
		if p.Page != "" {
			e.note(message.Phrasef("listed by the page %s", readable(p.Page)))
		}
		if p.Word != "" && p.Value > 0 {
			e.note(message.Phrasef("named like a find: %q, on so many pages: %.0f", p.Word, p.Pages))
		}
	}
	return e, true
}

// explain adds what the search knows of the link.
func (t *Tabu) explain(link string) (e Explanation, ok bool) {
	if e, ok = t.ranked.explain(link); !ok {
		return e, false
	}
	id, _ := t.f.Number(link)
	if h := t.f.Item(id).Host; t.f.Proven(h) {
		e.note(message.Phrasef("of a proven host, chosen %d times so far", t.f.Visits(h)))
	} else {
		e.note(message.Phrasef("of a host not proven yet: it has no turn of the balance"))
	}
	if int(id) >= t.traits.marks.Len() {
		return e, true // a seed
	}
	m := *t.traits.of(id)
	p, _ := t.traits.pair(id)
	if m.leads() > 0 {
		e.note(message.Phrasef("leads to many pages: +%d on a turn of the balance", m.leads()))
	}
	if m&markOwn != 0 {
		e.note(message.Phrasef("its own words name the topic: it is never tabu"))
		return e, true
	}
	for _, a := range [...]struct {
		what message.Word
		id   uint64
	}{{"URL pattern", p.pattern}, {"place on the page", p.place}} {
		switch left := t.sel.List.Left(a.id); {
		case left > 0:
			e.note(message.Phrasef("its %s is tabu for %d more choices", a.what, left))
		case t.misses[a.id] > 0:
			e.note(message.Phrasef("its %s brought %d relevant pages and %d misses in a row; it is tabu after %d", a.what, t.hits[a.id], t.misses[a.id], t.patience(a.id)))
		}
	}
	return e, true
}

// readable is a URL decoded: http://h.test/tags/台风.
func readable(address string) string {
	if d, err := url.PathUnescape(address); err == nil && utf8.ValidString(d) {
		return d
	}
	return address
}
