package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/canon"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// document is an ontology as it stands in one file, without its imports.
type document struct {
	limits   rdfio.Limits // of the reader
	name     string
	iri      string            // of the ontology, "" if it has none
	triples  []rdf.Triple      // In canonical order
	flaws    []string          // what was passed over, with its place
	declared map[string]string // prefixes, as the text has them
	iris     []string          // of the statements, sorted; made by has
}

// largest is how large a file may be, unpacked.
const largest = 512 << 20

// readDocument reads the ontology called name: an embedded one, a file, or
// standard input for "-".
func (a *app) readDocument(name string) (*document, error) {
	data, err := a.readAll(name)
	if err != nil {
		return nil, err
	}
	return parseDocument(name, data, a.Limits.Document)
}

// errNoStatement says that a document is empty, though it is one.
var errNoStatement = errors.New("holds no statement")

// parseDocument reads the text of a document.
func parseDocument(name string, data []byte, lim rdfio.Limits) (*document, error) {
	d := &document{name: name, limits: lim}
	text, err := syntax.Recognise(data)
	if syn := (*rdfio.SyntaxError)(nil); errors.As(err, &syn) {
		syn.File = name
	}
	if err != nil {
		return nil, err
	}
	d.declared = text.Prefixes()
	var all []rdf.Triple
	err = text.Decode(syntax.Options{
		File: name, Base: baseIRI(name), Limits: lim,
		Warn: func(e *rdfio.SyntaxError) { d.flaws = append(d.flaws, e.Error()) },
	}, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	if err != nil {
		return nil, cli.Raisable(err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s%s: %w", strings.Join(append(d.flaws, ""), "\n"), name, errNoStatement)
	}
	d.triples = canon.Triples(all)
	for _, t := range d.triples {
		if t.Pred.String() == rdfType && t.Obj.String() == owlOntology && t.Subj.Type() == rdf.TermIRI {
			d.iri = t.Subj.String()
			break
		}
	}
	return d, nil
}

const (
	rdfType     = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	rdfsLabel   = "http://www.w3.org/2000/01/rdf-schema#label"
	owlOntology = "http://www.w3.org/2002/07/owl#Ontology"
)

// names are the first rdfs:label in each language of each subject, by "IRI
// @language"; several says whether some have more than one.
func (d *document) names() (first map[string]string, several bool) {
	first = make(map[string]string)
	for _, t := range d.triples {
		l, ok := t.Obj.(rdf.Literal)
		if !ok || t.Pred.String() != rdfsLabel {
			continue
		}
		key := t.Subj.String()
		if l.Lang() != "" {
			key += " @" + l.Lang()
		}
		if _, taken := first[key]; taken {
			several = true
		} else {
			first[key] = l.String()
		}
	}
	return first, several
}

// baseIRI is the base of a file that states none: its name without its folder,
// so that it means the same wherever it lies.
func baseIRI(name string) string { return "file:///" + url.PathEscape(filepath.Base(name)) }

// readAll reads a whole file, unpacked.
func (a *app) readAll(name string) ([]byte, error) {
	f, err := a.openDocument(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := syntax.Unpack(f)
	if err == nil {
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(r, largest+1)); err == nil && len(data) <= largest {
			return data, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("larger than %d MiB", largest>>20)
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

func (a *app) openDocument(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.In), nil
	}
	if slices.Contains(ontologies.Names(), name) {
		return ontologies.Open(name)
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("ontology %s: no such file, and no embedded ontology of that name (%s)",
			name, strings.Join(topic.Embedded(), ", "))
	}
	return f, err
}
