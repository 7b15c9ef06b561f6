package manchester

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// encode writes an ontology: prefixes, header, a frame for each entity, then the frames of
// several entities and the rules. It sorts everything and removes repetitions, so that the
// file does not depend on the order of reading or editing. A frame declares its entity, so
// afterwards every entity in use is declared, but not OWL's own.
//
// An axiom that has no place in a frame (see [Fits]) is an error. opt.Prefixes override
// prefixes of the ontology, and these override the usual ones.
func encode(w io.Writer, o *axiom.Ontology, opt rdfio.EncodeOptions) error {
	e := newEncoder(w, o, opt.Prefixes)
	for i, a := range o.Axioms {
		if err := a.Check(); err != nil {
			return english.Errorf("axiom %d: %w", i+1, err)
		}
		if !e.fits(a) {
			return english.Errorf("manchester: axiom %d has no place in a frame: %s", i+1, a.Op)
		}
	}
	said := map[string]bool{}
	for _, a := range axiom.Sorted(o.Axioms) {
		if key := unordered(a); key == "" || !said[key] {
			said[key] = true
			e.place(a)
		}
	}
	e.header(o)
	e.frames()
	for _, s := range e.others {
		e.write("\n", s, "\n")
	}
	if e.names.Err != nil {
		return english.Errorf("manchester: %w", e.names.Err)
	}
	return e.w.Flush()
}

// unordered is the same for two axioms that say of two things that they are alike, unlike or inverse, in
// either order; "" for other axioms. Readers make one axiom of both.
func unordered(a axiom.Axiom) string {
	switch a.Op {
	case axiom.EquivalentClasses, axiom.DisjointClasses, axiom.EquivalentObjectProperties, axiom.EquivalentDataProperties,
		axiom.DisjointObjectProperties, axiom.DisjointDataProperties, axiom.InverseObjectProperties, axiom.SameIndividual, axiom.DifferentIndividuals:
	default:
		return ""
	}
	if len(a.Args) != 2 {
		return ""
	}
	args := []axiom.Expr{a.Args[0], a.Args[1]}
	sorts.Func(args, func(x, y axiom.Expr) int { return strings.Compare(x.String(), y.String()) })
	return axiom.Axiom{Op: a.Op, Args: args, Annotations: a.Annotations}.String()
}

// Fits reports whether the syntax has a place for an axiom of o where both this package and
// the OWL API read it.
func Fits(o *axiom.Ontology) func(axiom.Axiom) bool { return newEncoder(io.Discard, o, nil).fits }

// encodeTriples writes the axioms of triples, and leaves out those without a place.
func encodeTriples(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) ([]rdfio.Loss, error) {
	declared, err := declare(triples)
	if err != nil {
		return nil, err
	}
	return axiom.Encode(declared, Fits, func(o *axiom.Ontology) error { return encode(w, o, opt) })
}

// declare adds the declarations that the frames will make, for what is declared may be read
// otherwise: so the same axioms are found when the file is read and written again.
func declare(triples []rdf.Triple) ([]rdf.Triple, error) {
	o, _ := axiom.FromTriples(triples)
	more := &axiom.Ontology{IRI: o.IRI}
	for at := range newEncoder(io.Discard, o, nil).items {
		more.Axioms = append(more.Axioms, axiom.New(axiom.Declaration, axiom.Named(at.op, at.iri)))
	}
	added, err := more.Triples()
	if err != nil {
		return nil, err
	}
	have := make(map[string]bool, len(triples))
	for _, t := range triples {
		if t.Pred.String() == rdfNS+"type" {
			have[t.Subj.String()+" "+t.Obj.String()] = true
		}
	}
	all := slices.Clone(triples)
	for _, t := range added {
		if key := t.Subj.String() + " " + t.Obj.String(); !have[key] && t.Obj.String() != owlNS+"Ontology" {
			all = append(all, t)
		}
	}
	return all, nil
}

// entity is a name of one kind. Of an anonymous individual, iri begins with "_:".
type entity struct {
	op  axiom.Op
	iri string
}

// encoder writes; bufio keeps the first error for Flush.
type encoder struct {
	w      *bufio.Writer
	names  *axiom.Names
	short  axiom.Namer                    // of entities
	full   axiom.Namer                    // of IRIs without a kind
	kinds  map[string]axiom.Op            // the frame of a name that gets its annotations
	roles  map[string]role                // all kinds of a name
	items  map[entity]map[string][]string // of a frame, by section
	others []string                       // frames of several entities, and rules
}

func newEncoder(w io.Writer, o *axiom.Ontology, prefixes map[string]string) *encoder {
	e := &encoder{
		w: bufio.NewWriterSize(w, 64<<10), names: axiom.NewNames(o, prefixes),
		kinds: map[string]axiom.Op{}, roles: map[string]role{}, items: map[entity]map[string][]string{},
	}
	e.short, e.full = e.names.Append, e.names.Full
	e.names.Drop(func(name string) bool { return keywords[name+":"] || keywords[name] })
	for _, n := range o.Annotations {
		axiom.Axiom{Annotations: []axiom.Annotation{n}}.Walk(e.note)
	}
	for _, a := range o.Axioms {
		a.Walk(e.note)
	}
	return e
}

