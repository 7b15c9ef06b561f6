// Package api is what a daemon tells other programs, and lets them ask of it, over
// HTTP: JSON under /api/v1, described by openapi.yaml, and server-sent events.
//
//	types.go    what is told beyond the nouns of package monitor
//	source.go   Source, Control, Search: who answers
//	handler.go  Handler: the routes
//	lists.go    runs, events, stories, notifications, transitions
//	numbers.go  mentions, the concept graph with its counts, live numbers
//	actions.go  a run by hand, a phase, the index of the search
//	events.go   server-sent events
//	reply.go    answers and errors
//	client.go   Client: a monitor.Reader and Control over HTTP or a unix socket
//
// Who may ask is not decided here: a unix socket is guarded by its file's mode,
// and crawl/monitor/serve puts a door before an address. Answers are JSON, in
// which <, > and & and what steers a terminal are escaped; showing them is left to
// crawl/monitor/serve.
package api
