// Package sparql asks a set of RDF graphs by SPARQL 1.1 (W3C Recommendation, 2013): SELECT, ASK
// and CONSTRUCT, with limits on time and size.
//
// The default graph of a [Dataset] is the union of its named graphs. Nothing is fetched and nothing
// is changed: SERVICE and updates are refused. So are DESCRIBE, whose answer no standard defines,
// FROM, since the graphs are chosen by who makes the Dataset, and the triple terms of RDF 1.2.
//
// Grammar, patterns, expressions and groups are our own (ADR 83): what is written is refused or has the answer of the
// Recommendation, and every loop looks at the context. github.com/tggo/goRDFlib gives the terms, and the readers of TriG and
// N-Quads.
//
//	dataset.go    Dataset: terms as numbers, named graphs
//	index.go      one graph in three orders
//	load.go       files of graphs: TriG, N-Quads, and all syntaxes of ontologies
//	store.go      a store that gives nothing and takes nothing, for those readers
//	scan.go       the words of a query, with their places
//	parse.go      Parse: a query, or a SyntaxError; the words that no query has
//	ast.go        what a query is made of
//	parser.go     the parser: words, names and terms
//	select.go     SELECT, ASK and CONSTRUCT, and what follows a pattern
//	group.go      groups of patterns
//	triples.go    triples and property paths
//	exprparse.go  expressions
//	query.go      Run: limits, work, memory, turns
//	pattern.go    graph patterns to solutions
//	join.go       joins of solutions
//	bgp.go        basic graph patterns, and the order of their triples
//	path.go       property paths
//	expr.go       the evaluator of expressions; filters, new values and EXISTS
//	function.go   the functions of the language: on terms, numbers, times, and hashes
//	text.go       the functions on texts
//	regex.go      REGEX and REPLACE
//	cast.go       casts to datatypes
//	number.go     numbers: types, promotion, rounding
//	moment.go     dates and times
//	compare.go    truth, equality and order of terms
//	modify.go     projection, DISTINCT, LIMIT
//	aggregate.go  groups and aggregates
//	order.go      ORDER BY
//	answer.go     solutions to an answer
//	result.go     Result: as JSON, CSV, TSV and a table
//	xml.go        Result as XML
package sparql
