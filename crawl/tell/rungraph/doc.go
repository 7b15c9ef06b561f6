// Package rungraph makes of a run, its ontologies and files a set of graphs that can be asked
// (package ontology/sparql).
//
//	rungraph.go  Data: what is put together, and the names of the graphs
//	links.go     Links: which page links to which, from the archive
//	answer.go    Asker: questions to run folders that may grow
//
// Package crawl/tell/export makes the graph of the pages.
package rungraph
