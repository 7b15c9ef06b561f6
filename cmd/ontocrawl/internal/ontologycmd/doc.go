// Package ontologycmd holds the commands ontology, similarity, topic, query and validate-graph: they
// look into ontologies and graphs without crawling.
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
//	template.go     template: a table as an ontology
//	learn.go        learn: names that texts offer
//	enrich.go       enrich: names of other ontologies
//	query.go        the command query; data.go the graphs of a run, for query and serve
//	validategraph.go  the command validate-graph
//	command.go      the command similarity and its flags; usage.go command lines that are refused
//	compare.go      two concepts
//	nearest.go      one concept and the most similar ones; two groups of concepts
//	matrix.go       all pairs, as a matrix or a list
//	against.go      agreement with people's judgements; fit.go the weights that agree best
//	topic.go        the command topic
//
// ontology/report makes and writes the reports of ontologies, semsim/simtext those of similarities.
package ontologycmd
