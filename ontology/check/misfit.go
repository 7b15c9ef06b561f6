package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// values returns the distinct values of a blank node by property.
func (m *misfit) values(n string) map[string][]rdf.Object {
	by := map[string][]rdf.Object{}
	for _, t := range m.about[n] {
		by[t.Pred.String()] = append(by[t.Pred.String()], t.Obj)
	}
	return by
}

// node returns what is wrong with a blank node, if it says so itself.
func (m *misfit) node(n string) english.Phrase {
	by := m.values(n)
	types := map[string]bool{}
	for _, o := range by[nsRDF+"type"] {
		types[o.String()] = true
	}
	checks := []func() english.Phrase{
		func() english.Phrase { return m.restriction(by, types[nsOWL+"Restriction"]) },
		func() english.Phrase { return needs(types, by) },
		func() english.Phrase { return m.lists(by) },
		func() english.Phrase { return m.constructs(n, by, types) },
	}
	for _, check := range checks {
		if p := check(); !p.IsZero() {
			return p
		}
	}
	return english.Phrase{}
}

// restrictive reports whether a property gives a restriction its filler or number.
func restrictive(p string) bool {
	local, ok := strings.CutPrefix(p, nsOWL)
	return counting(p) || ok && slices.Contains([]string{"someValuesFrom", "allValuesFrom", "hasValue", "hasSelf"}, local)
}

func (m *misfit) restriction(by map[string][]rdf.Object, typed bool) english.Phrase {
	var fillers []string
	for p := range by {
		if restrictive(p) {
			fillers = append(fillers, p)
		}
	}
	slices.Sort(fillers)
	on := by[nsOWL+"onProperty"]
	what := append(slices.Clone(by[nsOWL+"onClass"]), by[nsOWL+"onDataRange"]...)
	if len(fillers)+len(on)+len(what) == 0 && !typed {
		return english.Phrase{}
	}
	switch {
	case len(on) > 1:
		return english.Phrasef("a restriction has %d times owl:onProperty", len(on))
	case len(on) == 0 && len(by[nsOWL+"onProperties"]) == 0:
		return english.Phrasef("a restriction lacks owl:onProperty")
	case len(on) == 1 && on[0].Type() == rdf.TermLiteral:
		return english.Phrasef("%s takes no text, but has %q", "owl:onProperty", on[0].String())
	case len(fillers) == 0:
		return english.Phrasef("a restriction lacks what it restricts to: owl:someValuesFrom, owl:allValuesFrom, owl:hasValue or a cardinality")
	case len(fillers) > 1:
		return english.Phrasef("a restriction has both %s and %s: make two of it", shortIRI(fillers[0]), shortIRI(fillers[1]))
	case len(by[fillers[0]]) > 1:
		return english.Phrasef("a restriction has %d times %s", len(by[fillers[0]]), shortIRI(fillers[0]))
	}
	return m.filler(fillers[0], by[fillers[0]][0], what)
}

// filler checks the value of a restriction that has one, and what its number counts.
func (m *misfit) filler(p string, value rdf.Object, what []rdf.Object) english.Phrase {
	local := strings.TrimPrefix(p, nsOWL)
	literal := value.Type() == rdf.TermLiteral
	counts := strings.HasSuffix(local, "ardinality")
	switch {
	case counts && (!literal || value.String() == "" || strings.Trim(value.String(), "0123456789") != ""):
		return english.Phrasef("%s takes a number from 0, but has %q", shortIRI(p), value.String())
	case strings.Contains(local, "Qualified") && len(what) == 0:
		return english.Phrasef("%s lacks owl:onClass or owl:onDataRange", shortIRI(p))
	case len(what) > 1:
		return english.Phrasef("a restriction has %d times owl:onClass or owl:onDataRange", len(what))
	case len(what) > 0 && !counts:
		return english.Phrasef("owl:onClass and owl:onDataRange go with a cardinality, not with %s", shortIRI(p))
	case local == "hasSelf":
		return english.Phrasef("owl:hasSelf takes true, but has %q", value.String())
	case literal && local != "hasValue":
		return english.Phrasef("%s takes no text, but has %q", shortIRI(p), value.String())
	case local == "hasValue" && value.Type() == rdf.TermBlank && len(m.about[nodeName(value)]) > 0:
		return english.Phrasef("owl:hasValue takes an individual or a literal, not a class")
	}
	return english.Phrase{}
}

// needs checks that a node of a type has what the type needs.
func needs(types map[string]bool, by map[string][]rdf.Object) english.Phrase {
	for _, x := range []struct {
		class string
		any   [][]string // of each, one
	}{
		{nsOWL + "Axiom", [][]string{{nsOWL + "annotatedSource"}, {nsOWL + "annotatedProperty"}, {nsOWL + "annotatedTarget"}}},
		{nsOWL + "Annotation", [][]string{{nsOWL + "annotatedSource"}, {nsOWL + "annotatedProperty"}, {nsOWL + "annotatedTarget"}}},
		{nsOWL + "NegativePropertyAssertion", [][]string{{nsOWL + "sourceIndividual"}, {nsOWL + "assertionProperty"}, {nsOWL + "targetIndividual", nsOWL + "targetValue"}}},
		{nsOWL + "AllDisjointClasses", [][]string{{nsOWL + "members"}}},
		{nsOWL + "AllDisjointProperties", [][]string{{nsOWL + "members"}}},
		{nsOWL + "AllDifferent", [][]string{{nsOWL + "members", nsOWL + "distinctMembers"}}},
		{nsSWRL + "Imp", [][]string{{nsSWRL + "body"}, {nsSWRL + "head"}}},
	} {
		if !types[x.class] {
			continue
		}
		for _, one := range x.any {
			n := 0
			for _, p := range one {
				n += len(by[p])
			}
			switch {
			case n == 0:
				return english.Phrasef("an %s lacks %s", shortIRI(x.class), shortIRI(one[0]))
			case n > 1:
				return english.Phrasef("an %s has %d times %s", shortIRI(x.class), n, shortIRI(one[0]))
			}
		}
		if x.class == nsOWL+"Axiom" {
			return english.Phrasef("it annotates an axiom that is not stated")
		}
	}
	return english.Phrase{}
}

