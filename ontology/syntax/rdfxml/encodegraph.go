package rdfxml

import (
	"cmp"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const (
	owlNS  = "http://www.w3.org/2002/07/owl#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
)

// elementTypes are the types that name elements; of several, the first.
var elementTypes = [...]string{
	owlNS + "Ontology", owlNS + "AnnotationProperty", rdfsNS + "Datatype", owlNS + "ObjectProperty",
	owlNS + "DatatypeProperty", owlNS + "Class", owlNS + "NamedIndividual",
	owlNS + "Restriction", owlNS + "Axiom", owlNS + "Annotation",
}

// xmlSection is the section in which a named node is written.
type xmlSection int

const (
	kindHeader xmlSection = iota
	kindAnnotationProperty
	kindDatatype
	kindObjectProperty
	kindDataProperty
	kindClass
	kindIndividual
	kindOther
)

func (k xmlSection) title() string {
	return [...]string{"", "Annotation properties", "Datatypes", "Object Properties", "Data properties", "Classes", "Individuals", "Annotations"}[k]
}

// xmlStatement is a triple in numbers; a literal is the complement of its own.
type xmlStatement struct{ s, p, o int }

type xmlValue struct{ text, lang, datatype string }

// xmlGraph holds triples, findable by subject and in the order in which they
// are written.
type xmlGraph struct {
	names    []string // an IRI, or "_:" and a label
	numbers  map[string]int
	literals []xmlValue
	all      []xmlStatement // sorted by subject
	from     []int
	refs     []int  // by how many statements an unnamed node is mentioned
	written  []bool // what is said of the node
	kinds    []xmlSection
	sorted   []bool
	keys     map[int]string // by which unnamed nodes are ordered
	depth    int            // of keys inside each other
	headers  []int
	notes    map[int][]int // what annotates the axioms of a named node

	typ, first, rest, nil int
}

func newXMLGraph(triples []rdf.Triple) *xmlGraph {
	g := &xmlGraph{numbers: make(map[string]int, len(triples)/2), keys: map[int]string{}, notes: map[int][]int{}}
	g.typ, g.first, g.rest, g.nil = g.intern(rdfio.RDF+"type"), g.intern(rdfio.RDF+"first"), g.intern(rdfio.RDF+"rest"), g.intern(rdfio.RDF+"nil")
	texts := map[xmlValue]int{}
	seen := make(map[xmlStatement]bool, len(triples))
	for _, t := range triples {
		st := xmlStatement{g.resource(t.Subj), g.resource(t.Pred), 0}
		if l, ok := t.Obj.(rdf.Literal); ok {
			st.o = g.literal(texts, xmlValue{l.String(), l.Lang(), l.DataType.String()})
		} else {
			st.o = g.resource(t.Obj)
		}
		if !seen[st] {
			seen[st] = true
			g.all = append(g.all, st)
		}
	}
	g.index()
	for n := range g.names {
		g.sort(n)
	}
	g.readNotes()
	return g
}

func (g *xmlGraph) intern(name string) int {
	n, ok := g.numbers[name]
	if !ok {
		n = len(g.names)
		g.names = append(g.names, name)
		g.numbers[name] = n
	}
	return n
}

func (g *xmlGraph) resource(t rdf.Term) int {
	if b, ok := t.(rdf.Blank); ok {
		return g.intern(b.Serialize(rdf.NTriples))
	}
	return g.intern(t.String())
}

func (g *xmlGraph) literal(texts map[xmlValue]int, l xmlValue) int {
	n, ok := texts[l]
	if !ok {
		n = ^len(g.literals)
		g.literals = append(g.literals, l)
		texts[l] = n
	}
	return n
}

// index groups the statements by subject, and counts what they mention.
func (g *xmlGraph) index() {
	slices.SortStableFunc(g.all, func(a, b xmlStatement) int { return cmp.Compare(a.s, b.s) })
	g.from = make([]int, len(g.names)+1)
	g.refs = make([]int, len(g.names))
	g.written = make([]bool, len(g.names))
	g.sorted = make([]bool, len(g.names))
	g.kinds = make([]xmlSection, len(g.names))
	for _, st := range g.all {
		g.from[st.s+1]++
		if st.o >= 0 {
			g.refs[st.o]++
		}
	}
	for n := range g.names {
		g.from[n+1] += g.from[n]
		g.kinds[n] = g.kindOf(n)
		if g.kinds[n] == kindHeader && len(g.about(n)) > 0 {
			g.headers = append(g.headers, n)
		}
	}
}

// sort puts what is said of a node into the order in which it is written.
func (g *xmlGraph) sort(n int) {
	if g.sorted[n] {
		return
	}
	g.sorted[n] = true
	slices.SortStableFunc(g.about(n), func(a, b xmlStatement) int { return g.compare(n, a, b) })
}

func (g *xmlGraph) about(n int) []xmlStatement { return g.all[g.from[n]:g.from[n+1]] }

func (g *xmlGraph) isBlank(n int) bool { return strings.HasPrefix(g.names[n], "_:") }

// kindOf finds the section of a node. (An unnamed ontology is a header too.)
func (g *xmlGraph) kindOf(n int) xmlSection {
	kind := kindOther
	for _, st := range g.about(n) {
		if st.p != g.typ || st.o < 0 {
			continue
		}
		k := kindIndividual
		if i := slices.Index(elementTypes[:kindOther], g.names[st.o]); i >= 0 {
			k = xmlSection(i)
		}
		kind = min(kind, k)
	}
	return kind
}

// ofKind returns the named nodes of a section, by IRI.
func (g *xmlGraph) ofKind(kind xmlSection) []int {
	var nodes []int
	for n := range g.names {
		if g.kinds[n] == kind && !g.isBlank(n) && len(g.about(n)) > 0 {
			nodes = append(nodes, n)
		}
	}
	slices.SortFunc(nodes, func(a, b int) int { return compareIRIs(g.names[a], g.names[b]) })
	return nodes
}

// unnamed returns the unnamed nodes that nothing mentions.
func (g *xmlGraph) unnamed() []int {
	var nodes []int
	for n := range g.names {
		if g.isBlank(n) && !g.written[n] && g.refs[n] == 0 {
			nodes = append(nodes, n)
		}
	}
	slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(g.key(a), g.key(b)) })
	return nodes
}

