package functional

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

type prefix struct{ name, ns string }

// namer abbreviates IRIs by prefixes.
type namer struct {
	declared []prefix // as they are written: by length of the name, then by name
	longest  []prefix // by length of the namespace; of two for the same, the longer name goes first, as with the OWL API
	short    map[string]string
	err      error
}

func newNamer(o *axiom.Ontology, opt rdfio.EncodeOptions) *namer {
	all := map[string]string{
		"owl": nsOWL, "rdf": nsRDF, "xml": nsXML, "xsd": nsXSD, "rdfs": axiom.StandardPrefix("rdfs"),
	}
	if o.IRI != "" && o.Prefixes[""] == "" {
		all[""] = o.IRI
		if !strings.HasSuffix(o.IRI, "#") && !strings.HasSuffix(o.IRI, "/") {
			all[""] += "#"
		}
	}
	for name, ns := range o.Prefixes {
		if isPrefix(name) && isIRI(ns) { // prefixes valid only in other syntaxes are dropped
			all[name] = ns
		}
	}
	maps.Copy(all, opt.Prefixes)
	n := &namer{short: map[string]string{}}
	for name, ns := range all {
		if !isPrefix(name) {
			n.err = fmt.Errorf("functional: %s is not a prefix name", rdfio.Quote(name))
		}
		n.full(nil, ns)
		n.declared = append(n.declared, prefix{name, ns})
	}
	slices.SortFunc(n.declared, func(a, b prefix) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	n.longest = slices.Clone(n.declared)
	slices.SortStableFunc(n.longest, func(a, b prefix) int {
		return cmp.Or(cmp.Compare(len(b.ns), len(a.ns)), cmp.Compare(len(b.name), len(a.name)))
	})
	return n
}

// append is an axiom.Namer.
func (n *namer) append(b []byte, iri string) []byte {
	if s, ok := n.short[iri]; ok {
		return append(b, s...)
	}
	s := ""
	for _, p := range n.longest {
		if local, ok := strings.CutPrefix(iri, p.ns); ok && isLocal(local) {
			s = p.name + ":" + local
			break
		}
	}
	if s == "" {
		s = string(n.full(nil, iri))
	}
	rdfio.Remember(n.short, iri, s)
	return append(b, s...)
}

// full appends a full IRI. An IRI that could not be read again is an error.
func (n *namer) full(b []byte, iri string) []byte {
	if !isIRI(iri) {
		n.err = fmt.Errorf("functional: %s is not a valid IRI", rdfio.Quote(iri))
	}
	return axiom.Full(b, iri)
}

func isIRI(s string) bool {
	return s != "" && utf8.ValidString(s) && strings.IndexFunc(s, notIRI) < 0
}

func notIRI(r rune) bool {
	return r <= ' ' || r == 0x7F || strings.ContainsRune("<>\"{}|^`\\", r)
}

// isPrefix implements PNAME_NS of SPARQL, without the colon.
func isPrefix(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s == "" || unicode.IsLetter(first) && isName(s)
}

// isLocal is a strict subset of PN_LOCAL of SPARQL 1.0, to which the Recommendation
// refers. Other IRIs are written in full.
func isLocal(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsLetter(first) || first == '_' || '0' <= first && first <= '9') && isName(s)
}

func isName(s string) bool {
	for _, r := range s {
		switch {
		case r == '_' || r == '-' || r == '.' || '0' <= r && r <= '9':
		case unicode.IsLetter(r) && r != utf8.RuneError && r != 0xD7 && r != 0xF7 && r != 0xAA && r != 0xB5 && r != 0xBA:
		default:
			return false
		}
	}
	return s[len(s)-1] != '.'
}
