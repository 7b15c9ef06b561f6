package owl

import (
	"strings"
	"unsafe"

	"github.com/knakk/rdf"
)

// node is the number of an IRI or blank node in a store.
type node int32

const none node = -1

// object is a node, or the complement of a literal's number.
type object int32

func (o object) isNode() bool { return o >= 0 }

type statement struct {
	s, p node
	o    object
}

type literal struct {
	text string
	tag  int32
}

// tag is the language and datatype of a literal; datatype is empty for strings.
type tag struct{ lang, datatype string }

// store holds numbered triples in file order, and after index also by subject.
type store struct {
	names    []string // IRI, or "_:" and a label
	numbers  map[string]node
	literals []literal
	tags     []tag
	tagged   map[tag]int32
	all      []statement
	sorted   []statement // by subject, in file order for each
	from     []int32     // where in sorted the subject begins
	last     node        // the last subject: the next is mostly the same
	recent   [1024]recent
	steps    int // taken in lists and class expressions
}

func newStore(triples int) *store {
	terms := int(vocabularySize) + triples/5
	s := &store{
		numbers: make(map[string]node, terms), names: make([]string, 0, terms), last: none,
		tagged: map[tag]int32{},
	}
	for _, iri := range vocabulary() {
		s.intern(iri)
	}
	s.all = make([]statement, 0, triples)
	s.literals = make([]literal, 0, triples/2)
	return s
}

func (s *store) intern(name string) node {
	n, ok := s.numbers[name]
	if !ok {
		n = node(len(s.names))
		s.names = append(s.names, name)
		s.numbers[name] = n
	}
	return n
}

// recent caches names by address: decoders return the same string for the same IRI, so
// most lookups need no hashing. The cached string keeps its address in use.
type recent struct {
	at *byte
	n  int
	node
}

// number returns the node of a name, from the cache if possible.
func (s *store) number(name string) node {
	at := unsafe.StringData(name)
	r := &s.recent[(uintptr(unsafe.Pointer(at))>>4)%uintptr(len(s.recent))]
	if r.at != at || r.n != len(name) {
		*r = recent{at, len(name), s.intern(name)}
	}
	return r.node
}

func (s *store) add(t rdf.Triple) {
	subject := termName(t.Subj)
	if s.last == none || s.names[s.last] != subject {
		s.last = s.number(subject)
	}
	st := statement{s: s.last, p: s.number(termName(t.Pred))}
	if l, ok := t.Obj.(rdf.Literal); ok {
		st.o = s.literal(l.String(), tag{l.Lang(), l.DataType.String()})
	} else {
		st.o = object(s.number(termName(t.Obj)))
	}
	s.all = append(s.all, st)
}

// termName returns an IRI, or a blank node label with "_:", which no IRI begins with.
func termName(t rdf.Term) string {
	if b, ok := t.(rdf.Blank); ok {
		return b.Serialize(rdf.NTriples)
	}
	return t.String()
}

func (s *store) literal(text string, t tag) object {
	// OWL API 3 wrote rdf:PlainLiteral with the language after the last '@'
	// (https://www.w3.org/TR/rdf-plain-literal/ section 3).
	if t.datatype == nsRDF+"PlainLiteral" && t.lang == "" {
		if i := strings.LastIndexByte(text, '@'); i >= 0 {
			text, t.lang = text[:i], text[i+1:]
		}
	}
	s.literals = append(s.literals, literal{text, s.tag(t)})
	return object(^(len(s.literals) - 1))
}

// tag numbers a tag, which mostly equals the previous one.
func (s *store) tag(t tag) int32 {
	if n := len(s.literals); n > 0 {
		if last := s.literals[n-1].tag; s.tags[last] == t {
			return last
		}
	}
	n, ok := s.tagged[t]
	if !ok {
		n = int32(len(s.tags))
		s.tags = append(s.tags, t)
		s.tagged[t] = n
	}
	return n
}

// lit returns a literal; o must not be a node.
func (s *store) lit(o object) literal { return s.literals[^o] }

func (s *store) lang(l literal) string { return s.tags[l.tag].lang }

// index sorts the statements by subject (counting sort).
func (s *store) index() {
	s.from = make([]int32, len(s.names)+1)
	for _, st := range s.all {
		s.from[st.s+1]++
	}
	for i := range s.names {
		s.from[i+1] += s.from[i]
	}
	next := append([]int32(nil), s.from...)
	s.sorted = make([]statement, len(s.all))
	for _, st := range s.all {
		s.sorted[next[st.s]] = st
		next[st.s]++
	}
}

// about returns the statements about n in file order.
func (s *store) about(n node) []statement { return s.sorted[s.from[n]:s.from[n+1]] }

// object returns the node of the first statement n p, or none.
func (s *store) object(n, p node) node {
	for _, st := range s.about(n) {
		if st.p == p && st.o.isNode() {
			return node(st.o)
		}
	}
	return none
}

func (s *store) textOf(o object) string {
	if o.isNode() {
		return s.names[o]
	}
	return s.lit(o).text
}

func (s *store) blank(n node) bool { return strings.HasPrefix(s.names[n], "_:") }

// builtin reports whether n belongs to RDF, RDFS, OWL or another language itself. Such a
// node is not a concept and states nothing about one.
func (s *store) builtin(n node) bool {
	iri := s.names[n]
	return strings.HasPrefix(iri, nsOWL) || strings.HasPrefix(iri, nsRDFS) ||
		strings.HasPrefix(iri, nsRDF) || strings.HasPrefix(iri, nsXSD) ||
		n == vSKOSConcept
}

// list returns the members of an RDF list. A cyclic list ends at the latest after its
// second round (Brent, BIT 20, 1980).
func (s *store) list(o object) []object {
	if !o.isNode() {
		return nil
	}
	var members []object
	n, mark := node(o), none
	for step, rest := 1, 1; n != vNil && n != none && n != mark && !s.exhausted(); step++ {
		if step == rest {
			mark, rest = n, 2*rest
		}
		for _, st := range s.about(n) {
			if st.p == vFirst {
				members = append(members, st.o)
				break
			}
		}
		n = s.object(n, vRest)
		s.steps++
	}
	return members
}

// exhausted reports whether the work on lists and expressions exceeds what a normal file
// needs. Malicious files share parts, which are read at each mention.
func (s *store) exhausted() bool { return s.steps > 1_000_000+20*len(s.all) }
