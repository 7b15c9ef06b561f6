package manchester

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// home is where an axiom stands: in a section of a frame, or in a frame of several entities.
type home struct {
	frame   entity
	section string       // "" for a declaration, and for a frame of several
	args    []axiom.Expr // what the section says
	several string       // the keyword of a frame of several entities, or Rule:
}

// home finds the place of an axiom. It is not ok if there is none.
func (e *encoder) home(a axiom.Axiom) (h home, ok bool) {
	if section := sectionOf(a.Op); section != "" {
		about, args := subjectOf(a)
		if at, ok := e.entity(about); ok {
			return home{frame: at, section: section, args: args}, true
		}
		return e.upside(a)
	}
	switch a.Op {
	case axiom.Declaration:
		at, ok := e.entity(a.Args[0])
		return home{frame: at}, ok && len(a.Annotations) == 0
	case axiom.AnnotationAssertion:
		s := a.Args[1]
		if s.Op == axiom.Anonymous {
			at, _ := e.entity(s)
			return home{frame: at, section: "Annotations:"}, true
		}
		op, ok := e.kinds[s.Text]
		return home{frame: entity{op, s.Text}, section: "Annotations:"}, ok
	case axiom.DLSafeRule:
		return home{several: "Rule:"}, len(a.Annotations) == 0
	}
	return e.group(a)
}

// group finds the place of an axiom about two or more things alike.
func (e *encoder) group(a axiom.Axiom) (home, bool) {
	section, several := "", ""
	switch a.Op {
	case axiom.EquivalentClasses:
		section, several = "EquivalentTo:", "EquivalentClasses:"
	case axiom.DisjointClasses:
		section, several = "DisjointWith:", "DisjointClasses:"
	case axiom.EquivalentObjectProperties, axiom.EquivalentDataProperties:
		section, several = "EquivalentTo:", "EquivalentProperties:"
	case axiom.DisjointObjectProperties, axiom.DisjointDataProperties:
		section, several = "DisjointWith:", "DisjointProperties:"
	case axiom.SameIndividual:
		section, several = "SameAs:", "SameIndividual:"
	case axiom.DifferentIndividuals:
		section, several = "DifferentFrom:", "DifferentIndividuals:"
	default:
		return home{}, false
	}
	if at, ok := e.entity(a.Args[0]); ok && len(a.Args) == 2 {
		return home{frame: at, section: section, args: a.Args[1:]}, true
	}
	return home{several: several, args: a.Args}, true
}

// upside finds the place of an axiom in the frame of what is above its subject.
func (e *encoder) upside(a axiom.Axiom) (home, bool) {
	section := ""
	switch a.Op {
	case axiom.SubClassOf:
		section = "SuperClassOf:"
	case axiom.SubObjectPropertyOf:
		section = "SuperPropertyOf:"
	case axiom.InverseObjectProperties:
		at, ok := e.entity(a.Args[1])
		return home{frame: at, section: "InverseOf:", args: a.Args[:1]}, ok
	default:
		return home{}, false
	}
	at, ok := e.entity(a.Args[1])
	return home{frame: at, section: section, args: a.Args[:1]}, ok
}

// entity returns the frame of an argument that has a name. The words of OWL itself get one
// where something is said of them.
func (e *encoder) entity(x axiom.Expr) (entity, bool) {
	switch {
	case x.Op.IsEntity():
		return entity{x.Op, x.Text}, true
	case x.Op == axiom.Anonymous:
		return entity{axiom.NamedIndividual, "_:" + x.Text}, true
	}
	return entity{}, false
}

// sectionOf returns the section of axioms about one thing, or "".
func sectionOf(op axiom.Op) string {
	switch op {
	case axiom.SubClassOf:
		return "SubClassOf:"
	case axiom.DisjointUnion:
		return "DisjointUnionOf:"
	case axiom.HasKey:
		return "HasKey:"
	case axiom.SubObjectPropertyOf, axiom.SubDataPropertyOf, axiom.SubAnnotationPropertyOf:
		return "SubPropertyOf:"
	case axiom.InverseObjectProperties:
		return "InverseOf:"
	case axiom.ObjectPropertyDomain, axiom.DataPropertyDomain, axiom.AnnotationPropertyDomain:
		return "Domain:"
	case axiom.ObjectPropertyRange, axiom.DataPropertyRange, axiom.AnnotationPropertyRange:
		return "Range:"
	case axiom.DatatypeDefinition:
		return "EquivalentTo:"
	case axiom.ClassAssertion:
		return "Types:"
	case axiom.ObjectPropertyAssertion, axiom.DataPropertyAssertion, axiom.NegativeObjectPropertyAssertion, axiom.NegativeDataPropertyAssertion:
		return "Facts:"
	}
	if trait(op) != "" {
		return "Characteristics:"
	}
	return ""
}

