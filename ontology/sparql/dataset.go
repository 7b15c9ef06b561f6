package sparql

import (
	"slices"
	"sync"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Dataset is a set of named graphs. The zero value is empty. Add to it first and ask it then: after
// the first question Add is refused. Questions may be asked in parallel.
type Dataset struct {
	dictionary
	graphs map[string]*index
	all    *index // the union
	once   sync.Once
	frozen bool
	turns  chan struct{} // see Limits
	aside  map[string]bool
	beside bool // graphs that are added now are set aside
}

// A dictionary gives terms numbers from 1; 0 is no term.
type dictionary struct {
	terms []term.Term
	ids   map[string]uint32
}

func (d *dictionary) id(t term.Term) uint32 {
	key := term.TermKey(t)
	if id, ok := d.ids[key]; ok {
		return id
	}
	if d.ids == nil {
		d.ids = make(map[string]uint32)
	}
	d.terms = append(d.terms, t)
	id := uint32(len(d.terms))
	d.ids[key] = id
	return id
}

// known is the number of t, or 0.
func (d *dictionary) known(t term.Term) uint32 { return d.ids[term.TermKey(t)] }

// Add puts t into the graph of that name, an IRI. The graph "" is of the default graph only: no GRAPH finds it.
func (d *Dataset) Add(graph string, t rdf.Triple) error {
	s, p, o := fromRDF(t.Subj), fromRDF(t.Pred), fromRDF(t.Obj)
	if s == nil || p == nil || o == nil {
		return english.Errorf("sparql: %v is no triple", t)
	}
	return d.add(graph, s, p, o)
}

func (d *Dataset) add(graph string, s, p, o term.Term) error {
	if d.frozen {
		return english.Errorf("sparql: graph <%s>: the dataset has been asked already", graph)
	}
	if d.graphs == nil {
		d.graphs = make(map[string]*index)
	}
	x := d.graphs[graph]
	if x == nil {
		x = new(index)
		d.graphs[graph] = x
		if d.beside {
			if d.aside == nil {
				d.aside = make(map[string]bool)
			}
			d.aside[graph] = true
		}
	}
	x.add(triple{d.id(s), d.id(p), d.id(o)})
	return nil
}

// Aside calls add. Graphs that it adds are asked by GRAPH only: they are not of the default graph, because
// they say the same in other words.
func (d *Dataset) Aside(add func() error) error {
	d.beside = true
	defer func() { d.beside = false }()
	return add()
}

// Graphs returns the names of the named graphs in order.
func (d *Dataset) Graphs() []string {
	names := make([]string, 0, len(d.graphs))
	for name := range d.graphs {
		if name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Len returns the number of different triples in the default graph.
func (d *Dataset) Len() int {
	d.freeze()
	return len(d.all.spo)
}

// freeze sorts the graphs, at the first question.
func (d *Dataset) freeze() {
	d.once.Do(func() {
		d.frozen, d.turns = true, make(chan struct{}, defaultTurns)
		d.all = new(index)
		for name, x := range d.graphs {
			if !d.aside[name] {
				d.all.spo = append(d.all.spo, x.spo...)
			}
			x.sort()
		}
		d.all.sort()
	})
}

// fromRDF returns the engine's form of a term; nil if it has none.
func fromRDF(t rdf.Term) term.Term {
	switch t := t.(type) {
	case rdf.IRI:
		return term.NewURIRefUnsafe(t.String())
	case rdf.Blank:
		return term.NewBNode(t.String())
	case rdf.Literal:
		if t.Lang() != "" {
			return term.NewLiteral(t.String(), term.WithLang(t.Lang()))
		}
		return term.NewLiteral(t.String(), term.WithDatatype(term.NewURIRefUnsafe(t.DataType.String())))
	}
	return nil
}

// Triples returns the different triples of the default graph. Triple terms of RDF 1.2 are left out.
func (d *Dataset) Triples() []rdf.Triple {
	d.freeze()
	r := running{data: d}
	all := make([]rdf.Triple, 0, len(d.all.spo))
	for _, t := range d.all.spo {
		if x, ok := r.triple(t); ok {
			all = append(all, x)
		}
	}
	return all
}
