package diff

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// graph reads one fact a line: "A isa B", "A = B", "A inc B", "A p:causes B"
// (an Includes by property causes), "A other B"; "A zh 台风" a name, "A alt en
// typhoons" an alternative one, "A def en ...", "A core", "A individual"; a word
// alone adds a concept. IRIs are ex:A, or as written if they hold a colon.
func graph(t testing.TB, lines string) *ontology.Graph {
	t.Helper()
	var b ontology.Builder
	iri := func(s string) string {
		if strings.Contains(s, ":") {
			return s
		}
		return "ex:" + s
	}
	for line := range strings.Lines(lines) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		id := b.Concept(iri(f[0]))
		if len(f) == 1 {
			continue
		}
		rest := func(i int) string { return strings.Join(f[i:], " ") }
		relate := func(r ontology.Relation, p string) { b.Relate(id, b.Concept(iri(f[2])), r, p) }
		switch verb := f[1]; {
		case verb == "isa":
			relate(ontology.IsA, "")
		case verb == "=":
			relate(ontology.Synonym, "")
		case verb == "inc":
			relate(ontology.Includes, "")
		case verb == "other":
			relate(ontology.Other, "")
		case strings.HasPrefix(verb, "p:"):
			relate(ontology.Includes, verb)
		case verb == "core":
			b.Core(id)
		case verb == "individual":
			b.Individual(id)
		case verb == "def":
			b.Define(id, ontology.Label{Text: rest(3), Lang: f[2]})
		case verb == "alt":
			b.Label(id, ontology.Label{Text: rest(3), Lang: f[2], Kind: ontology.Alternative})
		default:
			b.Label(id, ontology.Label{Text: rest(2), Lang: verb})
		}
	}
	g := b.Build()
	return g
}

// summary is a difference in one line a change, as a person would note it.
func summary(d *Diff) string {
	var lines []string
	add := func(s ...string) { lines = append(lines, strings.Join(s, " ")) }
	l := func(r Ref) string { return strings.TrimPrefix(r.IRI, "ex:") }
	edge := func(e Edge) string {
		s := l(e.From) + " " + e.Relation + " " + l(e.To)
		if e.Property != "" {
			s += " by " + e.Property
		}
		return s
	}
	for _, c := range d.Added {
		add("+", l(c.Ref))
		for _, e := range c.Relations {
			add("  +", edge(e))
		}
	}
	for _, c := range d.Removed {
		add("-", l(c.Ref))
		for _, e := range c.Relations {
			add("  -", edge(e))
		}
	}
	for _, r := range d.Renamed {
		add("renamed", l(r.Old), "to", l(r.New), "by", string(r.Why))
	}
	for _, p := range d.Properties {
		add("property", p.Old, "to", p.New)
	}
	list := func(refs []Ref) string {
		var s []string
		for _, r := range refs {
			s = append(s, l(r))
		}
		return "[" + strings.Join(s, " ") + "]"
	}
	for _, m := range d.Moved {
		add("moved", l(m.Concept), list(m.Before), "to", list(m.After))
	}
	text := func(t *Text) string {
		if t == nil {
			return "nothing"
		}
		return t.Kind + " " + t.Text + "@" + t.Lang
	}
	for _, t := range d.Labels {
		add("label", l(t.Concept), text(t.Old), "to", text(t.New))
	}
	for _, t := range d.Definitions {
		add("definition", l(t.Concept), text(t.Old), "to", text(t.New))
	}
	for _, r := range d.Relations {
		sign := "-"
		if r.Added {
			sign = "+"
		}
		add("edge", sign, edge(r.Edge))
	}
	for _, m := range d.Marks {
		sign := "-"
		if m.Set {
			sign = "+"
		}
		add("mark", sign, l(m.Concept), m.Mark)
	}
	return strings.Join(lines, "\n")
}
