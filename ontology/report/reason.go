package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// Reasoned tells what a reasoner did to an ontology.
type Reasoned struct {
	Ontology string `json:"ontology"`
	*owl.Inference
	Edges   []InferredEdge `json:"edges"`   // of the graph, that the file does not state
	Outside []OutsideAxiom `json:"outside"` // not read in full
}

// InferredEdge is an inferred Is-a or Synonym edge.
type InferredEdge struct {
	From     semsim.Ref `json:"from"`
	Relation string     `json:"relation"`
	To       semsim.Ref `json:"to"`
}

// OutsideAxiom is an axiom that was not read in full.
type OutsideAxiom struct {
	Axiom  string `json:"axiom"` // in functional syntax, with full IRIs
	Reason string `json:"reason"`
	short  string
	says   english.Phrase // the reason
}

// NewReasoned returns the report of an ontology that was read with a reasoner.
func NewReasoned(name string, o *owl.Ontology) *Reasoned {
	r := &Reasoned{Ontology: name, Inference: o.Inference, Edges: []InferredEdge{}, Outside: []OutsideAxiom{}}
	for _, e := range o.Graph.Edges() {
		if e.Property == ontology.Inferred {
			r.Edges = append(r.Edges, InferredEdge{semsim.RefOf(o.Graph, e.From), e.Rel.String(), semsim.RefOf(o.Graph, e.To)})
		}
	}
	for _, x := range o.Inference.Outside {
		r.Outside = append(r.Outside, OutsideAxiom{axiom.New(x.Axiom.Op, x.Axiom.Args...).String(), x.Reason, owl.Short(x.Axiom), x.Says()})
	}
	return r
}

// Write writes the report for a person, with names in the language lang: the figures, and on
// demand the inferred edges and the axioms outside.
func (r *Reasoned) Write(w io.Writer, lang string, edges, outside bool) error {
	out := bufio.NewWriter(w)
	b := message.To(out, message.Of(w))
	fact(b, "Ontology", "%s", r.Ontology)
	fact(b, "Axioms", "%d, of which %d lie outside OWL 2 EL and were not read in full", r.Axioms, len(r.Outside))
	fact(b, "Classes", "%d, of which %d can have no instance", r.Classes, len(r.Unsatisfiable))
	if !r.Consistent {
		fact(b, "Consistent", "no: by the axioms nothing can exist, so nothing was inferred")
	}
	fact(b, "Inferred", "%v; %d stated Is-a edges follow from these and are not direct", english.Plural(r.Inferred, "%d edge", "%d edges"), r.Replaced)
	for _, iri := range r.Unsatisfiable {
		message.Fprintf(b, "no instance: %s\n", term.Safe(ontology.LocalName(iri)))
	}
	if edges {
		for _, e := range r.Edges {
			fmt.Fprintf(b, "%s %s %s\n", simtext.Name(e.From, lang), e.Relation, simtext.Name(e.To, lang))
		}
	}
	if outside {
		for _, x := range r.Outside {
			fmt.Fprintf(b, "%s: %s\n", term.Safe(message.Of(w).Say(x.says)), term.Safe(x.short))
		}
	}
	return out.Flush()
}

// Why tells from which axioms it follows that a class or individual is a kind of a class. Without
// Super, why it can have no instance.
type Why struct {
	Sub    string   `json:"sub"` // IRI
	Super  string   `json:"super,omitempty"`
	Axioms []string `json:"axioms"` // in functional syntax, with full IRIs; none if it is so by itself
	short  []string
}

// NewWhy returns the report of a justification.
func NewWhy(sub, super string, axioms []axiom.Axiom) *Why {
	w := &Why{Sub: sub, Super: super, Axioms: []string{}}
	for _, a := range axioms {
		w.Axioms = append(w.Axioms, axiom.New(a.Op, a.Args...).String())
		w.short = append(w.short, owl.Short(a))
	}
	return w
}

// Write writes the report for a person.
func (y *Why) Write(w io.Writer) error {
	said := english.Phrasef("%s can have no instance", term.Safe(ontology.LocalName(y.Sub)))
	if y.Super != "" {
		said = english.Phrasef("%s is a kind of %s", term.Safe(ontology.LocalName(y.Sub)), term.Safe(ontology.LocalName(y.Super)))
	}
	var b strings.Builder
	p := message.Of(w)
	switch len(y.short) {
	case 0:
		b.WriteString(p.Sprintf("%v, by itself\n", said))
	case 1:
		b.WriteString(p.Sprintf("%v, as is stated:\n", said))
	default:
		b.WriteString(p.Sprintf("%v, which follows from these %d axioms, and from no fewer of them:\n", said, len(y.short)))
	}
	for _, a := range y.short {
		fmt.Fprintf(&b, "  %s\n", term.Safe(a))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
