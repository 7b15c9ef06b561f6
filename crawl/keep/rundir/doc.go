// Package rundir is the run folder: what a crawl leaves for its user.
//
//	divided.go   the folder of a run in parts
//	folder.go   Folder: the files, as a crawl.Sink
//	line.go     a visit as a line of pages.jsonl or errors.jsonl
//	encode.go   the JSON of such a line
//	restore.go  makes the files equal to the journal after a kill
//	change.go   changes.jsonl: what a refresh found; the latest version of pages
//	tally.go    Totals: what is counted, the one definition of each count
//	gains.go    gains: finds by the request that brought them
//	hosts.go    where pages came from, and where requests failed
//	spread.go   a running mean and deviation
//	compare.go  the files compared with the journal; what damaged files still say
//	visit.go    a line as a visit, for a journal that is rebuilt
//	models.go   models.jsonl: what the judge learned
//	rotate.go   earlier parts of pages.jsonl
//	params.go   run.yaml: the parameters in force, and how two runs differ
//	sources.go  copies of what a run was made of
//	format.go   the format of a run folder, and the steps from earlier ones
//	summary.go  summary.json: the totals
//	calibration.go  calibration.json: the threshold that a person's answers gave
//	memory.go   MemoryFile: what the next crawl of the same web can use
//	read.go     reads a run folder, or its last pages
//	evidence.go decoder: a line of pages.jsonl, its evidence without encoding/json
//	follow.go   Follower: reads what a crawl adds
//	history.go  HistoryOf: all versions of one page
//
// # Derived files
//
// The journal (crawl/keep/state, in folder state) is the truth. A line is written only
// when its visit is durable there, so the files can only lag. Restore makes them
// equal to the journal, byte by byte: it truncates a torn last line and writes
// missing lines and files again. It never throws away complete lines that the
// journal does not know: it copies the file to a name that ends in .damaged first.
// A folder with pages but without a journal is refused with a [MissingStateError].
//
// # Text from the web
//
// Titles, labels and URLs come from strangers. JSON escapes control characters
// below U+0020. Here U+007F to U+009F and the marks that reverse the direction of
// text are escaped too, so a line cannot control the terminal that shows it. Whoever
// writes HTML escapes for HTML.
//
// All files are opened through an os.Root, so a link in the folder cannot lead a
// write outside of it.
package rundir
