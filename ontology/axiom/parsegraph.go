package axiom

import "github.com/knakk/rdf"

// term is the number of an IRI or blank node, or the complement of a literal's number.
type term int32

func (t term) isLiteral() bool { return t < 0 }

type statement struct{ s, p, o term }

// graph holds triples by subject.
type graph struct {
	names    []string // an IRI, or "_:" and a label, which begins no IRI
	numbers  map[string]term
	literals []Expr
	texts    map[literalKey]term
	all      []statement
	used     []bool  // the statement has been understood, or is a repetition
	sorted   []int32 // indices into all, by subject
	from     []int32 // where in sorted a subject begins
}

type literalKey struct{ text, lang, datatype string }

func newGraph(triples []rdf.Triple) *graph {
	g := &graph{
		numbers: make(map[string]term, len(triples)/2),
		texts:   make(map[literalKey]term, len(triples)/2),
		all:     make([]statement, len(triples)),
		used:    make([]bool, len(triples)),
	}
	seen := make(map[statement]bool, len(triples))
	for i, t := range triples {
		st := statement{g.resource(t.Subj), g.resource(t.Pred), g.object(t.Obj)}
		g.all[i] = st
		g.used[i] = seen[st]
		seen[st] = true
	}
	g.index()
	return g
}

func (g *graph) resource(t rdf.Term) term {
	if b, ok := t.(rdf.Blank); ok {
		return g.intern(b.Serialize(rdf.NTriples))
	}
	return g.intern(t.String())
}

func (g *graph) intern(name string) term {
	n, ok := g.numbers[name]
	if !ok {
		n = term(len(g.names))
		g.names = append(g.names, name)
		g.numbers[name] = n
	}
	return n
}

func (g *graph) object(o rdf.Object) term {
	l, ok := o.(rdf.Literal)
	if !ok {
		return g.resource(o)
	}
	key := literalKey{l.String(), l.Lang(), l.DataType.String()}
	n, ok := g.texts[key]
	if !ok {
		n = ^term(len(g.literals))
		g.literals = append(g.literals, Text(key.text, key.lang, key.datatype))
		g.texts[key] = n
	}
	return n
}

// index sorts the statements by subject and removes repetitions.
func (g *graph) index() {
	g.from = make([]int32, len(g.names)+1)
	for i, st := range g.all {
		if !g.used[i] {
			g.from[st.s+1]++
		}
	}
	for i := range g.names {
		g.from[i+1] += g.from[i]
	}
	g.sorted = make([]int32, g.from[len(g.names)])
	next := append([]int32(nil), g.from...)
	for i, st := range g.all {
		if !g.used[i] {
			g.sorted[next[st.s]] = int32(i)
			next[st.s]++
		}
	}
}

// about returns the indices of the statements about t, in order.
func (g *graph) about(t term) []int32 {
	if t.isLiteral() {
		return nil
	}
	return g.sorted[g.from[t]:g.from[t+1]]
}

func (g *graph) isBlank(t term) bool {
	return !t.isLiteral() && len(g.names[t]) > 1 && g.names[t][:2] == "_:"
}

// name returns the IRI of t, or "".
func (g *graph) name(t term) string {
	if t.isLiteral() || g.isBlank(t) {
		return ""
	}
	return g.names[t]
}

// value returns a term as the value of an annotation.
func (g *graph) value(t term) Expr {
	switch {
	case t.isLiteral():
		return g.literals[^t]
	case g.isBlank(t):
		return Blank(g.names[t][2:])
	}
	return Named(IRI, g.names[t])
}

func (g *graph) individual(t term) Expr {
	if g.isBlank(t) {
		return g.value(t)
	}
	return Named(NamedIndividual, g.names[t])
}
