// Package read turns the bytes of an answer into a page. The packages below it do the work.
//
// In: the bytes of an answer. Out: a crawl.Page: title, kind, main text, links, dates; what its text
// says of events.
// Face: dateline, document, extract, extract/gazetteer, maintext, page, repeated,
// shingle, source.
// For commands only: bib, markdown.
// Imports: crawl, crawl/keep, crawl/fetch.
//
// All packages here may change; docs/library.md lists those that do not.
package read
