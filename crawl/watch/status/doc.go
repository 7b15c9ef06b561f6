// Package status answers the questions of crawl/watch/api: two implementations of its
// Source.
//
//	reporter.go Reporter: the jobs of a daemon
//	state.go    the state of a job in one word, and its reason
//	folder.go   Folder: the run folder of a plain crawl, shown as one job
//	follow.go   follower: totals over pages.jsonl, updated as it grows
//	nothing.go  Nothing: neither jobs nor a run
//	graph.go    ConceptGraph: the concepts of a topic with their relations
//
// It does not disturb a crawl: it only reads run folders, and the store comes in as a
// monitor.Reader.
package status
