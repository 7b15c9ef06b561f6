// Package report tells what an ontology holds, as data and as text: each report
// is a value with a JSON form, and writes itself for a person.
//
//	inspect.go   Inspection: what was understood; inspecttext.go as text
//	axioms.go    axioms for people and programs
//	validate.go  Validation: the findings of ontology/check; sarif.go in SARIF
//	diff.go      Comparison: two versions, and what that does to a crawl; difftext.go
//	             as text or Markdown, diffaxioms.go its axioms
//	reason.go    Reasoned: what follows from the axioms; Why: from which
//	tree.go      Tree: what is below a concept
//	paths.go     Paths: the shortest paths between two concepts
//	viewtopic.go ViewTopic: similarities to a topic, for a page of ontology/export
//	mainroot.go  MainRoot: the root with the most concepts below it
//	walkpaths.go Paths: the k shortest simple paths (Yen's algorithm)
//	search.go    one shortest path around what is forbidden
//	walktree.go  Tree: what hangs below a concept
//	walk.go      Relations: which edges may be walked; Link
//
// Reading files is left to ontology/owl, the comparison to ontology/diff.
package report
