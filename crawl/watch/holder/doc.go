// Package holder lets several daemons share the jobs of one file: one of them at a time holds the
// jobs and makes their runs, the others stand by with a copy of the history, and take over.
//
//	member.go   Member: one daemon among them; it holds the jobs, or stands by
//	lead.go     the time of a holder: it enters the log, reads it to its end, and leads
//	follow.go   who stands by applies the log to its copy
//	peers.go    what daemons tell of themselves: names, versions, files of jobs
//	folder.go   which daemon a folder of jobs belongs to
//
// Who holds the jobs is a lease (crawl/share/broker). The history, with every claim of a scheduled
// time, is a log of the broker (crawl/watch/store): the server refuses what a holder appends
// that was replaced, also if that one was asleep and does not know it. So nothing that counts
// depends on a clock.
package holder
