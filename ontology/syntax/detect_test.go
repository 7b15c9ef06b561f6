package syntax

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     string
	}{
		{"Protégé", `<?xml version="1.0"?>` + "\n" + inRDF(""), "rdfxml"},
		{"no declaration", inRDF(""), "rdfxml"},
		{"comment first", "<!-- a licence\n <html> -->\n" + inRDF(""), "rdfxml"},
		{"DOCTYPE", "<!DOCTYPE rdf:RDF [\n <!ENTITY owl \"http://www.w3.org/2002/07/owl#\" >\n]>\n" + inRDF(""), "rdfxml"},
		{"root is an ontology node", `<owl:Ontology xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="` + rdfNS + `" rdf:about="e:"/>`, "rdfxml"},
		{"longer comment than the head", "<!-- " + strings.Repeat("a", 70<<10) + " -->" + inRDF(""), "rdfxml"},
		{"Turtle", ttl("e:s e:p e:o ."), "turtle"},
		{"SPARQL prefix", "PREFIX e: <e:>\ne:s e:p e:o .", "turtle"},
		{"Turtle after comments", "# <html>\n# Prefix(\n\n<> a <e:T> .", "turtle"},
		{"Turtle without prefixes", "<http://a/b> a <http://a/c> .", "turtle"},
		{"Turtle from a relative IRI", "<a> <b> <c> .", "turtle"},
		{"Turtle from a blank node", "[] a <e:T> .", "turtle"},
		{"Turtle from a blank node with content", "[ a <e:T> ] <e:p> 1 .", "turtle"},
		{"Turtle statement over lines", "<e:s>\n <e:p> <e:o> .", "turtle"},
		{"Turtle with a prefix called Class", "@prefix Class: <e:> . Class:a a Class:b .", "turtle"},
		{"only comments", "# nothing here", "turtle"},
		{"N-Triples", "# a\n<e:s> <e:p> \"a\"@en .\n", "ntriples"},
		{"N-Triples from a blank node", "_:a <e:p> <e:o> .\n", "ntriples"},
		{"N-Triples, last line cut", "<e:s> <e:p> <e:o> .\n<e:s> <e:", "ntriples"},
		{"N-Triples with urns", "<urn:s> <urn:p> <urn:o> .\n", "ntriples"},
	} {
		t.Run(c.name, func(t *testing.T) {
			head := []byte(c.in)
			got, err := All().Detect(head[:min(len(head), 64<<10)])
			if err != nil || got.Name != c.want {
				t.Errorf("got %v, %v, want %q", got, err, c.want)
			}
			if got, err := All().Detect(append([]byte("\xEF\xBB\xBF"), head[:min(len(head), 64<<10)]...)); err != nil || got.Name != c.want {
				t.Errorf("with a byte order mark: got %v, %v, want %q", got, err, c.want)
			}
		})
	}
}

