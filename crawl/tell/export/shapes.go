package export

import _ "embed"

// Shapes holds, in SHACL (W3C Recommendation, 2017), as Turtle, what is true of every graph that
// this package writes.
//
//go:embed shapes.ttl
var Shapes string
