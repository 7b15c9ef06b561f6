// Package peers holds the toolkit against others that do the same, in a module
// of its own, so that none of them becomes a dependency of the project.
//
// As judges they say whether we read and compute what they do
// (`LONG=1 .ci/run`, tests named TestJudge). Where they are known to differ, a
// table in the test names the files and says who is right, by which rule; a
// difference that is in no table fails, and so does a table's line that is no
// longer true. As peers they are timed beside us (`bench/peers/run`).
//
//	install           brings the peers that are no Go modules
//	run               measures them all beside us, in one table
//	corpus_test.go    the files, how we read them, how readings are compared
//	gordflib_test.go  goRDFlib, in Go: triples
//	rapper_test.go    rapper of Raptor, in C: triples
//	owlapi_test.go    the OWL API, in Java: axioms
//	reason_test.go    ELK and HermiT, in Java: class hierarchies
//	reasontime_test.go  the time of ELK beside ours
//	nxontology_test.go  nxontology, in Python: similarity
//	bench_test.go     Go benchmarks of readers, knakk/rdf and goRDFlib beside ours
//
// All need outside data: see internal/goldentest.
package peers
