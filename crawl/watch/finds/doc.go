// Package finds lists what crawls have found: the pages of run folders that are or were
// relevant, each in its latest version, pages with the same text as one find. A list is
// filtered, ordered and read page by page; 10^5 finds are no trouble.
//
//	find.go    Find, Kind: what is known of a find
//	folder.go  the pages of one run folder, followed while a crawl adds to them
//	fold.go    pages with the same text are one find
//	list.go    List: the finds of all folders; Counts
//	query.go   Query: filters and order; Cursor: where the next page begins
//	marks.go   what people said of the pages: marked, and listed
//	facets.go  what a list can be filtered by: hosts, languages, concepts
//
// A list is made of pages.jsonl and changes.jsonl alone. So it is the same for a job of a
// daemon and for a plain crawl, and its counts equal summary.json's.
package finds
