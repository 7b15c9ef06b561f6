package strategy

import (
	"net/url"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Explanation says why a waiting link stands where it stands.
type Explanation struct {
	Score float64         // as of now, by the link ranker
	Parts []linkrank.Part // that it is the sum of; nil if the ranker cannot say
	// Notes are sentences on what else speaks for the link or against it: the lists that
	// name it, its host's part in the balance, and the tabu list. They hold words of
	// pages: whoever shows them escapes them.
	Notes []string
	Says  []english.Phrase // the same in any language
}

// note adds a sentence.
func (e *Explanation) note(says english.Phrase) {
	e.Notes, e.Says = append(e.Notes, says.String()), append(e.Says, says)
}

// explaining explains the links of a strategy that scores them by itself, as parts says.
func explaining(parts func(link string) []linkrank.Part) func(link string) (Explanation, bool) {
	return func(link string) (e Explanation, ok bool) {
		for _, p := range parts(link) {
			e.Score += p.Value * p.Weight
			e.Parts = append(e.Parts, p)
		}
		return e, e.Parts != nil
	}
}

func (s *ranked) explain(link string) (e Explanation, ok bool) {
	if _, ok = frontier.NumberWaiting(s.f, link); !ok {
		return e, false
	}
	e.Score = s.rank.Score(link)
	if s.can.Explain != nil {
		e.Parts = s.can.Explain(link)
	}
	for _, p := range e.Parts {
		if p.Page != "" {
			e.note(english.Phrasef("listed by the page %s", readable(p.Page)))
		}
		if p.Word != "" && p.Value > 0 {
			e.note(english.Phrasef("named like a find: %q, on so many pages: %.0f", p.Word, p.Pages))
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
	var m mark
	if seed := int(id) >= t.traits.marks.Len(); !seed {
		m = *t.traits.of(id)
	}
	t.explainTurn(&e, id, m)
	p, _ := t.traits.pair(id)
	if m&markOwn != 0 {
		e.note(english.Phrasef("its own words name the topic: it is never tabu"))
		return e, true
	}
	for _, a := range [...]struct {
		what english.Word
		id   uint64
	}{{"URL pattern", p.pattern}, {"place on the page", p.place}} {
		switch left := t.sel.List.Left(a.id); {
		case left > 0:
			e.note(english.Phrasef("its %s is tabu for %d more choices", a.what, left))
		case t.misses[a.id] > 0:
			e.note(english.Phrasef("its %s brought %d relevant pages and %d misses in a row; it is tabu after %d", a.what, t.hits[a.id], t.misses[a.id], t.patience(a.id)))
		}
	}
	return e, true
}

// explainTurn adds what the link's host has of the balance, and what the link with the marks m has there.
func (t *Tabu) explainTurn(e *Explanation, id int32, m mark) {
	h := t.f.Hosts().At(t.f.Item(id).Host)
	if h.Proofs == 0 {
		e.note(english.Phrasef("of a host not proven yet: it has no turn of the balance"))
		return
	}
	e.note(english.Phrasef("of a proven host, chosen %d times so far", h.Choices))
	switch {
	case m&markNamed != 0:
		e.note(english.Phrasef("its own words name a concept of the topic: +%d on a turn of the balance", m.leads()))
	case m.leads() > 0:
		e.note(english.Phrasef("leads to many pages: +%d on a turn of the balance", m.leads()))
	}
}

// readable is a URL decoded: http://h.test/tags/台风.
func readable(address string) string {
	if d, err := url.PathUnescape(address); err == nil && utf8.ValidString(d) {
		return d
	}
	return address
}
