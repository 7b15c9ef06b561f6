package manchester

import "github.com/ontocrawl/ontocrawl/ontology/axiom"

// Line returns a well-formed axiom in the words of the syntax, in one line: its subject, the section of a frame and
// what stands there, as in "Typhoon SubClassOf: causes some StormSurge". It is for people; names need not be
// such that they can be read again.
func Line(a axiom.Axiom, name axiom.Namer) string {
	e := &encoder{short: name, full: name}
	notes := e.notes(a.Annotations)
	if section := sectionOf(a.Op); section != "" {
		about, args := subjectOf(a)
		if a.Args[0].Op == axiom.ObjectPropertyChain {
			section = "SubPropertyChain:"
		}
		return e.operand(about) + " " + section + " " + notes + e.item(a, home{args: args})
	}
	switch a.Op {
	case axiom.Declaration:
		return frameName(a.Args[0].Op) + " " + notes + e.expr(a.Args[0])
	case axiom.AnnotationAssertion:
		return e.expr(a.Args[1]) + " Annotations: " + notes + e.item(a, home{})
	case axiom.DLSafeRule:
		return "Rule: " + notes + e.severally(a, home{})
	}
	h, _ := e.group(a)
	if h.several != "" {
		return h.several + " " + notes + e.list(h.args, ", ", e.expr)
	}
	return e.expr(a.Args[0]) + " " + h.section + " " + notes + e.list(h.args, ", ", e.expr)
}
