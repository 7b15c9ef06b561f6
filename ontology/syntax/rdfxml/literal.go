package rdfxml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// XMLLiteral reads the content of a property with rdf:parseType="Literal", up
// to the property's end tag, as exclusive canonical XML with comments and an
// empty InclusiveNamespaces list (RDF 1.1 XML Syntax, production 7.2.17;
// Exclusive XML Canonicalization 1.0, section 3).
func (d *decoder) xmlLiteral() (string, error) {
	c := canon{d: d, base: d.Depth(), out: d.buf[:0]}
	defer func() { d.buf = c.out[:0] }()
	for {
		if err := d.Advance(); err != nil {
			return "", err
		}
		switch d.Kind {
		case rdfio.XMLText:
			c.out = appendEscaped(c.out, d.Data, false)
		case rdfio.XMLComment:
			c.out = append(c.out, "<!--"...)
			c.out = rdfio.AppendLines(c.out, d.Data)
			c.out = append(c.out, "-->"...)
		case rdfio.XMLInst:
			c.instruction()
		case rdfio.XMLStart:
			if err := c.startTag(); err != nil {
				return "", err
			}
		case rdfio.XMLEnd:
			if d.Depth() < c.base {
				return string(c.out), nil
			}
			c.endTag()
		}
	}
}

// canon writes canonical XML.
type canon struct {
	d        *decoder
	base     int // depth of the property element
	out      []byte
	names    []string        // of the open elements
	rendered []rdfio.Binding // declarations written and in scope
}

func (c *canon) instruction() {
	c.out = append(c.out, "<?"...)
	c.out = append(c.out, c.d.Tag...)
	if len(c.d.Data) > 0 {
		c.out = append(c.out, ' ')
		c.out = rdfio.AppendLines(c.out, c.d.Data)
	}
	c.out = append(c.out, "?>"...)
}

func (c *canon) endTag() {
	name := c.names[len(c.names)-1]
	c.names = c.names[:len(c.names)-1]
	for n := len(c.rendered); n > 0 && c.rendered[n-1].Depth > len(c.names); n-- {
		c.rendered = c.rendered[:n-1]
	}
	c.out = append(c.out, "</"...)
	c.out = append(c.out, name...)
	c.out = append(c.out, '>')
}

// canonAttr is an attribute with the key it is sorted by.
type canonAttr struct {
	ns, local string
	rdfio.Attr
}

func (c *canon) startTag() error {
	name := string(c.d.Tag)
	if _, err := c.d.element(); err != nil {
		return err
	}
	used := []string{prefixOf(name)}
	var attrs []canonAttr
	for _, a := range c.d.Attributes {
		if _, ok := rdfio.DeclaredPrefix(a.Name); ok {
			continue
		}
		q, err := c.d.Names.Attr(a.Name)
		if err != nil {
			return c.d.ErrorIn(a.At, "%v", err)
		}
		if p := prefixOf(string(a.Name)); p != "" {
			used = append(used, p)
		}
		attrs = append(attrs, canonAttr{q.NS, q.Local, a})
	}
	c.names = append(c.names, name)
	c.out = append(c.out, '<')
	c.out = append(c.out, name...)
	c.declare(used)
	sorts.Func(attrs, func(a, b canonAttr) int {
		if n := strings.Compare(a.ns, b.ns); n != 0 {
			return n
		}
		return strings.Compare(a.local, b.local)
	})
	for _, a := range attrs {
		c.attr(string(a.Name), a.Value)
	}
	c.out = append(c.out, '>')
	return nil
}

// declare writes the namespaces visibly used and not yet declared, sorted.
func (c *canon) declare(prefixes []string) {
	slices.Sort(prefixes)
	for _, p := range slices.Compact(prefixes) {
		uri, _ := c.d.Names.URI(p) // the names have been resolved
		if p == "xml" || c.renderedURI(p) == uri {
			continue
		}
		c.rendered = append(c.rendered, rdfio.Binding{Prefix: p, URI: uri, Depth: len(c.names)})
		name := "xmlns"
		if p != "" {
			name += ":" + p
		}
		c.attr(name, []byte(uri))
	}
}

// renderedURI returns the URI to which the literal as written so far binds the prefix.
func (c *canon) renderedURI(prefix string) string {
	for i := len(c.rendered) - 1; i >= 0; i-- {
		if c.rendered[i].Prefix == prefix {
			return c.rendered[i].URI
		}
	}
	return ""
}

func (c *canon) attr(name string, value []byte) {
	c.out = append(c.out, ' ')
	c.out = append(c.out, name...)
	c.out = append(c.out, '=', '"')
	c.out = appendEscaped(c.out, value, true)
	c.out = append(c.out, '"')
}

func prefixOf(name string) string {
	prefix, _, ok := strings.Cut(name, ":")
	if !ok {
		return ""
	}
	return prefix
}

// appendEscaped escapes what Canonical XML 1.0, section 2.3, says.
func appendEscaped(dst, s []byte, inAttr bool) []byte {
	special := "&<>\r"
	if inAttr {
		special = "&<\"\t\n\r"
	}
	for {
		i := bytes.IndexAny(s, special)
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		switch s[i] {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '"':
			dst = append(dst, "&quot;"...)
		case '\t':
			dst = append(dst, "&#x9;"...)
		case '\n':
			dst = append(dst, "&#xA;"...)
		case '\r':
			dst = append(dst, "&#xD;"...)
		}
		s = s[i+1:]
	}
}
