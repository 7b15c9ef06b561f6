// Package template makes an ontology of a table: a row an entity, a column what is said of it.
//
// The first row names the columns, the second says what each of them holds, in the template strings of
// ROBOT (https://robot.obolibrary.org/template; Xiang et al., "Ontorat", J Biomed Semantics 2015, after Rocca-Serra
// et al., "Overcoming the ontology enrichment bottleneck with Quick Term Templates", Applied Ontology 2011), all
// others are entities. We depart from ROBOT where it guesses: a name that nothing has is an error, and
// all faults of a table are told at once.
//
//	template.go  Read: a table as an ontology; its errors
//	column.go    the second row
//	entity.go    rows: which entity, of what kind
//	frame.go     cells as lines of Manchester syntax, which package manchester reads
//	names.go     labels, short names and IRIs
//
// It imports the axioms and the Manchester syntax.
package template
