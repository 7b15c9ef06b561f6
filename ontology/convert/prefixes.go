package convert

import (
	"maps"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

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
func (d *Document) prefixes() map[string]string {
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
func (d *Document) has(ns string) bool {
	if d.iris == nil {
		seen := map[string]bool{}
		for _, t := range d.Triples {
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

// namespace returns the beginning of most names of the ontology's own: its IRI with
// "#", "/" or both. Which one it is depends on the year of the editor.
func (d *Document) namespace() string {
	if d.IRI == "" {
		return ""
	}
	stem := strings.TrimRight(d.IRI, "#/")
	best, most := stem+"#", 0
	for _, ns := range []string{stem + "#", stem + "/", stem + "/#"} {
		n := 0
		for _, t := range d.Triples {
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
