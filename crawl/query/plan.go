package query

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/search"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Planned is a question that a topic gives, and how much of the topic stands behind it.
type Planned struct {
	search.Query
	Weight float64 // above 0 to 1
}

// MaxPlan bounds a plan. A quota ends long before.
const MaxPlan = 5_000

// What a form of a question weighs, against a core label alone.
const (
	containing = .5  // a core label that contains another one finds what the other one finds
	paired     = .35 // a core label with a label of another concept
)

// Plan returns the keyword questions of a topic, the weightiest first:
//
//   - each label of a core concept, the shortest first, since an engine that finds "typhoon"
//     finds "typhoon warning", too; one that contains another core label later;
//   - the shortest core label with the first label of each other concept, by its weight.
//
// Languages take turns. A label that says too little by itself (one Chinese character, an
// acronym) is not asked for alone, and words of grammar not at all. Of equal words in a
// language the first stays, with the concepts of all.
func Plan(v *semsim.TopicVector) []Planned {
	if v == nil || len(v.Entries) == 0 {
		return nil
	}
	p := planner{stop: functionwords.New(), at: map[[2]string]int{}, top: v.Entries[0].Weight}
	for i := range v.Entries {
		p.top = max(p.top, v.Entries[i].Weight)
	}
	if !(p.top > 0) {
		return nil
	}
	p.cores(v)
	var all []Planned
	for _, lang := range p.langs {
		all = append(all, p.alone(lang)...)
		all = append(all, p.pairs(v, lang)...)
	}
	return inTurn(all)
}

// planner makes a plan.
type planner struct {
	stop  functionwords.Set
	top   float64 // weight of the heaviest entry
	langs []string
	core  []coreLabel
	at    map[[2]string]int // of core, by language and text
}

// coreLabel is a label of a core concept.
type coreLabel struct {
	label
	weight   float64
	concepts []string
}

// cores collects the labels of core concepts. Without any, the heaviest are core.
func (p *planner) cores(v *semsim.TopicVector) {
	marked := slices.ContainsFunc(v.Entries, func(e semsim.Entry) bool { return e.Core })
	for i := range v.Entries {
		e := &v.Entries[i]
		if !e.Core && (marked || e.Weight < p.top) {
			continue
		}
		for _, l := range e.Labels {
			if a, ok := askable(l, p.stop); ok {
				p.add(a, e)
			}
		}
	}
}

func (p *planner) add(a label, e *semsim.Entry) {
	key := [2]string{a.lang, strings.ToLower(a.text)}
	if i, ok := p.at[key]; ok {
		c := &p.core[i]
		c.weight = max(c.weight, e.Weight/p.top)
		if !slices.Contains(c.concepts, e.IRI) {
			c.concepts = append(c.concepts, e.IRI)
		}
		return
	}
	if !slices.Contains(p.langs, a.lang) {
		p.langs = append(p.langs, a.lang)
	}
	p.at[key] = len(p.core)
	p.core = append(p.core, coreLabel{a, e.Weight / p.top, []string{e.IRI}})
}

// alone are the core labels of a language, the shortest first, each with a weight that
// falls with its place.
func (p *planner) alone(lang string) (list []Planned) {
	var labels []coreLabel
	for _, c := range p.core {
		if c.lang == lang && c.alone {
			labels = append(labels, c)
		}
	}
	slices.SortStableFunc(labels, func(a, b coreLabel) int {
		return cmp.Compare(utf8.RuneCountInString(a.text), utf8.RuneCountInString(b.text))
	})
	labels = labels[:min(len(labels), MaxPlan)]
	for i, c := range labels {
		w := c.weight / (1 + .02*float64(i))
		if p.contains(labels[:min(i, maxCompared)], c.text) {
			w *= containing
		}
		list = append(list, Planned{search.Query{Op: search.Keyword, Text: c.text, Lang: lang, Concepts: c.concepts}, w})
	}
	return list
}

// maxCompared bounds the labels that one is compared with, so that ten thousand labels take
// no time.
const maxCompared = 200

// contains reports whether one of labels stands in text.
func (p *planner) contains(labels []coreLabel, text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(labels, func(l coreLabel) bool { return strings.Contains(text, strings.ToLower(l.text)) })
}

// pairs are questions for the shortest core label of a language with the first label there
// of each other concept.
func (p *planner) pairs(v *semsim.TopicVector, lang string) (list []Planned) {
	short := p.short(lang)
	if short == nil {
		return nil
	}
	for i := range v.Entries {
		e := &v.Entries[i]
		if e.Core || len(list) == MaxPlan {
			continue
		}
		for _, l := range e.Labels {
			a, ok := askable(l, p.stop)
			if !ok || a.lang != lang || strings.Contains(strings.ToLower(a.text), strings.ToLower(short.text)) {
				continue
			}
			q := search.Query{Op: search.Keyword, Text: short.text + " " + a.text, Lang: lang, Concepts: append(slices.Clone(short.concepts), e.IRI)}
			list = append(list, Planned{q, paired * e.Weight / p.top})
			break
		}
	}
	return list
}

// short is the shortest core label of a language among the heaviest, nil if it has none.
func (p *planner) short(lang string) (best *coreLabel) {
	for i := range p.core {
		c := &p.core[i]
		if c.lang != lang || !c.alone {
			continue
		}
		if best == nil || c.weight > best.weight || c.weight == best.weight && utf8.RuneCountInString(c.text) < utf8.RuneCountInString(best.text) {
			best = c
		}
	}
	return best
}

// inTurn sorts questions by weight, and lets languages take turns among equals. Words that
// are asked for in one language are not asked for in another one.
func inTurn(all []Planned) []Planned {
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(q Planned) bool {
		key := strings.ToLower(q.Text)
		if seen[key] || !(q.Weight > 0) {
			return true
		}
		seen[key] = true
		return false
	})
	turn, n := make([]int, len(all)), map[string]int{}
	order := make([]int, len(all))
	for i := range all {
		order[i] = i
		turn[i] = n[all[i].Lang]
		n[all[i].Lang]++
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[b].Weight, all[a].Weight), cmp.Compare(turn[a], turn[b]))
	})
	sorted := make([]Planned, 0, min(len(all), MaxPlan))
	for _, i := range order[:min(len(order), MaxPlan)] {
		sorted = append(sorted, all[i])
	}
	return sorted
}
