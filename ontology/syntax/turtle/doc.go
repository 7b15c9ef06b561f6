// Package turtle reads and writes Turtle (W3C Recommendation "RDF 1.1 Turtle",
// 2014).
//
//	syntax.go  the row in the table of syntaxes
package turtle
