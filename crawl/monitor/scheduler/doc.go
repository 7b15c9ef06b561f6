// Package scheduler makes the runs of jobs when they are due: one loop for all of them,
// and the making of a single run, which a process without the loop does alike.
//
//	daemon.go      Scheduler, the loop
//	entry.go     what the loop knows of one job
//	plan.go      what is due and what becomes of missed times, as a pure function
//	orders.go    what others may ask of a running daemon
//	watch.go     phases, the disk, a clock that was set
//	once.go      what a process without the loop does
//	runner.go    Runner: one run, from its claim to its end
//	lock.go      one run of a job at a time, whatever dies
//	retention.go what may be deleted from a job's folder
//	moments.go   a Store that is held by no process for long
//	tally.go     counts for metrics
//
// A run is claimed in the store under its scheduled time before anything is
// fetched, and ended there. What was claimed and not ended is gone on with by
// whoever comes next. The kernel's lock on a job's folder keeps two processes
// from making the same run: it ends with its holder, so nothing has to be cleaned
// up after a kill or a reboot.
//
// How a crawl is made, what is news in it, who is told and what raises a phase
// come in as functions and interfaces.
package scheduler
