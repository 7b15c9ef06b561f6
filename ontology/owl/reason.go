package owl

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
)

// Reasoning says when Is-a is also inferred from the axioms, by package ontology/reason.
type Reasoning string

// The values of Reasoning.
const (
	Asserted        Reasoning = ""     // never: the graph has what the file says
	withDefinitions Reasoning = "auto" // if a class has a definition, or a general axiom gives classes something in common
	Always          Reasoning = "on"
)

// Inference says what the reasoner did to a graph.
type Inference struct {
	Classes       int              `json:"classes"`
	Axioms        int              `json:"axioms"`
	Inferred      int              `json:"inferred"` // edges that the file does not state
	Replaced      int              `json:"replaced"` // stated Is-a edges that only follow from inferred ones
	Consistent    bool             `json:"consistent"`
	Unsatisfiable []string         `json:"unsatisfiable"` // classes that can have no instance
	Outside       []reason.Outside `json:"-"`             // what was not read in full
}

// mostConclusions bounds the time and memory that a file may take: a conclusion takes up to 20 bytes in its set.
const mostConclusions = 50_000_000

// infer adds the inferred edges. Stated Is-a edges that follow from others only by an inferred
// one are taken out, so that Is-a is the direct hierarchy. Everything else stays.
func (r *reader) infer(ctx context.Context) error {
	r.carries = map[node]bool{}
	defined, excluded := r.definitions()
	if r.opt.Reason != Always && (r.opt.Reason != withDefinitions || !defined && !excluded) {
		return nil
	}
	o, _ := axiom.FromTriples(r.logic())
	reasoner := reason.New(o.Axioms, reason.Options{Conclusions: mostConclusions})
	t, err := reasoner.Classify(ctx)
	if errors.Is(err, reason.ErrTooMuch) {
		r.tooMuch = true
		return nil
	} else if err != nil {
		return err
	}
	r.reasoner, r.taxonomy = reasoner, t
	r.inference = &Inference{Classes: len(t.Classes()), Axioms: reasoner.Axioms(), Consistent: t.Consistent(),
		Unsatisfiable: append([]string{}, t.Unsatisfiable()...), Outside: reasoner.Outside()}
	if t.Consistent() && (defined || r.opt.Reason == Always) {
		r.inferEdges(t)
	}
	return r.err
}

// definitions reports whether axioms define classes, so that Is-a can follow that nobody stated,
// and whether they exclude anything.
func (r *reader) definitions() (defined, excluded bool) {
	for _, st := range r.all {
		switch st.p {
		case vEquivalentClass:
			defined = defined || r.blank(st.s) || st.o.isNode() && r.blank(node(st.o))
		case vSubClassOf:
			defined = defined || r.blank(st.s)
		case vIntersectionOf, vUnionOf, vOneOf:
			defined = defined || !r.blank(st.s)
		case vDisjointUnionOf:
			defined, excluded = true, true
		case vOnProperty:
			defined = defined || !r.blank(st.s)
		default:
			excluded = excluded || r.excludes(st)
		}
	}
	return defined, excluded
}

func (r *reader) excludes(st statement) bool {
	switch r.names[st.p] {
	case nsOWL + "disjointWith", nsOWL + "complementOf":
		return true
	}
	return st.p == vType && st.o.isNode() && r.names[node(st.o)] == nsOWL+"AllDisjointClasses"
}

// logic returns the statements that can be part of an axiom that is not only an annotation.
func (r *reader) logic() []rdf.Triple {
	all := make([]rdf.Triple, 0, len(r.all))
	for _, st := range r.all {
		if !st.o.isNode() && !r.logical(st.p) {
			continue
		}
		if t, ok := r.triple(st); ok {
			all = append(all, t)
		}
	}
	return all
}

// logical reports whether a literal with property p can be part of an axiom.
func (r *reader) logical(p node) bool {
	is, known := r.carries[p]
	if !known {
		is = p == vFirst || strings.HasPrefix(r.names[p], nsOWL) || r.kinds[p]&property != 0 && !r.annotates(p)
		r.carries[p] = is
	}
	return is
}

func (r *reader) annotates(p node) bool {
	for _, st := range r.about(p) {
		if st.p == vType && st.o == object(vAnnotationProperty) {
			return true
		}
	}
	return false
}

func (r *reader) triple(st statement) (t rdf.Triple, ok bool) {
	subject, ok := r.term(st.s).(rdf.Subject)
	if !ok {
		return t, false
	}
	predicate, ok := r.term(st.p).(rdf.Predicate)
	if !ok {
		return t, false
	}
	var value rdf.Object
	if st.o.isNode() {
		value, ok = r.term(node(st.o)).(rdf.Object)
	} else {
		l := r.lit(st.o)
		text, err := rdfio.NewLiteral(l.text, r.tags[l.tag].lang, r.tags[l.tag].datatype)
		value, ok = text, err == nil
	}
	return rdf.Triple{Subj: subject, Pred: predicate, Obj: value}, ok
}

