package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Rules about core concepts, whose labels make a page relevant by themselves.

// An ontology without any distinction is told of from few concepts on, a language from fewCore
// core concepts on: below that a class or a label stands alone on purpose.
const (
	few     = 10
	fewCore = 5
)

// core checks what the core concepts are and what their labels are.
func (c *checker) core() {
	core, marked := c.coreConcepts()
	if len(core) == 0 {
		return
	}
	c.distinction(core, marked)
	c.coreLanguages(core)
	c.coreWords(core)
	c.heldCore(core)
}

// coreConcepts returns the core concepts of the topic, in order, as semsim.TopicVector
// takes them: those marked if the topic is a root, else the topic and all its kinds.
func (c *checker) coreConcepts() (core []ontology.ID, marked bool) {
	root := slices.ContainsFunc(c.opt.Topic, func(t ontology.ID) bool { return len(c.g.Parents(t)) == 0 })
	heads := c.heads()
	for _, id := range heads {
		if root && slices.ContainsFunc(c.g.Synonyms(id), func(s ontology.ID) bool { return c.g.Concept(s).Core }) {
			core = append(core, id)
		}
	}
	if len(core) > 0 {
		return core, true
	}
	kinds := map[ontology.ID][]ontology.ID{}
	for from, parents := range c.isa() {
		for _, p := range parents {
			kinds[p] = append(kinds[p], ontology.ID(from))
		}
	}
	below := map[ontology.ID]bool{}
	for todo := slices.Clone(c.opt.Topic); len(todo) > 0; {
		at := c.g.Canon(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if !below[at] {
			below[at] = true
			todo = append(todo, kinds[at]...)
		}
	}
	for _, id := range heads {
		if below[id] {
			core = append(core, id)
		}
	}
	return core, false
}

// distinction tells of an ontology in which every concept is core, or none is marked, or not the one that names
// the topic.
func (c *checker) distinction(core []ontology.ID, marked bool) {
	all := len(c.heads())
	for _, id := range c.opt.Named {
		if id = c.g.Canon(id); marked && !slices.Contains(core, id) {
			c.add(Finding{Rule: coreNotNamed, Subject: c.iri(id), Count: len(core),
				Says: english.Phrasef("%s names the topic and is not marked core, but others are (%d): a page that says nothing else is not found", c.name(id), len(core))})
		}
	}
	switch {
	case all < few:
	case marked && len(core) == all:
		c.add(Finding{Rule: coreAll, Count: all,
			Says: english.Phrasef("all %d concepts are marked core, so a page that names any of them may be judged relevant", all)})
	case !marked && len(c.g.Parents(c.opt.Topic[0])) == 0:
		c.add(Finding{Rule: coreNone, Count: len(core),
			Says: english.Phrasef("no concept is marked core, so the topic and its kinds are: %d of %d concepts", len(core), all)})
	}
}

// coreLanguages tells of languages beside the languages of the crawl in which only some
// core concepts have a label: their pages are judged by half the topic.
func (c *checker) coreLanguages(core []ontology.ID) {
	if len(core) < fewCore {
		return
	}
	has := map[string]int{}
	var order []string
	for _, id := range core {
		for _, lang := range c.languagesOf(id) {
			if has[lang] == 0 {
				order = append(order, lang)
			}
			has[lang]++
		}
	}
	slices.Sort(order)
	for _, lang := range order {
		crawled := slices.ContainsFunc(c.opt.Languages, func(l string) bool { return primary(l) == lang })
		if crawled || has[lang] == len(core) || !oddTag(lang).IsZero() {
			continue // other rules tell of the first and the last
		}
		f := Finding{Rule: coreLanguage, Value: lang, Count: len(core) - has[lang]}
		var names []string
		for _, id := range core {
			if !slices.Contains(c.languagesOf(id), lang) {
				f.Others, names = append(f.Others, c.iri(id)), append(names, c.name(id))
			}
		}
		f.Says = english.Phrasef("only %d of %d core concepts have a label in %s; it lacks for %s", has[lang], len(core), lang, list(names))
		c.add(f)
	}
}

// languagesOf returns the primary languages of the labels of a synonym group.
func (c *checker) languagesOf(id ontology.ID) (langs []string) {
	for _, s := range c.g.Synonyms(id) {
		for _, l := range c.g.Concept(s).Labels {
			if p := primary(l.Lang); p != "" && l.Kind != ontology.Loose && !slices.Contains(langs, p) {
				langs = append(langs, p)
			}
		}
	}
	return langs
}

// coreWords tells of labels of core concepts that are ordinary words with several senses. Stop
// words and labels of one character have their own rules.
func (c *checker) coreWords(core []ontology.ID) {
	ambiguous := ambiguousWords(c.opt.Fold)
	for _, id := range core {
		told := map[string]bool{}
		for _, s := range c.g.Synonyms(id) {
			for _, l := range c.g.Concept(s).Labels {
				sense, ok := ambiguous[c.opt.Fold(l.Text)]
				if !ok || !c.crawled(l) || told[l.Text] {
					continue
				}
				told[l.Text] = true
				c.add(Finding{Rule: coreAmbiguous, Subject: c.iri(id), Value: l.Text,
					Says: english.Phrasef("label %s of a core concept also means %s: a page that has it alone may be about that", strconv.Quote(l.Text), english.Word(sense))})
			}
		}
	}
}

// heldCore tells of the labels of concepts that are not core and hold one of a core concept.
func (c *checker) heldCore(core []ontology.ID) {
	owner := map[string]bool{}
	isCore := map[ontology.ID]bool{}
	longest := 0
	for _, id := range core {
		isCore[id] = true
		for _, s := range c.g.Synonyms(id) {
			for _, l := range c.g.Concept(s).Labels {
				if k := c.opt.Fold(l.Text); c.crawled(l) && letters(k) > 1 {
					owner[k] = true
					longest = max(longest, utf8.RuneCountInString(k))
				}
			}
		}
	}
	f := Finding{Rule: labelHoldsCore}
	var examples []any
	for i := range c.g.Len() {
		id := ontology.ID(i)
		if isCore[c.g.Canon(id)] {
			continue
		}
		for _, l := range c.g.Concept(id).Labels {
			if !c.crawled(l) {
				continue
			}
			if part, ok := heldIn(c.opt.Fold(l.Text), owner, longest); ok {
				f.Count++
				examples = append(examples, english.Phrasef("%s holds %s", strconv.Quote(l.Text), strconv.Quote(part)))
				if iri, n := c.iri(id), len(f.Others); n == 0 || f.Others[n-1] != iri {
					f.Others = append(f.Others, iri)
				}
			}
		}
	}
	if f.Count > 0 {
		f.Says = english.Phrasef("labels of concepts that are not core hold one of a core concept, and texts with them count for both: %s", listed(examples))
		c.add(f)
	}
}

// heldIn returns the longest label of a core concept that stands in key at word borders. In a dense
// script any character may begin a word.
func heldIn(key string, core map[string]bool, longest int) (string, bool) {
	runes := []rune(key)
	if len(runes) > 2*longest+200 {
		runes = runes[:2*longest+200]
	}
	for n := min(longest, len(runes)-1); n > 1; n-- {
		for from := 0; from+n <= len(runes); from++ {
			if !wordEnd(runes, from) || !wordEnd(runes, from+n) {
				continue
			}
			if part := string(runes[from : from+n]); core[part] {
				return part, true
			}
		}
	}
	return "", false
}

// wordEnd reports whether a word may end before rune i.
func wordEnd(runes []rune, i int) bool {
	if i == 0 || i == len(runes) {
		return true
	}
	wordy := func(r rune) bool { return letters(string(r)) == 1 && !dense(string(r)) }
	return !wordy(runes[i-1]) || !wordy(runes[i])
}

// Senses returns what else labels of core concepts may mean, as findings of [coreAmbiguous] say it: "a team or its players".
func Senses() []string {
	var all []string
	for line := range strings.Lines(ambiguous) {
		if sense, _, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			all = append(all, sense)
		}
	}
	return all
}

