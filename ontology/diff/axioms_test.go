package diff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

const head = `@prefix : <http://x.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://x.org/> a owl:Ontology . :A a owl:Class . :B a owl:Class . :C a owl:Class . :p a owl:ObjectProperty . :d a owl:DatatypeProperty . :n a owl:AnnotationProperty .
`

func TestCompareAxioms(t *testing.T) {
	same := ""
	for _, tt := range []struct{ name, old, new, want string }{
		{"disjoint", "", ":A owl:disjointWith :B .", "+DisjointClasses(A B)"},
		{"disjoint, as a list and the other way round", ":B owl:disjointWith :A .", "[] a owl:AllDisjointClasses ; owl:members (:A :B) .", same},
		{"complement", ":A rdfs:subClassOf [ owl:complementOf :B ] .", ":A rdfs:subClassOf :B .", "-SubClassOf(A ObjectComplementOf(B)) +SubClassOf(A B)"},
		{"nothing", "", ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom owl:Nothing ] .", "+SubClassOf(A ObjectSomeValuesFrom(p Nothing))"},
		{"the order in a conjunction", ":A owl:equivalentClass [ owl:intersectionOf (:B :C) ] .", ":A owl:equivalentClass [ a owl:Class ; owl:intersectionOf (:C :B :C) ] .", same},
		{"an equivalence of three as other pairs", ":A owl:equivalentClass :B . :B owl:equivalentClass :C .", ":A owl:equivalentClass :C . :C owl:equivalentClass :B . :A owl:equivalentClass :B .", same},
		{"an equivalence of two fewer", ":A owl:equivalentClass :B . :B owl:equivalentClass :C .", ":A owl:equivalentClass :B .", "-EquivalentClasses(B C)"},
		{"language tags", `:A rdfs:label "甲"@zh-Hans .`, `:A rdfs:label "甲"@zh-hans .`, same},
		{"plain literals", `:A rdfs:label "x"@en , "y" .`, `:A rdfs:label "x@EN"^^rdf:PlainLiteral , "y@"^^rdf:PlainLiteral .`, same},
		{"the case of a text", `:A rdfs:label "甲"@zh .`, `:A rdfs:label "乙"@zh .`, `note -AnnotationAssertion(label A "甲"@zh) note +AnnotationAssertion(label A "乙"@zh)`},
		{"a cardinality of everything", ":A rdfs:subClassOf [ owl:onProperty :p ; owl:minCardinality 1 ] .",
			`:A rdfs:subClassOf [ owl:onProperty :p ; owl:minQualifiedCardinality "01"^^xsd:nonNegativeInteger ; owl:onClass owl:Thing ] .`, same},
		{"a declaration of what is used", ":A rdfs:subClassOf :X .", ":A rdfs:subClassOf :X . :X a owl:Class .", same},
		{"a declaration of what is not", "", ":X a owl:Class .", "+Declaration(Class(X))"},
		{"an annotated axiom", ":A rdfs:subClassOf :B .", `:A rdfs:subClassOf :B . [] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :B ; :n "why" .`,
			`note -SubClassOf(A B) note +SubClassOf(Annotation(n "why") A B)`},
		{"an annotation of the ontology", "", `<http://x.org/> :n "v" .`, `note +AnnotationAssertion(n  "v")`},
		{"no OWL", "", `:A rdfs:subClassOf [ owl:unionOf :B ] .`, "outside +2"},
		{"an import", "", `<http://x.org/> owl:imports <http://y.org/> .`, "import +1"},
		{"an anonymous individual, apart from its label", `_:x :n "v" ; a :A .`, `_:y a :A ; :n "v" .`, same},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := CompareAxioms(triples(t, head+tt.old), triples(t, head+tt.new))
			if got := axiomSummary(a); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if a.Empty() != (tt.want == "") {
				t.Errorf("Empty is %v", a.Empty())
			}
		})
	}
}

func axiomSummary(a *Axioms) string {
	var all []string
	short := func(x Axiom) string {
		return string(x.Of.Append(nil, func(b []byte, iri string) []byte {
			return append(b, iri[strings.LastIndexAny(iri, "/#")+1:]...)
		}))
	}
	list := func(mark string, list []Axiom) {
		for _, x := range list {
			all = append(all, mark+short(x))
		}
	}
	list("-", a.Removed)
	list("+", a.Added)
	list("note -", a.Annotations.Removed)
	list("note +", a.Annotations.Added)
	for what, c := range map[string]Changed[string]{"outside": a.Outside, "import": a.Imports} {
		if n := len(c.Added) - len(c.Removed); n != 0 {
			all = append(all, fmt.Sprintf("%s %+d", what, n))
		}
	}
	return strings.Join(all, " ")
}

