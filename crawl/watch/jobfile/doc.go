// Package jobfile reads the YAML file of monitoring jobs: the jobs, their receivers,
// and the folder that keeps them. docs/monitoring.md explains every key.
//
//	file.go   File, Options, Read: the file as a whole
//	job.go    one job
//	source.go the text of one job in the file
//	search.go the search of a job
//	check.go  Check: what is wrong with a file, and when its jobs are due
//	values.go quiet hours and budgets
//	machine.go MachineOnly: what only who edits the file on its machine may change
//	salvage.go what can be read of a broken file
//	report.go the report of a job, and when its shifts end
//	phases.go a job's phases
//	alerts.go a job's alert rules, and the receivers, by the table of channels
//
// Package internal/yamlread finds all faults of a file at once, each with its line. Nothing is
// interpolated: a secret stands in the environment, and the file names the variable.
// The meaning of a crawl's settings and the concepts of a topic come in by [Options].
package jobfile
