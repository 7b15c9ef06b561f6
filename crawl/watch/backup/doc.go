// Package backup keeps the folder of a run or of jobs in one file, while processes write to the folder, and restores it.
//
//	backup.go   Backup: a copy of the folder, checked, packed
//	stage.go    the copy, as a kill at that moment would leave the folder
//	restore.go  Restore: the file is checked, unpacked beside its place, and moved there
//	format.go   the file: a head, the files, their checksums
//	verify.go   VerifyJobs: the files around the runs, and the store
//	repair.go   RepairJobs: a store made anew of what can be read of it
//	replay.go   events, stories and runs that it has lost, from the journals of the jobs
//	told.go     notifications and decisions, from files of alerts and audit.jsonl
//
// A backup is a tar archive, compressed by zstd (RFC 8878). Its first entry is [headName], with the number of the format;
// its last is [sumsName], with length and SHA-256 of each file.
package backup