// term returns the term of a node; nil if its name is none that a term may have.
func (r *reader) term(n node) rdf.Term {
	name := r.names[n]
	if label, blank := strings.CutPrefix(name, "_:"); blank {
		if b, err := rdf.NewBlank(label); err == nil {
			return b
		}
		return nil
	}
	if iri, err := rdf.NewIRI(name); err == nil {
		return iri
	}
	return nil
}

// inferEdges compares the taxonomy with the graph as it is stated.
func (r *reader) inferEdges(t *reason.Taxonomy) {
	stated := r.b.Build()
	for id := range ontology.ID(stated.Len()) {
		iri := stated.Concept(id).IRI
		r.equate(stated, t, id, iri)
		if same := t.Equivalents(iri); len(same) > 0 && r.heir(stated, same) != id {
			continue // the first of the equivalents has the parents
		}
		for _, up := range r.up(stated, t, iri) {
			if !isStated(stated, id, up) {
				r.b.Relate(id, up, ontology.IsA, ontology.Inferred)
			}
		}
	}
	r.inference.Inferred = r.b.Relations() - len(stated.Edges())
	if r.inference.Inferred == 0 {
		return
	}
	r.inference.Replaced = r.b.Drop(func(e ontology.Edge) bool { return r.follows(stated, t, e) })
	r.b.LabelProperty(ontology.Inferred, ontology.Label{Text: "inferred", Lang: "en"})
	r.b.LabelProperty(ontology.Inferred, ontology.Label{Text: "推理得出", Lang: "zh"})
	if r.b.Relations() > r.opt.Limits.Relations {
		r.err = tooLarge("Relations", int64(r.opt.Limits.Relations), "more than %d relations, with those inferred")
	}
}

// heir is the first of equivalent classes that is a concept; None if none is.
func (r *reader) heir(g *ontology.Graph, same []string) ontology.ID {
	for _, iri := range same {
		if id, ok := g.ByIRI(iri); ok {
			return id
		}
	}
	return ontology.None
}

// equate makes a concept a synonym of the first that is inferred to be the same, unless the
// graph says so already.
func (r *reader) equate(g *ontology.Graph, t *reason.Taxonomy, id ontology.ID, iri string) {
	if first := r.heir(g, t.Equivalents(iri)); first != ontology.None && first != id && g.Canon(first) != g.Canon(id) {
		r.b.Relate(first, id, ontology.Synonym, ontology.Inferred)
	}
}

// up returns the concepts directly above a class or individual. A class that is no concept, since
// it is deprecated, is passed over.
func (r *reader) up(g *ontology.Graph, t *reason.Taxonomy, iri string) []ontology.ID {
	var all []ontology.ID
	passed := map[string]bool{}
	for list := slices.Clone(t.Parents(iri)); len(list) > 0; list = list[1:] {
		id := r.heir(g, t.Equivalents(list[0]))
		switch {
		case id != ontology.None && !slices.Contains(all, id):
			all = append(all, id)
		case id == ontology.None && !passed[list[0]]:
			passed[list[0]] = true
			list = append(list, t.Parents(list[0])...)
		}
	}
	if len(passed) > 0 { // what stands above a passed class may stand above another parent
		all = slices.DeleteFunc(slices.Clone(all), func(x ontology.ID) bool {
			return slices.ContainsFunc(all, func(y ontology.ID) bool {
				return x != y && t.IsA(g.Concept(y).IRI, g.Concept(x).IRI)
			})
		})
	}
	return all
}

// isStated reports whether the file says that a synonym of id is a kind of a synonym of up.
func isStated(g *ontology.Graph, id, up ontology.ID) bool {
	if g.Canon(id) == g.Canon(up) {
		return true
	}
	for _, s := range g.Synonyms(id) {
		for _, a := range g.Arcs(s) {
			if a.Rel == ontology.IsA && a.Forward && g.Canon(a.To) == g.Canon(up) {
				return true
			}
		}
	}
	return false
}

// follows reports whether a stated Is-a edge is not direct any more, though it was.
func (r *reader) follows(g *ontology.Graph, t *reason.Taxonomy, e ontology.Edge) bool {
	if e.Rel != ontology.IsA || e.Property != "" {
		return false
	}
	from, to := g.Concept(e.From).IRI, g.Concept(e.To).IRI
	if slices.Contains(t.Unsatisfiable(), from) || !t.IsA(from, to) || t.IsA(to, from) {
		return false
	}
	first := r.heir(g, t.Equivalents(to))
	if len(t.Equivalents(from)) == 0 {
		return !slices.Contains(r.up(g, t, from), first) && !redundant(g, e)
	}
	return !slices.Contains(r.up(g, t, t.Equivalents(from)[0]), first) && !redundant(g, e)
}

