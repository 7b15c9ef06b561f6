package obo

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// names chooses the one name of each term: the first English label, else the first. The name
// loses its language; the other labels keep theirs as owl-axioms.
func (e *encoder) names(axioms []axiom.Axiom) {
	e.label = map[string]axiom.Expr{}
	for _, a := range axioms {
		if a.Op != axiom.AnnotationAssertion || a.Args[0].Text != nsRDFS+"label" || len(a.Annotations) > 0 {
			continue
		}
		s, v := a.Args[1], a.Args[2]
		if s.Op == axiom.Anonymous || v.Op != axiom.Literal || v.Datatype != "" || !fits(v.Text) {
			continue
		}
		if old, ok := e.label[s.Text]; !ok || rank(v.Lang) < rank(old.Lang) {
			e.label[s.Text] = v
		}
	}
}

func rank(lang string) int {
	switch primary, _, _ := strings.Cut(strings.ToLower(lang), "-"); primary {
	case "":
		return 0
	case "en":
		return 1
	}
	return 2
}

// clause writes an axiom as a tag of its stanza. It reports false if there is no tag for it.
func (e *encoder) clause(a axiom.Axiom) bool {
	switch a.Op {
	case axiom.Declaration:
		return len(a.Annotations) == 0 && e.declaration(a.Args[0])
	case axiom.AnnotationAssertion:
		return e.note(a)
	}
	if len(a.Annotations) > 0 {
		return false
	}
	switch a.Op {
	case axiom.SubClassOf:
		return e.below(a.Args[0], a.Args[1])
	case axiom.EquivalentClasses:
		return len(a.Args) == 2 && (e.say(class, a.Args[0], "equivalent_to", a.Args[1]) || e.definition(a.Args[0], a.Args[1]))
	case axiom.DisjointClasses:
		return len(a.Args) == 2 && e.say(class, a.Args[0], "disjoint_from", a.Args[1])
	case axiom.SubObjectPropertyOf:
		if c := a.Args[0]; c.Op == axiom.ObjectPropertyChain {
			return len(c.Args) == 2 && e.say(relation, a.Args[1], "holds_over_chain", c.Args...)
		}
		return e.say(relation, a.Args[0], "is_a", a.Args[1])
	case axiom.ObjectPropertyDomain:
		return e.say(relation, a.Args[0], "domain", a.Args[1])
	case axiom.ObjectPropertyRange:
		return e.say(relation, a.Args[0], "range", a.Args[1])
	case axiom.InverseObjectProperties:
		return e.say(relation, a.Args[0], "inverse_of", a.Args[1])
	}
	if tag := traitTag(a.Op); tag != "" {
		return e.line(relation, a.Args[0], tag, "true")
	}
	return false
}

// traitTag returns the tag of a characteristic, or "".
func traitTag(op axiom.Op) string {
	switch op {
	case axiom.TransitiveObjectProperty:
		return "is_transitive"
	case axiom.SymmetricObjectProperty:
		return "is_symmetric"
	case axiom.AsymmetricObjectProperty:
		return "is_asymmetric"
	case axiom.ReflexiveObjectProperty:
		return "is_reflexive"
	case axiom.FunctionalObjectProperty:
		return "is_functional"
	case axiom.InverseFunctionalObjectProperty:
		return "is_inverse_functional"
	}
	return ""
}

// declaration begins a stanza. The properties of tags are declared by the format itself.
func (e *encoder) declaration(x axiom.Expr) bool {
	k := kindOfOp(x.Op)
	if k == 0 || k == annotation && (label(x.Text) != "" || strings.HasPrefix(x.Text, nsInOwl)) {
		return false
	}
	if k == annotation {
		return e.line(k, x, "is_metadata_tag", "true")
	}
	return e.line(k, x, "", "")
}

// line adds a line to the stanza of x, which must be declared as k and as nothing else.
func (e *encoder) line(k kind, x axiom.Expr, tag, value string) bool {
	if _, ok := e.id(x.Text); !ok || e.kinds[x.Text] != k || builtin(x.Text) || x.Op == axiom.Anonymous || x.Args != nil {
		return false
	}
	at := stanzaOf{k, x.Text}
	if e.frames[at] == nil {
		e.frames[at] = &tagLines{lines: map[string][]string{}}
	}
	e.used[tagIRI("id")] = true
	if tag == "is_metadata_tag" {
		e.used[tagIRI(tag)] = true
	}
	if tag != "" {
		e.frames[at].lines[tag] = append(e.frames[at].lines[tag], value)
	}
	return true
}

// say adds a line of identifiers, all of which must be names.
func (e *encoder) say(k kind, x axiom.Expr, tag string, args ...axiom.Expr) bool {
	words, ok := e.words(args...)
	return ok && e.line(k, x, tag, words)
}

// words returns identifiers with blanks between them. It is not ok unless each is declared as
// what it is, so that reading declares nothing else.
func (e *encoder) words(args ...axiom.Expr) (string, bool) {
	all := make([]string, len(args))
	for i, x := range args {
		id, ok := e.id(x.Text)
		if !ok || !x.Op.IsEntity() || e.kinds[x.Text] != kindOfOp(x.Op) && !(builtin(x.Text) && x.Op == axiom.Class) {
			return "", false
		}
		all[i] = id
	}
	return strings.Join(all, " "), true
}

