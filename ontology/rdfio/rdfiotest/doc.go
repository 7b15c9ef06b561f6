// Package rdfiotest holds the exam that the reader of every syntax of
// ontologies passes: what limits do, what becomes of documents that are cut,
// broken or hostile, and that errors have a place.
//
//	reader.go   Reader: what is examined
//	exam.go     Exam and its parts
//	limits.go   the part about limits
//	any.go      what holds of any bytes: Any, Fuzz
//	bench.go    Bench
//
// What a syntax means is left to the tests of its package, and that all
// syntaxes mean the same to those of ontology/owl.
package rdfiotest
