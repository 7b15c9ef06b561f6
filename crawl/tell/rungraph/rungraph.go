package rungraph

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// Names of the graphs. A file is the graph filePrefix followed by its name, as far as it names no
// graphs itself.
const (
	runGraph      = export.Vocab + "run"      // pages, their evidence, the run
	ontologyGraph = export.Vocab + "ontology" // what the ontologies state
	inferredGraph = export.Vocab + "inferred" // Is-a that follows and no file states
	linksGraph    = export.Vocab + "links"    // which page of the run links to which; see linkWord
	filePrefix    = export.Vocab + "file/"
)

// Prefixes are declared in every question.
func Prefixes() map[string]string {
	p := export.Prefixes()
	p["rdf"] = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	p["rdfs"] = "http://www.w3.org/2000/01/rdf-schema#"
	p["owl"] = "http://www.w3.org/2002/07/owl#"
	p["xsd"] = "http://www.w3.org/2001/XMLSchema#"
	p["skos"] = "http://www.w3.org/2004/02/skos/core#"
	return p
}

// Data says what is put together.
type Data struct {
	Dir        string     // run folder; "": none
	Run        export.Run // of Dir
	Ontologies []Ontology
	Files      []string // TriG, N-Quads, or any syntax of ontologies
	Kept       string   // the kept graph of events, if it is there; asked by GRAPH only. "": none
	Links      *Links   // of the pages in Dir, if the graph of links is wanted; nil: none
}

// Ontology is an ontology with all that it states.
type Ontology struct {
	Stated []rdf.Triple
	Graph  *ontology.Graph
}

// Load reads all of it. The run may be going on: pages that are recorded meanwhile may be left out.
func (d *Data) Load(ctx context.Context) (*sparql.Dataset, error) {
	set := new(sparql.Dataset)
	if d.Dir != "" {
		if err := d.pages(ctx, set); err != nil {
			return nil, err
		}
	}
	for i := range d.Ontologies {
		if err := d.Ontologies[i].add(set); err != nil {
			return nil, err
		}
	}
	if d.Links != nil {
		if err := d.Links.add(ctx, d.Dir, set); err != nil {
			return nil, err
		}
	}
	for i, name := range d.Files {
		if err := addFile(set, name, i); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(d.Kept); d.Kept != "" && err == nil {
		if err := set.Aside(func() error { return addFile(set, d.Kept, len(d.Files)) }); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func (d *Data) pages(ctx context.Context, set *sparql.Dataset) error {
	pages := func(yield func(rundir.Page, error) bool) {
		for p, err := range rundir.Current(d.Dir) {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(p, err) {
				return
			}
		}
	}
	triples, err := export.Graph(&d.Run, pages, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Dir, err)
	}
	for _, t := range triples {
		if err := set.Add(runGraph, t); err != nil {
			return err
		}
	}
	return nil
}

func (o *Ontology) add(set *sparql.Dataset) error {
	for _, t := range o.Stated {
		if err := set.Add(ontologyGraph, t); err != nil {
			return err
		}
	}
	for _, e := range o.Graph.Edges() {
		if e.Rel != ontology.IsA || e.Property != ontology.Inferred {
			continue
		}
		sub, err := rdf.NewIRI(rdfio.EscapeIRI(o.Graph.Concept(e.From).IRI))
		super, err2 := rdf.NewIRI(rdfio.EscapeIRI(o.Graph.Concept(e.To).IRI))
		is, err3 := rdf.NewIRI("http://www.w3.org/2000/01/rdf-schema#subClassOf")
		if err != nil || err2 != nil || err3 != nil {
			continue
		}
		if err := set.Add(inferredGraph, rdf.Triple{Subj: sub, Pred: is, Obj: super}); err != nil {
			return err
		}
	}
	return nil
}

func addFile(set *sparql.Dataset, name string, unit int) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return set.Load(f, name, filePrefix+url.PathEscape(filepath.Base(name)), unit)
}
