// Package spill keeps on disk what a crawl knows and hardly ever needs: the evidence of
// links that are unlikely to be chosen soon, and the texts of URLs.
//
//	store.go  Store: a Badger database that is opened when the first record is spilled
//	records.go  Records: the records of one kind, by number; how they go with checkpoints
//	keys.go   the keys of records, so that tables of the database hardly overlap
//	scratch.go  Scratch: bytes in a file without a name, which a checkpoint repeats
//	pages.go, pages_linux.go, pages_other.go  memory for what is known of each URL, in a mapped file
//	slots.go  a file for tables by hash
//	mapped.go, mapped_linux.go, mapped_other.go  how mapped tables leave the process
//
// # Kills
//
// A checkpoint does not repeat what is spilled. It holds the numbers of the records and the run of each. A run
// is a set of records that were spilled at once. A record is never overwritten: a newer form of it goes into a
// later run, and the old one is deleted two checkpoints later. So after a kill the last checkpoint finds every
// record as it was. What later runs hold is garbage then, which later checkpoints delete.
//
// # A database of its own
//
// The records are not in the database of the journal, because they are written and
// replaced a hundred times as often as visits, need no sync but at a checkpoint, and can
// be thrown away with the folder. In one database each compaction would move both, and
// the journal's small memtables, which keep small crawls small, would be flushed all the
// time.
package spill
