// Package gather makes one run folder of the parts of a crawl, and parts of one run folder.
//
//	merge.go   Merge: journals, texts and archives of all parts, in the order of time
//	split.go   SplitRun: one run becomes a run in parts, which goes on
//	goon.go    what a crawl needs to go on: links, what was learned, letters, promises
//	repeats.go pages that repeat one of another part
//	clocks.go  that machines had different times
//	errors.go  what is refused
//
// What is made is a copy: the folders that it is made of stay as they are. A merged folder is for
// reading, or (MergeToContinue) a run that goes on with all that the parts knew.
package gather