// note gives every entity in use its frame, but for those that the language declares.
func (e *encoder) note(x axiom.Expr) {
	if x.Op == axiom.Literal && x.Datatype != "" {
		x = axiom.Named(axiom.Datatype, x.Datatype)
	}
	if !x.Op.IsEntity() {
		return
	}
	e.roles[x.Text] |= roleOf(x.Op)
	if declaredByOWL(x) {
		return
	}
	at := entity{x.Op, x.Text}
	if e.items[at] == nil {
		e.items[at] = map[string][]string{}
	}
	if old, ok := e.kinds[x.Text]; !ok || slices.Index(order(), x.Op) < slices.Index(order(), old) {
		e.kinds[x.Text] = x.Op
	}
}

// order is the order of frames in a document.
func order() []axiom.Op {
	return []axiom.Op{axiom.AnnotationProperty, axiom.Datatype, axiom.ObjectProperty, axiom.DataProperty, axiom.Class, axiom.NamedIndividual}
}

func roleOf(op axiom.Op) role {
	for _, keyword := range []string{"Class:", "Datatype:", "ObjectProperty:", "DataProperty:", "AnnotationProperty:", "Individual:"} {
		if f := frameOf(keyword); f.op == op {
			return f.role
		}
	}
	return 0
}

// declaredByOWL reports whether readers know an entity without a frame: the OWL API does not
// know rdf:Bag as a class or owl:topDataProperty.
func declaredByOWL(x axiom.Expr) bool {
	switch x.Op {
	case axiom.Datatype:
		return axiom.IsOWLDatatype(x.Text)
	case axiom.AnnotationProperty:
		return builtin(x.Text)
	case axiom.Class:
		return x.Text == owlNS+"Thing" || x.Text == owlNS+"Nothing"
	}
	return false
}

// builtin reports whether a name belongs to OWL, RDFS, RDF or XSD.
func builtin(iri string) bool {
	return slices.ContainsFunc([]string{owlNS, rdfsNS, rdfNS, xsdNS}, func(ns string) bool { return strings.HasPrefix(iri, ns) })
}

func (e *encoder) write(s ...string) {
	for _, s := range s {
		e.w.WriteString(s)
	}
}

func (e *encoder) header(o *axiom.Ontology) {
	for _, p := range e.names.Declared {
		e.write("Prefix: ", p.Name, ": <", p.NS, ">\n")
	}
	e.write("\nOntology:")
	for _, iri := range []string{o.IRI, o.Version} {
		if iri != "" {
			e.write(" ", string(e.names.Full(nil, iri)))
		}
	}
	e.write("\n")
	for _, iri := range slices.Compact(slices.Sorted(slices.Values(o.Imports))) {
		e.write("\nImport: ", string(e.names.Full(nil, iri)))
	}
	for _, n := range axiom.SortedNotes(o.Annotations) {
		e.write("\nAnnotations: ", e.annotation(n))
	}
	e.write("\n")
}

// frames writes the frames of entities, by kind and IRI.
func (e *encoder) frames() {
	for _, op := range order() {
		var iris []string
		for at := range e.items {
			if at.op == op {
				iris = append(iris, at.iri)
			}
		}
		slices.Sort(iris)
		for _, iri := range iris {
			e.frame(entity{op, iri})
		}
	}
}

func (e *encoder) frame(at entity) {
	subject := at.iri
	if !strings.HasPrefix(subject, "_:") {
		subject = e.name(at.iri)
	}
	e.write("\n", frameName(at.op), " ", subject, "\n")
	for _, keyword := range sections() {
		items := e.items[at][keyword]
		if len(items) == 0 {
			continue
		}
		if lone(keyword) { // it holds one list, not several items
			for _, item := range items {
				e.write("    ", keyword, " ", item, "\n")
			}
			continue
		}
		e.write("    ", keyword, " ", strings.Join(items, ",\n        "), "\n")
	}
}

// sections are the sections of all frames, in the order in which they are written.
func sections() []string {
	return []string{"Annotations:", "Characteristics:", "Domain:", "Range:", "EquivalentTo:", "SubClassOf:", "SuperClassOf:", "SubPropertyOf:",
		"SuperPropertyOf:", "DisjointWith:", "DisjointUnionOf:", "HasKey:", "InverseOf:", "SubPropertyChain:", "Types:", "SameAs:", "DifferentFrom:", "Facts:"}
}

func lone(keyword string) bool {
	return keyword == "DisjointUnionOf:" || keyword == "HasKey:" || keyword == "SubPropertyChain:"
}
