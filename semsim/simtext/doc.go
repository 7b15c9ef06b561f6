// Package simtext writes concepts, paths and similarities for a person, and tables of them for programs. Text of an
// ontology is made safe for a terminal.
//
//	names.go     names of concepts, relations and paths
//	explain.go   Explainer: why two concepts are similar
//	nearest.go   Neighbours: what is most similar to a concept; Groups
//	topic.go     Topic: a topic's concepts and weights, as data and as a table
//	topicsvg.go  draws a topic as bars, an SVG picture
//	matrix.go    the similarities of all concepts, as CSV and JSON
//	pairs.go     Pairs: the same as a list
//	heatmap.go   draws the similarities of all pairs of concepts as an SVG picture
package simtext
