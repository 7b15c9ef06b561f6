package query

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Planned is a question that a topic gives, and how much of the topic stands behind it.
type Planned struct {
	search.Query
	Weight float64 // above 0 to 1
}

// MaxPlan bounds a plan. A quota ends long before.
const MaxPlan = 5_000

// paired is the weight of a core label with a label of another concept, against a core
// label alone.
const paired = .25

// Plan returns the keyword questions of a topic, the weightiest first:
//
//   - each label of a core concept, the weightier the more other labels it stands in: an
//     engine that finds "typhoon" finds "typhoon warning", too. Of equal ones the shorter
//     comes first, and one that contains another core label counts half;
//   - the best core label with the first label of each other concept, by its weight.
//
// Languages take turns. A label that says too little by itself (one Chinese character, an
// acronym) is not asked for alone, and words of grammar not at all. Of equal words in a
// language the first stays, with the concepts of all.
//
// With langs only labels in those languages are asked for: "zh" is Chinese in all scripts,
// "zh-Hant" the traditional one. A label without a language counts as one of each.
func Plan(v *semsim.TopicVector, langs ...string) []Planned {
	if v == nil || len(v.Entries) == 0 {
		return nil
	}
	p := planner{stop: functionwords.New(), at: map[[2]string]int{}, top: v.Entries[0].Weight, only: langs}
	for i := range v.Entries {
		p.top = max(p.top, v.Entries[i].Weight)
	}
	if !(p.top > 0) {
		return nil
	}
	p.cores(v)
	var all []Planned
	for _, lang := range p.langs {
		alone := p.alone(lang)
		all = append(all, alone...)
		if len(alone) > 0 {
			all = append(all, p.pairs(v, slices.MaxFunc(alone, byWeight))...)
		}
	}
	return inTurn(all)
}

// Words returns the texts of a plan in their order, at most n, for a strategy that asks by itself
// (crawl/strategy.AsksItself).
func Words(plan []Planned, n int) (words []string) {
	for _, q := range plan[:min(len(plan), n)] {
		words = append(words, q.Text)
	}
	return words
}

// stretches returns the stretches of a document, without lists of links beside the text.
type planner struct {
	stop  functionwords.Set
	top   float64 // weight of the heaviest entry
	langs []string
	only  []string // languages to ask in; none: all
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
			if a, ok := askable(l, p.stop); ok && p.wants(a.lang) {
				p.add(a, e)
			}
		}
	}
}

// wants reports whether a language is one to ask in.
func (p *planner) wants(lang string) bool {
	return len(p.only) == 0 || lang == "" || slices.ContainsFunc(p.only, func(l string) bool {
		l = strings.ToLower(l)
		lang := strings.ToLower(lang)
		return lang == l || strings.HasPrefix(lang, l+"-")
	})
}

// Languages returns the languages of a plan, the one with the weightiest question first.
func Languages(plan []Planned) (langs []string) {
	for i := range plan {
		if l := plan[i].Lang; l != "" && !slices.Contains(langs, l) {
			langs = append(langs, l)
		}
	}
	return langs
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

// alone are the core labels of a language, by how much of the labels they stand in.
func (p *planner) alone(lang string) (list []Planned) {
	var labels []coreLabel
	for _, c := range p.core {
		if c.lang == lang && c.alone {
			labels = append(labels, c)
		}
	}
	sorts.Stable(labels, func(a, b coreLabel) int {
		return cmp.Or(cmp.Compare(utf8.RuneCountInString(a.text), utf8.RuneCountInString(b.text)), cmp.Compare(b.weight, a.weight))
	})
	labels = labels[:min(len(labels), MaxPlan)]
	cover := coverage(labels)
	for i, c := range labels {
		w := c.weight * cover[i]
		list = append(list, Planned{search.Query{Op: search.Keyword, Text: c.text, Lang: lang, Concepts: c.concepts}, w})
	}
	return list
}

// maxCompared bounds the labels that all others are compared with, so that ten thousand
// labels take no time.
const maxCompared = 1_000

// coverage says for each of some labels, the shortest first, in how many others it stands, as
// a share from 0 to 1 that grows with the logarithm. One in which another stands counts half.
func coverage(labels []coreLabel) []float64 {
	n := min(len(labels), maxCompared)
	folded := make([]string, n)
	for i := range n {
		folded[i] = strings.ToLower(labels[i].text)
	}
	share, most := make([]float64, len(labels)), 0.
	inside := make([]bool, len(labels))
	for i := range n {
		sum := 1.
		for j := i + 1; j < n; j++ {
			if strings.Contains(folded[j], folded[i]) {
				sum += labels[j].weight
				inside[j] = true
			}
		}
		share[i] = 1 + math.Log(sum)
		most = max(most, share[i])
	}
	for i := range share {
		share[i] = max(share[i], 1) / max(most, 1)
		if inside[i] {
			share[i] /= 2
		}
	}
	return share
}

func byWeight(a, b Planned) int { return cmp.Compare(a.Weight, b.Weight) }

// pairs are questions for a core label with the first label, in its language, of each
// other concept.
func (p *planner) pairs(v *semsim.TopicVector, short Planned) (list []Planned) {
	text := strings.ToLower(short.Text)
	for i := range v.Entries {
		e := &v.Entries[i]
		if e.Core || len(list) == MaxPlan {
			continue
		}
		for _, l := range e.Labels {
			a, ok := askable(l, p.stop)
			if !ok || a.lang != short.Lang || strings.Contains(strings.ToLower(a.text), text) {
				continue
			}
			q := search.Query{Op: search.Keyword, Text: short.Text + " " + a.text, Lang: a.lang, Concepts: append(slices.Clone(short.Concepts), e.IRI)}
			list = append(list, Planned{q, paired * e.Weight / p.top})
			break
		}
	}
	return list
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
