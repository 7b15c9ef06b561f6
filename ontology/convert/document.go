package convert

import (
	"errors"
	"maps"
	"net/url"
	"path/filepath"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/internal/canon"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// Options says how a document is read. The zero value reads all syntaxes with
// the default limits.
type Options struct {
	Limits   rdfio.Limits
	Syntaxes syntax.Table // nil: syntax.All
}

// Document is an ontology as it stands in one file, without its imports.
type Document struct {
	Name    string
	IRI     string       // of the ontology, "" if it has none
	Triples []rdf.Triple // in canonical order
	Flaws   []error      // what the reader passed over: each a *rdfio.SyntaxError, with its place

	opt      Options
	declared map[string]string // prefixes, as the text has them
	iris     []string          // of the statements, sorted; made by has
}

// ErrEmpty says that a document states nothing.
var ErrEmpty = errors.New("holds no statement")

// Parse reads an unpacked document. Its name is the name of a file, without which
// relative IRIs have no base.
func Parse(name string, data []byte, opt Options) (*Document, error) {
	if opt.Syntaxes == nil {
		opt.Syntaxes = syntax.All()
	}
	d := &Document{Name: name, opt: opt}
	read := syntax.Options{
		File: name, Base: "file:///" + url.PathEscape(filepath.Base(name)), Limits: opt.Limits,
		Warn: func(e *rdfio.SyntaxError) { d.Flaws = append(d.Flaws, e) },
	}
	text, err := opt.Syntaxes.Recognise(data)
	if err != nil {
		return nil, read.Named(err)
	}
	if text.Syntax.Prefixes != nil {
		d.declared = text.Prefixes()
	}
	var all []rdf.Triple
	err = text.Decode(read, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.Join(append(d.Flaws, english.Errorf("%s: %w", name, ErrEmpty))...)
	}
	d.Replace(all)
	return d, nil
}

// New returns a document of statements that stand in no file yet.
func New(name string, prefixes map[string]string, triples []rdf.Triple) *Document {
	d := &Document{Name: name, declared: prefixes, opt: Options{Syntaxes: syntax.All()}}
	d.Replace(triples)
	return d
}

// Replace gives the document other statements. It keeps its prefixes.
func (d *Document) Replace(triples []rdf.Triple) {
	d.Triples, d.IRI, d.iris = canon.Triples(triples), "", nil
	for _, t := range d.Triples {
		if t.Pred.String() == rdfType && t.Obj.String() == owlOntology && t.Subj.Type() == rdf.TermIRI {
			d.IRI = t.Subj.String()
			break
		}
	}
}

// Prefixes are those that the text declares.
func (d *Document) Prefixes() map[string]string { return maps.Clone(d.declared) }

const (
	rdfType     = rdfio.RDF + "type"
	rdfsLabel   = "http://www.w3.org/2000/01/rdf-schema#label"
	owlOntology = "http://www.w3.org/2002/07/owl#Ontology"
)
