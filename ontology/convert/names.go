package convert

import (
	"maps"
	"slices"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Renamed counts the concepts that have another name in a text that was written
// of the document, and gives an example. Of several labels in one language, the
// first is the name, and some syntaxes sort labels.
func (d *Document) Renamed(text []byte) (n int, example english.Phrase, err error) {
	before, several := d.names()
	if !several {
		return 0, example, nil
	}
	again, err := d.reread(text)
	if err != nil {
		return 0, example, err
	}
	after, _ := again.names()
	for _, k := range slices.Sorted(maps.Keys(before)) {
		if now, ok := after[k]; ok && now != before[k] {
			if n++; n == 1 {
				example = english.Phrasef("%s is %q, was %q", k, now, before[k])
			}
		}
	}
	return n, example, nil
}

// names returns the first rdfs:label in each language of each subject, by "IRI
// @language", and whether some subject has several in one language.
func (d *Document) names() (first map[string]string, several bool) {
	first = make(map[string]string)
	for _, t := range d.Triples {
		l, ok := t.Obj.(rdf.Literal)
		if !ok || t.Pred.String() != rdfsLabel {
			continue
		}
		key := t.Subj.String()
		if l.Lang() != "" {
			key += " @" + l.Lang()
		}
		if _, taken := first[key]; taken {
			several = true
		} else {
			first[key] = l.String()
		}
	}
	return first, several
}
