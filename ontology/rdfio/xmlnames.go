package rdfio

import (
	"bytes"
	"fmt"
	"strings"
)

const (
	xmlNS   = "http://www.w3.org/XML/1998/namespace"
	xmlnsNS = "http://www.w3.org/2000/xmlns/"
)

// A qual is what a name in the document means: its namespace, and what RDF/XML
// does with it.
type qual struct {
	ns, local string
	class     class
	node      *node // ns+local as an IRI; nil until asked for
}

// names keeps the namespace declarations in scope and remembers the meaning of
// each spelling until they change. Declarations mostly stand on the root.
type names struct {
	bindings []binding
	elements map[string]*qual
	attrs    map[string]*qual
}

type binding struct {
	prefix, uri string
	depth       int // of the element that declares it
}

func newNames() *names {
	return &names{elements: make(map[string]*qual), attrs: make(map[string]*qual)}
}

var xmlnsName = []byte("xmlns")

// nsPrefix returns the prefix that the attribute declares, and whether it is a
// declaration at all.
func nsPrefix(name []byte) (prefix []byte, ok bool) {
	if !bytes.HasPrefix(name, xmlnsName) {
		return nil, false
	}
	if len(name) == len(xmlnsName) {
		return nil, true
	}
	return name[len(xmlnsName)+1:], name[len(xmlnsName)] == ':'
}

// push takes in the declarations of an element.
func (n *names) push(attrs []attr, depth int) (at int, err error) {
	for i := range attrs {
		prefix, ok := nsPrefix(attrs[i].name)
		if !ok {
			continue
		}
		p, uri := string(prefix), string(attrs[i].value)
		if msg := badBinding(p, uri); msg != "" {
			return attrs[i].at, fmt.Errorf("%s", msg)
		}
		if old, ok := n.uri(p); !ok || old != uri {
			n.forget()
		}
		n.bindings = append(n.bindings, binding{p, uri, depth})
	}
	return 0, nil
}

// badBinding says what Namespaces in XML 1.0 has against a declaration.
func badBinding(prefix, uri string) string {
	switch {
	case prefix == "xml" && uri == xmlNS:
		return ""
	case prefix == "xml" || prefix == "xmlns" || uri == xmlNS || uri == xmlnsNS:
		return fmt.Sprintf("the prefix %s cannot be bound to %s", quote(prefix), quote(uri))
	case prefix != "" && uri == "":
		return fmt.Sprintf("the prefix %s is bound to nothing", quote(prefix))
	}
	return ""
}

// pop ends the declarations of the elements deeper than depth.
func (n *names) pop(depth int) {
	i := len(n.bindings)
	for i > 0 && n.bindings[i-1].depth > depth {
		i--
		b := n.bindings[i]
		n.bindings = n.bindings[:i]
		if old, ok := n.uri(b.prefix); !ok || old != b.uri {
			n.forget()
		}
	}
}

func (n *names) forget() {
	clear(n.elements)
	clear(n.attrs)
}

// uri returns what the prefix is bound to; no prefix is bound to nothing.
func (n *names) uri(prefix string) (string, bool) {
	for i := len(n.bindings) - 1; i >= 0; i-- {
		if n.bindings[i].prefix == prefix {
			return n.bindings[i].uri, true
		}
	}
	switch prefix {
	case "xml":
		return xmlNS, true
	case "":
		return "", true
	}
	return "", false
}

// element returns the meaning of an element's name.
func (n *names) element(name []byte) (*qual, error) {
	if q, ok := n.elements[string(name)]; ok {
		return q, nil
	}
	q, err := n.resolve(string(name), false)
	if err == nil {
		put(n.elements, string(name), q)
	}
	return q, err
}

// attr returns the meaning of an attribute's name, which the default namespace
// does not apply to.
func (n *names) attr(name []byte) (*qual, error) {
	if q, ok := n.attrs[string(name)]; ok {
		return q, nil
	}
	q, err := n.resolve(string(name), true)
	if err == nil {
		put(n.attrs, string(name), q)
	}
	return q, err
}

func (n *names) resolve(name string, isAttr bool) (*qual, error) {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	if local == "" || ok && prefix == "" || strings.Contains(local, ":") || xmlName([]byte(local)) == 0 {
		return nil, fmt.Errorf("%s is not a name with a prefix", quote(name))
	}
	q := &qual{local: local}
	if prefix != "" || !isAttr {
		if q.ns, ok = n.uri(prefix); !ok {
			return nil, fmt.Errorf("the prefix of %s is not declared; expected xmlns:%s=\"…\" on this element or around it", quote(name), prefix)
		}
	}
	if isAttr {
		q.class = attrClass(q)
	} else {
		q.class = elementClass(q)
	}
	return q, nil
}

// class is the role of a name in RDF/XML (RDF 1.1 XML Syntax, section 6.2.2).
type class byte

const (
	plain       class = iota // any other name: a type or a property
	rdfRoot                  // rdf:RDF
	rdfAbout                 // the attributes …
	rdfID                    //
	rdfNodeID                //
	rdfResource              //
	rdfDatatype              //
	rdfParse                 // rdf:parseType
	rdfType                  // an ordinary property, but IRI-valued as attribute
	rdfLi                    //
	rdfDesc                  // rdf:Description
	rdfOld                   // rdf:bagID, rdf:aboutEach, rdf:aboutEachPrefix: withdrawn
	xmlLang                  // xml:lang
	xmlBase                  // xml:base
	ignored                  // names reserved for XML
	homeless                 // no namespace
)

func elementClass(q *qual) class {
	switch q.ns {
	case rdfNS:
		return rdfClass(q.local)
	case "":
		return homeless
	}
	return plain
}

func attrClass(q *qual) class {
	switch q.ns {
	case rdfNS:
		return rdfClass(q.local)
	case xmlNS:
		switch q.local {
		case "lang":
			return xmlLang
		case "base":
			return xmlBase
		}
		return ignored
	case "":
		return bareClass(q.local)
	}
	return plain
}

// bareClass is for attributes without prefix: section 6.1.4 lets five of them
// stand for the RDF names.
func bareClass(local string) class {
	switch local {
	case "ID", "about", "resource", "parseType", "type":
		return rdfClass(local)
	}
	if len(local) >= 3 && strings.EqualFold(local[:3], "xml") {
		return ignored
	}
	return homeless
}

func rdfClass(local string) class {
	switch local {
	case "RDF":
		return rdfRoot
	case "about":
		return rdfAbout
	case "ID":
		return rdfID
	case "nodeID":
		return rdfNodeID
	case "resource":
		return rdfResource
	case "datatype":
		return rdfDatatype
	case "parseType":
		return rdfParse
	case "type":
		return rdfType
	case "li":
		return rdfLi
	case "Description":
		return rdfDesc
	case "bagID", "aboutEach", "aboutEachPrefix":
		return rdfOld
	}
	return plain
}

// asNode tells whether an element may be called so where a node is expected.
func (c class) asNode() bool { return c == plain || c == rdfType || c == rdfDesc }

// asProperty tells the same for property elements.
func (c class) asProperty() bool { return c == plain || c == rdfType || c == rdfLi }
