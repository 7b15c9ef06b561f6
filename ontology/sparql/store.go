package sparql

import (
	"github.com/tggo/goRDFlib/store"
	"github.com/tggo/goRDFlib/term"
)

// readOnly is a store that has nothing and takes nothing.
type readOnly struct{}

func (readOnly) Add(term.Triple, term.Term)           {}
func (readOnly) AddN([]term.Quad)                     {}
func (readOnly) Remove(term.TriplePattern, term.Term) {}
func (readOnly) Set(term.Triple, term.Term)           {}
func (readOnly) Triples(term.TriplePattern, term.Term) store.TripleIterator {
	return func(func(term.Triple) bool) {}
}
func (readOnly) Len(term.Term) int                        { return 0 }
func (readOnly) Contexts(*term.Triple) store.TermIterator { return func(func(term.Term) bool) {} }
func (readOnly) Bind(string, term.URIRef)                 {}
func (readOnly) Namespace(string) (term.URIRef, bool)     { return term.URIRef{}, false }
func (readOnly) Prefix(term.URIRef) (string, bool)        { return "", false }
func (readOnly) Namespaces() store.NamespaceIterator      { return func(func(string, term.URIRef) bool) {} }
func (readOnly) ContextAware() bool                       { return false }
func (readOnly) TransactionAware() bool                   { return false }