// redundant reports whether an edge follows from other stated ones.
func redundant(g *ontology.Graph, e ontology.Edge) bool {
	for _, p := range g.Parents(e.From) {
		if p != g.Canon(e.To) && slices.Contains(g.Ancestors(p), g.Canon(e.To)) {
			return true
		}
	}
	return false
}

// inferred are the findings of the reasoner.
func (r *reader) inferred(g *ontology.Graph) []Finding {
	if r.tooMuch {
		return []Finding{{Level: Warning, Code: notReasoned, Says: english.Phrasef("nothing was inferred: so much follows from its axioms that the reasoner gave up; the graph has what the file states")}}
	}
	if r.inference == nil {
		return nil
	}
	var all []Finding
	if !r.inference.Consistent {
		all = append(all, Finding{Level: Warning, Code: inconsistent, Says: because(english.Phrasef("by the axioms nothing can exist at all"), r.justify(reason.Thing))})
	}
	const most = 100
	for i, iri := range r.inference.Unsatisfiable {
		if i == most {
			n := len(r.inference.Unsatisfiable) - most
			all = append(all, Finding{Level: Warning, Code: Unsatisfiable, Count: n, Says: english.Plural(n, "%d more class can have no instance", "%d more classes can have no instance")})
			break
		}
		all = append(all, r.impossible(g, iri, i))
	}
	if n := len(r.inference.Outside); n > 0 {
		all = append(all, Finding{Level: Info, Code: outsideEL, Count: n, Says: english.Plural(n,
			"%d axiom was not read in full by the reasoner (%v): see ontocrawl ontology reason --outside",
			"%d axioms were not read in full by the reasoner (%v): see ontocrawl ontology reason --outside", reasons(r.inference.Outside))})
	}
	return all
}

// impossible is the finding of a class that can have no instance.
func (r *reader) impossible(g *ontology.Graph, iri string, i int) Finding {
	f := Finding{Level: Warning, Code: Unsatisfiable, Subject: iri, Says: english.Phrasef("%s can have no instance", shown(ontology.LocalName(iri)))}
	if id, ok := g.ByIRI(iri); ok {
		f.Name = g.Concept(id).Name("en")
	}
	const explained = 10 // each takes a search
	if i >= explained {
		return f
	}
	axioms := r.justify(iri)
	if disjoint(axioms) {
		f.Code, f.Says = disjointParents, english.Phrasef("%s stands under disjoint classes, so that it can have no instance", shown(ontology.LocalName(iri)))
	}
	f.Says = because(f.Says, axioms)
	return f
}

// disjoint reports whether axioms are only Is-a and the statement that two classes are disjoint.
func disjoint(axioms []axiom.Axiom) bool {
	apart := false
	for _, a := range axioms {
		switch a.Op {
		case axiom.DisjointClasses, axiom.DisjointUnion:
			apart = true
		case axiom.SubClassOf, axiom.EquivalentClasses:
		default:
			return false
		}
		some := false
		a.Walk(func(e axiom.Expr) { some = some || e.Op == axiom.ObjectSomeValuesFrom })
		if some && a.Op != axiom.EquivalentClasses {
			return false
		}
	}
	return apart
}

func (r *reader) justify(iri string) []axiom.Axiom {
	axioms, err := r.reasoner.Justify(context.Background(), iri, reason.Nothing)
	if err != nil {
		return nil
	}
	return axioms
}

// because adds the axioms that suffice to what follows from them.
func because(what english.Phrase, axioms []axiom.Axiom) english.Phrase {
	var said []string
	for _, a := range axioms {
		said = append(said, shown(Short(a)))
	}
	if len(said) == 0 {
		return what
	}
	return english.Phrasef("%v: %s", what, strings.Join(said, "; "))
}

// Short is an axiom in functional syntax, with the last parts of IRIs for names and without
// annotations.
func Short(a axiom.Axiom) string {
	return string(axiom.New(a.Op, a.Args...).Append(nil, func(b []byte, iri string) []byte {
		return append(b, ontology.LocalName(iri)...)
	}))
}

// reasons lists the reasons of axioms outside, the most frequent first.
func reasons(outside []reason.Outside) english.Phrase {
	times, says := map[string]int{}, map[string]english.Phrase{}
	for _, o := range outside {
		times[o.Reason]++
		says[o.Reason] = o.Says()
	}
	all := make([]string, 0, len(times))
	for why := range times {
		all = append(all, why)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(a, b)) })
	const most = 3
	format, more := "", ""
	if len(all) > most {
		all, more = all[:most], "; ..."
	}
	var args []any
	for _, why := range all {
		format += "; %d: %v"
		args = append(args, times[why], says[why])
	}
	return english.Phrasef(strings.TrimPrefix(format, "; ")+more, args...)
}
