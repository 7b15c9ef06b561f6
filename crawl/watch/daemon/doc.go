// Package daemon runs the jobs of a file: it joins the scheduler, the store, the
// delivery of notifications and the evaluation of phases, and answers questions
// on a socket, as a web page and to Prometheus.
//
//	daemon.go   Daemon: Open, Run, Close; orders from outside
//	reload.go   the file of jobs and the file of access, read again
//	cluster.go  several daemons that share the jobs
//	options.go  Options, and the parts that a daemon and a single run share
//	steer.go    what people order at the page: pauses, stops, test messages
//	jobs.go     which file of jobs is in force, and how it is edited
//	answer.go   the socket, the page, the captured pages for the search, the metrics
//	once.go     RunDue: the runs that are due now, without a daemon
//	reader.go   Reader: questions about jobs, answered by the daemon or the store
//	readersteer.go orders about jobs from a command, with and without a daemon
//	pauses.go   Pauses: the file paused.json in the folder of the jobs
//	troublefile.go the file troubles.json
//	troubles.go troubleStore: troubles begin and end, and operators are notified
//	reports.go   the reports of shifts: which one is due, and what was sent
//	phasejudge.go the rules: what raises a phase, what keeps it, how it decays
//	phasereasons.go reasons: CAP alerts, and rates of mentions
//	phasewatcher.go phaseWatcher: evaluates the reasons and keeps transitions
//
// How a job's pages are crawled comes in as a [Crawler], see
// crawl/watch/jobcrawl.
package daemon
