package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// speaks reports whether a label is in language lang. A label without a language is
// Chinese if it has a Chinese character; otherwise it is in every other language.
func speaks(l ontology.Label, lang string) bool {
	if l.Lang == "" {
		return script.HasHan(l.Text) == (primary(lang) == "zh")
	}
	return primary(l.Lang) == primary(lang)
}

// primary returns the primary language: zh for zh-Hant and zh_TW.
func primary(tag string) string {
	p, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	return strings.ToLower(p)
}

// crawled reports whether the crawl looks for a label: its language is crawled, and it is
// not a loose label, which would find broader or narrower concepts.
func (c *checker) crawled(l ontology.Label) bool {
	return l.Kind != ontology.Loose && slices.ContainsFunc(c.opt.Languages, func(lang string) bool { return speaks(l, lang) })
}

// labels checks each label by itself.
func (c *checker) labels() {
	c.missingLabels()
	stop := stopWords(c.opt.Fold)
	for i := range c.g.Len() {
		concept := c.g.Concept(ontology.ID(i))
		for _, l := range concept.Labels {
			if c.crawled(l) {
				c.findable(concept, l, stop)
			}
		}
	}
}

// missingLabels checks that each synonym group has a label, in each language. A language
// without any label is one finding, not thousands.
func (c *checker) missingLabels() {
	lacking := map[string][]ontology.ID{}
	spoken := map[string]bool{}
	for _, id := range c.heads() {
		var missing []string
		for _, lang := range c.opt.Languages {
			if c.groupSpeaks(id, lang) {
				spoken[lang] = true
			} else {
				missing = append(missing, lang)
			}
		}
		if len(missing) == len(c.opt.Languages) {
			c.missingLabel(id, missing)
			continue
		}
		for _, lang := range missing {
			lacking[lang] = append(lacking[lang], id)
		}
	}
	for _, lang := range c.opt.Languages {
		if !spoken[lang] && len(lacking[lang]) > 0 {
			c.add(Finding{Rule: labelLanguageMissing, Value: lang, Count: len(lacking[lang]),
				Says: english.Phrasef("no concept has a label in %s: pages in that language are not found", lang)})
			continue
		}
		for _, id := range lacking[lang] {
			c.add(Finding{Rule: labelLanguageMissing, Subject: c.iri(id), Value: lang,
				Says: english.Phrasef("no label in %s", lang)})
		}
	}
}

// missingLabel reports a concept without a label in a crawled language. For a concept
// without any label, the crawl uses the words of the local name (crawl/judge/relevance), which
// may do.
func (c *checker) missingLabel(id ontology.ID, missing []string) {
	f := Finding{Rule: missingLabel, Level: Error, Subject: c.iri(id), Value: strings.Join(missing, ", ")}
	local := strconv.Quote(c.g.Concept(id).LocalName())
	switch {
	case slices.ContainsFunc(c.g.Synonyms(id), func(s ontology.ID) bool { return len(c.g.Concept(s).Labels) > 0 }):
		f.Says = english.Phrasef("no label in %v: no page in these languages can be found by it", either(missing))
	case strings.ContainsFunc(local, unicode.IsDigit):
		f.Says = english.Phrasef("no label, and its local name %s is not what texts call it", local)
	default:
		f.Level = Warn
		f.Says = english.Phrasef("no label: only its local name %s is looked for, split into words", local)
	}
	c.addAs(f)
}

func (c *checker) groupSpeaks(id ontology.ID, lang string) bool {
	for _, s := range c.g.Synonyms(id) {
		if slices.ContainsFunc(c.g.Concept(s).Labels, func(l ontology.Label) bool { return l.Kind != ontology.Loose && speaks(l, lang) }) {
			return true
		}
	}
	return false
}

// longest is the longest label, in characters, that the crawl finds (semsim/lexicon).
const longest = 200

// findable checks whether a label in a text means its concept.
func (c *checker) findable(concept *ontology.Concept, l ontology.Label, stop map[string]bool) {
	folded := c.opt.Fold(l.Text)
	f := Finding{Subject: concept.IRI, Value: l.Text}
	switch {
	case stop[folded]:
		f.Rule = labelStopWord
		f.Says = english.Phrasef("label %s is a word on almost every page", strconv.Quote(l.Text))
	case utf8.RuneCountInString(folded) > longest:
		f.Rule = labelTooLong
		f.Says = english.Phrasef("label %s has %d characters; the crawl looks for up to %d", clipped(l.Text), utf8.RuneCountInString(folded), longest)
	case letters(folded) == 0:
		f.Rule = labelTooShort
		f.Says = english.Phrasef("label %s has no letter and no digit; the crawl ignores it", strconv.Quote(l.Text))
	case lists(l.Text):
		f.Rule = labelList
		f.Says = english.Phrasef("label %s seems to list several names; it is looked for as one", clipped(l.Text))
	case dense(folded) && letters(folded) < 2, !dense(folded) && letters(folded) < 3:
		f.Rule = labelTooShort
		f.Says = english.Phrasef("label %s is so short that it is found in texts about other things", strconv.Quote(l.Text))
	default:
		return
	}
	c.add(f)
}