func triples(t testing.TB, text string) (all []rdf.Triple) {
	t.Helper()
	err := syntax.All().Decode(strings.NewReader(text), syntax.Options{Base: "http://x.org/", File: "x.ttl"}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Random edits are found again: nothing more, nothing less, in whatever order, syntax and labels of blank nodes.
func TestRandomEdits(t *testing.T) {
	for _, name := range []string{"typhoon.ttl", "rainstorm.ttl"} {
		t.Run(name, func(t *testing.T) { randomEdits(t, filepath.Join("../../ontologies", name)) })
	}
}

func randomEdits(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o, _ := axiom.FromTriples(triples(t, string(text)))
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, uint64(len(text))))
		old, new, added, removed := edited(t, r, o)
		a := CompareAxioms(rewritten(t, r, old), rewritten(t, r, new))
		if d := cmp.Diff(removed, functionals(a.Removed, a.Annotations.Removed, a.Declarations.Removed)); d != "" {
			t.Errorf("seed %d: removed (-want +got):\n%s", seed, d)
		}
		if d := cmp.Diff(added, functionals(a.Added, a.Annotations.Added, a.Declarations.Added)); d != "" {
			t.Errorf("seed %d: added (-want +got):\n%s", seed, d)
		}
	}
}

// TestRandomEditsOfReal does so with ontologies of others.
func TestRandomEditsOfReal(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	for _, name := range []string{"pizza/pizza.owl", "hazard/beAWARE_ontology.owl", "hazard/empathi.owl", "bfo/21838-2/owl/bfo-core.owl",
		"protege-test/amino-acid.owl", "protege-test/photography.owl", "envo/subsets/envoPolar.owl", "envo/subsets/environmental_hazards.owl"} {
		t.Run(name, func(t *testing.T) { randomEdits(t, filepath.Join(root, name)) })
	}
}

func functionals(lists ...[]Axiom) []string {
	all := []string{}
	for _, l := range lists {
		for _, a := range l {
			all = append(all, a.Functional)
		}
	}
	slices.Sort(all)
	return all
}

// edited takes up to four axioms out of o and puts up to four random ones in.
func edited(t *testing.T, r *rand.Rand, o *axiom.Ontology) (old, new *axiom.Ontology, added, removed []string) {
	g := generatorOf(r, o)
	old = &axiom.Ontology{IRI: o.IRI, Axioms: slices.Clone(o.Axioms)}
	have := map[string]bool{}
	for _, a := range old.Axioms {
		have[base(canonical(a))] = true
	}
	new = &axiom.Ontology{IRI: o.IRI}
	drop := map[string]bool{}
	for range 4 {
		if a := old.Axioms[r.IntN(len(old.Axioms))]; a.Op != axiom.Declaration && !pairwise(a.Op) && !mentionsBlank(a) {
			drop[canonical(a).String()] = true
		}
	}
	for _, a := range old.Axioms {
		if !drop[canonical(a).String()] {
			new.Axioms = append(new.Axioms, a)
		}
	}
	removed, added = []string{}, []string{}
	for s := range drop {
		removed = append(removed, s)
	}
	for range 4 {
		a := g.axiom()
		if err := a.Check(); err != nil {
			t.Fatal(err, a)
		}
		if s := canonical(a).String(); !have[base(canonical(a))] { // triples do not tell an axiom from the same with annotations
			have[base(canonical(a))] = true
			new.Axioms = append(new.Axioms, a)
			added = append(added, s)
		}
	}
	slices.Sort(added)
	slices.Sort(removed)
	return old, new, added, removed
}

func mentionsBlank(a axiom.Axiom) (is bool) {
	a.Walk(func(e axiom.Expr) { is = is || e.Op == axiom.Anonymous })
	return is
}

