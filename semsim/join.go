package semsim

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Join makes one topic of several: a text belongs to it if it belongs to any.
// The arguments are not changed; nil ones are left out.
//
// Entries with the same IRI, or with a common preferred label (lower case,
// white space collapsed), become one entry. It has the greatest weight, is core
// if one of them is, and has the labels of all. Those that come from one vector are
// Namesakes of the entry.
//
// A label that several entries then have stays with one: a core entry, then the
// entry that prefers it, then the heavier, then the earlier. So the floods that
// a typhoon causes, which have many names there, do not merge the several kinds
// of floods of another ontology, and the core of each topic stays core. An
// entry without labels is dropped.
//
// Concept of an entry belongs to the graph of the first vector that has it.
func Join(vs ...*TopicVector) *TopicVector {
	joined := &TopicVector{Marked: len(vs) > 0}
	var names []string
	var all []Entry
	var from []int // the vector of each entry
	for i, v := range vs {
		if v == nil {
			continue
		}
		if !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
		joined.Marked = joined.Marked && v.Marked
		all = append(all, v.Entries...)
		for range v.Entries {
			from = append(from, i)
		}
	}
	joined.Name = strings.Join(names, ", ")
	group := merge(all)
	joined.Entries = unite(all, from, group, claims(all, group))
	slices.SortStableFunc(joined.Entries, heavier)
	return joined
}

// merge groups entries that share an IRI or a preferred label. It returns for
// each entry the first entry of its group.
func merge(all []Entry) []int {
	group := make([]int, len(all))
	first := map[string]int{} // by IRI or label
	for i := range all {
		group[i] = i
		for _, key := range keys(&all[i]) {
			j, ok := first[key]
			if !ok {
				first[key] = i
				continue
			}
			a, b := groupOf(group, i), groupOf(group, j)
			group[max(a, b)] = min(a, b)
		}
	}
	for i := range group {
		group[i] = groupOf(group, i)
	}
	return group
}

func groupOf(group []int, i int) int {
	for group[i] != i {
		i = group[i]
	}
	return i
}

// keys are the IRI and the preferred labels of e.
func keys(e *Entry) []string {
	keys := []string{"iri " + e.IRI}
	for _, l := range e.Labels {
		if l.Kind == ontology.Preferred {
			keys = append(keys, "label "+fold(l.Text))
		}
	}
	return keys
}

func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// claims returns the group that each label text belongs to.
func claims(all []Entry, group []int) map[string]int {
	type claim struct {
		entry *Entry
		kind  ontology.LabelKind
		group int
	}
	best := map[string]claim{}
	for i := range all {
		for _, l := range all[i].Labels {
			c := claim{&all[i], l.Kind, group[i]}
			old, ok := best[fold(l.Text)]
			if !ok || stronger(c.entry, old.entry, c.kind, old.kind) {
				best[fold(l.Text)] = c
			}
		}
	}
	owner := make(map[string]int, len(best))
	for text, c := range best {
		owner[text] = c.group
	}
	return owner
}

// stronger reports whether e, where the label has kind, has a better claim to
// it than the earlier f, where it has other.
func stronger(e, f *Entry, kind, other ontology.LabelKind) bool {
	switch {
	case e.Core != f.Core:
		return e.Core
	case kind != other:
		return kind < other
	}
	return e.Weight > f.Weight
}

// unite makes one entry of each group, with the labels that belong to it.
// from are the vectors of the entries.
func unite(all []Entry, from, group []int, owner map[string]int) []Entry {
	members := make([][]int, len(all))
	for i, first := range group {
		members[first] = append(members[first], i)
	}
	var out []Entry
	for first, members := range members {
		if len(members) == 0 {
			continue
		}
		e := all[first]
		e.Above = nil
		var labels labelSet
		e.Namesakes = namesakes(all, from, members)
		for _, i := range members {
			e.Weight, e.Core = max(e.Weight, all[i].Weight), e.Core || all[i].Core
			labels.add(all[i].Labels)
			for _, iri := range all[i].Above {
				if !slices.Contains(e.Above, iri) {
					e.Above = append(e.Above, iri)
				}
			}
		}
		e.Labels = slices.DeleteFunc(labels.labels, func(l ontology.Label) bool { return owner[fold(l.Text)] != first })
		if len(e.Labels) > 0 {
			out = append(out, e)
		}
	}
	return out
}

// namesakes returns the entries that the first member shares its name and its vector with, and
// those that any member had already, each once.
func namesakes(all []Entry, from, members []int) (same []Namesake) {
	first := members[0]
	add := func(n Namesake) {
		if n.IRI != all[first].IRI && !slices.ContainsFunc(same, func(s Namesake) bool { return s.IRI == n.IRI }) {
			same = append(same, n)
		}
	}
	for _, i := range members {
		for _, n := range all[i].Namesakes {
			add(n)
		}
		if e := &all[i]; from[i] == from[first] {
			add(Namesake{Ref{e.Concept, e.IRI, e.Zh, e.En, e.Lang}, e.Weight, e.Core})
		}
	}
	return same
}
