// Package statetest is the conformance suite of a crawl.State: [Test]. It also makes
// the visits that tests of a State need.
//
//	statetest.go  Test: the suite
//	blocks.go     where the blocks of a table are
//	commit.go     its tests of what happens before a commit
//	letters.go    its tests of letters between parts
//	texts.go      its tests of kept texts
//	visits.go     visits and checkpoints to store
package statetest
