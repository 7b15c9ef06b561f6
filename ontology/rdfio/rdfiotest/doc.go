// Package rdfiotest holds the conformance suite that the reader of every syntax
// of ontologies passes: what limits do, how documents that are cut, broken or
// hostile are read, and that errors have a position. It also compares graphs.
//
//	reader.go       Reader: what is tested
//	conformance.go  Conformance and its parts
//	limits.go       the part about limits
//	any.go          what holds of any bytes: Any, Fuzz
//	bench.go        Bench
//	isomorphic.go   Isomorphic: whether two graphs are the same
//
// What a syntax means is left to the tests of its package; that all syntaxes
// mean the same is left to the tests of ontology/owl.
package rdfiotest
