package reason

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

const (
	owlNS  = "http://www.w3.org/2002/07/owl#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	xsdNS  = "http://www.w3.org/2001/XMLSchema#"
)

// notes collects why an axiom is not read in full; nil collects nothing.
type notes []string

func (n *notes) add(reason english.Word) {
	if n != nil && !slices.Contains(*n, string(reason)) {
		*n = append(*n, string(reason))
	}
}

// beyond is the reason of a construct that the profile does not have.
func beyond(op axiom.Op) english.Word { return english.Word(op.String() + outsideEL) }

// Ends of reasons that begin with a construct.
const (
	outsideEL = " is outside OWL 2 EL"
	severalEL = " of several on the right of an inclusion is outside OWL 2 EL"
)

// Says is o.Reason in any language.
func (o Outside) Says() english.Phrase {
	if op, ok := strings.CutSuffix(o.Reason, severalEL); ok {
		return english.Phrasef("%s of several on the right of an inclusion is outside OWL 2 EL", op)
	}
	if op, ok := strings.CutSuffix(o.Reason, outsideEL); ok && !strings.Contains(op, " ") {
		return english.Phrasef("%s is outside OWL 2 EL", op)
	}
	return english.Phrasef("%s", english.Word(o.Reason))
}

// reading is a walk through the expressions of one axiom.
type reading struct {
	*index
	notes *notes
}

// class returns the atom of a class expression that stands on side s.
func (r reading) class(e *axiom.Expr, s side) int32 {
	switch e.Op {
	case axiom.Class:
		return r.root(e.Text)
	case axiom.ObjectIntersectionOf, axiom.DataIntersectionOf:
		return r.intersection(e, s)
	case axiom.ObjectUnionOf, axiom.ObjectOneOf:
		return r.union(e, s)
	case axiom.ObjectComplementOf:
		return r.complement(&e.Args[0], s)
	case axiom.ObjectSomeValuesFrom, axiom.ObjectHasValue:
		return r.some(r.role(&e.Args[0]), r.filler(&e.Args[1], s), s)
	case axiom.ObjectHasSelf:
		return r.itself(e, s)
	case axiom.DataSomeValuesFrom, axiom.DataHasValue:
		if len(e.Args) != 2 {
			return r.opaque(e, nil, s)
		}
		return r.some(r.dataRole(&e.Args[0]), r.dataRange(&e.Args[1], s), s)
	case axiom.ObjectAllValuesFrom:
		return r.only(e, s)
	case axiom.ObjectMinCardinality, axiom.ObjectMaxCardinality, axiom.ObjectExactCardinality,
		axiom.DataMinCardinality, axiom.DataMaxCardinality, axiom.DataExactCardinality:
		return r.cardinality(e, s)
	case axiom.NamedIndividual, axiom.Anonymous:
		return r.individual(e)
	}
	return r.opaque(e, nil, s)
}

// root returns the atom of a named class, which becomes a class of the hierarchy.
func (ix *index) root(iri string) int32 {
	before := len(ix.all)
	id := ix.atoms.class(iri)
	if len(ix.all) > before {
		ix.roots = append(ix.roots, id)
	}
	return id
}

// individual returns the atom of an individual: a class that has no other member.
func (ix *index) individual(e *axiom.Expr) int32 {
	text := e.Text
	if e.Op == axiom.Anonymous {
		text = "_:" + text
	}
	before := len(ix.all)
	id := ix.noun(nominal, text)
	if len(ix.all) > before {
		ix.roots = append(ix.roots, id)
	}
	return id
}