// below writes a parent, or a relationship.
func (e *encoder) below(x, above axiom.Expr) bool {
	if above.Op == axiom.ObjectSomeValuesFrom {
		return e.say(class, x, "relationship", above.Args...)
	}
	return e.say(class, x, "is_a", above)
}

// definition writes a class as an intersection or a union: one of each for a term.
func (e *encoder) definition(x, by axiom.Expr) bool {
	tag := ""
	switch by.Op {
	case axiom.ObjectIntersectionOf:
		tag = "intersection_of"
	case axiom.ObjectUnionOf:
		tag = "union_of"
	default:
		return false
	}
	if f := e.frames[stanzaOf{class, x.Text}]; x.Op != axiom.Class || f == nil || f.lines[tag] != nil {
		return false
	}
	var lines []string
	for _, part := range by.Args {
		args := []axiom.Expr{part}
		if part.Op == axiom.ObjectSomeValuesFrom && tag == "intersection_of" {
			args = part.Args
		}
		words, ok := e.words(args...)
		if !ok {
			return false
		}
		lines = append(lines, words)
	}
	for _, l := range lines {
		e.line(class, x, tag, l)
	}
	return true
}

// note writes an annotation of a term.
func (e *encoder) note(a axiom.Axiom) bool {
	p, s, v := a.Args[0].Text, a.Args[1], a.Args[2]
	k := e.kinds[s.Text]
	if s.Op == axiom.Anonymous || k == 0 || e.frames[stanzaOf{k, s.Text}] == nil {
		return false
	}
	if p == nsRDFS+"label" && v.Equal(e.label[s.Text]) && len(a.Annotations) == 0 {
		if v.Lang != "" {
			e.lose(&axiom.Ontology{Axioms: []axiom.Axiom{a}}, "the language")
		}
		return e.line(k, s, "name", escaped(v.Text))
	}
	plain := v.Op == axiom.Literal && v.Lang == "" && !strings.ContainsRune(v.Text, '\r')
	if p == nsOWL+"deprecated" && plain && v.Text == "true" && v.Datatype == nsXSD+"boolean" && len(a.Annotations) == 0 {
		return e.line(k, s, "is_obsolete", "true")
	}
	if id, _ := e.id(s.Text); p == tagIRI("id") && plain && v.Datatype == "" && v.Text == id && len(a.Annotations) == 0 {
		return true
	}
	if p == tagIRI("is_metadata_tag") && k == annotation && v.Equal(axiom.Text("true", "", nsXSD+"boolean")) && len(a.Annotations) == 0 {
		return true
	}
	return e.text(a, k, plain)
}

// text writes an annotation that has a text and, perhaps, sources.
func (e *encoder) text(a axiom.Axiom, k kind, plain bool) bool {
	p, s, v := a.Args[0].Text, a.Args[1], a.Args[2]
	sources, ok := sourcesOf(a.Annotations)
	if !plain || v.Datatype != "" || !ok {
		return false
	}
	bare := len(a.Annotations) == 0 && fits(v.Text)
	once := func(tag string) bool { return e.frames[stanzaOf{k, s.Text}].lines[tag] == nil }
	wrote := func(tag, value string) bool {
		ok := e.line(k, s, tag, value)
		e.used[p] = e.used[p] || ok
		e.used[tagIRI("xref")] = e.used[tagIRI("xref")] || ok && len(a.Annotations) > 0
		return ok
	}
	switch {
	case p == nsOBO+"IAO_0000115" && once("def"):
		return wrote("def", quotedText(v.Text)+" "+sources)
	case p == nsRDFS+"comment" && bare && once("comment"):
		return wrote("comment", escaped(v.Text))
	case p == nsInOwl+"hasOBONamespace" && bare && once("namespace"):
		return wrote("namespace", escaped(v.Text))
	case p == nsInOwl+"hasDbXref" && bare && simple(v.Text):
		return wrote("xref", escaped(v.Text))
	}
	for _, scope := range []string{"EXACT", "NARROW", "BROAD", "RELATED"} {
		if p == tagIRI(scope) {
			return wrote("synonym", quotedText(v.Text)+" "+scope+" "+sources)
		}
	}
	return false
}

// sourcesOf returns the list of sources in brackets. It is not ok if the annotations are
// something else.
func sourcesOf(notes []axiom.Annotation) (string, bool) {
	var ids []string
	for _, n := range notes {
		if n.Property != nsInOwl+"hasDbXref" || n.Value.Op != axiom.Literal || n.Value.Lang+n.Value.Datatype != "" ||
			len(n.Annotations) > 0 || !simple(n.Value.Text) {
			return "", false
		}
		ids = append(ids, escaped(n.Value.Text))
	}
	return "[" + strings.Join(ids, ", ") + "]", true
}

// simple reports whether a source needs no escapes.
func simple(s string) bool { return fits(s) && !strings.ContainsAny(s, " \t\n\",[]{}!\\") }
