package rdfio

import (
	"bytes"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// XMLSpace is the namespace of xml:lang and xml:base.
const (
	XMLSpace = "http://www.w3.org/XML/1998/namespace"
	xmlnsNS  = "http://www.w3.org/2000/xmlns/"
)

// Qual is a qualified name: namespace and local name.
type Qual struct {
	NS, Local string

	// Role caches a reader's classification of the name.
	Role byte  // see Names.Role
	Node *Node // NS+Local as an IRI; nil until the reader sets it
}

// Names keeps the namespace declarations in scope, and caches the meaning of each name
// until they change. Most declarations are on the root.
type Names struct {
	// Role, if set, computes Qual.Role for each name.
	Role func(q *Qual, isAttr bool) byte

	bindings []Binding
	elements map[string]*Qual
	attrs    map[string]*Qual
}

type Binding struct {
	Prefix, URI string
	Depth       int // of the element that declares it
}

func newNames() *Names {
	return &Names{elements: make(map[string]*Qual), attrs: make(map[string]*Qual)}
}

var xmlnsName = []byte("xmlns")

// DeclaredPrefix returns the prefix that an attribute declares. It is not ok if the
// attribute is not a declaration.
func DeclaredPrefix(name []byte) (prefix []byte, ok bool) {
	if !bytes.HasPrefix(name, xmlnsName) {
		return nil, false
	}
	if len(name) == len(xmlnsName) {
		return nil, true
	}
	return name[len(xmlnsName)+1:], name[len(xmlnsName)] == ':'
}

// push adds the declarations of an element.
func (n *Names) push(attrs []Attr, depth int) (at int, err error) {
	for i := range attrs {
		prefix, ok := DeclaredPrefix(attrs[i].Name)
		if !ok {
			continue
		}
		p, uri := string(prefix), string(attrs[i].Value)
		if err := badBinding(p, uri); err != nil {
			return attrs[i].At, err
		}
		if old, ok := n.URI(p); !ok || old != uri {
			n.forget()
		}
		n.bindings = append(n.bindings, Binding{p, uri, depth})
	}
	return 0, nil
}

// badBinding returns the error of a declaration by Namespaces in XML 1.0, or nil.
func badBinding(prefix, uri string) error {
	switch {
	case prefix == "xml" && uri == XMLSpace:
		return nil
	case prefix == "xml" || prefix == "xmlns" || uri == XMLSpace || uri == xmlnsNS:
		return english.Errorf("the prefix %s cannot be bound to %s", Quote(prefix), Quote(uri))
	case prefix != "" && uri == "":
		return english.Errorf("the prefix %s is bound to nothing", Quote(prefix))
	}
	return nil
}

// pop removes the declarations of elements deeper than depth.
func (n *Names) pop(depth int) {
	i := len(n.bindings)
	for i > 0 && n.bindings[i-1].Depth > depth {
		i--
		b := n.bindings[i]
		n.bindings = n.bindings[:i]
		if old, ok := n.URI(b.Prefix); !ok || old != b.URI {
			n.forget()
		}
	}
}

func (n *Names) forget() {
	clear(n.elements)
	clear(n.attrs)
}

// URI returns the namespace of a prefix. The empty prefix may be unbound.
func (n *Names) URI(prefix string) (string, bool) {
	for i := len(n.bindings) - 1; i >= 0; i-- {
		if n.bindings[i].Prefix == prefix {
			return n.bindings[i].URI, true
		}
	}
	switch prefix {
	case "xml":
		return XMLSpace, true
	case "":
		return "", true
	}
	return "", false
}

// Element resolves the name of an element.
func (n *Names) Element(name []byte) (*Qual, error) {
	if q, ok := n.elements[string(name)]; ok {
		return q, nil
	}
	q, err := n.resolve(string(name), false)
	if err == nil {
		Remember(n.elements, string(name), q)
	}
	return q, err
}

// Attr resolves the name of an attribute. The default namespace does not apply.
func (n *Names) Attr(name []byte) (*Qual, error) {
	if q, ok := n.attrs[string(name)]; ok {
		return q, nil
	}
	q, err := n.resolve(string(name), true)
	if err == nil {
		Remember(n.attrs, string(name), q)
	}
	return q, err
}

func (n *Names) resolve(name string, isAttr bool) (*Qual, error) {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	if local == "" || ok && prefix == "" || strings.Contains(local, ":") || XMLName([]byte(local)) == 0 {
		return nil, english.Errorf("%s is not a name with a prefix", Quote(name))
	}
	q := &Qual{Local: local}
	if prefix != "" || !isAttr {
		if q.NS, ok = n.URI(prefix); !ok {
			return nil, english.Errorf("the prefix of %s is not declared; expected xmlns:%s=\"…\" on this element or around it", Quote(name), prefix)
		}
	}
	if n.Role != nil {
		q.Role = n.Role(q, isAttr)
	}
	return q, nil
}
