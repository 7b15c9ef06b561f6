// Package search says what it means to ask a search engine, or anything else that
// answers with links to pages that nobody linked to: a query, an answer, a source.
//
//	search.go    Query, Answer, Source
//	outcome.go   Outcome: what an answer brought
//	error.go     Error: why a source did not answer
//	address.go   the address of a query, by which journals and caches know it
//	kind.go      Kind: a row of the table of sources; the settings of a source; its key
//	open.go      Open: sources from settings
//	settings.go  settings read and checked
//	asker.go     Asker: a source under its quota, with a memory of its answers
//	turn.go      when the next request may be sent
//	record.go    what was sent, on disk
//	cache.go     answers, on disk
//	repeat.go    answers that only repeat the page before
//	answer.go    Fetcher and Reader
//	sitereader.go Reader: a crawl.Reader that adds such links to the pages of another
//	sitesearch.go Fill: the address that asks for words
//
// The packages below this one hold one source each; kinds is the table of them,
// provider what they share, searchtest the suite that each of them passes. Package
// crawl/find/query writes the queries of a topic; package crawl/choose/strategy decides when one
// is asked.
//
// # What a killed process may not forget
//
// A request is counted on disk before it is sent, so a process that is killed at any
// point has sent at most what is counted. Processes that share a folder share its
// counts: one of them at a time asks a source.
//
// # Keys
//
// A [Key] comes from an environment variable. It never appears in an address, an
// answer, an error, or a file.
package search
