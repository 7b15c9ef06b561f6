package rdfio_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     rdfio.Format
	}{
		{"Protégé", `<?xml version="1.0"?>` + "\n" + inRDF(""), rdfio.RDFXML},
		{"no declaration", inRDF(""), rdfio.RDFXML},
		{"comment first", "<!-- a licence\n <html> -->\n" + inRDF(""), rdfio.RDFXML},
		{"DOCTYPE", "<!DOCTYPE rdf:RDF [\n <!ENTITY owl \"http://www.w3.org/2002/07/owl#\" >\n]>\n" + inRDF(""), rdfio.RDFXML},
		{"root is an ontology node", `<owl:Ontology xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="` + rdfNS + `" rdf:about="e:"/>`, rdfio.RDFXML},
		{"longer comment than the head", "<!-- " + strings.Repeat("a", 70<<10) + " -->" + inRDF(""), rdfio.RDFXML},
		{"Turtle", ttl("e:s e:p e:o ."), rdfio.Turtle},
		{"SPARQL prefix", "PREFIX e: <e:>\ne:s e:p e:o .", rdfio.Turtle},
		{"Turtle after comments", "# <html>\n# Prefix(\n\n<> a <e:T> .", rdfio.Turtle},
		{"Turtle without prefixes", "<http://a/b> a <http://a/c> .", rdfio.Turtle},
		{"Turtle from a relative IRI", "<a> <b> <c> .", rdfio.Turtle},
		{"Turtle from a blank node", "[] a <e:T> .", rdfio.Turtle},
		{"Turtle from a blank node with content", "[ a <e:T> ] <e:p> 1 .", rdfio.Turtle},
		{"Turtle statement over lines", "<e:s>\n <e:p> <e:o> .", rdfio.Turtle},
		{"Turtle with a prefix called Class", "@prefix Class: <e:> . Class:a a Class:b .", rdfio.Turtle},
		{"only comments", "# nothing here", rdfio.Turtle},
		{"N-Triples", "# a\n<e:s> <e:p> \"a\"@en .\n", rdfio.NTriples},
		{"N-Triples from a blank node", "_:a <e:p> <e:o> .\n", rdfio.NTriples},
		{"N-Triples, last line cut", "<e:s> <e:p> <e:o> .\n<e:s> <e:", rdfio.NTriples},
		{"N-Triples with urns", "<urn:s> <urn:p> <urn:o> .\n", rdfio.NTriples},
	} {
		t.Run(c.name, func(t *testing.T) {
			head := []byte(c.in)
			got, err := rdfio.Detect(head[:min(len(head), 64<<10)])
			if err != nil || got != c.want {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
			if got, err := rdfio.Detect(append([]byte("\xEF\xBB\xBF"), head[:min(len(head), 64<<10)]...)); err != nil || got != c.want {
				t.Errorf("with a byte order mark: got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// What is something else is named, at the place where it shows.
func TestDetectOther(t *testing.T) {
	runErrors(t, rdfio.Options{}, []errorCase{
		{"empty", "", `f:1:1: the file is empty; expected an ontology`},
		{"white space", " \n\n", `f:1:1: the file is empty`},
		{"byte order mark", "\xEF\xBB\xBF", `f:1:1: the file is empty`},
		{"HTML", "\n<!DOCTYPE html>\n<html>", `f:2:1: this looks like an HTML page; expected an ontology: download the ontology itself`},
		{"HTML of old", `<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "x">`, `f:1:1: this looks like an HTML page`},
		{"HTML without DOCTYPE", "<HTML><HEAD>", `f:1:1: this looks like an HTML page`},
		{"XHTML", "<?xml version='1.0'?>\n<html xmlns='http://www.w3.org/1999/xhtml'>", `f:2:1: this looks like an HTML page`},
		{"RDFa", "<html xmlns:rdf='" + rdfNS + "'>", `f:1:1: this looks like an HTML page`},
		{"OWL/XML", "<?xml version=\"1.0\"?>\n<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\"\n xmlns:rdf='" + rdfNS + "' ontologyIRI='e:'>",
			`f:2:1: this looks like OWL/XML; expected RDF/XML, Turtle or N-Triples: save it from Protégé as RDF/XML or Turtle`},
		{"other XML", "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", `f:1:22: this looks like XML but not RDF/XML (root element "svg")`},
		{"functional", "Prefix(:=<e:>)\nOntology(<e:>", `f:1:1: this looks like OWL functional syntax; expected RDF/XML`},
		{"functional after comment", "# a\nOntology( <e:>", `f:2:1: this looks like OWL functional syntax`},
		{"Manchester", "Prefix: : <e:>\nOntology: <e:>", `f:1:1: this looks like OWL Manchester syntax`},
		{"OBO", "format-version: 1.2\n[Term]", `f:1:1: this looks like OBO; expected`},
		{"OBO without header", "[Term]\nid: X:1", `f:1:1: this looks like OBO; expected`},
		{"JSON-LD", "{\n \"@context\": {}", `f:1:1: this looks like JSON-LD`},
		{"JSON-LD, expanded", "[ {\n \"@id\": \"e:\"", `f:1:1: this looks like JSON-LD`},
		{"OBO graphs", "{\n  \"graphs\" : [", `f:1:1: this looks like OBO graphs (JSON)`},
		{"JSON", "{\n \"name\": 1}", `f:1:1: this looks like JSON that is neither JSON-LD (it has no "@context", "@graph" or "@id") nor an OBO graph`},
		{"LaTeX", "\\documentclass{article}", `f:1:1: this looks like LaTeX`},
		{"Git LFS", "version https://git-lfs.github.com/spec/v1\n", `f:1:1: this looks like a Git LFS pointer`},
		{"zip", "PK\x03\x04\x14\x00", `f:1:1: this looks like a zip archive (or an Office document)`},
		{"gzip", "\x1f\x8b\x08\x00", `f:1:1: this looks like a gzip file`},
		{"PDF", "%PDF-1.7\n", `f:1:1: this looks like a PDF document`},
		{"NULs", strings.Repeat("\x00", 100), `f:1:1: this looks like a binary file`},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00", `f:1:1: this looks like a binary file`},
		{"unknown encoding", `<?xml version="1.0" encoding="EBCDIC-X"?><a/>`, `f:1:1: unknown encoding "EBCDIC-X" in the XML declaration; save the file as UTF-8`},
		{"prose", "Typhoon is a kind of storm.", `f:1:1: expected a subject`},
	})
}

func TestRecognise(t *testing.T) {
	for _, c := range []struct {
		in   string
		want rdfio.Format
	}{
		{inRDF(""), rdfio.RDFXML},
		{ttl("e:s e:p e:o ."), rdfio.Turtle},
		{"<e:s> <e:p> <e:o> .\n", rdfio.NTriples},
		{"<?xml version=\"1.0\"?>\n<!DOCTYPE Ontology [\n <!ENTITY a \"b\">\n]>\n<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\">", rdfio.OWLXML},
		{"<owl:Ontology xmlns:owl=\"http://www.w3.org/2002/07/owl#\" ontologyIRI=\"e:o\">", rdfio.OWLXML},
		{"# c\nPrefix(:=<e:>)\nOntology(<e:>", rdfio.Functional},
		{"Ontology (<e:>", rdfio.Functional},
		{"Prefix: : <e:>\nOntology: <e:>", rdfio.Manchester},
		{"Class: Typhoon", rdfio.Manchester},
		{"DisjointClasses: A, B", rdfio.Manchester},
		{"format-version:1.2\n", rdfio.OBO},
		{"! by hand\n! twice\n\n[Typedef]\n", rdfio.OBO},
		{"ontology: x\n", rdfio.OBO},
		{"{ \"graphs\" : [", rdfio.OBOGraph},
		{"{ \"meta\" : { }, \"graphs\" : [", rdfio.OBOGraph},
		{"{ \"@graph\" : [ { \"graphs\": 1", rdfio.JSONLD},
		{"[ { \"@id\" : \"e:s\"", rdfio.JSONLD},
		{"[\n{ \"http://e/p\" : [ { \"@value\": 1", rdfio.JSONLD},
	} {
		for _, in := range []string{c.in, "\xEF\xBB\xBF" + c.in} {
			if got, err := rdfio.Recognise([]byte(in)); err != nil || got != c.want {
				t.Errorf("%q: got %q, %v, want %q", in, got, err, c.want)
			}
		}
		if c.want.Name() == string(c.want) {
			t.Errorf("%q has no name", c.want)
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, s := range []string{"", "<", "<?xml", "<!DOCTYPE rdf:RDF [", inRDF(""), ttl("e:s e:p e:o ."), "<e:s> <e:p> <e:o> .\n", "{\"", "Prefix(", "\xff\xfe<\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		format, err := rdfio.Detect(head)
		if (format == "") != (err != nil) {
			t.Errorf("format %q and error %v", format, err)
		}
		if err != nil && bytes.ContainsAny([]byte(err.Error()), "\n\r\x1b") {
			t.Errorf("%q is not one harmless line", err)
		}
	})
}
