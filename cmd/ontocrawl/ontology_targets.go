package main

import (
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// target is a syntax in which an ontology can be written.
type target struct {
	name  string
	ext   string // of file names that mean it
	about string
	write func(w io.Writer, d *document) (left []string, err error)
}

func targets() []target {
	return []target{
		{"turtle", ".ttl", "Turtle", writeTurtle},
		{"ntriples", ".nt", "N-Triples", writeNTriples},
	}
}

func writeTurtle(w io.Writer, d *document) ([]string, error) {
	return nil, rdfio.EncodeTurtle(w, d.triples, rdfio.TurtleOptions{Prefixes: d.prefixes()})
}

func writeNTriples(w io.Writer, d *document) ([]string, error) {
	return nil, rdfio.EncodeNTriples(w, d.triples)
}

// wellKnown are the prefixes that people know, beyond those that every syntax
// declares.
var wellKnown = map[string]string{
	"dc":       "http://purl.org/dc/elements/1.1/",
	"dcterms":  "http://purl.org/dc/terms/",
	"foaf":     "http://xmlns.com/foaf/0.1/",
	"geo":      "http://www.opengis.net/ont/geosparql#",
	"obo":      "http://purl.obolibrary.org/obo/",
	"oboInOwl": "http://www.geneontology.org/formats/oboInOwl#",
	"prov":     "http://www.w3.org/ns/prov#",
	"schema":   "http://schema.org/",
	"sosa":     "http://www.w3.org/ns/sosa/",
	"ssn":      "http://www.w3.org/ns/ssn/",
	"swrl":     "http://www.w3.org/2003/11/swrl#",
	"swrlb":    "http://www.w3.org/2003/11/swrlb#",
	"time":     "http://www.w3.org/2006/time#",
	"vann":     "http://purl.org/vocab/vann/",
}

// prefixes are the well-known ones, and the empty one for the ontology's own
// names.
func (d *document) prefixes() map[string]string {
	all := make(map[string]string, len(wellKnown)+1)
	for name, ns := range wellKnown {
		all[name] = ns
	}
	if own := d.namespace(); own != "" {
		all[""] = own
	}
	return all
}

// namespace is what most names of the ontology's own begin with: its IRI with
// "#" or "/". A file has one or the other according to the year of the editor.
func (d *document) namespace() string {
	if d.iri == "" {
		return ""
	}
	stem := strings.TrimRight(d.iri, "#/")
	hash, slash := 0, 0
	for _, t := range d.triples {
		rest, ok := strings.CutPrefix(t.Subj.String(), stem)
		switch {
		case !ok || rest == "":
		case rest[0] == '#' && rest != "#":
			hash++
		case rest[0] == '/' && rest != "/" && !strings.ContainsAny(rest[1:], "/#"):
			slash++
		}
	}
	if slash > hash {
		return stem + "/"
	}
	return stem + "#"
}
