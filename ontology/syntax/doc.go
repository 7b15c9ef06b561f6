// Package syntax is the table of the syntaxes of ontologies. It tells by its
// content which syntax and charset a document is written in, and reads it.
//
//	syntax         package below       read  written
//	RDF/XML        syntax/rdfxml       yes   yes
//	Turtle         syntax/turtle       yes   yes
//	N-Triples      syntax/ntriples     yes   yes
//	OWL/XML        syntax/owlxml       yes   no
//	functional     syntax/functional   yes   yes
//	Manchester     syntax/manchester   yes   no
//	OBO            syntax/obo          yes   no
//	OBO graphs     syntax/obograph     yes   yes
//	JSON-LD        syntax/jsonld       yes   yes
//
// All of them speak RDF triples, by the W3C Recommendation "OWL 2 Web Ontology
// Language: Mapping to RDF Graphs (Second Edition)". What the triples mean is
// left to ontology/owl; ontology/convert writes a document in another syntax.
//
//	table.go     Table and All: a row for each syntax; rows by name and by file
//	detect.go    Table.Detect: the syntax of a document, or what else it is
//	document.go  Document, Recognise, Decode
//	charset.go   documents as UTF-8
//	gzip.go      packed documents
package syntax