// subjectOf returns the subject of an axiom with a section, and the rest.
func subjectOf(a axiom.Axiom) (axiom.Expr, []axiom.Expr) {
	switch a.Op {
	case axiom.ClassAssertion:
		return a.Args[1], a.Args[:1]
	case axiom.ObjectPropertyAssertion, axiom.DataPropertyAssertion, axiom.NegativeObjectPropertyAssertion, axiom.NegativeDataPropertyAssertion:
		return a.Args[1], []axiom.Expr{a.Args[0], a.Args[2]}
	case axiom.SubObjectPropertyOf:
		if a.Args[0].Op == axiom.ObjectPropertyChain {
			return a.Args[1], a.Args[:1]
		}
	}
	return a.Args[0], a.Args[1:]
}

// trait returns the word of a characteristic, or "".
func trait(op axiom.Op) string {
	for _, word := range []string{"Functional", "InverseFunctional", "Reflexive", "Irreflexive", "Symmetric", "Asymmetric", "Transitive"} {
		if characteristic(word, false) == op || characteristic(word, true) == op {
			return word
		}
	}
	return ""
}

// fits reports whether an axiom has a place, and words for all its parts.
func (e *encoder) fits(a axiom.Axiom) bool {
	if _, ok := e.home(a); !ok {
		return false
	}
	ok := a.Op != axiom.AnnotationAssertion || a.Args[2].Op != axiom.Anonymous
	for _, n := range a.Annotations {
		ok = ok && named(n)
	}
	a.Walk(func(x axiom.Expr) { ok = ok && e.sayable(x) })
	return ok
}

// named reports whether an annotation has no anonymous individual as its value, which the OWL
// API does not read there.
func named(n axiom.Annotation) bool {
	return n.Value.Op != axiom.Anonymous && !slices.ContainsFunc(n.Annotations, func(m axiom.Annotation) bool { return !named(m) })
}

// place writes an axiom into its section.
func (e *encoder) place(a axiom.Axiom) {
	h, _ := e.home(a)
	notes := e.notes(a.Annotations)
	if h.several != "" {
		e.others = append(e.others, h.several+" "+notes+e.severally(a, h))
		return
	}
	if e.items[h.frame] == nil {
		e.items[h.frame] = map[string][]string{}
	}
	section := h.section
	if section == "SubPropertyOf:" && a.Args[0].Op == axiom.ObjectPropertyChain {
		section = "SubPropertyChain:"
	}
	if section != "" {
		e.items[h.frame][section] = append(e.items[h.frame][section], notes+e.item(a, h))
	}
}

// item returns what an axiom says in its section.
func (e *encoder) item(a axiom.Axiom, h home) string {
	switch a.Op {
	case axiom.AnnotationAssertion:
		return e.name(a.Args[0].Text) + " " + e.expr(a.Args[2])
	case axiom.ObjectPropertyAssertion, axiom.DataPropertyAssertion:
		return e.expr(h.args[0]) + " " + e.expr(h.args[1])
	case axiom.NegativeObjectPropertyAssertion, axiom.NegativeDataPropertyAssertion:
		return "not " + e.expr(h.args[0]) + " " + e.expr(h.args[1])
	}
	if word := trait(a.Op); word != "" {
		return word
	}
	return e.list(h.args, ", ", e.expr)
}

// severally returns what a frame of several entities says.
func (e *encoder) severally(a axiom.Axiom, h home) string {
	if a.Op == axiom.DLSafeRule {
		return e.list(a.Args[0].Args, ", ", e.atom) + " -> " + e.list(a.Args[1].Args, ", ", e.atom)
	}
	return e.list(h.args, ", ", e.expr)
}

func (e *encoder) list(all []axiom.Expr, sep string, write func(axiom.Expr) string) string {
	words := make([]string, len(all))
	for i, x := range all {
		words[i] = write(x)
	}
	return strings.Join(words, sep)
}
