// Package find finds where a crawl may begin and whom it may ask. The packages below it do the work.
//
// In: a topic, and what a crawl knows of it. Out: links from seeds, from sites' own searches and from
// search engines.
// Face: library, query, search, search/stored, seed.
// For commands only: discover, search/kinds.
// Imports: crawl, crawl/keep, crawl/fetch, crawl/read.
//
// All packages here may change; docs/library.md lists those that do not.
package find
