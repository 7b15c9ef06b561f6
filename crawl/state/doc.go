// Package state remembers a crawl beyond the life of its process: [Store] on
// Badger, [Memory] in memory. Both are a crawl.State and pass the exam of
// package statetest.
//
//	open.go        Options, Open, Remove: Badger as tuned for this use
//	store.go       Store: record, commit, the recorded set, close
//	journal.go     reading visits back: Visits, Resume
//	checkpoint.go  the memory of the crawl's parts, swapped atomically
//	parts.go       the file that holds them, in chunks
//	check.go       what a damaged folder is told before and after Badger opens it
//	access.go      a folder that may not be written
//	space.go       a disk that is nearly full, seen before Badger dies of it
//	disk_*.go      what both ask the system
//	sweep.go       logs that a kill left empty are deleted first
//	table.go       the same for one of Badger's table files
//	head.go        the small file that witnesses how far the journal was durable
//	codec.go       a visit as bytes
//	wire.go        the numbers and strings of those bytes
//	memory.go      Memory
//
// # What is promised
//
// A visit is durable when Commit has returned (Record commits by itself when a
// batch is full). After the process dies for any reason the next Open finds
// every visit up to the last Commit, perhaps a few later ones, and no part of
// any other. A checkpoint is there entirely or not at all; the one before it
// goes only when the new one is durable. A folder from which files were lost or
// compress is either read in full or refused with a [DamagedError]; it is never
// taken for a shorter crawl. A disk that fills up is met with a [SpaceError]
// before anything is written in part.
//
// # Keys
//
//	v <seq>               line of a visit: what the run folder shows of it; for ever
//	t <seq> <chunk>       trail of a visit: links and block keys; until a checkpoint covers it
//	u <url>               the seq under which a page was recorded (asked and final URL)
//	K                     which generation of checkpoint is valid, with the lengths of its parts
//	k <gen> <part, chunk> a checkpoint's parts, as an earlier version stored them
//	m <name>              Meta
//
// What is chosen next, judged or shown is left to others; what a run folder
// holds beside the state is crawl/rundir's.
package state