// parts returns the atoms of the arguments, sorted, each once.
func (r reading) each(args []axiom.Expr, s side) []int32 {
	ids := make([]int32, 0, len(args))
	for i := range args {
		ids = append(ids, r.part(&args[i], s))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (r reading) part(e *axiom.Expr, s side) int32 {
	switch e.Op.Sort() {
	case axiom.SortDatatype, axiom.SortUnnamedRange, axiom.SortLiteral:
		return r.dataRange(e, s)
	}
	return r.class(e, s)
}

// intersection puts the parts together two by two.
func (r reading) intersection(e *axiom.Expr, s side) int32 {
	ids := r.each(e.Args, s)
	all := top
	for _, id := range ids {
		before := all
		if all = r.both(all, id); all != before && all != id {
			r.occur(all, s)
		}
	}
	return all
}

// union is complete on the left, where each part is a kind of it. On the right it says less.
func (r reading) union(e *axiom.Expr, s side) int32 {
	parts := s
	if s == right {
		parts = nowhere
	}
	if len(e.Args) > 1 && s == right {
		r.notes.add(english.Word(e.Op.String() + severalEL))
	}
	q := r
	if parts == nowhere {
		q.notes = nil
	}
	ids := q.each(e.Args, parts)
	if len(ids) == 1 {
		if s == right && e.Op == axiom.ObjectOneOf {
			r.notes.add(english.Word("a class that has only the members of ObjectOneOf is read as one of their kind, not as the same"))
		}
		return ids[0]
	}
	id := r.noun(union, keyOf(ids))
	if r.parts[id] == nil {
		r.parts[id] = ids
	}
	return r.occur(id, s)
}

// complement is complete on the right: a kind of "not C" has nothing in common with C.
func (r reading) complement(e *axiom.Expr, s side) int32 {
	within := nowhere
	switch s {
	case right:
		within = left
	case left:
		r.notes.add(english.Word("ObjectComplementOf on the left of an inclusion is outside OWL 2 EL"))
		r.notes = nil
	}
	return r.not(r.class(e, within), s)
}

func (r reading) not(id int32, s side) int32 {
	return r.occur(r.make(negated, id, 0), s)
}

// some is the existential of a role and a filler.
func (r reading) some(role, filler int32, s side) int32 {
	if filler == bottom || role == bottomRole {
		return bottom
	}
	return r.occur(r.make(exist, role, filler), s)
}

// filler reads what stands in an existential, where even one individual is in EL.
func (r reading) filler(e *axiom.Expr, s side) int32 {
	if e.Op == axiom.ObjectOneOf && len(e.Args) == 1 {
		return r.individual(&e.Args[0])
	}
	return r.class(e, s)
}

// itself has its own rule; with chains of properties only a part of it is inferred.
func (r reading) itself(e *axiom.Expr, s side) int32 {
	if s == left {
		r.notes.add(english.Word("ObjectHasSelf on the left of an inclusion is not inferred by way of property chains"))
	}
	return r.occur(r.make(self, r.role(&e.Args[0]), 0), s)
}

// only says something that the rules decide if it says "none".
func (r reading) only(e *axiom.Expr, s side) int32 {
	switch filler := &e.Args[1]; {
	case isThing(filler):
		return top
	case filler.Op == axiom.Class && filler.Text == owlNS+"Nothing" && s == right:
		return r.not(r.some(r.role(&e.Args[0]), top, left), s)
	}
	return r.opaque(e, nil, s)
}

func isThing(e *axiom.Expr) bool { return e.Op == axiom.Class && e.Text == owlNS+"Thing" }

// cardinality reads "at least one" and "none", and of "several" that there is one.
func (r reading) cardinality(e *axiom.Expr, s side) int32 {
	n := strings.TrimLeft(e.Args[0].Text, "0") // decimal digits
	least := e.Op == axiom.ObjectMinCardinality || e.Op == axiom.DataMinCardinality
	most := e.Op == axiom.ObjectMaxCardinality || e.Op == axiom.DataMaxCardinality
	switch {
	case least && n == "":
		return top
	case least && n == "1":
		return r.counted(e, s)
	case n == "" && s == right:
		return r.not(r.counted(e, left), s)
	case most || n == "":
		return r.opaque(e, nil, s)
	}
	return r.opaque(e, r.counted, s)
}

// counted is the existential of what a cardinality counts.
func (r reading) counted(e *axiom.Expr, s side) int32 {
	isData := e.Op == axiom.DataMinCardinality || e.Op == axiom.DataMaxCardinality || e.Op == axiom.DataExactCardinality
	role, filler := int32(0), top
	if isData {
		role = r.dataRole(&e.Args[1])
	} else {
		role = r.role(&e.Args[1])
	}
	switch {
	case len(e.Args) > 2 && isData:
		filler = r.dataRange(&e.Args[2], s)
	case len(e.Args) > 2:
		filler = r.class(&e.Args[2], s)
	}
	return r.some(role, filler, s)
}

// opaque is an expression that only equals itself. On the right it also means weaker, if that
// is not nil.
func (r reading) opaque(e *axiom.Expr, weaker func(*axiom.Expr, side) int32, s side) int32 {
	r.notes.add(beyond(e.Op))
	id := r.occur(r.noun(opaque, e.String()), s)
	if s == right && weaker != nil {
		r.say(id, weaker(e, right))
	}
	return id
}

// dataRange reads a data range, datatype or literal.
func (r reading) dataRange(e *axiom.Expr, s side) int32 {
	switch e.Op {
	case axiom.Datatype:
		if e.Text == rdfsNS+"Literal" {
			return top
		}
		if s == left {
			r.notes.add(english.Word("datatypes are compared by their names only"))
		}
		return r.noun(data, e.Text)
	case axiom.Literal:
		return r.literal(e, s)
	case axiom.DataIntersectionOf:
		return r.intersection(e, s)
	case axiom.DataOneOf:
		if len(e.Args) == 1 {
			return r.literal(&e.Args[0], s)
		}
	}
	r.notes.add(beyond(e.Op))
	return r.noun(data, e.String())
}

// literal returns the atom of a literal, which is of its datatype.
func (r reading) literal(e *axiom.Expr, s side) int32 {
	if s == left && e.Datatype != "" {
		r.notes.add(english.Word("typed literals are compared as they are written"))
	}
	before := len(r.all)
	id := r.noun(data, e.String())
	if len(r.all) > before {
		datatype := e.Datatype
		switch {
		case e.Lang != "":
			datatype = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
		case datatype == "":
			datatype = xsdNS + "string"
		}
		r.say(id, r.noun(data, datatype))
	}
	return id
}
