package textrule

import (
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Rules are the alert rules of a job that ask something of the text. It does not change once built; several goroutines may use it.
type Rules struct {
	rules []rule
	words finder // of the phrases of all rules
}

type rule struct {
	name  string
	asks  monitor.Asks
	from  int // number of its first phrase
	areas []area
}

// New returns the rules of all that ask something of the text; nil if none does. dict has Chinese words; nil: one that is loaded when needed.
func New(all []monitor.AlertRule, dict *lexicon.Dictionary) (*Rules, error) {
	r := &Rules{}
	var texts phraseList
	for i := range all {
		one := rule{name: all[i].Name, asks: all[i].Asks, from: len(texts)}
		if one.asks.IsZero() {
			continue
		}
		for _, name := range one.asks.Places {
			a, err := areaOf(name)
			if err != nil {
				return nil, err
			}
			one.areas = append(one.areas, a)
		}
		texts = append(texts, phrases(one.asks.Words)...)
		r.rules = append(r.rules, one)
	}
	if len(r.rules) == 0 {
		return nil, nil
	}
	var err error
	r.words, err = texts.finder(lexicon.Options{Dictionary: dict})
	return r, err
}

// PageKinds are the kinds of pages that a rule may name.
func PageKinds() (names []string) {
	for k := crawl.KindArticle; k.String() != ""; k++ {
		names = append(names, k.String())
	}
	return names
}

// Page is a page that was read and judged.
type Page struct {
	*crawl.Page // its blocks
	URL         string
	Title       string
	Lang        string
	Kind        crawl.PageKind
	Published   crawl.Date
	Fetched     time.Time
}

// Read returns what the rules find in p. A nil Rules finds nothing.
func (r *Rules) Read(p *Page) (a *Answer, err error) {
	a = &Answer{}
	if r == nil {
		return a, nil
	}
	said := r.said(p)
	var t *told // read once, if a rule needs it
	for i := range r.rules {
		one := &r.rules[i]
		sentence, ok := one.hasWords(said)
		if !ok || len(one.asks.Kinds) > 0 && !slices.Contains(one.asks.Kinds, p.Kind.String()) {
			if one.asks.Rises == 0 { // else its figures are the ground for the next page
				continue
			}
			ok = false
		}
		if one.facts() && t == nil {
			if t, err = tell(p); err != nil {
				return nil, err
			}
		}
		one.ask(a, t, sentence, ok)
	}
	return a, nil
}

// facts reports whether r asks for what the page tells of events.
func (r *rule) facts() bool {
	return len(r.asks.Figures)+len(r.areas) > 0 || r.asks.Rises > 0
}

// ask adds to a what r finds in t. sentence has its words; ok says that the page has all else that it asks.
func (r *rule) ask(a *Answer, t *told, sentence string, ok bool) {
	if len(r.asks.Figures) == 0 && r.asks.Rises == 0 {
		if ok && (len(r.areas) == 0 || anyIn(r.areas, t.places)) {
			a.candidates = append(a.candidates, candidate{rule: r.name, sentence: sentence})
		}
		return
	}
	c := candidate{rule: r.name, sentence: sentence, rises: r.asks.Rises}
	for i := range t.facts {
		x := &t.facts[i]
		if r.asks.Rises > 0 && r.kind(x) {
			a.note(x)
		}
		if ok && r.figure(x) && (len(r.areas) == 0 || anyIn(r.areas, x.at)) {
			c.facts = append(c.facts, *x)
		}
	}
	if len(c.facts) > 0 {
		a.candidates = append(a.candidates, c)
	}
}

// kind reports whether r is about figures of x's kind.
func (r *rule) kind(x *fact) bool {
	return len(r.asks.Figures) == 0 || slices.ContainsFunc(r.asks.Figures, func(f monitor.FigureAsk) bool { return f.Kind == x.kind })
}

// figure reports whether x is within one of r's bounds.
func (r *rule) figure(x *fact) bool {
	return len(r.asks.Figures) == 0 || slices.ContainsFunc(r.asks.Figures, func(f monitor.FigureAsk) bool { return x.within(&f) })
}

// said are the first sentences with each phrase that is in the page.
func (r *Rules) said(p *Page) map[int32]string {
	out := map[int32]string{}
	if len(r.words) == 0 {
		return out
	}
	look := func(text string) {
		for i := range r.words {
			for _, m := range r.words[i].lex.Find(text, nil) {
				for _, phrase := range r.words[i].phrases[m.Entry] {
					if _, known := out[phrase]; !known {
						out[phrase] = clip(around(text, int(m.Start)))
					}
				}
			}
		}
	}
	for i := range p.Blocks { // a sentence shows more than the title
		if tellsText(&p.Blocks[i]) {
			look(p.Blocks[i].Text)
		}
	}
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region == crawl.RegionMain && !b.Title {
			look(b.Text)
		}
	}
	look(p.Title)
	return out
}

// around is the sentence at a byte of text.
func around(text string, at int) string {
	for _, s := range extract.Sentences(text) {
		if at < s.End {
			return text[s.Start:s.End]
		}
	}
	return text
}

// hasWords reports whether the page has the phrases of one alternative, and returns the sentence of the first one.
func (r *rule) hasWords(said map[int32]string) (sentence string, ok bool) {
	n := int32(r.from)
	for _, all := range r.asks.Words {
		sentence, ok = "", true
		for _, p := range all {
			s, there := said[n]
			n++
			if ok = ok && there != p.Not; there && sentence == "" {
				sentence = s
			}
		}
		if ok {
			return sentence, true
		}
	}
	return "", len(r.asks.Words) == 0
}
