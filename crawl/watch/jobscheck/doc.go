// Package jobscheck finds damage in the folder of the jobs and mends it: what stands around their run folders, and the
// store of their history.
//
//	verify.go   Verify: the files around the runs, and the store
//	repair.go   Repair: a store made anew of what can be read of it
//	replay.go   events, stories and runs that it has lost, from the journals of the jobs
//	told.go     notifications and decisions, from files of alerts and audit.jsonl
//
// Package runcheck checks the run folders, which come first: the store is made anew of what they say.
package jobscheck
