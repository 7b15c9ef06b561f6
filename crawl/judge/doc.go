// Package judge says how far a page has to do with the topic. The packages below it do the work.
//
// In: a crawl.Page and a topic. Out: a crawl.Score with its evidence; what people say of pages, and
// what it teaches.
// Face: calibrate, dedup, endpoint, enrich, marks, relevance, rescore, samples, teach.
// For commands only: coverage, learn.
// Imports: crawl, crawl/keep, crawl/fetch, crawl/read.
//
// All packages here may change; docs/library.md lists those that do not.
package judge
