// Package rundir is the run folder: what a crawl leaves for its user.
//
//	folder.go   Folder: the files, as a crawl.Sink
//	line.go     a visit as a line of pages.jsonl or errors.jsonl
//	encode.go   the JSON of such a line
//	restore.go  making the files equal to the journal after a kill
//	change.go   changes.jsonl: what a refresh found; pages as they were found last
//	rotate.go   earlier parts of pages.jsonl
//	params.go   run.yaml: the parameters in force, and how two runs differ
//	summary.go  summary.json: the totals
//	read.go     reading a run folder
//
// # Derived files
//
// The journal (crawl/state, in folder state) is the truth. A line is written
// only when its visit is durable there, so the files can only lag; Restore makes
// them equal to the journal, byte by byte: a torn last line is cut, missing
// lines and missing files are written again. Whole lines the journal does not
// know are never thrown away: the file is kept aside under a name ending in
// .damaged first. A folder whose journal is gone while its pages are there is
// refused with a [MissingStateError].
//
// # Text from the web
//
// Titles, labels and URLs come from strangers. JSON escapes control characters
// below U+0020; here those of U+007F to U+009F and the marks that reverse the
// direction of text are escaped too, so that a line shown in a terminal does
// not command it. Escaping for HTML is left to whoever writes HTML.
//
// All files are opened through an os.Root, so a link in the folder cannot lead
// a write outside of it.
package rundir
