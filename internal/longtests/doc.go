// Command longtests prints the tests that have a long form or ask for outside data, so
// that they can be run a second time without the others:
//
//	tests=$(go run ./internal/longtests)
//	ONTOCRAWL_LONG=1 go test -run "$(head -n 1 <<< "$tests")" $(tail -n +2 <<< "$tests")
//
// The first line is a regular expression for -run, each other line a package.
//
// A test is among them if it reads ONTOCRAWL_LONG, ONTOCRAWL_KILLS or ONTOCRAWL_DATA, or
// uses what does: a function, method, variable or constant of its package's tests, or a
// package for tests, such as the conformance suite of a strategy. Methods are told apart by
// name only, so it is rather one test too many than one too few.
//
// With -race it prints the packages with tests in which the race detector can find something: they
// have goroutines or locks.
//
// With -since COMMIT it prints only what the files that differ from a commit concern: long tests of
// packages whose code or tests depend on a changed package, and for -race the changed packages and
// those that import one. A change of go.mod or of .ci concerns all.
//
//	main.go     flags, the folders of the module, and what is printed
//	reads.go    which declarations read a marked variable
//	changed.go  which packages a change concerns
package main
