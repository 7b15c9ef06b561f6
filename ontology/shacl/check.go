package shacl

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/nearest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A want is what the value of a property must be.
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

// fault says what is wrong with a value of the property; "" if nothing is.
func (d *document) fault(local string, o rdf.Term) string {
	w, ok := core()[local]
	if !ok {
		return unknown(local)
	}
	l, isLiteral := o.(rdf.Literal)
	_, isIRI := o.(rdf.IRI)
	has := "has " + rdfio.Quote(o.String()) + ", but must have "
	switch {
	case w == anIRI && !isIRI:
		return has + "an IRI"
	case (w == node || w == path) && isLiteral:
		return has + "a node"
	case w == node && local == "property" && len(d.objects[key(o)][nsSH+"path"]) != 1:
		return "has a shape with " + strconv.Itoa(len(d.objects[key(o)][nsSH+"path"])) + " sh:path, but must have one"
	case w == text && !isLiteral, w == pattern && !isLiteral:
		return has + "a text"
	case w == count && !natural(l, isLiteral):
		return has + "a whole number of 0 or more"
	case w == truth && (!isLiteral || l.String() != "true" && l.String() != "false"):
		return has + "true or false"
	case w == list:
		return d.listFault(o)
	case local == "nodeKind" && !slices.Contains(nodeKinds(), strings.TrimPrefix(o.String(), nsSH)):
		return has + "one of sh:" + strings.Join(nodeKinds(), ", sh:")
	case w == pattern:
		if _, err := regexp.Compile(l.String()); err != nil {
			return fmt.Sprintf("%sa regular expression: %v", has, err)
		}
	}
	return ""
}

func natural(l rdf.Literal, ok bool) bool {
	n, err := strconv.Atoi(l.String())
	return ok && err == nil && n >= 0
}

func nodeKinds() []string {
	return []string{"BlankNode", "IRI", "Literal", "BlankNodeOrIRI", "BlankNodeOrLiteral", "IRIOrLiteral"}
}

func unknown(local string) string {
	for _, s := range []string{"sparql", "select", "ask", "construct", "target", "rule", "values", "expression", "validator", "nodeValidator", "propertyValidator", "parameter", "js"} {
		if local == s {
			return "is not evaluated: only SHACL Core is"
		}
	}
	var names []string
	for name := range core() {
		names = append(names, name)
	}
	slices.Sort(names)
	if near := nearest.Names(local, names, 1); len(near) > 0 {
		return "is no property of SHACL Core; did you mean sh:" + near[0] + "?"
	}
	return "is no property of SHACL Core"
}

// listFault follows a list to its end.
func (d *document) listFault(o rdf.Term) string {
	seen := map[string]bool{}
	for at := key(o); at != nsRDF+"nil"; {
		first, rest := d.objects[at][nsRDF+"first"], d.objects[at][nsRDF+"rest"]
		if len(first) != 1 || len(rest) != 1 || seen[at] {
			return "must have a list: ( … )"
		}
		seen[at] = true
		at = key(rest[0])
	}
	return ""
}
