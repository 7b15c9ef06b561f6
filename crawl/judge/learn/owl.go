package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// vocab holds the annotation properties and the object property of what was learned:
// proposed (true), weight, evidence and source of a class, and includes.
const vocab = "https://ontocrawl.github.io/learned#"

const (
	nsRDF  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS = "http://www.w3.org/2000/01/rdf-schema#"
	nsOWL  = "http://www.w3.org/2002/07/owl#"
	nsSKOS = "http://www.w3.org/2004/02/skos/core#"
	nsXSD  = "http://www.w3.org/2001/XMLSchema#"
)

// leastParent is the weight from which a parent is written: what is below may stand in the
// list for a person, but says little.
const leastParent = 1

// Triples returns what was learned from nothing as an OWL ontology with the IRI of base. Each
// proposal is a class with its label, the annotations proposed, weight, evidence and
// source, and below its best parent, as far as that makes no circle. Terms without a
// parent stand below the class of topic, unless that is ""; a term that is the topic is that
// class. What a term causes is a restriction on the property includes; its other names are
// skos:altLabel.
//
// A malformed address of a page is left out.
func (r *Result) Triples(base, topic string) ([]rdf.Triple, error) {
	g := graph{base: strings.TrimRight(base, "#") + "#"}
	if err := g.head(strings.TrimRight(base, "#"), topic); err != nil {
		return nil, err
	}
	merged := r.merged()
	classes := r.classes(&g, topic, merged)
	parents := r.tree(classes, g.root)
	for i := range r.Proposals {
		p := &r.Proposals[i]
		class := classes[p.Name]
		if merged[p.Name] != "" {
			g.text(class, nsSKOS+"altLabel", p.Name, p.Lang)
			continue
		}
		g.class(class, p)
		if parent := cmp.Or(parents[class], g.root); parent != "" && class != g.root {
			g.link(class, nsRDFS+"subClassOf", parent)
		}
		for _, rel := range p.Includes {
			if classes[rel.Name] != class && merged[rel.Name] == "" {
				g.includes(class, classes[rel.Name])
			}
		}
	}
	return g.triples, g.err
}

// classes are the IRIs of the classes of all proposals by name: the root for the topic, and
// the class of another proposal for what is only a further name of it.
func (r *Result) classes(g *graph, topic string, merged map[string]string) map[string]string {
	classes := map[string]string{}
	key := names.Key(topic)
	for i := range r.Proposals {
		p := &r.Proposals[i]
		switch into := merged[p.Name]; {
		case into != "":
			classes[p.Name] = classes[into] // it is before it in the ranking
		case key != "" && slices.ContainsFunc(p.Labels, func(l string) bool { return names.Key(l) == key }):
			classes[p.Name] = g.root
		default:
			classes[p.Name] = g.base + className(p.Name)
		}
	}
	return classes
}

// tree is the parent of each class: the best of its proposals that makes no circle. The root
// has none.
func (r *Result) tree(classes map[string]string, root string) map[string]string {
	parents := map[string]string{}
	for i := range r.Proposals {
		p := &r.Proposals[i]
		class := classes[p.Name]
		if class == root || parents[class] != "" {
			continue
		}
		for _, rel := range p.Parents {
			if rel.Weight >= leastParent && classes[rel.Name] != "" && !reaches(parents, classes[rel.Name], class) {
				parents[class] = classes[rel.Name]
				break
			}
		}
	}
	return parents
}

// reaches reports whether the way up from a class leads to another.
func reaches(parents map[string]string, from, to string) bool {
	for ; from != ""; from = parents[from] {
		if from == to {
			return true
		}
	}
	return false
}

// merged says of which proposal another one is only a further name: the one before it in the
// ranking. Such a proposal makes no class.
func (r *Result) merged() map[string]string {
	rank, into := map[string]int{}, map[string]string{}
	for i := range r.Proposals {
		rank[r.Proposals[i].Name] = i
	}
	for i := range r.Proposals {
		for _, s := range r.Proposals[i].Synonyms {
			if k, ok := rank[s.Name]; ok && k < i && into[s.Name] == "" {
				into[r.Proposals[i].Name] = s.Name
				break
			}
		}
	}
	return into
}

