package axiom_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

func readTriples(data []byte, name string) ([]rdf.Triple, error) {
	var all []rdf.Triple
	err := syntax.Decode(bytes.NewReader(data), rdfio.Options{File: name, Warn: func(*rdfio.SyntaxError) {}}, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

// notOWL are the predicates, and types, that OWL 2 has no axiom for, or that
// real files use against its rules: looked at one by one.
var notOWL = []string{
	"rdf:type rdfs:Class", "rdf:type rdf:Property", "rdf:value", "rdf:label", "rdfs:member", // plain RDF
	"rdf:_1", "rdf:_2", "rdf:_3", "rdf:subject", "rdf:predicate", "rdf:object", "rdf:subClassOf",
	"rdf:first", "rdf:rest", "rdf:type rdf:List", // of what is named below
	"owl:imports", // by what is not the ontology
	// photography.owl: facets and chains as OWL 1.1 drafts wrote them. ssn: restrictions of
	// nothing. sosa: a named intersection that is a list too. vistavital: a
	// property chain as an expression.
	"owl:propertyChain", "rdfs:subPropertyOf", "rdf:type owl:DataRange", "rdf:type owl:Class", "rdf:type owl:Restriction", "rdf:type owl:ObjectProperty",
	"owl:onDataRange", "owl:onProperty", "owl:someValuesFrom", "owl:allValuesFrom", "owl:hasValue",
	"owl:oneOf", "owl:unionOf", "owl:intersectionOf", "owl:inverseOf", "owl:disjointUnionOf", "owl:equivalentClass",
	"rdfs:subClassOf", "rdfs:range", "rdfs:domain", "owl:propertyChainAxiom", "rdf:type rdfs:Datatype",
}

// Real ontologies become axioms; what does not is known. The axioms give the
// same axioms again through triples.
func TestReal(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	files, total, over := 0, 0, map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".owl", ".ttl", ".rdf", ".nt", ".n3"}, filepath.Ext(path)) {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		triples, err := readTriples(data, path)
		if err != nil {
			return nil // rdfio's tests say which and why
		}
		name, _ := filepath.Rel(root, path)
		o, left := axiom.FromTriples(triples)
		if strings.HasPrefix(name, "owlapi-converted") && len(left) > 0 {
			t.Errorf("%s: %d triples left over of what the OWL API wrote: %v", name, len(left), left[0])
		}
		files++
		total += len(triples)
		for _, l := range left {
			over[kindOf(l)]++
			if !slices.Contains(notOWL, kindOf(l)) {
				t.Errorf("%s: left over: %v", name, l)
			}
		}
		sameAgain(t, name, o)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d triples, left over: %v", files, total, over)
}

func kindOf(t rdf.Triple) string {
	short := strings.NewReplacer("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:",
		"http://www.w3.org/2000/01/rdf-schema#", "rdfs:", "http://www.w3.org/2002/07/owl#", "owl:")
	k := short.Replace(t.Pred.String())
	if k == "rdf:type" {
		k += " " + short.Replace(t.Obj.String())
	}
	return k
}

// sameAgain compares the number of axioms of each construct: the labels of
// anonymous individuals may have changed their order.
func sameAgain(t *testing.T, name string, o *axiom.Ontology) {
	t.Helper()
	triples, err := o.Triples()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	again, left := axiom.FromTriples(triples)
	if len(left) > 0 {
		t.Errorf("%s: %d triples of what was written are left over: %v", name, len(left), left[0])
	}
	count := map[axiom.Op]int{}
	for _, a := range unique(o) {
		count[a]++
	}
	for _, a := range unique(again) {
		count[a]--
	}
	for op, n := range count {
		if n != 0 {
			t.Errorf("%s: %d more axioms of %s", name, n, op)
		}
	}
}

func unique(o *axiom.Ontology) []axiom.Op {
	seen := map[string]bool{}
	var ops []axiom.Op
	for _, a := range o.Axioms {
		if key := a.String(); !seen[key] {
			seen[key] = true
			ops = append(ops, a.Op)
		}
	}
	return ops
}

func BenchmarkFromTriples(b *testing.B) {
	benchEDAM(b, func(o *axiom.Ontology, triples []rdf.Triple) { axiom.FromTriples(triples) })
}

func BenchmarkTriples(b *testing.B) {
	benchEDAM(b, func(o *axiom.Ontology, _ []rdf.Triple) {
		if _, err := o.Triples(); err != nil {
			b.Fatal(err)
		}
	})
}

func benchEDAM(b *testing.B, f func(*axiom.Ontology, []rdf.Triple)) {
	data, err := os.ReadFile(filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "edam", "EDAM_1.25.owl"))
	if err != nil {
		b.Fatal(err)
	}
	triples, err := readTriples(data, "EDAM")
	if err != nil {
		b.Fatal(err)
	}
	o, _ := axiom.FromTriples(triples)
	b.ReportAllocs()
	for b.Loop() {
		f(o, triples)
	}
	b.ReportMetric(float64(len(triples))*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}
