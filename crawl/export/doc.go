// Package export writes the pages of a crawl for other programs.
//
//	select.go  Filter: which pages
//	format.go  Format: what a file of pages can be; writes any of them
//	csv.go     a table, one page to a row
//	warc.go    the archived answers
//	rdf.go     the triples of a page, of its run and of the vocabulary
//	write.go   lines of JSON; Graph, and the graph as Turtle or JSON-LD
//
// # The graph
//
// A page is a schema:WebPage with address, title, language, time and relevance.
// schema:about names each concept that was found in it. The contribution of the
// concept to the relevance annotates that statement (OWL 2 Mapping to RDF Graphs,
// section 2.2), so Protégé shows it beside the concept. All properties are annotation
// properties: a concept stays a class or an individual as its ontology declares it.
//
// The origin is given with PROV-O (W3C Recommendation, 2013). The page was generated
// by the run (prov:Activity) and derived from a WARC record. The run used versions of
// ontologies (prov:Entity with SHA-256).
package export
