// Package jobfile reads the YAML file in which a user says what a daemon does:
// jobs, who is told, where it is kept. docs/monitoring.md explains every key.
//
//	file.go     File, Options, Read: the file as a whole, names, what must fit together
//	job.go      one job
//	phases.go   a job's phases
//	tell.go     a job's rules, receivers
//	values.go   durations in days, sizes, times of day, URLs
//	walk.go     mappings and lists of YAML, with lines; Finding
//
// All faults of a file are found at once, each with its line. Nothing is
// interpolated: a secret stands in the environment, and the file names the
// variable. What the settings of a crawl mean, and which concepts a topic has, is
// not known here: who reads the file says so by [Options].
package jobfile
