package axiom

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This part says in which profile of OWL 2 axioms lie, and what leaves it (W3C, OWL 2 Profiles, second
// edition): EL, QL and RL by their grammars, and DL by its restrictions on all axioms together
// (Structural Specification, section 11.2).

// Name names a profile.
type Profile string

// The profiles.
const (
	EL Profile = "EL"
	QL Profile = "QL"
	RL Profile = "RL"
	DL Profile = "DL"
)

// All returns the profiles, the widest first.
func Profiles() []Profile { return []Profile{DL, EL, QL, RL} }

// Leaving is an axiom that leaves a profile.
type Leaving struct {
	Axiom Axiom
	Why   english.Phrase // "ObjectUnionOf has no place in OWL 2 EL"
}

// Leaves returns the axioms that leave a profile, each with the first reason, in their order.
func Leaves(p Profile, axioms []Axiom) (all []Leaving) {
	check := newJudge(p, axioms).why
	if p == DL {
		check = newGlobal(axioms).why
	}
	for _, a := range axioms {
		if why := check(a); !why.IsZero() {
			all = append(all, Leaving{a, why})
		}
	}
	return all
}

// judge holds axioms to a grammar.
type judge struct {
	name Profile
	g    *profileGrammar
	own  map[string]bool // datatypes that the axioms define
}

func newJudge(p Profile, axioms []Axiom) *judge {
	j := &judge{name: p, g: grammarOf(p), own: map[string]bool{}}
	for _, a := range axioms {
		if a.Op == DatatypeDefinition {
			j.own[a.Args[0].Text] = true
		}
	}
	return j
}

// why says why an axiom leaves the profile.
func (j *judge) why(a Axiom) english.Phrase {
	if a.Op == Declaration || a.Op >= AnnotationAssertion && a.Op <= AnnotationPropertyRange {
		return english.Phrase{}
	}
	places, ok := j.g.places["axiom"][a.Op]
	if !ok {
		return j.none(a.Op)
	}
	return j.each(a.Args, places)
}

func (j *judge) none(op Op) english.Phrase {
	return english.Phrasef("%s has no place in OWL 2 %s", op.String(), string(j.name))
}

// each holds arguments to their places; the last place repeats.
func (j *judge) each(args []Expr, places []string) english.Phrase {
	for i, e := range args {
		if why := j.expr(e, places[min(i, len(places)-1)], len(args)); !why.IsZero() {
			return why
		}
	}
	return english.Phrase{}
}

// expr holds an expression to a place: the name of a nonterminal, or a bound of numbers or of lists.
func (j *judge) expr(e Expr, place string, of int) english.Phrase {
	switch sort := e.Op.Sort(); {
	case place == "one" && of > 1:
		return english.Phrasef("OWL 2 %s has enumerations of one member only", string(j.name))
	case place == "0|1" && e.Text != "0" && e.Text != "1":
		return english.Phrasef("OWL 2 %s has no number above 1 here", string(j.name))
	case e.Op == Anonymous && !j.g.anonymous:
		return english.Phrasef("OWL 2 %s has no anonymous individuals", string(j.name))
	case e.Op == Literal && e.Lang == "":
		return j.datatype(e.Datatype)
	case e.Op == Datatype:
		return j.datatype(e.Text)
	case SortClass.Takes(sort):
		return j.class(e, place)
	case sort == SortUnnamedRange, sort == SortInverse, sort == sortChain:
		places, ok := j.g.places["any"][e.Op]
		if !ok {
			return j.none(e.Op)
		}
		return j.each(e.Args, places)
	}
	return english.Phrase{}
}

func (j *judge) class(e Expr, place string) english.Phrase {
	switch {
	case place == "thing" || strings.HasSuffix(place, "|thing") && e.Text == owlNS+"Thing":
		if e.Text == owlNS+"Thing" {
			return english.Phrase{}
		}
		return english.Phrasef("%s of anything but owl:Thing has no place in OWL 2 %s on this side", ObjectSomeValuesFrom.String(), string(j.name))
	case place == "named" && e.Op != Class:
		return english.Phrasef("OWL 2 %s has only named classes here, and no %s", string(j.name), e.Op.String())
	case e.Op == Class && e.Text == owlNS+"Thing" && j.g.noThing:
		return english.Phrasef("owl:Thing has no place in OWL 2 %s on this side", string(j.name))
	case e.Op == Class:
		return english.Phrase{}
	}
	place, _, _ = strings.Cut(place, "|")
	places, ok := j.g.places[place][e.Op]
	switch {
	case ok:
		return j.each(e.Args, places)
	case j.g.knows(e.Op):
		return english.Phrasef("%s has no place in OWL 2 %s on this side", e.Op.String(), string(j.name))
	}
	return j.none(e.Op)
}

func (j *judge) datatype(iri string) english.Phrase {
	local, builtin := strings.CutPrefix(iri, xsdNS)
	switch {
	case iri == "" || j.own[iri] || !IsOWLDatatype(iri) && !builtin:
		return english.Phrase{}
	case !builtin:
		local = iri[strings.IndexByte(iri, '#')+1:]
	}
	if slices.Contains(j.g.datatypes, local) {
		return english.Phrase{}
	}
	return english.Phrasef("OWL 2 %s has no datatype %s", string(j.name), local)
}

const (
	owlNS = "http://www.w3.org/2002/07/owl#"
	xsdNS = "http://www.w3.org/2001/XMLSchema#"
)
