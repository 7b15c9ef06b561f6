// Package status tells how a daemon stands, and what a run folder holds, as
// crawl/monitor/api shows it: two implementations of its Source.
//
//	board.go   Reporter: a daemon
//	state.go   how a job stands, in one word; what needs a person
//	folder.go  Folder: the run folder of a plain crawl, as a daemon of one job
//	follow.go  follower: totals over pages.jsonl, kept up as it grows
//
// Nothing is opened that a crawl needs: run folders are read as others see them,
// and the store comes in as a monitor.Reader. Concept graphs come in as a function.
package status
