// Package choose chooses the next link. The packages below it do the work.
//
// In: links and outcomes of visits. Out: the link that is fetched next, with its reasons.
// Face: ensemble, filter, spill, strategy.
// For commands only: nothing.
// Imports: crawl, crawl/keep, crawl/fetch, crawl/read, crawl/find.
//
// All packages here may change; docs/library.md lists those that do not.
package choose
