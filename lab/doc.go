// Package lab measures: it evaluates crawls, and nothing of a crawl imports it. The packages below it do the work.
//
// In: stored webs with labels. Out: figures: harvest, verdicts, settings that were searched for; webs
// for tests and the demo.
// Face: nothing.
// For commands only: crawltest, eval, report.
// Imports: crawl, crawl/cluster, crawl/keep, crawl/fetch, crawl/read, crawl/judge, crawl/find,
// crawl/choose, crawl/engine, crawl/session.
//
// All packages here may change; docs/library.md lists those that do not.
package lab
