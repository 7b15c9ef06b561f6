// Package rundirtest holds run folders as released programs wrote them. Tests
// unpack them to prove that this program still reads every format.
//
//	stored.go   the folders: Folders, Unpack
//	testdata/   format-N/NAME.tar.gz, and web.tar.gz, the stored web they crawled
//
// An archive holds the folder (run/), the command line that made it (args) and
// the pages of the run when nothing interrupts it (want.tsv: seq, url,
// relevance, priority, parent). job.tar.gz holds the file of a job and its desk.
//
// The folders of a format are never written again. A program that changes the
// format adds folders of its own beside them.
package rundirtest