// lists reports whether a label holds several texts between semicolons or bars. The comma 、
// is part of names (教育、科学及文化组织).
func lists(label string) bool {
	n := 0
	for part := range strings.FieldsFuncSeq(label, func(r rune) bool { return strings.ContainsRune(";；|｜", r) }) {
		if letters(part) > 0 {
			n++
		}
	}
	return n > 1
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// dense reports whether s is in a script where one character says what others say in
// several.
func dense(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return script.Unspaced(r) || script.Hangul(r)
	})
}

// clipped quotes the beginning of a long text.
func clipped(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return strconv.Quote(s)
	}
	return strconv.Quote(string([]rune(s)[:most])) + "…"
}

type bearer struct {
	id    ontology.ID
	label ontology.Label
}

// shared finds labels of several synonym groups.
func (c *checker) shared() {
	by := map[string][]bearer{}
	var keys []string
	for i := range c.g.Len() {
		id := ontology.ID(i)
		for _, l := range c.g.Concept(id).Labels {
			if !c.crawled(l) {
				continue
			}
			k := c.opt.Fold(l.Text)
			if by[k] == nil {
				keys = append(keys, k)
			}
			by[k] = append(by[k], bearer{id, l})
		}
	}
	for _, k := range keys {
		c.sharedLabel(by[k])
	}
}

// sharedLabel reports a folded label that all bearers have.
func (c *checker) sharedLabel(all []bearer) {
	first, second := all[0], bearer{id: ontology.None}
	var others []ontology.ID
	seen := map[ontology.ID]bool{}
	for _, b := range all[1:] {
		if c.g.Canon(b.id) == c.g.Canon(first.id) || seen[b.id] {
			continue
		}
		seen[b.id] = true
		others = append(others, b.id)
		if second.id == ontology.None {
			second = b
		}
	}
	if second.id == ontology.None {
		return
	}
	var iris, names []string
	for _, id := range others {
		iris = append(iris, c.iri(id))
		called := c.name(id)
		if called == c.name(first.id) {
			called += " [" + c.g.Concept(id).LocalName() + "]"
		}
		names = append(names, called)
	}
	rule := c.sameness(all)
	f := Finding{Rule: rule, Subject: c.iri(first.id), Value: first.label.Text, Others: iris, Count: 1 + len(others)}
	switch rule {
	case duplicateFolded:
		f.Says = english.Phrasef("label %s is the same as %s of %s to the crawl", strconv.Quote(first.label.Text), strconv.Quote(second.label.Text), list(names))
	default:
		f.Says = english.Phrasef("label %s is one of %s too: in a text, it counts for only one of them", strconv.Quote(first.label.Text), list(names))
	}
	c.add(f)
}

// sameness returns the worst rule that equal folded labels violate: two concepts have one
// name; a name is another concept's synonym; or the labels are equal only when folded.
func (c *checker) sameness(all []bearer) ID {
	worst := duplicateFolded
	owner, namesake := map[string]ontology.ID{}, map[string]ontology.ID{}
	other := func(first map[string]ontology.ID, b bearer) bool {
		id, ok := first[b.label.Text]
		if !ok {
			first[b.label.Text] = c.g.Canon(b.id)
		}
		return ok && id != c.g.Canon(b.id)
	}
	for _, b := range all {
		if other(owner, b) {
			worst = duplicateSynonym
		}
		if b.label.Kind == ontology.Preferred && other(namesake, b) {
			return duplicateLabel
		}
	}
	return worst
}

// list returns "A", "A and B" or "A, B and 3 more".
func list(names []string) english.Phrase {
	all := make([]any, len(names))
	for i, name := range names {
		all[i] = name
	}
	return listed(all)
}

// listed is list for what can be said in any language.
func listed(all []any) english.Phrase {
	const most = 3
	switch n := len(all); {
	case n == 0:
		return english.Phrase{}
	case n == 1:
		return english.Phrasef("%v", all[0])
	case n > most+1:
		return english.Phrasef("%v and %d more", row(all[:most]), n-most)
	default:
		return english.Phrasef("%v and %v", row(all[:n-1]), all[n-1])
	}
}

// row returns "A, B, C".
func row(all []any) english.Phrase {
	return english.Phrasef(strings.TrimPrefix(strings.Repeat(", %v", len(all)), ", "), all...)
}

// either returns "A or B".
func either(names []string) english.Phrase {
	said := english.Phrasef("%s", names[0])
	for _, name := range names[1:] {
		said = english.Phrasef("%v or %s", said, name)
	}
	return said
}

// definitions reports concepts without definition.
func (c *checker) definitions() {
	var without []ontology.ID
	for i := range c.g.Len() {
		if len(c.g.Concept(ontology.ID(i)).Definitions) == 0 {
			without = append(without, ontology.ID(i))
		}
	}
	if n := len(without); n > 1 && n == c.g.Len() {
		c.add(Finding{Rule: missingDefinition, Count: n, Says: english.Phrasef("no concept has a definition")})
		return
	}
	for _, id := range without {
		c.add(Finding{Rule: missingDefinition, Subject: c.iri(id), Says: english.Phrasef("no definition")})
	}
}
