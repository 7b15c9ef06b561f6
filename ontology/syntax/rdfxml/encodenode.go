package rdfxml

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// maxNesting is how deep elements are written inside each other: what is
// nested deeper gets a label, so that every reader can follow.
const maxNesting = 200

// indent matches the OWL API's output.
func (e *xmlEncoder) indent(depth int) {
	for range depth {
		e.w.WriteString("    ")
	}
}

// Element writes a node with all that is said of it.
func (e *xmlEncoder) element(n, depth int) {
	e.g.written[n] = true
	about := e.g.about(n)
	name, typ := e.g.elementName(n)
	e.indent(depth)
	e.write("<", name)
	switch label, ok := e.labels[n]; {
	case !e.g.isBlank(n):
		e.write(" rdf:about=\"", e.attr(e.g.names[n]), "\"")
	case ok:
		e.write(" rdf:nodeID=\"", label, "\"")
	case e.g.refs[n] > 1 || depth == 1 && e.g.refs[n] == 1: // the label is made by its first mention
		e.labels[n] = fmt.Sprintf("genid%d", len(e.labels)+1)
		e.write(" rdf:nodeID=\"", e.labels[n], "\"")
	}
	if len(about) == 0 || len(about) == 1 && typ >= 0 {
		e.write("/>\n")
		return
	}
	e.write(">\n")
	for _, st := range about {
		if st.p != e.g.typ || st.o != typ || typ < 0 {
			e.property(st, depth+1)
		}
	}
	e.indent(depth)
	e.write("</", name, ">\n")
}

// property writes a statement.
func (e *xmlEncoder) property(st xmlStatement, depth int) {
	name := e.names.qname(e.g.names[st.p])
	e.indent(depth)
	e.write("<", name)
	switch {
	case st.o < 0:
		e.literal(name, &e.g.literals[^st.o])
	case !e.g.isBlank(st.o):
		e.write(" rdf:resource=\"", e.attr(e.g.names[st.o]), "\"/>\n")
	case e.apart(st.o, depth):
		e.write(" rdf:nodeID=\"", e.label(st.o), "\"/>\n")
	default:
		e.nested(name, st.o, depth)
	}
}

// apart reports whether an unnamed node must be written elsewhere.
func (e *xmlEncoder) apart(n, depth int) bool {
	return e.g.refs[n] > 1 || e.g.written[n] || depth > maxNesting
}

// nested writes an unnamed node inside the statement that mentions it.
func (e *xmlEncoder) nested(name string, n, depth int) {
	if cells, members := e.g.collection(n); len(cells) > 0 {
		for _, c := range cells {
			e.g.written[c] = true
		}
		e.write(" rdf:parseType=\"Collection\">\n")
		for _, m := range members {
			e.member(m, depth+1)
		}
	} else {
		e.write(">\n")
		e.element(n, depth+1)
	}
	e.indent(depth)
	e.write("</", name, ">\n")
}

// member writes a member of a collection.
func (e *xmlEncoder) member(n, depth int) {
	switch {
	case !e.g.isBlank(n):
		e.indent(depth)
		e.write("<rdf:Description rdf:about=\"", e.attr(e.g.names[n]), "\"/>\n")
	case e.apart(n, depth):
		e.indent(depth)
		e.write("<rdf:Description rdf:nodeID=\"", e.label(n), "\"/>\n")
	default:
		e.element(n, depth)
	}
}

func (e *xmlEncoder) literal(name string, l *xmlValue) {
	switch {
	case l.lang != "":
		e.write(" xml:lang=\"", l.lang, "\"")
	case l.datatype != rdfio.XSD+"string" && l.datatype != "":
		e.write(" rdf:datatype=\"", e.attr(l.datatype), "\"")
	}
	e.write(">")
	e.buf = e.escape(e.buf[:0], l.text)
	e.w.Write(e.buf)
	e.write("</", name, ">\n")
}

func (e *xmlEncoder) attr(s string) string {
	if strings.IndexFunc(s, special) < 0 {
		return s
	}
	return string(e.escape(nil, s))
}

func special(r rune) bool {
	return r < ' ' || r > '~' || r == '&' || r == '<' || r == '>' || r == '"' || r == '\''
}

// escape appends text as XML 1.0 holds it.
func (e *xmlEncoder) escape(dst []byte, s string) []byte {
	for i, r := range s {
		switch {
		case r == '&':
			dst = append(dst, "&amp;"...)
		case r == '<':
			dst = append(dst, "&lt;"...)
		case r == '>':
			dst = append(dst, "&gt;"...)
		case r == '"':
			dst = append(dst, "&quot;"...)
		case r == '\'':
			dst = append(dst, "&apos;"...)
		case r == '\r': // alone or before \n, readers would take it for \n
			dst = append(dst, "&#xD;"...)
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			if e.err == nil {
				e.err = english.Errorf("rdfio: XML 1.0 cannot hold the character %U in %s: write Turtle instead, or remove it", r, rdfio.Quote(s[i-min(i, 20):]))
			}
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// elementName is the name of the element that a node is: its type where the
// OWL API writes it so, which is returned then, else -1.
func (g *xmlGraph) elementName(n int) (string, int) {
	best, typ := len(elementTypes), -1
	for _, st := range g.about(n) {
		if st.p != g.typ || st.o < 0 {
			continue
		}
		if i := slices.Index(elementTypes[:], g.names[st.o]); i >= 0 && i < best {
			best, typ = i, st.o
		}
	}
	if typ < 0 {
		return "rdf:Description", -1
	}
	if ns, local := rdfio.SplitName(g.names[typ]); ns == rdfsNS {
		return "rdfs:" + local, typ
	} else {
		return "owl:" + local, typ
	}
}
