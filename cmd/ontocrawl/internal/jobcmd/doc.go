// Package jobcmd holds the commands about monitoring jobs, init, job, watch and serve, and mcp.
//
//	jobcmd.go   Deps: what the commands need; the file of jobs; exit codes
//	folders.go  the run folders of jobs
//	settings.go the settings of a job, and their check
//	init.go     init
//	check.go    job check
//	run.go      job run
//	list.go     job list
//	history.go  job history
//	show.go     job show
//	report.go   job report
//	phase.go    job phase
//	steer.go    job pause, job resume, job stop
//	sources.go  job sources
//	testalert.go job test-alert
//	search.go   the search of a job, checked
//	watch.go    watch
//	cluster.go  watch as one of several daemons
//	serve.go    serve
//	ask.go      questions in SPARQL about the runs of jobs
//	ontology.go the ontologies of jobs and runs, for the page
//	mcp.go      mcp
//	page.go     flags of the page that watch and serve show
//	checktext.go a file of jobs checked, with the next times of each job
//	jobs.go     the list of jobs, their phases, and times
//	runs.go     a run, what it found, and the history of a job
//	sourcestext.go new sources, and what people decided
//	tests.go    what came of test messages
package jobcmd
