// Package session assembles a crawl: Open, Run, Close. Any program can import it.
//
// [Open] takes a [Spec], opens the run folder and everything that a crawl needs,
// in the right order, and returns a [Session]. [Session.Run] crawls until the
// budget is spent, no link is left or the context ends; the same Spec on the
// same folder goes on where a run stood. [Session.Close] closes everything.
//
//	spec.go     Spec: what a crawl is made of
//	settings.go the defaults of zero values, and the settings of a run by the names of the command line
//	session.go  Open, Run, Close
//	divided.go  OpenDivided: a crawl in several parts, each a Session
//	shared.go   OpenShared: what the parts in one process share, of a crawl of several
//	card.go     CITATION.cff and datacard.md, which describe an ended run
//	cache.go    Cache: what sessions share that make the same things
//	parts.go    judge, reader, strategy and filter
//	refused.go  hosts that a person refused
//	search.go   search engines: what may be asked, and by whom
//	fetcher.go  the network, or a stored web or WARC files in its place
//	folder.go   the run folder: its parameters, what may be used and cleared
//	ontology.go copies of what it was made of, so that it can be moved
//	left.go     links that a filter took for traps, counted
//	crash.go    what a process died of: pages in flight, Go's report of a crash
//	archive.go  what is kept: answers in WARC files, texts
//	remember.go what a run learned, for the next
//	knowledge.go  Knowledge: what a crawl knows, for crawls that are divided and united
//	waiting.go  which links wait in a run, and why they stand where they stand
//	rejudge.go  all kept pages judged again, while a run goes on and at its end
//	taught.go   what people's marks taught, for the judge
//	endpoint.go a language model's second opinions of uncertain pages
//	gclimit.go  the limit that keeps the garbage collector ahead of the heap
//
// # The door
//
// In: a Spec. Out: a crawl that is opened, run and closed, and its run folder checked and mended.
// Face: itself, runcheck.
// For commands only: nothing.
// Imports: crawl, crawl/cluster, crawl/keep, crawl/fetch, crawl/read, crawl/judge, crawl/find,
// crawl/choose, crawl/topic, crawl/engine, crawl/tell.
package session