// unwritten returns the nodes with statements that are not written yet.
func (g *xmlGraph) unwritten() []int {
	var nodes []int
	for n := range g.names {
		if !g.written[n] && len(g.about(n)) > 0 {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// readNotes finds what annotates the axioms of each named node: by way of what
// it annotates in turn, if that is an annotation.
func (g *xmlGraph) readNotes() {
	source, ok := g.numbers[owlNS+"annotatedSource"]
	if !ok {
		return
	}
	for n := range g.names {
		if !g.isBlank(n) || g.refs[n] > 0 {
			continue
		}
		at := n
		for range 10 {
			about := g.about(at)
			i := slices.IndexFunc(about, func(st xmlStatement) bool { return st.p == source && st.o >= 0 })
			if i < 0 {
				break
			}
			if at = about[i].o; !g.isBlank(at) {
				g.notes[at] = append(g.notes[at], n)
				break
			}
		}
	}
	for _, notes := range g.notes {
		slices.SortStableFunc(notes, func(a, b int) int { return cmp.Compare(g.key(a), g.key(b)) })
	}
}

// collection returns the cells and members of a list that can be written as
// one: nothing else is said of its cells, nothing else mentions them, and no
// member is a literal.
func (g *xmlGraph) collection(n int) (cells, members []int) {
	for n != g.nil {
		about := g.about(n)
		if !g.isBlank(n) || g.refs[n] != 1 || g.written[n] || len(about) != 2 || len(cells) > len(g.all) {
			return nil, nil
		}
		first, rest := about[0], about[1]
		if first.p != g.first {
			first, rest = rest, first
		}
		if first.p != g.first || rest.p != g.rest || first.o < 0 || rest.o < 0 {
			return nil, nil
		}
		cells = append(cells, n)
		members = append(members, first.o)
		n = rest.o
	}
	return cells, members
}
