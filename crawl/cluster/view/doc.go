// Package view is how a cluster stands, as people and programs see it: its crawl, its nodes
// and parts, and what is wrong, as data and in words. Terminal, API, page and metrics show
// the same; crawl/share/node makes it.
//
//	view.go   View, Node, Part
//	wrong.go  Fault: what is wrong, and how it is found
//	words.go  all of it in words
package view
