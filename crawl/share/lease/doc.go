// Package lease lets one process at a time own something: a part of a crawl, a job. It
// is built on a broker.Table, whose values run out.
//
//	lease.go  Acquire, Lease: is it fresh, how long, which epoch
//	keep.go   renewing, and what its errors mean
//	times.go  Times: when it is renewed, doubted, given up, and free for others
//
// The owner counts from the moment at which it began to ask for the renewal, by its own
// monotonic clock; the server counts from when it was asked, which is later. So the owner
// has stopped before anybody else can begin, if clocks run at about the same speed. What does
// not depend on clocks at all is the fence: the new owner enters the log with its epoch
// (broker.Enter), and the server refuses what the old one appends.
package lease
