// Package sparql asks a set of RDF graphs by SPARQL 1.1 (W3C Recommendation, 2013): SELECT, ASK
// and CONSTRUCT, with limits on time and size.
//
// The default graph of a [Dataset] is the union of its named graphs. Nothing is fetched and nothing
// is changed: SERVICE and updates are refused. So are DESCRIBE, whose answer no standard defines,
// FROM, since the graphs are chosen by who makes the Dataset, and the triple terms of RDF 1.2.
//
// The grammar, the functions and the aggregates come from github.com/tggo/goRDFlib. Its parser
// skips what it does not know, so [Parse] first holds each word to the grammar's. Its evaluation
// of graph patterns is not used: it cannot be stopped, and it takes ?x ?p ?x for three different
// variables. Ours follows section 18 of the Recommendation over sorted arrays of numbers.
//
//	dataset.go  Dataset: terms as numbers, named graphs
//	index.go    one graph in three orders
//	scan.go     the words of a query, with their places
//	parse.go    Parse: a query, or a SyntaxError
//	check.go    what is refused although the grammar has it
//	query.go    Run: limits, and the answer
//	pattern.go  graph patterns to solutions
//	join.go     joins of solutions
//	bgp.go      basic graph patterns, and the order of their triples
//	path.go     property paths
//	expr.go     filters, new values and EXISTS
//	modify.go   projection, groups
//	order.go    ORDER BY, DISTINCT, LIMIT
//	store.go    how the library says which term a text means
//	result.go   Result: as JSON, CSV, TSV and a table
//	xml.go      Result as XML
//	load.go     files of graphs: TriG, N-Quads, and all syntaxes of ontologies
package sparql
