package main

import (
	"bytes"
	"compress/gzip"
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

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/canon"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// document is an ontology as it stands in one file, without its imports.
type document struct {
	name    string
	iri     string       // of the ontology, "" if it has none
	triples []rdf.Triple // in canonical order
	flaws   []string     // what was passed over, with its place
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
	d := &document{name: name}
	var all []rdf.Triple
	err = rdfio.Decode(bytes.NewReader(data), rdfio.Options{
		File: name, Base: baseIRI(name),
		Warn: func(e *rdfio.SyntaxError) { d.flaws = append(d.flaws, e.Error()) },
	}, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New(strings.Join(append(d.flaws, name+": holds no statement"), "\n"))
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
	owlOntology = "http://www.w3.org/2002/07/owl#Ontology"
)

// baseIRI is the base of a file that states none: its name without its folder,
// so that it means the same wherever it lies.
func baseIRI(name string) string { return "file:///" + url.PathEscape(filepath.Base(name)) }

// readAll reads a whole file, unpacked.
func (a *app) readAll(name string) ([]byte, error) {
	r, err := a.openDocument(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := limited(r)
	if err == nil && bytes.HasPrefix(data, []byte{0x1f, 0x8b}) { // RFC 1952, section 2.3.1
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = limited(z)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

func limited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, largest+1))
	if err == nil && len(data) > largest {
		return nil, fmt.Errorf("larger than %d MiB", largest>>20)
	}
	return data, err
}

func (a *app) openDocument(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.in), nil
	}
	if slices.Contains(ontologies.Names(), name) {
		return ontologies.Open(name)
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("ontology %s: no such file, and no embedded ontology of that name (%s)",
			name, strings.Join(embeddedNames(), ", "))
	}
	return f, err
}
