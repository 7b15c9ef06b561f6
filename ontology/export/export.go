package export

import (
	"bufio"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Format names an output format.
type Format string

// The formats that Write supports.
const (
	DOT     Format = "dot"     // Graphviz: https://graphviz.org/doc/info/lang.html
	GraphML Format = "graphml" // Brandes et al., GD 2001; yEd, Cytoscape, networkx, igraph
	gexf    Format = "gexf"    // version 1.3; Gephi
	Mermaid Format = "mermaid" // flowchart; Markdown on GitHub and elsewhere
	jsonld  Format = "jsonld"  // JSON-LD 1.1 with an inline context
	CSV     Format = "csv"     // relations; spreadsheets
)

// formats returns all formats in the order of the documentation.
func formats() []Format { return []Format{DOT, GraphML, gexf, Mermaid, jsonld, CSV} }

// ParseFormat returns the format with a name.
func ParseFormat(s string) (Format, error) {
	if f := Format(strings.ToLower(s)); slices.Contains(formats(), f) {
		return f, nil
	}
	var names []string
	for _, f := range formats() {
		names = append(names, string(f))
	}
	return "", english.Errorf("unknown graph format %q; want one of %s", s, strings.Join(names, ", "))
}

// FormatOf returns the form that the name of a file tells.
func FormatOf(file string) (f Format, ok bool) {
	f, ok = map[string]Format{
		".dot": DOT, ".gv": DOT, ".graphml": GraphML, ".gexf": gexf, ".mmd": Mermaid, ".mermaid": Mermaid,
		".jsonld": jsonld, ".json": jsonld, ".csv": CSV,
	}[strings.ToLower(filepath.Ext(file))]
	return f, ok
}

// Options selects the part of a graph. The zero value selects everything, with English
// names.
type Options struct {
	// Around restricts the graph to concepts within Radius relations of these, in either
	// direction. Synonyms have distance zero. Empty: the whole graph.
	Around []ontology.ID
	Radius int

	// Relations are the relations to write, and to follow for Around. Empty: all.
	Relations []ontology.Relation

	// Lang is the language of the name in formats that show one name: "zh", or "en" or ""
	// for English.
	Lang string

	// Weights are the weights of all concepts for a topic, by ID; nil: no weights.
	Weights []float64

	Title string // of the graph, for example the ontology's IRI
	Topic string // the topic of the weights
}

// Write writes the part of g that opt selects. Invalid options are an error before
// anything is written.
func Write(w io.Writer, g *ontology.Graph, f Format, opt Options) error {
	p, err := Select(g, opt)
	if err != nil {
		return err
	}
	return p.Write(w, f)
}

func (p *Part) Write(w io.Writer, f Format) error {
	b := bufio.NewWriterSize(w, 64<<10) // keeps the first error for Flush
	switch f {
	case DOT:
		p.dot(b)
	case GraphML:
		p.graphML(b)
	case gexf:
		p.gexf(b)
	case Mermaid:
		p.mermaid(b)
	case jsonld:
		if err := p.jsonLD(b); err != nil {
			return err
		}
	case CSV:
		p.csv(b)
	default:
		_, err := ParseFormat(string(f))
		return err
	}
	return b.Flush()
}

// check returns an error for options that do not fit g.
func (opt *Options) check(g *ontology.Graph) error {
	for _, id := range opt.Around {
		if id < 0 || int(id) >= g.Len() {
			return english.Errorf("export: no concept has the number %d", id)
		}
	}
	if opt.Radius < 0 {
		return english.Errorf("export: the radius is %d, but it must be 0 or more", opt.Radius)
	}
	if opt.Weights != nil && len(opt.Weights) != g.Len() {
		return english.Errorf("export: %d weights for %d concepts", len(opt.Weights), g.Len())
	}
	for i, x := range opt.Weights {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return english.Errorf("export: the weight of concept %d is %v, which is not a finite number", i, x)
		}
	}
	return nil
}
