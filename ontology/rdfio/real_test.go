package rdfio_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// brokenFiles are the real files that are not what they claim to be, with what
// is wrong: looked at one by one.
var brokenFiles = map[string]string{
	// Namespace "bar": the names made with it are relative IRIs. The files say
	// of themselves that they are broken.
	"foaf/foafproject/htdocs/2003/schemas/profiles/foaf-basic-broken.rdf":   `"barblah" is a relative IRI`,
	"foaf/foafproject/htdocs/2003/schemas/profiles/foaf-minimal-broken.rdf": `"barblah" is a relative IRI`,
	// Windows-1252 without declaration.
	"foaf/rdfweb.org/htdocs/foaf/corp/data/_corpdata.rdf":        "not UTF-8",
	"foaf/rdfweb.org/htdocs/foafcorp/data/_corpdata.rdf":         "not UTF-8",
	"foaf/rdfweb.org/htdocs/foaf/corp/data/_corpdata.nt":         "in an IRI: unexpected ' '",
	"foaf/rdfweb.org/htdocs/foafcorp/data/_corpdata.nt":          "in an IRI: unexpected ' '",
	"ssn/ssn/rdf/examples/dht22.ttl":                             `found "<Tom>"`, // no semicolon
	"ssn/ssn/rdf/ontology/extensions/sosa-oms.ttl":               `the prefix of "osa:resultQuality" is not declared`,
	"ssn/ssn/rdf/examples/complex-sensors/entailments.shacl.ttl": `the prefix of "ex:ObservationEntailments" is not declared`,
	// Excerpts for a document, without their prefixes.
	"ssn/ssn/rdf/examples/2017ex1.ttl":  "is not declared",
	"ssn/ssn/rdf/examples/2017ex2.ttl":  "is not declared",
	"ssn/ssn/rdf/examples/2017ex4.ttl":  "is not declared",
	"ssn/ssn/rdf/examples/2017ex5.ttl":  "is not declared",
	"ssn/ssn/rdf/examples/2017ex6.ttl":  "is not declared",
	"ssn/ssn/rdf/examples/2017ex7.ttl":  "is not declared",
	"ssn/ssn/rdf/examples/2017ex11.ttl": "is not declared",
	"ssn/ssn/rdf/examples/2017ex13.ttl": "is not declared",
	"ssn/ssn/rdf/examples/2017ex15.ttl": "is not declared",
	"ssn/ssn/rdf/examples/2017ex25.ttl": "is not declared",
	"ssn/ssn/rdf/examples/ip68.ttl":     "is not declared",
}

// otherSyntax maps the endings of real files in other syntaxes to what Detect
// has to call them.
var otherSyntax = map[string]string{
	".obo": "OBO", ".json": "JSON", ".jsonld": "JSON-LD", ".ofn": "functional", ".omn": "Manchester", ".owx": "OWL/XML",
}

// TestReal reads every real ontology, and the Turtle written from it again.
func TestReal(t *testing.T) {
	root := outside.Dir(t, "ontologies/real-ontologies")
	read := make(map[rdfio.Format]int)
	refused, broken, warnings := 0, 0, 0
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		name, _ = filepath.Rel(root, name)
		name = filepath.ToSlash(name)
		format, err := rdfio.Detect(data[:min(len(data), 64<<10)])
		if err != nil {
			refused++
			wantRefusal(t, name, err)
			return nil
		}
		triples, err := decode(data, rdfio.Options{File: name, Warn: func(*rdfio.SyntaxError) { warnings++ }})
		if msg, ok := brokenFiles[name]; ok {
			broken++
			var syn *rdfio.SyntaxError
			if !errors.As(err, &syn) || !strings.Contains(syn.Msg, msg) {
				t.Errorf("%s: %v, want an error with %q", name, err, msg)
			}
			return nil
		}
		if err != nil {
			t.Error(err)
			return nil
		}
		read[format]++
		var ttl bytes.Buffer
		if err := rdfio.EncodeTurtle(&ttl, triples, rdfio.TurtleOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back, err := decode(ttl.Bytes(), rdfio.Options{Format: rdfio.Turtle, File: name + " as Turtle"})
		if err != nil {
			t.Error(err)
		} else if len(triples) < 20_000 && !rdfio.Isomorphic(triples, back) {
			t.Errorf("%s: written as Turtle and read back it is another graph", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("read %v, %d broken, %d in other syntaxes, %d warnings", read, broken, refused, warnings)
	if broken != len(brokenFiles) {
		t.Errorf("%d of %d broken files seen", broken, len(brokenFiles))
	}
	if read[rdfio.RDFXML] < 70 || read[rdfio.Turtle] < 380 || refused < 80 {
		t.Error("fewer files than there are")
	}
}

// wantRefusal checks that a file in another syntax is called by its name.
func wantRefusal(t *testing.T, name string, err error) {
	t.Helper()
	want, ok := otherSyntax[filepath.Ext(name)]
	var syn *rdfio.SyntaxError
	if !errors.As(err, &syn) {
		t.Errorf("%s: %v, want a *SyntaxError", name, err)
	} else if !ok {
		t.Logf("%v in %s", err, name) // an .owl file in another syntax
	} else if !strings.Contains(syn.Msg, "looks like") || !strings.Contains(syn.Msg, want) {
		t.Errorf("%s: %v, want it called %s", name, err, want)
	}
}

// The same ontology saved by OWLAPI in two syntaxes is the same graph.
func TestRealSame(t *testing.T) {
	dir := filepath.Join(outside.Dir(t, "ontologies/real-ontologies"), "owlapi-converted")
	files, err := filepath.Glob(filepath.Join(dir, "*.ttl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, ttl := range files {
		xml := strings.TrimSuffix(ttl, ".ttl") + ".owl"
		a := decodeFile(t, ttl, rdfio.Options{Base: testBase})
		b := decodeFile(t, xml, rdfio.Options{Base: testBase})
		// In empathi the writer abbreviated https://w3id.org/empathi/X with a
		// prefix bound to another namespace: the two files do differ.
		want := filepath.Base(ttl) != "empathi.ttl"
		if same := rdfio.Isomorphic(a, b); same != want {
			t.Errorf("%s, %d and %d triples: the same graph as in RDF/XML: %v, want %v", filepath.Base(ttl), len(a), len(b), same, want)
		}
	}
}
