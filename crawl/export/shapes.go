package export

import _ "embed"

// Shapes is what holds of every graph that this package writes, in SHACL (W3C Recommendation, 2017), as Turtle.
//
//go:embed shapes.ttl
var Shapes string
