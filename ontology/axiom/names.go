package axiom

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Prefix is the short name of a namespace.
type Prefix struct{ Name, NS string }

// Names abbreviates IRIs by prefixes, for writers.
type Names struct {
	Declared []Prefix // as they are written: by length of the name, then by name
	Err      error    // the first prefix or IRI that could not be read again

	longest []Prefix // by length of the namespace; of two for the same, the longer name goes first, as with the OWL API
	short   map[string]string
}

// NewNames returns the usual prefixes, overridden by the ontology's own, and these by
// prefixes. The empty prefix is the namespace of the ontology IRI unless it is given.
func NewNames(o *Ontology, prefixes map[string]string) *Names {
	all := map[string]string{}
	for _, name := range []string{"owl", "rdf", "xsd", "rdfs"} {
		all[name] = StandardPrefix(name)
	}
	all["xml"] = nsXML
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
	maps.Copy(all, prefixes)
	n := &Names{short: map[string]string{}}
	for name, ns := range all {
		if !isPrefix(name) {
			n.Err = english.Errorf("%s is not a prefix name", rdfio.Quote(name))
		}
		n.Full(nil, ns)
		n.Declared = append(n.Declared, Prefix{name, ns})
	}
	sorts.Func(n.Declared, func(a, b Prefix) int {
		return cmp.Or(cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	n.longest = slices.Clone(n.Declared)
	sorts.Stable(n.longest, func(a, b Prefix) int {
		return cmp.Or(cmp.Compare(len(b.NS), len(a.NS)), cmp.Compare(len(b.Name), len(a.Name)))
	})
	return n
}

// Drop removes prefixes that a syntax cannot have.
func (n *Names) Drop(unfit func(name string) bool) {
	drop := func(p Prefix) bool { return unfit(p.Name) }
	n.Declared, n.longest = slices.DeleteFunc(n.Declared, drop), slices.DeleteFunc(n.longest, drop)
}

// Append is a [Namer].
func (n *Names) Append(b []byte, iri string) []byte {
	if s, ok := n.short[iri]; ok {
		return append(b, s...)
	}
	s := ""
	for _, p := range n.longest {
		if local, ok := strings.CutPrefix(iri, p.NS); ok && isLocal(local) {
			s = p.Name + ":" + local
			break
		}
	}
	if s == "" {
		s = string(n.Full(nil, iri))
	}
	rdfio.Remember(n.short, iri, s)
	return append(b, s...)
}

// Full is the [Namer] that writes IRIs in full. One that could not be read again is an error.
func (n *Names) Full(b []byte, iri string) []byte {
	if !isIRI(iri) {
		n.Err = english.Errorf("%s is not a valid IRI", rdfio.Quote(iri))
	}
	return full(b, iri)
}

func isIRI(s string) bool {
	return s != "" && utf8.ValidString(s) && strings.IndexFunc(s, notIRI) < 0
}

// notIRI holds for the characters that IRIREF of Turtle 1.1 (section 6.5) leaves out. All readers take the rest, so writers do.
func notIRI(r rune) bool {
	return r <= ' ' || strings.ContainsRune("<>\"{}|^`\\", r)
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

const nsXML = "http://www.w3.org/XML/1998/namespace"
