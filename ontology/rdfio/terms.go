package rdfio

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/knakk/rdf"
)

// RDF is the namespace of RDF.
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

const (
	rdfNS = RDF
	xsdNS = "http://www.w3.org/2001/XMLSchema#"
)

// A node is an IRI or a blank node that is boxed once. Ontologies repeat their
// IRIs ten and more times; without this, boxing and validating them costs more
// than scanning the text.
type node struct{ subj rdf.Subject }

// asPred returns n, which must be an IRI, as a predicate. Like asObj it makes
// no new box.
func (n *node) asPred() rdf.Predicate {
	p, _ := n.subj.(rdf.Predicate)
	return p
}

func (n *node) asObj() rdf.Object {
	o, _ := n.subj.(rdf.Object)
	return o
}

// iri returns n, which must be an IRI.
func (n *node) iri() rdf.IRI {
	v, _ := n.subj.(rdf.IRI)
	return v
}

// internMax bounds the tables that make repeated terms cheap: a table that
// grows past it is emptied, so memory stays flat over documents of any size.
const internMax = 1 << 17

// terms makes the terms of one document.
type terms struct {
	iris   map[string]*node
	blanks map[string]*node
	langs  map[string]string
	prefix string
	count  int
	label  []byte // room for the last
	spare  []node

	nil, first, restOf, typ *node
	subject, predicate      *node
	object, statement       *node
	str, xmlLiteral         rdf.IRI
	integer, decimal        rdf.IRI
	double, boolean         rdf.IRI
	truth, falsity          rdf.Object
}

func newTerms(prefix string) *terms {
	if prefix != "" {
		prefix += "-"
	}
	t := &terms{
		iris:   make(map[string]*node),
		blanks: make(map[string]*node),
		langs:  make(map[string]string),
		prefix: prefix,
	}
	t.nil, t.first, t.restOf, t.typ = t.known("nil"), t.known("first"), t.known("rest"), t.known("type")
	t.subject, t.predicate = t.known("subject"), t.known("predicate")
	t.object, t.statement = t.known("object"), t.known("Statement")
	t.str, t.boolean = t.xsd("string"), t.xsd("boolean")
	t.integer, t.decimal, t.double = t.xsd("integer"), t.xsd("decimal"), t.xsd("double")
	t.xmlLiteral = t.known("XMLLiteral").iri()
	t.truth = rdf.NewTypedLiteral("true", t.boolean)
	t.falsity = rdf.NewTypedLiteral("false", t.boolean)
	return t
}

// known returns a name of the RDF vocabulary, which is always a valid IRI.
func (t *terms) known(local string) *node {
	n, _ := t.newIRI(rdfNS + local)
	return n
}

func (t *terms) xsd(local string) rdf.IRI {
	n, _ := t.newIRI(xsdNS + local)
	return n.iri()
}

// newIRI returns the node of an absolute IRI.
func (t *terms) newIRI(s string) (*node, error) {
	if n, ok := t.iris[s]; ok {
		return n, nil
	}
	v, err := checkIRI(s)
	if err != nil {
		return nil, err
	}
	n := t.node()
	n.subj = v
	put(t.iris, s, n)
	return n, nil
}

func checkIRI(s string) (rdf.IRI, error) {
	v, err := rdf.NewIRI(s)
	if err != nil {
		return v, fmt.Errorf("%s is not a valid IRI: %w", quote(s), err)
	}
	if schemeLen(s) == 0 {
		return v, fmt.Errorf("%s is a relative IRI where an absolute one is expected", quote(s))
	}
	return v, nil
}

// put adds to a table and keeps it from growing without end.
func put[V any](m map[string]V, key string, v V) {
	if len(m) >= internMax {
		clear(m)
	}
	m[key] = v
}

// fresh returns a blank node that no label of the document names: see label.
func (t *terms) fresh() *node {
	t.count++
	t.label = strconv.AppendInt(append(append(t.label[:0], t.prefix...), 'g'), int64(t.count), 10)
	b, _ := rdf.NewBlank(string(t.label))
	n := t.node()
	n.subj = b
	return n
}

// blank returns the blank node of a label of the document. This table cannot
// be emptied, and need not be: the same label makes the same node anyway.
func (t *terms) blank(label []byte) *node {
	if n, ok := t.blanks[string(label)]; ok {
		return n
	}
	s := string(label)
	n := t.newBlank(ownLabel(s))
	put(t.blanks, s, n)
	return n
}

func (t *terms) newBlank(id string) *node {
	b, _ := rdf.NewBlank(t.prefix + id) // fails on an empty label only
	n := t.node()
	n.subj = b
	return n
}

// node returns a new node. They are made many at once.
func (t *terms) node() *node {
	if len(t.spare) == 0 {
		t.spare = make([]node, 128)
	}
	n := &t.spare[0]
	t.spare = t.spare[1:]
	return n
}

// ownLabel keeps the document's labels as they are, except those that look
// like the generated g1, g2, …: they get one g more, so that g1 of the
// document (gg1 now) is neither the generated g1 nor its own gg1 (ggg1 now).
func ownLabel(s string) string {
	digits := strings.TrimLeft(s, "g")
	if len(digits) == len(s) || digits == "" {
		return s
	}
	for i := 0; i < len(digits); i++ {
		if !isDigit(digits[i]) {
			return s
		}
	}
	return "g" + s
}

// lang returns the one copy of a language tag, or an error if it is none:
// production LANGTAG of Turtle.
func (t *terms) lang(tag []byte) (string, error) {
	if s, ok := t.langs[string(tag)]; ok {
		return s, nil
	}
	s := string(tag)
	if n := langLen(s); n != len(s) || n == 0 {
		return "", fmt.Errorf("%s is not a language tag: expected something like zh or zh-Hant", quote(s))
	}
	put(t.langs, s, s)
	return s, nil
}

// langLen returns the length of the language tag that s begins with.
func langLen[T string | []byte](s T) int {
	end := 0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && (isAlpha(s[j]) || i > 0 && isDigit(s[j])) {
			j++
		}
		if j == i {
			break
		}
		end = j
		if j == len(s) || s[j] != '-' {
			break
		}
		i = j + 1
	}
	return end
}

// langLiteral returns a literal with a language tag that lang has accepted.
func (t *terms) langLiteral(text, tag string) (rdf.Object, error) {
	if l, err := rdf.NewLangLiteral(text, tag); err == nil {
		return l, nil
	}
	return setLang(text, tag)
}

var errLang = errors.New("rdfio: rdf.Literal has changed: its language cannot be set")

// setLang makes the literals that knakk's constructor refuses although their
// tags are well-formed (BCP 47): those with two hyphens, such as zh-Hant-TW.
// The type keeps the tag in an unexported field and offers no other way.
func setLang(text, tag string) (rdf.Object, error) {
	l, err := rdf.NewLangLiteral(text, "und")
	if err != nil {
		return nil, err
	}
	f := reflect.ValueOf(&l).Elem().FieldByName("lang")
	if f.Kind() != reflect.String {
		return nil, errLang
	}
	reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().SetString(tag)
	return l, nil
}
