package axiom

import "strconv"

// Ontology is an ontology document. The order of Imports, Annotations and Axioms has no
// meaning, but is kept.
type Ontology struct {
	IRI         string // "" for an anonymous ontology
	Version     string // version IRI, or ""
	Imports     []string
	Annotations []Annotation
	Axioms      []Axiom

	// Prefixes maps each declared prefix, without colon, to its namespace. Only writers
	// use it: all IRIs in an Ontology are full.
	Prefixes map[string]string
}

// Axiom is an axiom, a declaration or an annotation assertion: an Op whose
// Sort is sortAxiom.
type Axiom struct {
	Op          Op
	Args        []Expr
	Annotations []Annotation
}

// New returns an axiom without annotations. It is not checked; see Axiom.Check.
func New(op Op, args ...Expr) Axiom { return Axiom{Op: op, Args: args} }

// With returns the axiom with more annotations.
func (a Axiom) With(notes ...Annotation) Axiom {
	a.Annotations = append(a.Annotations[:len(a.Annotations):len(a.Annotations)], notes...)
	return a
}

// Annotation annotates an ontology, an axiom or another annotation.
type Annotation struct {
	Property    string // IRI
	Value       Expr   // IRI, Anonymous or Literal
	Annotations []Annotation
}

// Expr is an argument of an axiom: an entity, individual, literal, number, class
// expression, data range, property expression or part of a rule, as Op says.
type Expr struct {
	Op   Op
	Text string // IRI; label of an anonymous individual, without "_:"; text of a literal; digits

	// For literals: the language tag, or else the IRI of the datatype, where "" means
	// xsd:string.
	Lang     string
	Datatype string

	Args []Expr // of everything that is put together
}

// Named returns an entity. With op IRI, its kind is unknown.
func Named(op Op, iri string) Expr { return Expr{Op: op, Text: iri} }

// Of returns an unchecked expression; see Fit.
func Of(op Op, args ...Expr) Expr { return Expr{Op: op, Args: args} }

// Blank returns the anonymous individual with a label.
func Blank(label string) Expr { return Expr{Op: Anonymous, Text: label} }

// Text returns a literal. An empty lang means a typed literal; if datatype is empty too,
// a plain string.
func Text(text, lang, datatype string) Expr {
	if lang != "" || datatype == nsXSD+"string" {
		datatype = ""
	}
	return Expr{Op: Literal, Text: text, Lang: lang, Datatype: datatype}
}

// Count returns a cardinality.
func Count(n int) Expr { return Expr{Op: Number, Text: strconv.Itoa(n)} }

// Walk calls f for e and all its parts, outermost first.
func (e Expr) Walk(f func(Expr)) {
	f(e)
	for _, a := range e.Args {
		a.Walk(f)
	}
}

// Walk calls f for every expression of the axiom and its annotations.
func (a Axiom) Walk(f func(Expr)) {
	for _, e := range a.Args {
		e.Walk(f)
	}
	walkNotes(a.Annotations, f)
}

func walkNotes(notes []Annotation, f func(Expr)) {
	for _, n := range notes {
		f(Named(AnnotationProperty, n.Property))
		n.Value.Walk(f)
		walkNotes(n.Annotations, f)
	}
}

// Equal reports whether two expressions are the same, part by part.
func (e Expr) Equal(f Expr) bool {
	if e.Op != f.Op || e.Text != f.Text || e.Lang != f.Lang || e.Datatype != f.Datatype || len(e.Args) != len(f.Args) {
		return false
	}
	for i := range e.Args {
		if !e.Args[i].Equal(f.Args[i]) {
			return false
		}
	}
	return true
}
