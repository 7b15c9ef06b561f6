// Package scheduler makes the runs of jobs when they are due: one loop for all jobs,
// and single runs for a process without the loop.
//
//	scheduler.go Scheduler, the loop
//	entry.go     what the loop knows of one job, and what is due: missed times
//	orders.go    what others may ask of a running loop; counts for metrics
//	pause.go     jobs that people pause, and runs that they stop
//	evaluate.go  phases, the disk, a clock that was set
//	once.go      the next run, for a process without the loop
//	runner.go    Runner: one run of a job at a time, from its claim to its end
//	retention.go what may be deleted from a job's folder
//	shared.go    SharedStore: a store that no process holds for long
//
// A run is claimed in the store under its scheduled time before anything is fetched.
// A run that was claimed and not ended is resumed by the next process. The kernel's
// lock on a job's folder keeps two processes from making the same run. It ends with
// its holder, so nothing must be cleaned up after a kill or a reboot.
//
// How a crawl is made, which events it has, who is notified and what raises a phase
// come in as functions and interfaces.
package scheduler