// isListed reports whether a property takes a list.
func isListed(p string) bool {
	if local, ok := strings.CutPrefix(p, nsSWRL); ok {
		return local == "body" || local == "head" || local == "arguments"
	}
	local, ok := strings.CutPrefix(p, nsOWL)
	return ok && slices.Contains([]string{"unionOf", "intersectionOf", "oneOf", "members", "distinctMembers", "disjointUnionOf",
		"propertyChainAxiom", "hasKey", "withRestrictions", "onProperties"}, local)
}

func (m *misfit) lists(by map[string][]rdf.Object) english.Phrase {
	for _, p := range slices.Sorted(maps.Keys(by)) {
		if !isListed(p) {
			continue
		}
		if len(by[p]) > 1 {
			return english.Phrasef("%s is there %d times; it takes one list", shortIRI(p), len(by[p]))
		}
		if why := m.list(p, by[p][0]); !why.IsZero() {
			return why
		}
	}
	return english.Phrase{}
}

// list returns what is wrong with the list that property p has.
func (m *misfit) list(p string, o rdf.Object) english.Phrase {
	n, members := 0, 0
	for seen := map[string]bool{}; o.String() != nsRDF+"nil"; n++ {
		by := m.values(nodeName(o))
		switch {
		case o.Type() != rdf.TermBlank || len(by) == 0 || n == 0 && len(by[nsRDF+"first"])+len(by[nsRDF+"rest"]) == 0:
			return english.Phrasef("%s takes a list, but has %s", shortIRI(p), shortName(o))
		case seen[nodeName(o)]:
			return english.Phrasef("the list of %s runs in a circle", shortIRI(p))
		case len(by[nsRDF+"first"]) != 1:
			return english.Phrasef("a cell of the list of %s has %d times %s", shortIRI(p), len(by[nsRDF+"first"]), "rdf:first")
		case len(by[nsRDF+"rest"]) != 1:
			return english.Phrasef("a cell of the list of %s has %d times %s", shortIRI(p), len(by[nsRDF+"rest"]), "rdf:rest")
		}
		seen[nodeName(o)] = true
		members++
		o = by[nsRDF+"rest"][0]
	}
	least := 0
	switch strings.TrimPrefix(p, nsOWL) {
	case "members", "distinctMembers", "disjointUnionOf", "propertyChainAxiom":
		least = 2
	case "hasKey", "withRestrictions", "onProperties":
		least = 1
	}
	if members < least {
		return english.Phrasef("the list of %s has %d members, but needs %d", shortIRI(p), members, least)
	}
	return english.Phrase{}
}

// constructs checks that a class or data range is made by one construct.
func (m *misfit) constructs(n string, by map[string][]rdf.Object, types map[string]bool) english.Phrase {
	var made []string
	for _, local := range []string{"unionOf", "intersectionOf", "oneOf", "complementOf", "datatypeComplementOf", "onDatatype", "withRestrictions"} {
		if len(by[nsOWL+local]) > 0 {
			made = append(made, "owl:"+local)
		}
	}
	switch {
	case slices.Equal(made, []string{"owl:withRestrictions"}):
		return english.Phrasef("%s lacks %s", "owl:withRestrictions", "owl:onDatatype")
	case slices.Equal(made, []string{"owl:onDatatype"}):
		return english.Phrasef("%s lacks %s", "owl:onDatatype", "owl:withRestrictions")
	case len(made) > 1 && !slices.Equal(made, []string{"owl:onDatatype", "owl:withRestrictions"}):
		return english.Phrasef("an unnamed class has both %s and %s: make two of it", made[0], made[1])
	case len(made) == 0 && (types[nsOWL+"Class"] || types[nsRDFS+"Datatype"]):
		return english.Phrasef("an unnamed class says nothing")
	case len(made) == 0:
		return english.Phrase{}
	}
	what := by[nsOWL+strings.TrimPrefix(made[0], "owl:")]
	if len(what) > 1 {
		return english.Phrasef("an unnamed class has %d times %s: make two of it", len(what), made[0])
	}
	o := what[0]
	switch {
	case o.Type() == rdf.TermBlank && nodeName(o) == n:
		return english.Phrasef("an unnamed class holds itself")
	case made[0] == "owl:complementOf" && len(m.values(nodeName(o))[nsRDF+"first"]) > 0:
		return english.Phrasef("owl:complementOf takes one class, not a list")
	case made[0] == "owl:oneOf":
		return english.Phrasef("owl:oneOf takes individuals or literals, not both")
	}
	return english.Phrase{}
}