// What is something else is named, at the place where it shows.
func TestDetectOther(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", `f:1:1: the file is empty; expected an ontology`},
		{"white space", " \n\n", `f:1:1: the file is empty`},
		{"byte order mark", "\xEF\xBB\xBF", `f:1:1: the file is empty`},
		{"HTML", "\n<!DOCTYPE html>\n<html>", `f:2:1: this looks like an HTML page; expected an ontology: download the ontology itself`},
		{"HTML of old", `<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "x">`, `f:1:1: this looks like an HTML page`},
		{"HTML without DOCTYPE", "<HTML><HEAD>", `f:1:1: this looks like an HTML page`},
		{"XHTML", "<?xml version='1.0'?>\n<html xmlns='http://www.w3.org/1999/xhtml'>", `f:2:1: this looks like an HTML page`},
		{"RDFa", "<html xmlns:rdf='" + rdfNS + "'>", `f:1:1: this looks like an HTML page`},
		{"other XML", "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", `f:1:22: this looks like XML but not RDF/XML (root element "svg")`},
		{"JSON", "{\n \"name\": 1}", `f:1:1: this looks like JSON that is neither JSON-LD (it has no "@context", "@graph" or "@id") nor an OBO graph`},
		{"LaTeX", "\\documentclass{article}", `f:1:1: this looks like LaTeX`},
		{"Git LFS", "version https://git-lfs.github.com/spec/v1\n", `f:1:1: this looks like a Git LFS pointer`},
		{"zip", "PK\x03\x04\x14\x00", `f:1:1: this looks like a zip archive (or an Office document)`},
		{"gzip", "\x1f\x8b\x08\x00", `f:1:1: this looks like a gzip file`},
		{"PDF", "%PDF-1.7\n", `f:1:1: this looks like a PDF document`},
		{"NULs", strings.Repeat("\x00", 100), `f:1:1: this looks like a binary file`},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00", `f:1:1: this looks like a binary file`},
		{"unknown encoding", `<?xml version="1.0" encoding="EBCDIC-X"?><a/>`, `f:1:1: unknown encoding "EBCDIC-X" in the XML declaration; save the file as UTF-8`},
	} {
		_, err := decodeAll([]byte(c.in), Options{File: "f"})
		var syn *rdfio.SyntaxError
		if c.name == "gzip" { // a packed document is unpacked before
			_, err = All().Recognise([]byte(c.in))
			err = Options{File: "f"}.Named(err)
		}
		if !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), c.want) || strings.ContainsAny(err.Error(), "\n\r\x00\x1b") {
			t.Errorf("%s:\ngot  %v\nwant %s…", c.name, err, c.want)
		}
	}
}

func TestRecognise(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string
	}{
		{inRDF(""), "rdfxml"},
		{ttl("e:s e:p e:o ."), "turtle"},
		{"<e:s> <e:p> <e:o> .\n", "ntriples"},
		{"<?xml version=\"1.0\"?>\n<!DOCTYPE Ontology [\n <!ENTITY a \"b\">\n]>\n<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\">", "owlxml"},
		{"<owl:Ontology xmlns:owl=\"http://www.w3.org/2002/07/owl#\" ontologyIRI=\"e:o\">", "owlxml"},
		{"# c\nPrefix(:=<e:>)\nOntology(<e:>", "functional"},
		{"Ontology (<e:>", "functional"},
		{"Prefix: : <e:>\nOntology: <e:>", "manchester"},
		{"Class: Typhoon", "manchester"},
		{"DisjointClasses: A, B", "manchester"},
		{"format-version:1.2\n", "obo"},
		{"! by hand\n! twice\n\n[Typedef]\n", "obo"},
		{"ontology: x\n", "obo"},
		{"{ \"graphs\" : [", "obograph"},
		{"{ \"meta\" : { }, \"graphs\" : [", "obograph"},
		{"{ \"@graph\" : [ { \"graphs\": 1", "jsonld"},
		{"[ { \"@id\" : \"e:s\"", "jsonld"},
		{"[\n{ \"http://e/p\" : [ { \"@value\": 1", "jsonld"},
	} {
		for _, in := range []string{c.in, "\xEF\xBB\xBF" + c.in} {
			if got, err := All().Detect([]byte(in)); err != nil || got.Name != c.want {
				t.Errorf("%q: got %v, %v, want %q", in, got, err, c.want)
			}
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, s := range []string{"", "<", "<?xml", "<!DOCTYPE rdf:RDF [", inRDF(""), ttl("e:s e:p e:o ."), "<e:s> <e:p> <e:o> .\n", "{\"", "Prefix(", "\xff\xfe<\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		found, err := All().Detect(head)
		if (found == nil) != (err != nil) {
			t.Errorf("syntax %v and error %v", found, err)
		}
		if err != nil && bytes.ContainsAny([]byte(err.Error()), "\n\r\x1b") {
			t.Errorf("%q is not one harmless line", err)
		}
	})
}

const rdfNS = rdfio.RDF

// inRDF returns an RDF/XML document that holds nodes.
func inRDF(nodes string) string {
	return "<rdf:RDF xmlns:rdf=\"" + rdfNS + "\"\n xmlns:e=\"e:\">\n" + nodes + "</rdf:RDF>"
}

// ttl returns a Turtle document that holds statements.
func ttl(statements string) string { return "@prefix e: <e:> .\n" + statements }
