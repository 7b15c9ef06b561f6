package shacl

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A want says what the value of a property must be.
type want int

const (
	anything want = iota
	anIRI
	node // an IRI or a blank node
	text
	count
	truth
	pattern
	path
	list
)

// core are the properties of SHACL Core, and those that only describe.
func core() map[string]want {
	return map[string]want{
		"targetNode": anything, "targetClass": anIRI, "targetSubjectsOf": anIRI, "targetObjectsOf": anIRI,
		"property": node, "path": path, "inversePath": path, "alternativePath": list, "zeroOrMorePath": path, "oneOrMorePath": path, "zeroOrOnePath": path,
		"class": anIRI, "datatype": anIRI, "nodeKind": anIRI, "minCount": count, "maxCount": count,
		"minExclusive": anything, "minInclusive": anything, "maxExclusive": anything, "maxInclusive": anything,
		"minLength": count, "maxLength": count, "pattern": pattern, "flags": text, "languageIn": list, "uniqueLang": truth,
		"equals": anIRI, "disjoint": anIRI, "lessThan": anIRI, "lessThanOrEquals": anIRI,
		"not": node, "and": list, "or": list, "xone": list, "node": node,
		"qualifiedValueShape": node, "qualifiedMinCount": count, "qualifiedMaxCount": count, "qualifiedValueShapesDisjoint": truth,
		"closed": truth, "ignoredProperties": list, "hasValue": anything, "in": list,
		"severity": anIRI, "message": text, "deactivated": truth,
		"name": text, "description": text, "order": anything, "group": node, "defaultValue": anything,
		"declare": node, "prefix": text, "namespace": anything, "suggestedShapesGraph": anIRI, "shapesGraph": anIRI,
	}
}

// fault says what is wrong with a value of the property; the phrase is zero if nothing is.
func (d *document) fault(local string, o rdf.Term) english.Phrase {
	w, ok := core()[local]
	if !ok {
		return unknown(local)
	}
	l, isLiteral := o.(rdf.Literal)
	_, isIRI := o.(rdf.IRI)
	has := func(what english.Word) english.Phrase {
		return english.Phrasef("has %s, but must have %s", rdfio.Quote(o.String()), what)
	}
	switch {
	case w == anIRI && !isIRI:
		return has(english.Word("an IRI"))
	case (w == node || w == path) && isLiteral:
		return has(english.Word("a node"))
	case w == node && local == "property" && len(d.objects[key(o)][nsSH+"path"]) != 1:
		return english.Phrasef("has a shape with %d sh:path, but must have one", len(d.objects[key(o)][nsSH+"path"]))
	case w == text && !isLiteral, w == pattern && !isLiteral:
		return has(english.Word("a text"))
	case w == count && !natural(l, isLiteral):
		return has(english.Word("a whole number of 0 or more"))
	case w == truth && (!isLiteral || !slices.Contains([]string{"true", "false", "1", "0"}, l.String()) || l.DataType.String() != nsXSD+"boolean"):
		return has(english.Word("true or false"))
	case w == list:
		return d.listFault(o)
	case local == "nodeKind" && !slices.Contains(nodeKinds(), strings.TrimPrefix(o.String(), nsSH)):
		return english.Phrasef("has %s, but must have one of sh:%s", rdfio.Quote(o.String()), strings.Join(nodeKinds(), ", sh:"))
	case w == pattern:
		if _, err := regexp.Compile(l.String()); err != nil {
			return english.Phrasef("has %s, but must have a regular expression: %v", rdfio.Quote(o.String()), err)
		}
	}
	return english.Phrase{}
}

func natural(l rdf.Literal, ok bool) bool {
	n, err := strconv.Atoi(l.String())
	return ok && err == nil && n >= 0
}

func nodeKinds() []string {
	return []string{"BlankNode", "IRI", "Literal", "BlankNodeOrIRI", "BlankNodeOrLiteral", "IRIOrLiteral"}
}

func unknown(local string) english.Phrase {
	for _, s := range []string{"sparql", "select", "ask", "construct", "target", "rule", "values", "expression", "validator", "nodeValidator", "propertyValidator", "parameter", "js"} {
		if local == s {
			return english.Phrasef("is not evaluated: only SHACL Core is")
		}
	}
	var names []string
	for name := range core() {
		names = append(names, name)
	}
	slices.Sort(names)
	if near := term.Nearest(local, names, 1); len(near) > 0 {
		return english.Phrasef("is no property of SHACL Core; did you mean sh:%s?", near[0])
	}
	return english.Phrasef("is no property of SHACL Core")
}

// listFault follows a list to its end.
func (d *document) listFault(o rdf.Term) english.Phrase {
	seen := map[string]bool{}
	for at := key(o); at != nsRDF+"nil"; {
		first, rest := d.objects[at][nsRDF+"first"], d.objects[at][nsRDF+"rest"]
		if len(first) != 1 || len(rest) != 1 || seen[at] {
			return english.Phrasef("must have a list: ( … )")
		}
		seen[at] = true
		at = key(rest[0])
	}
	return english.Phrase{}
}
