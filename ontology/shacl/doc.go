// Package shacl holds a graph to shapes: SHACL Core (W3C Recommendation, 2017).
//
// github.com/tggo/goRDFlib does the validation. It takes shapes with faults silently: a misspelt
// constraint holds of everything. So [Parse] refuses shapes with faults, all at once, each with its shape.
// Constraints in SPARQL (SHACL-SPARQL) and shapes that refer to themselves are refused.
//
//	shapes.go  Shapes, and their faults
//	check.go   what each property of a shape may have
//	report.go  Report: validation and its findings, as data and as text
package shacl
