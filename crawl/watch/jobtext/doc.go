// Package jobtext shows jobs and their runs, as data and as text.
//
//	runs.go   a run, what it found, and the history of a job
//	sources.go new sources, and what people decided
//	jobs.go   the list of jobs, their phases, and times
//	tests.go  what came of test messages
//	check.go  a file of jobs checked, with the next times of each job
package jobtext
