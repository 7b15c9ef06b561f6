// Package discover says which sites a run found, the best first, and what each question to a
// search source cost and brought.
//
//	sites.go    Sites: the sites of a run folder, ranked
//	queries.go  Queries: the questions of a journal
//	files.go    sites.jsonl, queries.jsonl and seeds.txt
//
// The run itself is a crawl like any other (crawl/session) that may ask search sources.
package discover