// rewritten writes the statements of o shuffled, in a syntax drawn, and reads them again.
func rewritten(t *testing.T, r *rand.Rand, o *axiom.Ontology) []rdf.Triple {
	t.Helper()
	all, err := o.Triples()
	if err != nil {
		t.Fatal(err)
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	names := []string{"turtle", "ntriples", "rdfxml", "functional", "owlxml"}
	s := syntax.All().Named(names[r.IntN(len(names))])
	if s == nil {
		t.Fatal("no such syntax")
	}
	var b bytes.Buffer
	left, err := s.Encode(&b, all, syntax.EncodeOptions{})
	if err != nil || len(left) > 0 {
		t.Fatal(s.Name, left, err)
	}
	return triples(t, b.String())
}

// generator draws axioms of every construct over the entities of an ontology.
type generator struct {
	r     *rand.Rand
	pools map[axiom.Op][]string
}

func generatorOf(r *rand.Rand, o *axiom.Ontology) *generator {
	g := &generator{r: r, pools: map[axiom.Op][]string{}}
	kinds := map[string]map[axiom.Op]bool{}
	for _, a := range o.Axioms {
		if a.Op == axiom.Declaration {
			if kinds[a.Args[0].Text] == nil {
				kinds[a.Args[0].Text] = map[axiom.Op]bool{}
			}
			kinds[a.Args[0].Text][a.Args[0].Op] = true
		}
	}
	for _, a := range o.Axioms { // of two kinds, triples may not tell which is meant
		if a.Op == axiom.Declaration && len(kinds[a.Args[0].Text]) == 1 && !strings.HasPrefix(a.Args[0].Text, "http://www.w3.org/") {
			g.pools[a.Args[0].Op] = append(g.pools[a.Args[0].Op], a.Args[0].Text)
		}
	}
	return g
}

// axiom draws one about kinds of entity that the ontology declares.
func (g *generator) axiom() axiom.Axiom {
	for {
		op := axiom.SubClassOf + axiom.Op(g.r.IntN(int(axiom.AnnotationPropertyRange-axiom.SubClassOf)+1))
		args, ok := g.args(op, 2)
		if op == axiom.HasKey {
			c, some := g.of(axiom.SortNamedClass, 0)
			p, more := g.of(axiom.SortObjectProperty, 0)
			args, ok = []axiom.Expr{c, p}, some && more
		}
		if !ok || pairwise(op) && len(args) != 2 || slices.ContainsFunc(args[1:], args[0].Equal) {
			continue
		}
		a := axiom.New(op, args...)
		if g.r.IntN(4) == 0 && len(g.pools[axiom.AnnotationProperty]) > 0 {
			a = a.With(axiom.Annotation{Property: g.name(axiom.AnnotationProperty).Text, Value: axiom.Text("why "+strconv.Itoa(g.r.IntN(9)), "en", "")})
		}
		return a
	}
}

func (g *generator) name(op axiom.Op) axiom.Expr {
	pool := g.pools[op]
	return axiom.Named(op, pool[g.r.IntN(len(pool))])
}

func (g *generator) args(op axiom.Op, depth int) (all []axiom.Expr, ok bool) {
	for _, p := range op.Parts() {
		n := p.Min
		if p.Max < 0 {
			n += g.r.IntN(2)
		} else if p.Max > n {
			n += g.r.IntN(p.Max - n + 1)
		}
		for range n {
			e, ok := g.of(p.Sort, depth)
			if !ok {
				return nil, false
			}
			if slices.ContainsFunc(all, e.Equal) && p.Max != 1 && p.Min != 1 {
				return nil, false // a set
			}
			all = append(all, e)
		}
	}
	return all, true
}

func (g *generator) of(s axiom.Sort, depth int) (axiom.Expr, bool) {
	pick := func(op axiom.Op) (axiom.Expr, bool) {
		if len(g.pools[op]) == 0 {
			return axiom.Expr{}, false
		}
		return g.name(op), true
	}
	build := func(first, last axiom.Op) (axiom.Expr, bool) {
		op := first + axiom.Op(g.r.IntN(int(last-first)+1))
		if op == axiom.DataSomeValuesFrom || op == axiom.DataAllValuesFrom {
			p, ok := pick(axiom.DataProperty)
			return axiom.Of(op, p, axiom.Named(axiom.Datatype, "http://www.w3.org/2001/XMLSchema#integer")), ok
		}
		args, ok := g.args(op, depth-1)
		return axiom.Of(op, args...), ok
	}
	switch s {
	case axiom.SortNamedClass:
		return pick(axiom.Class)
	case axiom.SortClass:
		if depth > 0 && g.r.IntN(2) == 0 {
			return build(axiom.ObjectIntersectionOf, axiom.DataExactCardinality)
		}
		return pick(axiom.Class)
	case axiom.SortObjectProperty, axiom.SortNamedObjectProperty:
		return pick(axiom.ObjectProperty)
	case axiom.SortSubObjectProperty:
		if g.r.IntN(2) == 0 {
			return build(axiom.ObjectPropertyChain, axiom.ObjectPropertyChain)
		}
		return pick(axiom.ObjectProperty)
	case axiom.SortDataProperty:
		return pick(axiom.DataProperty)
	case axiom.SortAnnotationProperty:
		return pick(axiom.AnnotationProperty)
	case axiom.SortIndividual, axiom.SortNamedIndividual:
		return pick(axiom.NamedIndividual)
	case axiom.SortSubject, axiom.SortIRI:
		e, ok := pick(axiom.Class)
		return axiom.Named(axiom.IRI, e.Text), ok
	case axiom.SortValue, axiom.SortLiteral:
		return axiom.Text("v"+strconv.Itoa(g.r.IntN(99)), []string{"", "zh-Hans", "en"}[g.r.IntN(3)], ""), true
	case axiom.SortNumber:
		return axiom.Count(g.r.IntN(4)), true
	case axiom.SortRange:
		return axiom.Of(axiom.DatatypeRestriction, axiom.Named(axiom.Datatype, "http://www.w3.org/2001/XMLSchema#integer"),
			axiom.Expr{Op: axiom.Facet, Text: "http://www.w3.org/2001/XMLSchema#minInclusive", Args: []axiom.Expr{axiom.Text(strconv.Itoa(g.r.IntN(9)), "", "http://www.w3.org/2001/XMLSchema#integer")}}), true
	}
	return axiom.Expr{}, false
}
