package rdfxml

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

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
	ignored                  // Names reserved for XML
	homeless                 // no namespace
)

func elementClass(q *rdfio.Qual) class {
	switch q.NS {
	case rdfio.RDF:
		return rdfClass(q.Local)
	case "":
		return homeless
	}
	return plain
}

func attrClass(q *rdfio.Qual) class {
	switch q.NS {
	case rdfio.RDF:
		return rdfClass(q.Local)
	case rdfio.XMLSpace:
		switch q.Local {
		case "lang":
			return xmlLang
		case "base":
			return xmlBase
		}
		return ignored
	case "":
		return bareClass(q.Local)
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

// classOf is the class of an element's or attribute's name.
func classOf(q *rdfio.Qual, isAttr bool) byte {
	if isAttr {
		return byte(attrClass(q))
	}
	return byte(elementClass(q))
}
