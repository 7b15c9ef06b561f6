// Package watch runs jobs on a schedule. The packages below it do the work.
//
// In: a file of jobs. Out: runs on schedule, alerts, an API, a web page and tools for agents.
// Face: nothing.
// For commands only: access, agent, api, backup, daemon, finds, holder, jobcrawl, jobedit, jobfile,
// jobontology, monitor, notify, reading, scheduler, serve, shift, status, store,
// teaching.
// Imports: crawl, crawl/cluster, crawl/keep, crawl/fetch, crawl/read, crawl/judge, crawl/find,
// crawl/choose, crawl/topic, crawl/engine, crawl/tell, crawl/session, crawl/share.
//
// All packages here may change; docs/library.md lists those that do not.
package watch
