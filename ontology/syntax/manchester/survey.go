package manchester

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// role is the set of declared kinds of an IRI.
type role uint8

const (
	isClass role = 1 << iota
	isDatatype
	isObjectProperty
	isDataProperty
	isAnnotationProperty
	isIndividual
)

// frame is a kind of frame about one entity.
type frame struct {
	role role
	op   axiom.Op
}

// frameOf returns the kind of frame that a keyword begins, or the zero frame.
func frameOf(keyword string) frame {
	switch keyword {
	case "Class:":
		return frame{isClass, axiom.Class}
	case "Datatype:":
		return frame{isDatatype, axiom.Datatype}
	case "ObjectProperty:":
		return frame{isObjectProperty, axiom.ObjectProperty}
	case "DataProperty:":
		return frame{isDataProperty, axiom.DataProperty}
	case "AnnotationProperty:":
		return frame{isAnnotationProperty, axiom.AnnotationProperty}
	case "Individual:":
		return frame{isIndividual, axiom.NamedIndividual}
	}
	return frame{}
}

// survey is the first pass. It collects the prefixes, the kinds of the frames' subjects
// and the labels of entities. Except for bad tokens, the second pass reports the errors.
func (p *parser) survey() error {
	p.surveying = true
	if err := p.advance(); err != nil {
		return err
	}
	subject := ""
	for p.tok.kind != eof {
		t := p.tok
		if err := p.advance(); err != nil {
			return err
		}
		switch {
		case t.is(section, "Prefix:"):
			if err := p.surveyPrefix(); err != nil {
				return err
			}
		case t.is(section, "Ontology:") && p.tok.kind == fullIRI:
			p.out.IRI = p.base.Resolve(p.tok.text)
		case t.kind == section:
			if f := frameOf(t.text); f.role != 0 {
				subject = p.surveySubject(f)
			}
		case p.tok.kind == text && subject != "" && p.means(t, rdfsLabel):
			p.surveyLabel(unescape(p.tok.text), subject)
		}
	}
	p.pos, p.facets, p.last, p.out.IRI = 0, false, token{}, ""
	p.surveying = false
	clear(p.names)
	return p.advance()
}

// ambiguous is the IRI of a label that several entities have.
const ambiguous = "several"

func (p *parser) surveyLabel(label, subject string) {
	if iri := p.labels[label]; iri != "" && iri != subject {
		subject = ambiguous
	}
	p.labels[label] = subject
}

const rdfsLabel = "http://www.w3.org/2000/01/rdf-schema#label"

func (p *parser) surveyPrefix() error {
	t := p.tok
	if t.kind != name && t.kind != section {
		return nil
	}
	if err := p.advance(); err != nil || p.tok.kind != fullIRI {
		return err
	}
	if prefix, ok := declared(t.text); ok {
		p.out.Prefixes[prefix] = p.base.Resolve(p.tok.text)
	}
	return nil
}

// declared returns the prefix that a declaration names: x: or, as ROBOT and Protégé also write it, x:=.
func declared(text string) (prefix string, ok bool) {
	prefix, rest, ok := strings.Cut(text, ":")
	return prefix, ok && (rest == "" || rest == "=")
}

// surveySubject notes the subject of a frame.
func (p *parser) surveySubject(f frame) string {
	iri, err := p.iri(p.tok)
	if err != nil {
		return ""
	}
	p.roles[iri] |= f.role
	return iri
}

// means reports whether the token names iri.
func (p *parser) means(t token, iri string) bool {
	if t.kind != name && t.kind != fullIRI {
		return false
	}
	got, err := p.iri(t)
	return err == nil && got == iri
}
