// Package obo reads the OBO flat file format, versions 1.0 to 1.4, as RDF triples of the
// equivalent OWL ontology, and writes version 1.4.
//
// The translation follows "OBO Flat File Format 1.4 Syntax and Semantics"
// (owlcollab.github.io/oboformat/doc/obo-syntax.html), section 5, as the OWL API and
// ROBOT write it: X:1 is http://purl.obolibrary.org/obo/X_1, tags are oboInOwl
// annotations, and a relationship is an existential restriction. It departs from the
// specification to keep what the file says:
//
//   - If the ontology name is an IRI, unprefixed identifiers get that IRI, which they had
//     before a converter shortened them.
//   - Properties named altLabel, definition and the like are SKOS properties unless the file
//     defines them, because converters remove the namespace.
//   - A "!" begins a comment only after white space, because names and remarks contain
//     exclamation marks.
//
// OBO has no language tags, and only one name for each term.
//
//	obo.go      Decode
//	syntax.go   Syntax: its row in the table of syntaxes
//	line.go     lines, tags, comments, modifiers, escapes
//	ids.go      identifiers to IRIs
//	header.go   the header
//	frame.go    stanzas
//	generic.go  annotation tags, common to all stanzas
//	term.go     terms: parents, relationships, definitions
//	typedef.go  relations and instances
//	emit.go     triples, annotated axioms, lists, declarations
//	tags.go     the properties of tags
//	encode.go   Encode: header and stanzas; encodeframe.go which axiom is which tag
package obo
