// Package obo reads ontologies in the OBO flat file format, versions 1.0 to
// 1.4, as the RDF triples of the OWL ontology that they stand for.
//
// The translation is that of "OBO Flat File Format 1.4 Syntax and Semantics"
// (owlcollab.github.io/oboformat/doc/obo-syntax.html), section 5, in the shape
// in which the OWL API and ROBOT write it: X:1 is
// http://purl.obolibrary.org/obo/X_1, tags are annotations of oboInOwl, and a
// relationship is an existential restriction. Departures are made where that
// would lose what the file says:
//
//   - an ontology whose name is an IRI gives its unprefixed identifiers that
//     IRI, which is what they had before a converter shortened them
//   - property values named altLabel, definition and the like are those of SKOS,
//     for converters cut the namespace off, unless the file defines the name
//   - a "!" begins a comment only after white space, for names and remarks hold
//     exclamation marks
//
// OBO has no language tags, and only one name for each term.
//
//	obo.go      Decode
//	line.go     lines, tags, comments, modifiers, escapes
//	ids.go      identifiers to IRIs
//	header.go   the header
//	frame.go    stanzas
//	generic.go  the tags that all kinds of stanza share: annotations
//	term.go     what terms are: parents, relationships, definitions
//	typedef.go  relations and instances
//	emit.go     triples, annotated axioms, lists, declarations
//	tags.go     what the tags are called in OWL
package obo
