package reason

// kind is the kind of an atom.
type kind uint8

const (
	named   kind = iota // a class
	nominal             // the class of one individual
	data                // a datatype, a literal, or a data range that is not looked into
	conj                // both a and b
	exist               // some a by role
	self                // itself by role
	union               // one of several
	negated             // not a
	opaque              // an expression that is not looked into
)

// atom is a class expression. Equal expressions are one atom.
type atom struct {
	kind kind
	role int32 // of exist and self
	a, b int32
	to   int32 // of exist: the root of the context of its filler
	pos  bool  // it stands on the right of an inclusion
	neg  bool  // it stands on the left
}

// The atoms of owl:Thing and owl:Nothing. A data range takes owl:Thing for rdfs:Literal: nothing
// is ever said of both.
const (
	top    int32 = 0
	bottom int32 = 1
)

// compound is the key of an atom that is made of others.
type compound struct {
	kind kind
	x, y int32
}

// atoms numbers class expressions.
type atoms struct {
	all   []atom
	texts []string // of each: the IRI of a class or individual; the text of what is not looked into
	names map[string]int32
	nouns map[string]int32 // of any kind but named: by kind and text
	made  map[compound]int32
	parts map[int32][]int32 // of unions
}

func newAtoms(room int) *atoms {
	t := &atoms{
		all: make([]atom, 0, room), texts: make([]string, 0, room), names: make(map[string]int32, room),
		nouns: map[string]int32{}, made: map[compound]int32{}, parts: map[int32][]int32{},
	}
	t.class(owlNS + "Thing")
	t.class(owlNS + "Nothing")
	return t
}

func (t *atoms) push(a atom, text string) int32 {
	t.all = append(t.all, a)
	t.texts = append(t.texts, text)
	return int32(len(t.all) - 1)
}

// class returns the atom of a named class.
func (t *atoms) class(iri string) int32 {
	if id, ok := t.names[iri]; ok {
		return id
	}
	id := t.push(atom{kind: named}, iri)
	t.names[iri] = id
	return id
}

// noun returns the atom of another kind with a text.
func (t *atoms) noun(k kind, text string) int32 {
	key := nounKey(k, text)
	if id, ok := t.nouns[key]; ok {
		return id
	}
	id := t.push(atom{kind: k}, text)
	t.nouns[key] = id
	return id
}

func nounKey(k kind, text string) string { return string(rune('0'+k)) + text }

// make returns the atom of kind k that is made of x and y: for exist, role x and filler y.
func (t *atoms) make(k kind, x, y int32) int32 {
	key := compound{k, x, y}
	if id, ok := t.made[key]; ok {
		return id
	}
	a := atom{kind: k, a: x, b: y}
	if k == exist || k == self {
		a.role, a.a, a.b = x, y, 0
	}
	id := t.push(a, "")
	t.made[key] = id
	return id
}

// both returns the conjunction of two atoms.
func (t *atoms) both(x, y int32) int32 {
	switch {
	case x == y || y == top:
		return x
	case x == top:
		return y
	}
	return t.make(conj, min(x, y), max(x, y))
}
