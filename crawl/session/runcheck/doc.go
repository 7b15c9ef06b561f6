// Package runcheck finds damage in a run folder and mends it: the commands verify and
// repair.
//
//	report.go   Report and Finding: what is damaged, and what that costs
//	verify.go   Verify: all files against each other
//	journal.go  the state: journal, texts, checkpoint
//	archive.go  the WARC files against the journal
//	files.go    all other files
//	description.go  CITATION.cff and datacard.md
//	table.go    Files: every file that the program writes, who owns it, what checks it
//	shared.go   folders around runs: of parts, of a node, of jobs
//	repair.go   Repair: what is done, in which order
//	rebuild.go  a state made anew of what can be read
//	sources.go  the visits of which the state says nothing, from the other files
//
// It stands above crawl/keep/state, crawl/keep/rundir, crawl/keep/warc and crawl/keep/binenc, because it
// compares them; each of them finds the damage of its own files.
//
// Verify changes nothing. Repair never guesses: what it writes is a copy of something
// that a checksum vouches for, or a line of a file, or says that something is lost. What
// it replaces it moves to the folder damaged.
package runcheck
