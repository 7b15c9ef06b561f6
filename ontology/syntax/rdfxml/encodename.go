package rdfxml

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// An nsDecl is a namespace with the prefix declared for it.
type nsDecl struct{ name, ns string }

// qnames gives properties their names in XML.
type qnames struct {
	base     string   // the namespace of names without prefix, or ""
	declared []nsDecl // by length of the prefix, then by prefix
	byNS     map[string]string
}

// newQNames sees to it that every predicate has a name.
func newQNames(g *xmlGraph, prefixes map[string]string) (*qnames, error) {
	q := &qnames{base: prefixes[""], byNS: map[string]string{}}
	all := map[string]string{"owl": owlNS, "rdf": rdfio.RDF, "xml": rdfio.XMLSpace, "xsd": rdfio.XSD, "rdfs": rdfsNS}
	fixed := maps.Clone(all)
	for name, ns := range prefixes {
		switch {
		case name == "" || fixed[name] != "":
		case !rdfio.IsNCName(name) || strings.HasPrefix(strings.ToLower(name), "xml"):
			return nil, english.Errorf("rdfio: %s cannot be a prefix in XML", rdfio.Quote(name))
		case ns != "" && ns != rdfio.XMLSpace:
			all[name] = ns
		}
	}
	if q.base == "" && len(g.headers) > 0 && !g.isBlank(g.headers[0]) {
		q.base = g.names[g.headers[0]]
		if !strings.HasSuffix(q.base, "#") && !strings.HasSuffix(q.base, "/") {
			q.base += "#"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if ns := all[name]; q.byNS[ns] == "" || fixed[name] != "" {
			q.byNS[ns] = name
		}
	}
	if err := q.cover(g, all); err != nil {
		return nil, err
	}
	for name, ns := range all {
		q.declared = append(q.declared, nsDecl{name, ns})
	}
	sorts.Func(q.declared, func(a, b nsDecl) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	return q, nil
}

// cover makes prefixes for the namespaces that have none, in the order of their
// IRIs.
func (q *qnames) cover(g *xmlGraph, all map[string]string) error {
	predicates := map[string]bool{}
	for _, st := range g.all {
		predicates[g.names[st.p]] = true
	}
	for _, iri := range slices.Sorted(maps.Keys(predicates)) {
		ns, local := rdfio.SplitName(iri)
		if local == "" || ns == "" || ns == rdfio.RDF && reservedName(local) {
			return english.Errorf("rdfio: the property %s cannot be written in RDF/XML, where it must end in an XML name: write Turtle instead, or rename it", rdfio.Quote(iri))
		}
		if q.byNS[ns] == "" && ns != q.base {
			name := newPrefix(ns, all)
			all[name] = ns
			q.byNS[ns] = name
		}
	}
	return nil
}

// reservedName reports whether a name in the namespace of RDF means something
// to its syntax, so that no property can have it (RDF/XML, section 5.1).
func reservedName(local string) bool {
	switch local {
	case "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "li", "Description", "aboutEach", "aboutEachPrefix", "bagID":
		return true
	}
	return false
}

// qname returns the name of a property.
func (q *qnames) qname(iri string) string {
	ns, local := rdfio.SplitName(iri)
	if ns == q.base {
		return local
	}
	return q.byNS[ns] + ":" + local
}

// newPrefix makes a prefix of the last word of a namespace: "terms" for
// http://purl.org/dc/terms/, as the OWL API does.
func newPrefix(ns string, taken map[string]string) string {
	name := ""
	for _, part := range strings.FieldsFunc(ns, func(r rune) bool {
		return r >= utf8.RuneSelf || !rdfio.IsAlnum(byte(r)) && r != '-' && r != '_' && r != '.'
	}) {
		part, _, _ = strings.Cut(part, ".")
		if rdfio.IsNCName(part) && !strings.HasPrefix(strings.ToLower(part), "xml") {
			name = part
		}
	}
	if name == "" {
		name = "ns"
	}
	if taken[name] == "" {
		return name
	}
	for i := 1; ; i++ {
		if n := name + strconv.Itoa(i); taken[n] == "" {
			return n
		}
	}
}
