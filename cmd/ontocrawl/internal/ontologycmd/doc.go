// Package ontologycmd holds the command ontology: it looks into ontologies
// without crawling.
//
//	ontologycmd.go  Command; what the subcommands share
//	read.go         files as documents and as text
//	inspect.go      inspect: what was understood
//	validate.go     validate: findings by rules
//	rules.go        validate --rules: own rules in SPARQL
//	diff.go         diff: two versions compared
//	tree.go         tree: what is below a concept
//	paths.go        paths between two concepts
//	view.go         view: an interactive page
//	reason.go       reason: what follows from the axioms, and why
//	export.go       export: the concept graph for other programs
//	convert.go      convert: another syntax
//	edit.go         what the next two share: reading, writing, terms by name
//	extract.go      extract: what bears on some terms
//	rework.go       merge, reduce, relax, materialize
//	learn.go        learn: names that texts offer
//	enrich.go       enrich: names of other ontologies
//
// ontology/report makes and writes the reports.
package ontologycmd
