// Package rdfio reads RDF/XML, Turtle and N-Triples as people and programs
// really write them, and writes N-Triples, Turtle and RDF/XML. Terms and triples
// are those of github.com/knakk/rdf.
//
// [Decode] reads any of the three, which [Detect] tells apart by content; what
// is wrong is reported as a [SyntaxError] with file, line and column. Decoding
// keeps no more of a document in memory than its longest token, starts no
// goroutine, fetches nothing, and is bounded by [Limits].
//
//	rdfio.go       Decode, Options
//	limits.go      Limits, and errors that name them
//	detect.go      Detect, and what other syntaxes look like
//	charset.go     byte order marks, UTF-16, declared encodings
//	window.go      the sliding window over the input, positions for errors
//	errors.go      SyntaxError
//	terms.go       IRIs, blank nodes and literals, each IRI made once
//	iri.go         references resolved (RFC 3986)
//	chars.go       character classes and escape sequences
//	ntriples.go    N-Triples; ntriplesliteral.go its literals
//	turtlelex.go   Turtle: tokens; turtlename.go those that are names
//	turtle.go      Turtle: grammar; turtledirective.go of prefixes and bases,
//	               turtleliteral.go of literals
//	xml.go         XML: tokens and well-formedness
//	xmltag.go      XML: tags and attributes
//	xmlskip.go     XML: comments and processing instructions
//	xmlentity.go   XML: references and what they expand to
//	xmldoctype.go  XML: the DOCTYPE, which declares entities
//	xmlnames.go    XML: namespaces, and the names that mean something to RDF/XML
//	rdfxml.go      RDF/XML: document and node elements
//	rdfxmlattr.go  RDF/XML: attributes by their role
//	rdfxmlprop.go  RDF/XML: property elements
//	xmlliteral.go  RDF/XML: literals in canonical XML
//	encode.go      writing N-Triples
//	encodeturtle.go  writing Turtle: its layout; encodeterm.go its terms
//	encoderdfxml.go  writing RDF/XML as Protégé lays it out; encodexmlnode.go
//	               elements, encodexmlgraph.go and encodexmlsort.go what stands
//	               where, encodexmlname.go namespaces
//	prefixes.go    the prefix names a document declares
//	newliteral.go  literals with any language tag
//	isomorphic.go  whether two graphs are the same
//	share.go       what the readers of further syntaxes use; shareterms.go terms,
//	               sharecharset.go charsets, sharejson.go JSON
//
// What the triples mean is left to ontology/owl.
package rdfio
