// Package ontologycmd holds the command ontology: it looks into ontologies
// without crawling.
//
//	ontologycmd.go  Command; what the subcommands share
//	read.go         files as documents and as text
//	inspect.go      inspect: what was understood; inspecttext.go as text
//	validate.go     validate: findings by rules
//	diff.go         diff: two versions compared; difftext.go as text
//	tree.go         tree: what is below a concept
//	paths.go        paths between two concepts
//	view.go         view: an interactive page
//	export.go       export: the concept graph for other programs
//	convert.go      convert: another syntax
package ontologycmd
