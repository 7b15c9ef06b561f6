package rdfio_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
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

// otherSyntax maps the endings of real files in other syntaxes to what they have to be
// called.
var otherSyntax = map[string]string{
	".obo": "OBO", ".json": "JSON", ".jsonld": "JSON-LD", ".ofn": "functional", ".omn": "Manchester", ".owx": "OWL/XML",
}

// TestReal reads every real ontology, and the Turtle written from it again.
func TestReal(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	read := make(map[string]int)
	other, broken, warnings := 0, 0, 0
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
		s, err := syntax.All().Detect(data[:min(len(data), rdfio.HeadSize)])
		if err != nil || !s.Streams {
			other++
			wantOther(t, name, s, err)
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
		read[s.Name]++
		var ttl bytes.Buffer
		if err := turtle.Encode(&ttl, triples, rdfio.EncodeOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back, err := decode(ttl.Bytes(), rdfio.Options{Syntax: "turtle", File: name + " as Turtle"})
		if err != nil {
			t.Error(err)
		} else if len(triples) < 20_000 && !rdfiotest.Isomorphic(triples, back) {
			t.Errorf("%s: written as Turtle and read back it is another graph", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("read %v, %d broken, %d in other syntaxes, %d warnings", read, broken, other, warnings)
	if broken != len(brokenFiles) {
		t.Errorf("%d of %d broken files seen", broken, len(brokenFiles))
	}
	if read["rdfxml"] < 70 || read["turtle"] < 380 || other < 80 {
		t.Error("fewer files than there are")
	}
}

// wantOther checks that a file in another syntax is called by its name.
func wantOther(t *testing.T, name string, s *syntax.Syntax, err error) {
	t.Helper()
	want, ok := otherSyntax[filepath.Ext(name)]
	var syn *rdfio.SyntaxError
	switch {
	case err != nil && (!errors.As(err, &syn) || !strings.Contains(syn.Msg, "looks like")):
		t.Errorf("%s: %v, want a *SyntaxError that says what the file looks like", name, err)
	case !ok:
		t.Logf("%s is in another syntax: %v", name, err) // an .owl file in another syntax
	case err != nil && !strings.Contains(syn.Msg, want), err == nil && !strings.Contains(s.Title, want):
		t.Errorf("%s: %+v, %v, want it called %s", name, s, err, want)
	}
}

// The same ontology saved by OWLAPI in two syntaxes is the same graph.
func TestRealSame(t *testing.T) {
	dir := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "owlapi-converted")
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
		if same := rdfiotest.Isomorphic(a, b); same != want {
			t.Errorf("%s, %d and %d triples: the same graph as in RDF/XML: %v, want %v", filepath.Base(ttl), len(a), len(b), same, want)
		}
	}
}
