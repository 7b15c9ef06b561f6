// Package share divides a crawl over machines. The packages below it do the work.
//
// In: a crawl and machines. Out: parts of it on each machine, and one run folder in the end.
// Face: broker.
// For commands only: broker/natsjs, host, node, plan.
// Imports: crawl, crawl/cluster, crawl/keep, crawl/fetch, crawl/judge, crawl/engine, crawl/session.
//
// All packages here may change; docs/library.md lists those that do not.
package share
