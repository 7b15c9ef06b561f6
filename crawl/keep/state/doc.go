// Package state remembers a crawl beyond the life of its process: [Store] on
// Badger, [Memory] in memory. Both are a crawl.State and pass the conformance
// suite of package statetest.
//
//	open.go        Options, Open, Remove, DB: Badger as tuned for this use
//	store.go       Store: record, commit, the set of recorded URLs, close
//	meta.go        values by name, such as the parameters of a run
//	torn.go        visits that were never durable are dropped
//	journal.go     reading visits back: Visits, Resume
//	visit.go       the visit record; the kind of a failure in old ones
//	replay.go      the replay record
//	replayfile.go  the file of those since the last checkpoint
//	letter.go      the record of a letter that was heard
//	outbox.go      letters to other parts, until their journals have them; the marks
//	model.go       the model record: what a judge has learned
//	features.go    what a judge learns from a page, in it
//	texts.go       the texts of pages, kept to judge them again
//	coder.go       the fields of records, in both directions
//	checkpoint.go  the memory of the crawl's parts, replaced atomically
//	parts.go       the file that holds them, in chunks
//	partreader.go  reading it back: first a check, then streams
//	copy.go        what becomes durable, in pieces for a copy elsewhere; how far it goes
//	copyall.go     checkpoints and whole stores in it
//	follow.go      Follower: a store made of its copy, or brought up to it
//	head.go        the file HEAD: the format, and how far the journal is durable
//	check.go       damage of files and tables, found before and after Badger opens them
//	examine.go     Examination: reads a state whatever its condition, and changes nothing
//	copylive.go    CopyLive: copies a folder that a process may have open
//	salvage.go     Salvage: reads the database of another package, whatever its condition
//	shadow.go      the temporary files in which Badger opens it
//	rebuilt.go     what is known of a journal that was rebuilt
//	access.go      a folder that may not be written; logs that a kill left empty
//	space.go       a disk that is nearly full; disk space in use
//	resident_*.go  mapped pages of the value log leave the process
//	disk_*.go      free space and access rights, asked of the system
//	lock_*.go      Badger's lock
//	memory.go      Memory
//
// # What is promised
//
// A visit is durable when Commit has returned. Record commits by itself when a
// batch is full. After the process dies for any reason, the next Open finds every
// visit up to the last Commit, perhaps a few later ones, and no part of any other.
// A checkpoint exists entirely or not at all; the previous one is deleted only
// when the new one is durable. A folder that lost files, or parts of them, is read
// in full or refused with a [DamagedError]; it is never taken for a shorter crawl.
// With a copy (CopyTo), what Commit makes durable was in the copy before; Follow makes a
// store of the copy that has every visit of it, and goes on where the other one ended. On a nearly full disk a write fails with a [SpaceError] before it begins.
//
// # Keys
//
//	v <seq>               visit record: what the run folder shows; never deleted
//	t <seq> <chunk>       replay record: links, block keys, features; until a checkpoint covers the visit; written by earlier
//	                      versions and by copies, else in a file of its own
//	l <seq> <chunk>       model record: the model that the visit made; never deleted
//	u <url>               the seq under which a page was recorded (asked and final URL)
//	K                     the valid checkpoint: its generation and the lengths of its parts
//	k <gen> <part, chunk> the parts of a checkpoint, as an earlier version stored them
//	m <name>              Meta; under "copy", how far the copy went
//	x <seq>               the text of the page of a visit, until another visit replaces it
//	w <seq>               of the page that visit seq recorded: the later visit that says what is there now
//	y <id>                a dictionary of texts
//	i <part>              of another part of the crawl: the number of its last letter that was heard
//	o <part> <number>     a letter to another part, until a higher number is durable there
package state
