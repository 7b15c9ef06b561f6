// Package rdfio is the common kit of the RDF readers and writers: charsets, limits, IRIs,
// blank nodes, XML and errors. Each syntax has its own package below ontology/syntax.
//
// Terms and triples come from github.com/knakk/rdf. This package is named rdfio so that a
// file can import both.
//
//	syntax.go           Syntax: a row in the table of syntaxes; EncodeOptions
//	head.go             Head: the beginning of a document, to recognise its syntax
//	options.go          Options, and Stream for readers that keep nothing in memory
//	limits.go           Limits, and errors that name them
//	errors.go           SyntaxError
//	read.go             NewReader and ReadAll: a document as UTF-8; positions
//	charset.go          byte order marks and UTF-16; declaredcharset.go the
//	                    encodings that XML declares
//	window.go           Window: the part of a document that a reader looks at
//	terms.go            Terms: IRIs, blank nodes and literals, each IRI made once
//	node.go             Node: an IRI or blank node
//	iri.go              Base: references resolved (RFC 3986)
//	chars.go            character classes and escape sequences
//	lex.go              what the syntaxes of triples have in common; names in XML
//	newliteral.go       literals with any language tag
//	xml.go              XML: tokens and well-formedness; xmltoken.go tokens with
//	                    namespaces
//	xmltag.go           tags and attributes; xmlskip.go comments and instructions
//	xmlentity.go        references and what they expand to; xmldoctype.go the
//	                    DOCTYPE, which declares entities
//	xmlnames.go         namespaces
//	json.go             JSON: whether it is well-formed, and where not
//	append.go           terms and triples as N-Triples writes them
//	outline.go          triples as writers for people lay them out
//	loss.go             Loss: what a syntax could not say
//
// Package ontology/owl interprets the triples.
package rdfio
