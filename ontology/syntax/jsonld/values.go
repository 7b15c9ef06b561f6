package jsonld

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// value reads a property value and yields its triple.
func (c *converter) value(s *rdfio.Node, p rdf.Predicate) error {
	if c.Peek() != '{' {
		return errNotExpanded
	}
	switch c.kind() {
	case literalValue:
		o, err := c.literal()
		if err == nil && o != nil {
			c.say(s, p, o)
		}
		return err
	case listValue:
		o, err := c.list()
		if err == nil {
			c.say(s, p, o)
		}
		return err
	}
	n, err := c.open()
	switch {
	case err != nil:
		return err
	case n == nil && !c.atGraph():
		n = c.terms.Fresh()
	case n == nil: // its name may follow its graph
		if n, err = c.rest(nil); err != nil {
			return err
		}
		if n == nil {
			n = c.terms.Fresh()
		}
		c.say(s, p, n.Object())
		return nil
	}
	c.say(s, p, n.Object())
	_, err = c.rest(n)
	return err
}

// atGraph reports whether the next member is a graph.
func (c *converter) atGraph() bool {
	before := c.Pos
	k, ok := c.key()
	c.Pos = before
	return ok && string(k) == "@graph"
}

type valueKind byte

const (
	nodeValue valueKind = iota
	literalValue
	listValue
)

// kind recognises the kind of an object by its names.
func (c *converter) kind() valueKind {
	before := c.Pos
	defer func() { c.Pos = before }()
	c.Accept('{')
	for {
		k, ok := c.key()
		if !ok {
			return nodeValue
		}
		switch string(k) {
		case "@value", "@language", "@direction":
			return literalValue
		case "@list":
			return listValue
		case "@index":
			c.skip()
		case "@type": // one datatype; the types of a node are an array
			if c.Peek() == '"' {
				return literalValue
			}
			return nodeValue
		default:
			return nodeValue
		}
	}
}

// literal reads a value object; nil for null.
func (c *converter) literal() (rdf.Object, error) {
	text, lang, datatype := "", "", ""
	var sort byte // of the value: its first byte
	at := c.Pos
	c.Accept('{')
	for {
		k, ok := c.key()
		if !ok {
			break
		}
		switch string(k) {
		case "@value":
			sort = c.Peek()
			if sort == '"' {
				text = string(c.text())
				break
			}
			from := c.Pos
			c.skip()
			text = string(c.Data[from:c.Pos])
		case "@language", "@type":
			if c.Peek() != '"' {
				return nil, errNotExpanded
			}
			if string(k) == "@type" {
				datatype = string(c.text())
			} else {
				lang = string(c.text())
			}
		case "@direction", "@index":
			c.skip()
		default:
			return nil, errNotExpanded
		}
	}
	o, err := c.newLiteral(sort, text, lang, datatype)
	if err != nil && err != errNotExpanded {
		c.Pos = at
		return nil, c.errorAt(err)
	}
	return o, err
}

// newLiteral converts a JSON value (JSON-LD 1.1 Processing Algorithms and API, section
// 8.2.2).
func (c *converter) newLiteral(sort byte, text, lang, datatype string) (rdf.Object, error) {
	switch {
	case datatype == "@json":
		if sort == '"' {
			text = string(appendText(nil, text))
		}
		return c.terms.Typed(text, nsRDF+"JSON")
	case sort == '{', sort == '[', sort == 0:
		return nil, errNotExpanded
	case sort == 'n': // null
		return nil, nil
	case sort == 't', sort == 'f':
		if datatype == "" {
			datatype = nsXSD + "boolean"
		}
	case sort != '"':
		text, datatype = number(text, datatype)
	}
	switch {
	case lang != "":
		lang = cmp.Or(c.tags[lang], lang)
		return c.terms.Lang(text, lang)
	case datatype == "", datatype == nsXSD+"string":
		return c.terms.String(text), nil
	case strings.IndexByte(datatype, ':') < 0, strings.HasPrefix(datatype, "_:"):
		return nil, errNotExpanded
	}
	return c.terms.Typed(text, rdfio.EscapeIRI(datatype))
}

// number converts a JSON number to the canonical form of xsd:integer or xsd:double.
func number(text, datatype string) (string, string) {
	x, err := strconv.ParseFloat(text, 64)
	if err == nil && x == math.Trunc(x) && math.Abs(x) < 1e21 && datatype != nsXSD+"double" {
		if datatype == "" {
			datatype = nsXSD + "integer"
		}
		return strconv.FormatFloat(x+0, 'f', 0, 64), datatype // + 0: there is no -0
	}
	if datatype == "" {
		datatype = nsXSD + "double"
	}
	s := strconv.FormatFloat(x, 'E', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "E")
	if strings.IndexByte(mantissa, '.') < 0 {
		mantissa += ".0"
	}
	n, err := strconv.Atoi(exponent)
	if err != nil { // infinity
		return s, datatype
	}
	return mantissa + "E" + strconv.Itoa(n), datatype
}

// list reads a list object and returns its first cell.
func (c *converter) list() (rdf.Object, error) {
	nothing := c.word(nsRDF + "nil").Object()
	first, rest := c.word(nsRDF+"first").Predicate(), c.word(nsRDF+"rest").Predicate()
	begin := nothing
	c.Accept('{')
	for {
		k, ok := c.key()
		if !ok {
			return begin, nil
		}
		if string(k) != "@list" {
			if string(k) != "@index" {
				return nil, errNotExpanded
			}
			c.skip()
			continue
		}
		var last *rdfio.Node
		err := c.each(func() error {
			cell := c.terms.Fresh()
			if last == nil {
				begin = cell.Object()
			} else {
				c.say(last, rest, cell.Object())
			}
			last = cell
			return c.value(cell, first)
		})
		if err != nil {
			return nil, err
		}
		if last != nil {
			c.say(last, rest, nothing)
		}
	}
}
