package obo

import (
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// generic reads an annotation tag, which all kinds of stanzas have (section 5.3).
func (p *parser) generic(f *frame, c clause) error {
	switch c.tag {
	case "def", "expand_expression_to", "expand_assertion_to":
		return p.textClause(f, c, c.tag)
	case "synonym":
		return p.synonym(f, c)
	case "exact_synonym", "narrow_synonym", "broad_synonym", "related_synonym": // of OBO 1.0
		scope, _, _ := strings.Cut(c.tag, "_")
		return p.textClause(f, c, strings.ToUpper(scope))
	case "xref", "xref_analog", "xref_unk":
		return p.xref(f, c)
	case "property_value":
		return p.propertyValue(f.node, c)
	case "subset":
		return p.reference(f, c, "subset", annotation)
	case "replaced_by":
		return p.reference(f, c, "replaced_by", 0)
	case "alt_id":
		return p.alternative(f, c)
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.sayNoted(f.node, p.tag(c.tag).node, p.value(c), notes)
	return nil
}

func (p *parser) value(c clause) rdf.Object {
	text := unescape(c.value)
	datatype := ""
	switch {
	case strings.HasPrefix(c.tag, "is_") && (text == "true" || text == "false"),
		c.tag == "builtin" && (text == "true" || text == "false"):
		datatype = "boolean"
	case c.tag == "creation_date" && isDateTime(text):
		datatype = "dateTime"
	}
	if datatype != "" {
		if l, err := p.terms.Typed(text, nsXSD+datatype); err == nil {
			return l
		}
	}
	return p.terms.String(text)
}

// isDateTime reports whether s has the form of an xsd:dateTime.
func isDateTime(s string) bool {
	const form = "0000-00-00T00:00:00"
	if len(s) < len(form) {
		return false
	}
	for i := range form {
		digit := '0' <= s[i] && s[i] <= '9'
		if digit != (form[i] == '0') || !digit && s[i] != form[i] {
			return false
		}
	}
	return strings.Trim(s[len(form):], "0123456789.:+-Z") == ""
}

// textClause reads a quoted text with its sources.
func (p *parser) textClause(f *frame, c clause, tag string) error {
	text, rest, err := quoted(c.value)
	if err != nil {
		return p.flaw(c.line, "%s: %v", c.tag, err)
	}
	notes, err := p.sourced(p.room[:0], c, rest)
	if err != nil {
		return err
	}
	p.sayNoted(f.node, p.tag(tag).node, p.terms.String(text), notes)
	return nil
}

// scopeOf returns the synonym scope that a word names.
func scopeOf(s string) string {
	switch s {
	case "EXACT", "NARROW", "BROAD", "RELATED":
		return s
	}
	return ""
}

// synonym reads a text, scope, type and sources. The default scope is related (section
// 3.2).
func (p *parser) synonym(f *frame, c clause) error {
	text, rest, err := quoted(c.value)
	if err != nil {
		return p.flaw(c.line, "%s: %v", "synonym", err)
	}
	scope := "RELATED"
	first, after := word(rest)
	if scopeOf(first) != "" {
		scope, rest = first, after
		first, after = word(rest)
	}
	notes := p.room[:0]
	if first != "" && first[0] != '[' {
		x, err := p.entity(first, 0)
		if err != nil {
			return p.flaw(c.line, "%s: %v", "synonym", err)
		}
		notes, rest = append(notes, note{p.tag("hasSynonymType"), x.node.Object()}), after
	}
	if notes, err = p.sourced(notes, c, rest); err != nil {
		return err
	}
	p.sayNoted(f.node, p.tag(scope).node, p.terms.String(text), notes)
	return nil
}

func (p *parser) xref(f *frame, c clause) error {
	x, err := xrefOf(c.value)
	if err != nil {
		return p.flaw(c.line, "%s: %v", "xref", err)
	}
	notes := p.room[:0]
	if x.description != "" {
		notes = append(notes, note{p.tag("name"), p.terms.String(x.description)})
	}
	if notes, err = p.notes(notes, c); err != nil {
		return err
	}
	p.sayNoted(f.node, p.tag("xref").node, p.terms.String(x.id), notes)
	return nil
}

func (p *parser) reference(f *frame, c clause, tag string, as kind) error {
	return p.relateBy(f, c, p.tag(tag).node, as)
}

// alternative reads an identifier that was merged into this one, as an obsolete entity
// replaced by it (IAO_0000227 is "terms merged").
func (p *parser) alternative(f *frame, c clause) error {
	id, _ := word(c.value)
	x, err := p.entity(id, 0)
	if err != nil {
		return p.flaw(c.line, "%s: %v", "alt_id", err)
	}
	p.sayNoted(f.node, p.tag("alt_id").node, p.terms.String(unescape(id)), nil)
	if x == f.entity || x.declared&f.kind != 0 {
		return nil // it is in use after all
	}
	p.declare(x, f.kind)
	yes, _ := p.terms.Typed("true", nsXSD+"boolean")
	p.sayNoted(x.node, p.tag("is_obsolete").node, yes, nil)
	p.sayNoted(x.node, p.tag("replaced_by").node, f.node.Object(), nil)
	p.sayNoted(x.node, p.tag("obsolescence-reason").node, p.node(nsOBO+"IAO_0000227").Object(), nil)
	return nil
}

// propertyValue reads a property and its value: an identifier, or a text with an optional
// datatype.
func (p *parser) propertyValue(s *rdfio.Node, c clause) error {
	by, rest := word(c.value)
	if rest == "" {
		return p.flaw(c.line, "property_value: has no value")
	}
	as := annotation
	if _, defined := p.typedefs[by]; defined {
		as = 0
	}
	x, err := p.entity(by, as)
	if err != nil {
		return p.flaw(c.line, "%s: %v", "property_value", err)
	}
	var o rdf.Object
	if rest[0] == '"' {
		o, err = p.typed(rest)
	} else {
		o, err = p.pointed(rest)
	}
	if err != nil {
		return p.flaw(c.line, "%s: %v", "property_value", err)
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.sayNoted(s, x.node, o, notes)
	return nil
}

// pointed reads an identifier, or a value with datatype that a converter left unquoted,
// as happens with dates.
func (p *parser) pointed(s string) (rdf.Object, error) {
	id, datatype := word(s)
	if datatype, _ = word(datatype); datatype != "" {
		return p.literal(unescape(id), datatype)
	}
	if date := unescape(id); isDateTime(date) {
		return p.terms.Typed(date, nsXSD+"dateTime")
	}
	x, err := p.entity(id, 0)
	if err != nil {
		return nil, err
	}
	return x.node.Object(), nil
}

func (p *parser) typed(s string) (rdf.Object, error) {
	text, rest, err := quoted(s)
	if err != nil {
		return nil, err
	}
	datatype, _ := word(rest)
	if datatype == "" || datatype[0] == '[' {
		return p.terms.String(text), nil
	}
	return p.literal(text, datatype)
}

// literal returns a text with a datatype. Converters drop the language of a text with
// language; it becomes a plain string.
func (p *parser) literal(text, datatype string) (rdf.Object, error) {
	iri := p.iri(datatype)
	if iri == nsRDF+"langString" || iri == nsXSD+"string" {
		return p.terms.String(text), nil
	}
	return p.terms.Typed(text, iri)
}

// sourced reads a list of sources and the modifiers as notes.
func (p *parser) sourced(notes []note, c clause, list string) ([]note, error) {
	all, err := xrefs(list)
	if err != nil {
		if err := p.flaw(c.line, "%s: %v", c.tag, err); err != nil {
			return nil, err
		}
	}
	for _, x := range all {
		notes = append(notes, note{p.tag("xref"), p.terms.String(x.id)})
	}
	return p.notes(notes, c)
}

// notes reads the modifiers that annotate the axiom. The result is valid until the next
// clause is read.
func (p *parser) notes(notes []note, c clause) ([]note, error) {
	if c.mods == "" {
		p.room = notes[:0]
		return notes, nil
	}
	for _, m := range modifiers(c.mods) {
		switch m.key {
		case "gci_relation", "gci_filler", "cardinality", "minCardinality", "maxCardinality", "all_some", "all_only":
		default:
			by, err := p.modifierTag(m.key)
			if err != nil {
				if err := p.flaw(c.line, "%s: %v", c.tag, err); err != nil {
					return nil, err
				}
				continue
			}
			notes = append(notes, note{by, p.terms.String(m.value)})
		}
	}
	p.room = notes[:0]
	return notes, nil
}

// modifierTag returns the property of a modifier: a tag, or an identifier, which
// converters write for annotations without a tag.
func (p *parser) modifierTag(key string) (*entity, error) {
	if strings.ContainsAny(key, " \t\"") {
		return nil, english.Errorf("%s is no name of a modifier", rdfio.Quote(key))
	}
	if strings.IndexByte(key, ':') >= 0 {
		return p.entity(key, annotation)
	}
	return p.tag(key), nil
}
