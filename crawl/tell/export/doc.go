// Package export writes the pages of a crawl for other programs.
//
//	select.go  Filter: which pages
//	format.go  Format: what a file of pages can be; writes any of them
//	csv.go     a table, one page to a row
//	parquet.go a table with types, for programs that analyse data
//	cite.go    bibliographies: bibTeX and CSL-JSON
//	warc.go    the archived answers
//	rdf.go     the triples of a page, of its run and of the vocabulary
//	shapes.go  Shapes: what holds of such a graph, for SHACL
//	write.go   lines of JSON; Graph, and the graph as Turtle or JSON-LD
//
// # The graph
//
// A page is a schema:WebPage with address, title, language, time and relevance.
// schema:about names each concept that was found in it. Each reason of the judge is a
// crawl:Evidence, a node of its own: concept, label as found, place, mentions and weight.
// crawl:foundOn is the page of the first link to it. All properties are annotation
// properties: a concept stays a class or an individual as its ontology declares it.
// shapes.ttl says in SHACL what each node has.
//
// The origin is given with PROV-O (W3C Recommendation, 2013). The page was generated
// by the run (prov:Activity) and derived from a WARC record. The run used versions of
// ontologies (prov:Entity with SHA-256).
package export