// className is the last part of the IRI of a class: the words of its name, each with a capital.
func className(name string) string {
	var b strings.Builder
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for i, r := range w {
			if i == 0 {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
		}
	}
	s := b.String()
	if s == "" || unicode.IsDigit(rune(s[0])) {
		return "Term" + s // the last part must be an XML name for RDF/XML
	}
	return s
}

// graph collects triples.
type graph struct {
	base, root string
	triples    []rdf.Triple
	blanks     int
	err        error
}

func (g *graph) head(iri, topic string) error {
	if _, err := rdf.NewIRI(iri); err != nil || !strings.Contains(iri, ":") {
		return english.Errorf("crawl/judge/learn: %q is no IRI for an ontology", iri)
	}
	g.link(iri, nsRDF+"type", nsOWL+"Ontology")
	g.text(iri, nsRDFS+"comment", "Proposals learned from texts. Nobody has confirmed them: keep what is right, and delete the annotations proposed, weight, evidence and source.", "en")
	g.text(iri, nsRDFS+"comment", "由文本学得的建议，尚未经人确认：保留正确的部分，并删除 proposed、weight、evidence、source 标注。", "zh")
	for _, name := range [...]string{"proposed", "weight", "evidence", "source"} {
		g.link(vocab+name, nsRDF+"type", nsOWL+"AnnotationProperty")
	}
	g.link(vocab+"includes", nsRDF+"type", nsOWL+"ObjectProperty")
	if topic != "" {
		lang := langOf(topic)
		g.root = g.base + className(topic)
		g.link(g.root, nsRDF+"type", nsOWL+"Class")
		g.text(g.root, nsRDFS+"label", topic, lang)
	}
	return g.err
}

// class describes the class of a proposal.
func (g *graph) class(class string, p *Proposal) {
	g.link(class, nsRDF+"type", nsOWL+"Class")
	if class != g.root {
		g.text(class, nsRDFS+"label", p.Name, p.Lang)
	}
	g.typed(class, vocab+"proposed", "true", "boolean")
	g.typed(class, vocab+"weight", strconv.FormatFloat(p.Score, 'f', 2, 64), "decimal")
	evidence := p.Evidence
	for _, rel := range p.Parents[:min(len(p.Parents), 1)] {
		evidence = append(rel.Evidence[:len(rel.Evidence):len(rel.Evidence)], evidence...)
	}
	for _, e := range evidence[:min(len(evidence), mostEvidence)] {
		g.text(class, vocab+"evidence", printable(e.Text), "")
		g.link(class, vocab+"source", e.Page)
	}
}

// printable is a text without control characters, which RDF/XML cannot hold.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

func (g *graph) includes(class, effect string) {
	g.blanks++
	node, err := rdf.NewBlank(fmt.Sprintf("includes%d", g.blanks))
	if err != nil {
		g.err = err
		return
	}
	g.add(class, nsRDFS+"subClassOf", node)
	for _, po := range [...][2]string{{nsRDF + "type", nsOWL + "Restriction"}, {nsOWL + "onProperty", vocab + "includes"}, {nsOWL + "someValuesFrom", effect}} {
		pred, err := rdf.NewIRI(po[0])
		obj, err2 := rdf.NewIRI(po[1])
		if err == nil && err2 == nil {
			g.triples = append(g.triples, rdf.Triple{Subj: node, Pred: pred, Obj: obj})
		}
	}
}

func (g *graph) add(s, p string, o rdf.Object) {
	subj, err := rdf.NewIRI(s)
	if err != nil {
		g.err = err
		return
	}
	pred, err := rdf.NewIRI(p)
	if err != nil {
		g.err = err
		return
	}
	g.triples = append(g.triples, rdf.Triple{Subj: subj, Pred: pred, Obj: o})
}

func (g *graph) link(s, p, to string) {
	if o, err := rdf.NewIRI(to); err == nil && strings.Contains(to, ":") {
		g.add(s, p, o)
	}
}

func (g *graph) text(s, p, text, lang string) {
	if lang == "" {
		g.typed(s, p, text, "string")
		return
	}
	if o, err := rdf.NewLangLiteral(text, lang); err == nil {
		g.add(s, p, o)
	}
}

func (g *graph) typed(s, p, text, datatype string) {
	if t, err := rdf.NewIRI(nsXSD + datatype); err == nil {
		g.add(s, p, rdf.NewTypedLiteral(text, t))
	}
}
