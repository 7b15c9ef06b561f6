// Package jobcrawl crawls the pages of monitoring jobs. The first run of a job is a
// crawl; every later run refreshes what the job holds.
//
//	crawler.go  Crawler: the topics of jobs, their concepts, who fetches CAP alerts
//	run.go      one run: its session, its seeds, its errors
//	search.go   what a run asks search sources, and what people decided about sites
//	edit.go     live reload: a saved ontology is used at the next page, and kept
//	            pages are judged again
//	versions.go which version of the ontology judged which visits; they are kept for the page
//	changes.go  what an edit changed, for the log
//	eventgraph.go the event graph of a job, kept after each run
//	concepts.go names of concepts in a file of jobs to IRIs
//	filewatch.go calls a function when somebody saved a file
//
// The settings of a job come in as [Settings]; crawl/session assembles the crawl.
package jobcrawl