// ambiguousWords are ordinary words with several senses, and one that is not meant, folded.
func ambiguousWords(fold func(string) string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(ambiguous) {
		sense, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		for _, w := range strings.Fields(list) {
			words[fold(w)] = sense
		}
	}
	return words
}

// ambiguous lists by a second sense words that are often labels of classes.
const ambiguous = `
	a company or product: apple amazon shell oracle java python ruby rust swift windows macintosh blackberry orange fox jaguar puma dove galaxy nova subway uber discord 苹果 小米 大众 联想 长城 奔驰 宝马 华为 美的 格力 红牛 火狐
	a team or its players: bears bulls lions tigers eagles hawks hornets dolphins cardinals penguins sharks jaguars panthers ravens magic heat thunder rockets warriors giants saints 火箭 湖人 勇士 雄鹿 雷霆 太阳
	a country or a place: turkey china jordan chad georgia phoenix reading bath buffalo 长沙 黄山 海口
	a person's name: may rose grace bill mark rob pat art frank bush king cook baker carpenter smith
	a tool or a part of one: crane mouse jack hammer file key chip drill plane bolt nut bow ring seal spring
	an element of computing: cloud virus worm cell table cookie cache thread port bug string tree stack host shell mouse 云 病毒 表 树 内存 窗口
	a chemical element or a metal: mercury lead iron gold silver tin copper 金 银 铁 铜 铅 汞
	a planet, a god or a car: mars saturn venus jupiter neptune titan
	a sum of money or a bank: bank bond share stock note check fund interest charge deposit 银行 股
	a beat, a blow or a protest: strike beat hit kick punch blow march
	a state or a change of things in general: state current power force order matter case set pitch spin wave flow current rock fall cold light stage field
`
