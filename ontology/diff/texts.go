package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Text is a label or a definition.
type Text struct {
	Text string `json:"text"`
	Lang string `json:"lang"`           // in lower case: tags are compared so (RDF 1.1 Concepts, section 3.3)
	Kind string `json:"kind,omitempty"` // preferred, alternative, hidden or loose
}

// TextChange is a text of a kept concept that was added (Old is nil), removed
// (New is nil) or changed.
type TextChange struct {
	Concept Ref   `json:"concept"` // as it is named now
	Old     *Text `json:"old"`
	New     *Text `json:"new"`
}

func kindName(k ontology.LabelKind) string {
	switch k {
	case ontology.Preferred:
		return "preferred"
	case ontology.Alternative:
		return "alternative"
	case ontology.Hidden:
		return "hidden"
	}
	return "loose"
}

// texts sorts labels, because their order in a file has no meaning.
func texts(labels []ontology.Label) []Text {
	all := make([]Text, len(labels))
	for i, l := range labels {
		all[i] = Text{l.Text, strings.ToLower(l.Lang), kindName(l.Kind)}
	}
	sorts.Func(all, compareText)
	return slices.Compact(all)
}

func compareText(a, b Text) int {
	return cmp.Or(cmp.Compare(a.Lang, b.Lang), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
}

func byText(a, b TextChange) int {
	first := func(t TextChange) Text {
		if t.Old != nil {
			return *t.Old
		}
		return *t.New
	}
	return cmp.Or(byRef(a.Concept, b.Concept), compareText(first(a), first(b)), compareBool(a.Old == nil, b.Old == nil))
}

// texts adds the changed texts of a kept concept.
func (d *Diff) texts(m *matching, before, now ontology.ID) {
	o, n := m.old.g.Concept(before), m.new.g.Concept(now)
	r := refOf(m.new.g, now)
	d.Labels = append(d.Labels, changes(r, texts(o.Labels), texts(n.Labels))...)
	d.Definitions = append(d.Definitions, changes(r, texts(o.Definitions), texts(n.Definitions))...)
}

// changes pairs removed and added texts: equal texts with another kind of label, equal
// texts in another language, then other texts; each only if the pair is unique. Unpaired
// texts were removed or added.
func changes(concept Ref, old, now []Text) []TextChange {
	gone, came := less(old, now), less(now, old)
	var all []TextChange
	for _, mark := range []func(Text) string{
		func(t Text) string { return t.Lang + "\x00" + t.Text },
		func(t Text) string { return t.Text },
		func(t Text) string { return t.Lang + "\x00" + t.Kind },
	} {
		gone, came = pairTexts(gone, came, mark, func(o, n Text) {
			all = append(all, TextChange{concept, &o, &n})
		})
	}
	for _, t := range gone {
		all = append(all, TextChange{Concept: concept, Old: &t})
	}
	for _, t := range came {
		all = append(all, TextChange{Concept: concept, New: &t})
	}
	return all
}

// less returns the texts of a that b lacks.
func less(a, b []Text) []Text {
	in := make(map[Text]bool, len(b))
	for _, t := range b {
		in[t] = true
	}
	var rest []Text
	for _, t := range a {
		if !in[t] {
			rest = append(rest, t)
		}
	}
	return rest
}

// pairTexts calls found for each pair of texts whose mark is unique in both lists, and
// returns the other texts.
func pairTexts(gone, came []Text, mark func(Text) string, found func(o, n Text)) (restGone, restCame []Text) {
	olds, news := only(gone, mark), only(came, mark)
	for _, o := range gone {
		k := mark(o)
		if n := news[k]; olds[k] != nil && n != nil {
			found(o, *n)
			continue
		}
		restGone = append(restGone, o)
	}
	for _, n := range came {
		if k := mark(n); olds[k] == nil || news[k] == nil {
			restCame = append(restCame, n)
		}
	}
	return restGone, restCame
}

// only maps each mark to its text, or to nil if several texts have it.
func only(list []Text, mark func(Text) string) map[string]*Text {
	by := map[string]*Text{}
	for i := range list {
		k := mark(list[i])
		if has(by, k) {
			by[k] = nil
		} else {
			by[k] = &list[i]
		}
	}
	return by
}
