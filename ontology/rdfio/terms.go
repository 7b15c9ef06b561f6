package rdfio

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

const (
	RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	XSD = "http://www.w3.org/2001/XMLSchema#"
)

// internMax bounds the tables of repeated terms. A full table is emptied, so memory stays
// bounded for documents of any size.
const internMax = 1 << 17

// Terms makes the terms of one document.
type Terms struct {
	iris   map[string]*Node
	blanks map[string]*Node
	langs  map[string]string
	prefix string
	count  int
	label  []byte // room for the last
	spare  []Node

	Nil, First, Rest, Type *Node
	Subject, Predicate     *Node
	Object, Statement      *Node
	str, XMLLiteral        rdf.IRI
	Integer, Decimal       rdf.IRI
	Double, boolean        rdf.IRI
	True, False            rdf.Object
}

func makeTerms(prefix string) *Terms {
	if prefix != "" {
		prefix += "-"
	}
	t := &Terms{
		iris:   make(map[string]*Node),
		blanks: make(map[string]*Node),
		langs:  make(map[string]string),
		prefix: prefix,
	}
	t.Nil, t.First, t.Rest, t.Type = t.RDF("nil"), t.RDF("first"), t.RDF("rest"), t.RDF("type")
	t.Subject, t.Predicate = t.RDF("subject"), t.RDF("predicate")
	t.Object, t.Statement = t.RDF("object"), t.RDF("Statement")
	t.str, t.boolean = t.xsd("string"), t.xsd("boolean")
	t.Integer, t.Decimal, t.Double = t.xsd("integer"), t.xsd("decimal"), t.xsd("double")
	t.XMLLiteral = t.RDF("XMLLiteral").IRI()
	t.True = rdf.NewTypedLiteral("true", t.boolean)
	t.False = rdf.NewTypedLiteral("false", t.boolean)
	return t
}

// RDF returns a term of the RDF vocabulary.
func (t *Terms) RDF(local string) *Node {
	n, _ := t.IRI(RDF + local)
	return n
}

func (t *Terms) xsd(local string) rdf.IRI {
	n, _ := t.IRI(XSD + local)
	return n.IRI()
}

// IRI returns the node of an absolute IRI.
func (t *Terms) IRI(s string) (*Node, error) {
	if n, ok := t.iris[s]; ok {
		return n, nil
	}
	v, err := checkIRI(s)
	if err != nil {
		return nil, err
	}
	n := t.node()
	n.subj = v
	Remember(t.iris, s, n)
	return n, nil
}

// Known returns the existing node of an IRI, or nil.
func (t *Terms) Known(iri []byte) *Node { return t.iris[string(iri)] }

func checkIRI(s string) (rdf.IRI, error) {
	v, err := rdf.NewIRI(s)
	if err != nil {
		return v, english.Errorf("%s is not a valid IRI: %w", Quote(s), err)
	}
	if schemeLen(s) == 0 {
		return v, english.Errorf("%s is a relative IRI where an absolute one is expected", Quote(s))
	}
	return v, nil
}

// Remember adds to a table of bounded size: see internMax.
func Remember[V any](m map[string]V, key string, v V) {
	if len(m) >= internMax {
		clear(m)
	}
	m[key] = v
}

// Fresh returns a blank node with a generated label: see ownLabel.
func (t *Terms) Fresh() *Node {
	t.count++
	t.label = strconv.AppendInt(append(append(t.label[:0], t.prefix...), 'g'), int64(t.count), 10)
	b, _ := rdf.NewBlank(string(t.label))
	n := t.node()
	n.subj = b
	return n
}

// BlankOf returns the blank node with a label of the document.
func (t *Terms) BlankOf(label []byte) *Node {
	if n, ok := t.blanks[string(label)]; ok {
		return n
	}
	s := string(label)
	n := t.newBlank(ownLabel(s))
	Remember(t.blanks, s, n)
	return n
}

func (t *Terms) newBlank(id string) *Node {
	b, _ := rdf.NewBlank(t.prefix + id) // fails on an empty label only
	n := t.node()
	n.subj = b
	return n
}

// node returns a new node; nodes are allocated in batches.
func (t *Terms) node() *Node {
	if len(t.spare) == 0 {
		t.spare = make([]Node, 128)
	}
	n := &t.spare[0]
	t.spare = t.spare[1:]
	return n
}

// ownLabel keeps the document's labels apart from generated labels g1, g2, …: a label of
// that form gets one more g (g1 becomes gg1, gg1 becomes ggg1); others stay.
func ownLabel(s string) string {
	digits := strings.TrimLeft(s, "g")
	if len(digits) == len(s) || digits == "" {
		return s
	}
	for i := 0; i < len(digits); i++ {
		if !IsDigit(digits[i]) {
			return s
		}
	}
	return "g" + s
}

// Tag checks a language tag (production LANGTAG of Turtle) and returns its shared copy.
func (t *Terms) Tag(tag []byte) (string, error) {
	if s, ok := t.langs[string(tag)]; ok {
		return s, nil
	}
	s := string(tag)
	if n := LangLen(s); n != len(s) || n == 0 {
		return "", english.Errorf("%s is not a language tag: expected something like zh or zh-Hant", Quote(s))
	}
	Remember(t.langs, s, s)
	return s, nil
}

// LangLen returns the length of the language tag that s begins with.
func LangLen[T string | []byte](s T) int {
	end := 0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && (isAlpha(s[j]) || i > 0 && IsDigit(s[j])) {
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

// Tagged returns a literal with a language tag that Tag has accepted.
func (t *Terms) Tagged(text, tag string) (rdf.Object, error) {
	if l, err := rdf.NewLangLiteral(text, tag); err == nil {
		return l, nil
	}
	return setLang(text, tag)
}

var errLang = errors.New("rdfio: rdf.Literal has changed: its language cannot be set")

// setLang makes literals whose well-formed tags (BCP 47) knakk's constructor refuses:
// tags with two hyphens, such as zh-Hant-TW. The tag is in an unexported field.
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
