// Package syntax is the one door to all syntaxes of ontologies: it tells which
// one a document is written in, and in which charset, by its content and not by
// its name, and leads to the package that reads or writes it.
//
//	syntax         read by              written by
//	RDF/XML        ontology/rdfio       ontology/rdfio
//	Turtle         ontology/rdfio       ontology/rdfio
//	N-Triples      ontology/rdfio       ontology/rdfio
//	OWL/XML        ontology/syntax/owlxml      -
//	functional     ontology/syntax/functional  ontology/syntax/functional
//	Manchester     ontology/syntax/manchester  -
//	OBO            ontology/syntax/obo         -
//	OBO graphs     ontology/syntax/obograph    ontology/syntax/obograph
//	JSON-LD        ontology/syntax/jsonld      ontology/syntax/jsonld
//
// All of them speak RDF triples, by the W3C Recommendation "OWL 2 Web Ontology
// Language: Mapping to RDF Graphs (Second Edition)"; what the triples mean is
// left to ontology/owl.
//
//	formats.go  Document, Read, Decode; the table of readers
//	encode.go   Encode; the table of writers
//	charset.go  documents as UTF-8
//	gzip.go     packed documents
package syntax
