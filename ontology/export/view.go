package export

import (
	"errors"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Page is the content to show.
type Page struct {
	Title  string          // the heading: a name, a file
	Source string          // where the ontology comes from, for example its version's IRI; "" if unknown
	Lang   string          // language the page opens in, "zh" or "en"; "" is "en"
	Graph  *ontology.Graph // must not be nil

	// Topic colours the concepts by similarity to one concept. Nil: no colours and no
	// similarity.
	Topic *PageTopic

	// Fold normalises names and queries for search, for example lexicon.Fold. It should
	// map traditional to simplified characters, rune by rune. Nil ignores only case.
	Fold func(string) string
}

// Topic is the similarity of every concept to one concept.
type PageTopic struct {
	Concept    ontology.ID
	Factors    []PageFactor     // the summands of a similarity, in the order shown
	Similarity []PageSimilarity // by ID, one for each concept of the graph
}

// Factor is one summand of a similarity.
type PageFactor struct {
	Name   string // "IFDis", ...
	Weight float64
}

// Similarity is the similarity of a concept to the topic, with its explanation.
type PageSimilarity struct {
	Sim    float64   // 0 to 1
	Values []float64 // of Topic.Factors, in their order

	// Path leads from the topic to the concept along edges of the graph, or from or to a
	// synonym of an end. It is empty if there is no path; with a Distance, the path is
	// too long to show.
	Path      []PageStep
	Distance  int         // edges of the path but for synonyms
	Ancestor  ontology.ID // the common ancestor, or ontology.None
	Shared    int         // common ancestors, each concept counted among its own
	Ancestors int         // of both together
}

// Step is one walked edge of a path.
type PageStep struct {
	From, To ontology.ID
	Rel      ontology.Relation
	Property string // of the edge; "" where it has none
	Forward  bool   // the edge runs from From to To
}

// Write writes the page. Equal pages give equal bytes.
func WritePage(w io.Writer, p Page) error {
	if err := p.check(); err != nil {
		return english.Errorf("view: %w", err)
	}
	d, err := p.data()
	if err != nil {
		return english.Errorf("view: %w", err)
	}
	return assemble(w, p, d)
}

// check returns an error for values that would give a wrong picture.
func (p *Page) check() error {
	if p.Graph == nil {
		return errors.New("no graph")
	}
	if p.Lang != "" && p.Lang != "zh" && p.Lang != "en" {
		return english.Errorf("language %q, want zh or en", p.Lang)
	}
	if p.Topic == nil {
		return nil
	}
	n := p.Graph.Len()
	if c := p.Topic.Concept; c < 0 || int(c) >= n {
		return english.Errorf("topic %d of a graph of %d concepts", c, n)
	}
	if len(p.Topic.Similarity) != n {
		return english.Errorf("%d similarities for %d concepts", len(p.Topic.Similarity), n)
	}
	for id, l := range p.Topic.Similarity {
		if len(l.Values) != len(p.Topic.Factors) {
			return english.Errorf("concept %d has %d values for %d factors", id, len(l.Values), len(p.Topic.Factors))
		}
		if l.Ancestor < ontology.None || int(l.Ancestor) >= n {
			return english.Errorf("concept %d has ancestor %d of a graph of %d concepts", id, l.Ancestor, n)
		}
	}
	return nil
}
