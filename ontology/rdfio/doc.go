// Package rdfio reads RDF/XML, Turtle and N-Triples as people and programs
// really write them, and writes N-Triples and Turtle. Terms and triples are
// those of github.com/knakk/rdf.
//
// [Decode] reads any of the three, which [Detect] tells apart by content; what
// is wrong is reported as a [SyntaxError] with file, line and column. Decoding
// keeps no more of a document in memory than its longest token, starts no
// goroutine, fetches nothing, and is bounded by [Limits].
//
//	rdfio.go       Decode, Options, Limits
//	detect.go      Detect, and what other syntaxes look like
//	charset.go     byte order marks, UTF-16, declared encodings
//	window.go      the sliding window over the input, positions for errors
//	errors.go      SyntaxError
//	terms.go       IRIs, blank nodes and literals, each IRI made once
//	iri.go         references resolved (RFC 3986)
//	chars.go       character classes and escape sequences
//	ntriples.go    N-Triples
//	turtlelex.go   Turtle: tokens
//	turtle.go      Turtle: grammar
//	xml.go         XML: tokens and well-formedness
//	xmlentity.go   XML: references, and the DOCTYPE that declares them
//	xmlnames.go    XML: namespaces, and the names that mean something to RDF/XML
//	rdfxml.go      RDF/XML: grammar
//	xmlliteral.go  RDF/XML: literals in canonical XML
//	encode.go      writing N-Triples
//	isomorphic.go  whether two graphs are the same
//
// What the triples mean is left to ontology/owl.
package rdfio
