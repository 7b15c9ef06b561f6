package owlxml

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const owlNS = "http://www.w3.org/2002/07/owl#"

type parser struct {
	x   *rdfio.XML
	opt rdfio.Options
	out *axiom.Ontology
	at  attributes

	iris     map[string]string // references resolved before, against irisBase
	irisBase *rdfio.Base
	literals map[string]string // languages and other repeated words, one copy each
	short    map[string]string // names with prefix resolved before
	stack    []axiom.Expr      // parts of the expressions at hand
	text     []byte
}

// scope holds what an element inherits.
type scope struct {
	base  *rdfio.Base
	lang  string
	depth int
}

// attributes are the attributes of the current element, nil if absent. They are valid
// until the next token is read.
type attributes struct {
	iri, abbreviated, nodeID []byte
	cardinality, datatype    []byte
	facet, name              []byte
	ontology, version        []byte
}

// place is where an element begins.
type place struct{ line, col int }

func (p *parser) place() place {
	line, col := p.x.Pos()
	return place{line, col}
}

func (at place) errorf(format string, args ...any) *rdfio.SyntaxError {
	return rdfio.NewSyntaxError(at.line, at.col, format, args...)
}

// flaw warns about a flaw that can be skipped.
func (p *parser) flaw(at place, format string, args ...any) error {
	e := at.errorf(format, args...)
	if p.opt.Warn == nil {
		return e
	}
	p.opt.Warn(e)
	return nil
}

// start reads the name and attributes of the current start tag. The name is "" outside
// the OWL/XML namespace.
func (p *parser) start(sc scope) (string, scope, error) {
	space, local, err := p.x.Name()
	if err != nil {
		return "", sc, err
	}
	if sc.depth++; sc.depth > p.opt.Limits.Depth {
		return "", sc, rdfio.Exceeds(p.x.Errorf(""), "Depth", int64(p.opt.Limits.Depth), "more than %d elements inside each other")
	}
	p.at = attributes{}
	err = p.x.Attrs(func(space, name string, value []byte) error {
		switch space {
		case rdfio.XMLSpace:
			return p.special(&sc, name, value)
		case "":
			return p.attribute(local, name, value)
		}
		return nil
	})
	if space != owlNS {
		local = ""
	}
	return local, sc, err
}

// special reads xml:base and xml:lang.
func (p *parser) special(sc *scope, name string, value []byte) error {
	switch name {
	case "base":
		b, err := rdfio.NewBase(sc.base.Resolve(string(value)))
		if err != nil {
			return p.x.Errorf("xml:base: %v", err)
		}
		sc.base = b
	case "lang":
		tag := string(value)
		if tag != "" && !rdfio.LangTag(tag) {
			tag = ""
			if err := p.flaw(p.place(), "xml:lang: %s is not a language tag: expected something like zh or zh-Hant", rdfio.Quote(string(value))); err != nil {
				return err
			}
		}
		sc.lang = p.intern(tag)
	}
	return nil
}

// attribute reads an attribute of OWL/XML. An unknown attribute is an error, because a
// misspelt one would silently change the meaning.
func (p *parser) attribute(element, name string, value []byte) error {
	at := &p.at
	if value == nil {
		value = []byte{}
	}
	switch name {
	case "IRI":
		at.iri = value
	case "abbreviatedIRI":
		at.abbreviated = value
	case "nodeID":
		at.nodeID = value
	case "cardinality":
		at.cardinality = value
	case "datatypeIRI":
		at.datatype = value
	case "facet":
		at.facet = value
	case "name":
		at.name = value
	case "ontologyIRI":
		at.ontology = value
	case "versionIRI":
		at.version = value
	default:
		return p.flaw(p.place(), "unknown attribute %s of the element <%s>; expected attributes of OWL/XML such as IRI or abbreviatedIRI",
			rdfio.Quote(name), element)
	}
	return nil
}

// children calls each for every child of the current element, and reads the end tag. each
// reads the child's end tag.
func (p *parser) children(each func() error) error {
	for {
		kind, err := p.x.Next()
		if err != nil {
			return err
		}
		switch kind {
		case rdfio.XMLStart:
			if err := each(); err != nil {
				return err
			}
		case rdfio.XMLEnd:
			return nil
		case rdfio.XMLText:
			if !p.x.Blank() {
				return p.x.Errorf("expected an element, found the text %s", rdfio.Quote(strings.TrimSpace(string(p.x.Text()))))
			}
		}
	}
}

// content reads the text of the current element and its end tag. The text is valid until
// the next call.
func (p *parser) content(element string) ([]byte, error) {
	p.text = p.text[:0]
	for {
		kind, err := p.x.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case rdfio.XMLStart:
			return nil, p.x.Errorf("expected text inside <%s>, found the element <%s>", element, p.x.RawName())
		case rdfio.XMLEnd:
			return p.text, nil
		case rdfio.XMLText:
			p.text = append(p.text, p.x.Text()...)
		}
	}
}

// nothing reads the end tag of an empty element.
func (p *parser) nothing(element string) error {
	return p.children(func() error {
		return p.x.Errorf("expected nothing inside <%s>, found the element <%s>", element, p.x.RawName())
	})
}

// intern returns the shared copy of a frequent word.
func (p *parser) intern(s string) string {
	if t, ok := p.literals[s]; ok {
		return t
	}
	p.literals[s] = s
	return s
}
