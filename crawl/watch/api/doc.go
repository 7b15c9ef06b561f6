// Package api serves the state of jobs to programs, and takes orders, over HTTP: JSON
// under /api/v1, described by openapi.yaml, and server-sent events.
//
//	types.go    the answers, beyond the types of package monitor; Source, Control,
//	            Search: what answers
//	told.go     Told: the events that pages tell of
//	report.go   Shifts: the report of a shift
//	routes.go   Routes: the table of routes and of the least role that each needs
//	handler.go  Handler: what answers them
//	describe.go the description, of what this process answers
//	lists.go    runs, events, stories, notifications, transitions; mentions, the concept
//	            graph with its counts, live numbers
//	actions.go  a run by hand, a phase, the index of the search
//	sparql.go   questions in SPARQL
//	events.go   server-sent events
//	reply.go    answers and errors
//	language.go  the language of who asks
//	sources.go  new sources, and decisions about them
//	added.go    sources that a person adds: addresses, a list, OPML, bookmarks
//	finds.go    all finds, and what people say of them; Finds: what lists them
//	document.go one captured page: its text, its versions, the original in a sandbox
//	steer.go    a job paused, resumed and stopped; alerts tested
//	jobsfile.go the file of jobs, shown, checked and saved
//	teach.go    what marks teach
//	ontology.go the ontology of a job, and offers for it; ontologyclient.go what Client asks of it
//	cluster.go  a cluster of machines: how it stands, and orders to it
//	client.go   Client: a monitor.Reader and Control over HTTP or a unix socket
//	steering.go what Client orders: pauses, tests, saves, studies
//	remote.go   Dial; what Client asks for readers: finds, pages, marks, events, search
//
// Who asks is found out elsewhere: a unix socket is protected by its file mode, and
// package serve protects an address. What they may do is held to the table here. In answers, <, > and & and what a terminal obeys
// are escaped.
package api
