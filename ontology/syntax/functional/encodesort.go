package functional

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// section is a part of the document, in the order of the OWL API.
type section int

const (
	declarations section = iota
	annotationProperties
	objectProperties
	dataProperties
	datatypes
	classes
	individuals
	rest
)

func (s section) title() string {
	return [...]string{"", "Annotation Property", "Object Property", "Data Property", "Datatype", "Class", "Individual", ""}[s]
}

func (s section) plural() string {
	return [...]string{"", "Annotation Properties", "Object Properties", "Data Properties", "Datatypes", "Classes", "Named Individuals", ""}[s]
}

// sectionOf returns the section of a kind of entities.
func sectionOf(op axiom.Op) section {
	switch op {
	case axiom.AnnotationProperty:
		return annotationProperties
	case axiom.ObjectProperty:
		return objectProperties
	case axiom.DataProperty:
		return dataProperties
	case axiom.Datatype:
		return datatypes
	case axiom.Class:
		return classes
	case axiom.NamedIndividual:
		return individuals
	}
	return rest
}

// entry is an axiom with its sort keys.
type entry struct {
	section section
	iri     string // of the entity that it is about
	rank    int
	text    string // with full IRIs, to sort by
	axiom   axiom.Axiom
}

// arrange sorts the axioms, and returns the labels of entities.
func arrange(o *axiom.Ontology) (entries []entry, labels map[string]string) {
	kinds := map[string]axiom.Op{}
	for _, a := range o.Axioms {
		a.Walk(func(e axiom.Expr) {
			if k, ok := kinds[e.Text]; e.Op.IsEntity() && (!ok || sectionOf(e.Op) < sectionOf(k)) {
				kinds[e.Text] = e.Op
			}
		})
	}
	labels = map[string]string{}
	langs := map[string]string{}
	for _, a := range o.Axioms {
		a.Annotations = axiom.SortedNotes(a.Annotations)
		x := place(a, kinds)
		x.axiom, x.rank, x.text = a, rank(a.Op), axiom.New(a.Op, a.Args...).String()+a.String()
		entries = append(entries, x)
		label(a, labels, langs)
	}
	sorts.Func(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.section, y.section), cmp.Compare(x.iri, y.iri), cmp.Compare(x.rank, y.rank), cmp.Compare(x.text, y.text))
	})
	return entries, labels
}

// label notes the label of an entity for comments: preferably in English or without
// language, else the least.
func label(a axiom.Axiom, labels, langs map[string]string) {
	if a.Op != axiom.AnnotationAssertion || a.Args[0].Text != "http://www.w3.org/2000/01/rdf-schema#label" || a.Args[2].Op != axiom.Literal {
		return
	}
	iri, l := a.Args[1].Text, a.Args[2]
	key := l.Lang + "\x00" + l.Text
	switch l.Lang {
	case "en":
		key = "\x00" + l.Text
	case "":
		key = "\x01" + l.Text
	}
	if old, ok := langs[iri]; !ok || key < old {
		langs[iri], labels[iri] = key, l.Text
	}
}

// rank orders the axioms about an entity as the OWL API does: annotations, equivalences,
// then by construct, but domains and ranges after the characteristics of a property.
func rank(op axiom.Op) int {
	switch op {
	case axiom.AnnotationAssertion:
		return 0
	case axiom.EquivalentClasses, axiom.EquivalentObjectProperties, axiom.EquivalentDataProperties:
		return 1
	case axiom.ObjectPropertyDomain, axiom.ObjectPropertyRange:
		return 2*int(axiom.TransitiveObjectProperty) + 1
	case axiom.DataPropertyDomain, axiom.DataPropertyRange:
		return 2*int(axiom.FunctionalDataProperty) + 1
	}
	return 2 * int(op)
}

// place finds the subject of an axiom.
func place(a axiom.Axiom, kinds map[string]axiom.Op) entry {
	if a.Op == axiom.Declaration {
		return entry{section: declarations, iri: string(rune('0'+declared(a.Args[0].Op))) + a.Args[0].Text}
	}
	about := subject(a)
	if about.Op == axiom.ObjectInverseOf {
		about = about.Args[0]
	}
	if about.Op == axiom.IRI {
		about.Op = kinds[about.Text]
	}
	if s := sectionOf(about.Op); s != rest {
		return entry{section: s, iri: about.Text}
	}
	return entry{section: rest}
}

// declared orders declarations by kind, as the OWL API does.
func declared(op axiom.Op) int {
	order := []axiom.Op{axiom.Class, axiom.ObjectProperty, axiom.DataProperty, axiom.NamedIndividual, axiom.AnnotationProperty, axiom.Datatype}
	return slices.Index(order, op)
}

// subject returns the subject of an axiom, or the zero Expr.
func subject(a axiom.Axiom) axiom.Expr {
	switch a.Op {
	case axiom.DLSafeRule:
		return axiom.Expr{}
	case axiom.SubObjectPropertyOf:
		if a.Args[0].Op == axiom.ObjectPropertyChain {
			return a.Args[1]
		}
	case axiom.EquivalentClasses, axiom.DisjointClasses:
		if i := slices.IndexFunc(a.Args, func(e axiom.Expr) bool { return e.Op == axiom.Class }); i >= 0 && len(a.Args) == 2 {
			return a.Args[i]
		}
		return axiom.Expr{}
	case axiom.ClassAssertion, axiom.AnnotationAssertion,
		axiom.ObjectPropertyAssertion, axiom.NegativeObjectPropertyAssertion,
		axiom.DataPropertyAssertion, axiom.NegativeDataPropertyAssertion:
		return a.Args[1]
	}
	if a.Op.TakesTwo() && len(a.Args) > 2 {
		return axiom.Expr{}
	}
	return a.Args[0]
}

func sorted(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}
