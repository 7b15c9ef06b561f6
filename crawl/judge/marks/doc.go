// Package marks keeps what people say of the pages of a run: right or wrong for the
// topic, read or not, and a note.
//
// A run folder has one file of marks, marks.jsonl. It is append-only: each line is one
// [Mark], and a later mark changes what an earlier one of the same page said, so a mark is
// taken back by a further mark. Several processes may append and read at the same time.
// The crawl itself never reads or writes the file; a folder without it has no marks.
//
//	mark.go    Mark, its verdicts and limits; State: what holds of a page
//	file.go    File: append, and follow what other processes append
//	lines.go   a line as a mark, and back
//	answers.go the answers to ontocrawl calibrate, which are marks as well
//	exchange.go Import and Export: marks from files and as files
//	labels.go  ReadLabels: files of labels, as people and other programs write them
package marks
