package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// target is a syntax in which an ontology can be written.
type target struct {
	syntax.Format
	ext string // of file names that mean it, the usual one first
	alt string
}

func targets() []target {
	return []target{
		{syntax.RDFXML, ".owl", ".rdf"},
		{syntax.Turtle, ".ttl", ""},
		{syntax.NTriples, ".nt", ""},
		{syntax.Functional, ".ofn", ""},
		{syntax.OBOGraph, ".json", ""},
		{syntax.JSONLD, ".jsonld", ""},
	}
}

// errWordless says that nothing of a document can be said in a syntax.
var errWordless = errors.New("the syntax has no words for any of its statements")

// save returns a document as it is to be written. Where the syntax left
// something out, blank nodes would still bear names made of what is not there,
// and other ones when the file is saved again: they are named anew, by what
// the file holds.
func (t *target) save(d *document) (text []byte, left []syntax.Loss, err error) {
	text, left, err = t.write(d)
	if err != nil || len(left) == 0 {
		return text, left, err
	}
	again, err := parseDocument(d.name, text, d.limits)
	switch {
	case errors.Is(err, errNoStatement):
		return nil, nil, errWordless
	case err != nil:
		return nil, nil, fmt.Errorf("what was written cannot be read: %w", err)
	}
	again.declared = d.declared // the syntax may have none
	text, _, err = t.write(again)
	return text, left, err
}

// Write returns a document in the syntax, and the statements that it has no
// words for. RDF/XML refuses a whole document for one of them (a property
// whose IRI does not end in an XML name, a control character): those that
// alone are refused too are left out then.
func (t *target) write(d *document) (text []byte, left []syntax.Loss, err error) {
	text, left, err = t.encode(d.triples, d.prefixes())
	if err == nil || t.Format == syntax.Functional {
		return text, left, err
	}
	var kept, refused []rdf.Triple
	for _, tr := range d.triples {
		if _, _, err := t.encode([]rdf.Triple{tr}, nil); err != nil {
			refused = append(refused, tr)
		} else {
			kept = append(kept, tr)
		}
	}
	if len(refused) == 0 {
		return nil, nil, err
	}
	wordless, err := losses(refused)
	if err != nil {
		return nil, nil, err
	}
	text, left, err = t.encode(kept, d.prefixes())
	return text, append(wordless, left...), err
}

func (t *target) encode(triples []rdf.Triple, prefixes map[string]string) (text []byte, left []syntax.Loss, err error) {
	var b bytes.Buffer
	left, err = syntax.Encode(&b, t.Format, triples, syntax.EncodeOptions{Prefixes: prefixes})
	return b.Bytes(), left, err
}

// losses are triples that are left out, as lines of N-Triples.
func losses(triples []rdf.Triple) ([]syntax.Loss, error) {
	var b strings.Builder
	if err := rdfio.EncodeNTriples(&b, triples); err != nil {
		return nil, err
	}
	var all []syntax.Loss
	for line := range strings.Lines(b.String()) {
		all = append(all, syntax.Loss{Statement: strings.TrimSuffix(line, "\n")})
	}
	return all, nil
}

// wellKnown returns the prefixes that people know, beyond those that every
// syntax declares.
func wellKnown() map[string]string {
	return map[string]string{
		"dc":       "http://purl.org/dc/elements/1.1/",
		"dcterms":  "http://purl.org/dc/terms/",
		"foaf":     "http://xmlns.com/foaf/0.1/",
		"geo":      "http://www.opengis.net/ont/geosparql#",
		"obo":      "http://purl.obolibrary.org/obo/",
		"oboInOwl": "http://www.geneontology.org/formats/oboInOwl#",
		"prov":     "http://www.w3.org/ns/prov#",
		"schema":   "http://schema.org/",
		"skos":     "http://www.w3.org/2004/02/skos/core#",
		"sosa":     "http://www.w3.org/ns/sosa/",
		"ssn":      "http://www.w3.org/ns/ssn/",
		"swrl":     "http://www.w3.org/2003/11/swrl#",
		"swrlb":    "http://www.w3.org/2003/11/swrlb#",
		"time":     "http://www.w3.org/2006/time#",
		"vann":     "http://purl.org/vocab/vann/",
	}
}

// prefixes are those that the document has a use for: its own ones, for the
// namespaces that it has no name for the well-known ones, and the empty one for
// the ontology's own names.
func (d *document) prefixes() map[string]string {
	used, named := map[string]string{}, map[string]bool{}
	take := func(all map[string]string) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if ns := all[name]; ns != "" && rdfio.IsPrefix(name) && used[name] == "" && !named[ns] && !standard(ns) && d.has(ns) {
				used[name] = ns
				named[ns] = name != "" // not every syntax has the empty one
			}
		}
	}
	take(d.declared)
	take(wellKnown())
	if own := d.namespace(); own != "" && used[""] == "" && !named[own] {
		used[""] = own
	}
	return used
}

// standard reports whether every syntax has a prefix of its own for a
// namespace.
func standard(ns string) bool {
	switch ns {
	case "http://www.w3.org/2002/07/owl#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#",
		"http://www.w3.org/2001/XMLSchema#", "http://www.w3.org/XML/1998/namespace":
		return true
	}
	return false
}

// has reports whether an IRI of the document begins with ns.
func (d *document) has(ns string) bool {
	if d.iris == nil {
		seen := map[string]bool{}
		for _, t := range d.triples {
			for _, term := range []rdf.Term{t.Subj, t.Pred, t.Obj} {
				switch term := term.(type) {
				case rdf.IRI:
					seen[term.String()] = true
				case rdf.Literal:
					seen[term.DataType.String()] = true
				}
			}
		}
		d.iris = slices.Sorted(maps.Keys(seen))
	}
	i, _ := slices.BinarySearch(d.iris, ns)
	return i < len(d.iris) && strings.HasPrefix(d.iris[i], ns)
}

// namespace is what most names of the ontology's own begin with: its IRI with
// "#", "/" or both. Which one it is depends on the year of the editor.
func (d *document) namespace() string {
	if d.iri == "" {
		return ""
	}
	stem := strings.TrimRight(d.iri, "#/")
	best, most := stem+"#", 0
	for _, ns := range []string{stem + "#", stem + "/", stem + "/#"} {
		n := 0
		for _, t := range d.triples {
			if local, ok := strings.CutPrefix(t.Subj.String(), ns); ok && local != "" && !strings.ContainsAny(local, "#/") {
				n++
			}
		}
		if n > most {
			best, most = ns, n
		}
	}
	return best
}
