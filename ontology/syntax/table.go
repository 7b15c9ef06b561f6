package syntax

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/obo"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/obograph"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/owlxml"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/jsonld"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/rdfxml"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// Syntax is a row of the table: see [rdfio.Syntax].
type Syntax = rdfio.Syntax

// Table lists syntaxes. Of two that are equally sure of a document, the first
// reads it.
type Table []*Syntax

// All returns the table of all syntaxes, in the order in which they are listed
// to users. To add a syntax, write its package and add its row here.
func All() Table {
	return Table{
		rdfxml.Syntax(),
		turtle.Syntax(),
		ntriples.Syntax(),
		owlxml.Syntax(),
		functional.Syntax(),
		manchester.Syntax(),
		obo.Syntax(),
		obograph.Syntax(),
		jsonld.Syntax(),
	}
}

// Named returns the syntax that a name means: its own name, or as others write
// it ("obographs", "rdf/xml", "N-Triples", "ttl"). It is nil if there is none.
func (all Table) Named(name string) *Syntax {
	bare := letters(name)
	if bare == "" {
		return nil
	}
	for _, s := range all {
		if bare == s.Name || bare == s.Name+"s" || slices.Contains(s.Exts, "."+bare) {
			return s
		}
	}
	return nil
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// OfFile returns the syntax in which a file of that name is written: the first
// with its extension, packed or not. It is nil if there is none.
func (all Table) OfFile(name string) *Syntax {
	ext := extOf(name)
	i := slices.IndexFunc(all, func(s *Syntax) bool { return slices.Contains(s.Exts, ext) })
	if ext == "" || i < 0 {
		return nil
	}
	return all[i]
}

// MayBe reports whether a file of that name may hold an ontology. The extensions
// .xml and .n3 belong to no syntax alone.
func (all Table) MayBe(name string) bool {
	return all.OfFile(name) != nil || slices.Contains([]string{".xml", ".n3"}, extOf(name))
}

func extOf(name string) string {
	return filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz"))
}

// Written returns the syntaxes that can be written.
func (all Table) Written() Table {
	return slices.DeleteFunc(slices.Clone(all), func(s *Syntax) bool { return s.Encode == nil })
}

// Names returns the names of the syntaxes.
func (all Table) Names() []string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	return names
}

// Accept returns an Accept header that asks a server for an ontology, rather
// than for the page about it. Anything else may come, too: content tells.
func (all Table) Accept() string {
	var types []string
	for _, s := range all {
		if s.Media != "" {
			types = append(types, s.Media)
		}
	}
	return strings.Join(append(types, "application/xml;q=0.5", "*/*;q=0.1"), ", ")
}
