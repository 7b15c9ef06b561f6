// Package tell tells people and programs what a crawl did. The packages below it do the work.
//
// In: a run folder, or a crawl that is under way. Out: status, metrics, exports, and graphs that can
// be asked.
// Face: eventgraph, export, metrics, progress.
// For commands only: rungraph.
// Imports: crawl, crawl/cluster, crawl/keep, crawl/read, crawl/judge, crawl/engine.
//
// All packages here may change; docs/library.md lists those that do not.
package tell
