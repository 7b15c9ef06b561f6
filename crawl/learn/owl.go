package learn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/names"
)

// Vocab holds the annotation properties and the object property of what was learned:
// proposed (true), weight, evidence and source of a class, and includes.
const Vocab = "https://ontocrawl.github.io/learned#"

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
// parent stand below the class of topic, unless that is ""; a term that is the topic is that class. What a term causes is a
// restriction on the property includes; its other names are skos:altLabel.
//
// A malformed address of a page is left out.
func (r *Result) Triples(base, topic string) ([]rdf.Triple, error) {
	g := graph{base: strings.TrimRight(base, "#") + "#", classes: map[string]string{}}
	if err := g.head(strings.TrimRight(base, "#"), topic); err != nil {
		return nil, err
	}
	parents := r.tree()
	merged := r.merged()
	for i := range r.Proposals {
		p := &r.Proposals[i]
		g.classes[p.Name] = g.base + className(p.Name)
		if key := names.Key(topic); key != "" && slices.ContainsFunc(p.Labels, func(l string) bool { return names.Key(l) == key }) {
			g.classes[p.Name] = g.root
			delete(parents, p.Name)
		}
	}
	for i := range r.Proposals {
		p := &r.Proposals[i]
		class := g.classes[p.Name]
		if into, ok := merged[p.Name]; ok {
			g.text(g.classes[into], nsSKOS+"altLabel", p.Name, p.Lang)
			continue
		}
		g.class(class, p)
		parent, ok := parents[p.Name]
		for ok && merged[parent] != "" {
			parent = merged[parent]
		}
		switch {
		case ok && parent != p.Name:
			g.link(class, nsRDFS+"subClassOf", g.classes[parent])
		case g.root != "" && g.root != class:
			g.link(class, nsRDFS+"subClassOf", g.root)
		}
		for _, rel := range p.Includes {
			if g.classes[rel.Name] != class && merged[rel.Name] == "" {
				g.includes(class, g.classes[rel.Name])
			}
		}
	}
	return g.triples, g.err
}

// tree is the parent of each proposal: the best that makes no circle.
func (r *Result) tree() map[string]string {
	parents := map[string]string{}
	for i := range r.Proposals {
		p := &r.Proposals[i]
		for _, rel := range p.Parents {
			if rel.Weight >= leastParent && !reaches(parents, rel.Name, p.Name) {
				parents[p.Name] = rel.Name
				break
			}
		}
	}
	return parents
}

// reaches reports whether the way up from a term leads to another.
func reaches(parents map[string]string, from, to string) bool {
	for ok := true; ok; from, ok = parents[from] {
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
	classes    map[string]string // by name
	triples    []rdf.Triple
	blanks     int
	err        error
}

func (g *graph) head(iri, topic string) error {
	if _, err := rdf.NewIRI(iri); err != nil || !strings.Contains(iri, ":") {
		return fmt.Errorf("crawl/learn: %q is no IRI for an ontology", iri)
	}
	g.link(iri, nsRDF+"type", nsOWL+"Ontology")
	g.text(iri, nsRDFS+"comment", "Proposals learned from texts. Nobody has confirmed them: keep what is right, and delete the annotations proposed, weight, evidence and source.", "en")
	g.text(iri, nsRDFS+"comment", "由文本学得的建议，尚未经人确认：保留正确的部分，并删除 proposed、weight、evidence、source 标注。", "zh")
	for _, name := range [...]string{"proposed", "weight", "evidence", "source"} {
		g.link(Vocab+name, nsRDF+"type", nsOWL+"AnnotationProperty")
	}
	g.link(Vocab+"includes", nsRDF+"type", nsOWL+"ObjectProperty")
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
	g.typed(class, Vocab+"proposed", "true", "boolean")
	g.typed(class, Vocab+"weight", strconv.FormatFloat(p.Score, 'f', 2, 64), "decimal")
	evidence := p.Evidence
	for _, rel := range p.Parents[:min(len(p.Parents), 1)] {
		evidence = append(rel.Evidence[:len(rel.Evidence):len(rel.Evidence)], evidence...)
	}
	for _, e := range evidence[:min(len(evidence), mostEvidence)] {
		g.text(class, Vocab+"evidence", printable(e.Text), "")
		g.link(class, Vocab+"source", e.Page)
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
	for p, o := range map[string]string{nsRDF + "type": nsOWL + "Restriction", nsOWL + "onProperty": Vocab + "includes", nsOWL + "someValuesFrom": effect} {
		pred, err := rdf.NewIRI(p)
		obj, err2 := rdf.NewIRI(o)
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
