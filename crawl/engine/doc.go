// Package engine is the loop of a crawl: choose, fetch, read, judge, record, observe.
// It knows the parts only by the interfaces of package crawl.
//
//	engine.go      Engine, Options, Result
//	run.go         the memory of one Run
//	loop.go        the loop: waiting, when to stop
//	choose.go      what is fetched next
//	apply.go       what becomes of a result
//	worker.go      the workers: fetch and read
//	resume.go      checkpoint and replay
//	memory.go      the engine's own part of a checkpoint
//	standing.go    Standing: where a crawl stands, for crawls that are divided and united
//	slow.go        slow fetches leave their places to others
//	outage.go      outage detection: is a server down, or our network?
//	retryqueue.go  the retry queue: what is fetched again because a server was busy
//	standstill.go  what the run waits for while nothing is in flight
//	maxwait.go     when only waits are left: how long the run goes on
//	linkcap.go     how many links, to how many hosts, a page adds
//	deferred.go    fetches that come later, because robots.txt had to be read first
//	rejudge.go     Pass: all kept pages are judged again
//	pass.go        how a pass is made, piece by piece
//	suspects.go    a page that kills the process is found out
//	rebuilt.go     the replay of a journal that was rebuilt after damage
//	peers.go       the other parts of a divided crawl: letters, the common budget and end
//	crowd.go       answers that wait for memory keep other large ones away
//	redirects.go   a redirect of a divided crawl to a page that its part knows
//	blocked.go     hosts that are blocked until the Pacer says they are ready
//	death.go       what a death says of the URLs in flight
//	machine.go     what the kernel and Go say of the cause of a death
//	marks.go       Marks: the file, and where each URL stands
//
// # One goroutine decides
//
// Workers fetch and read. The goroutine that called Run does everything else, for one
// result after the other: filter the links, Scorer.Score, Scorer.Learn,
// Strategy.Observe, State.Record, the sinks, the observers, then Strategy.Next. So
// only Fetcher, Pacer and Reader are called concurrently.
//
// Results are applied as they come, and busy hosts are not chosen while others are
// ready. With Options.Deterministic results are applied in the order chosen, with
// exactly Workers choices in flight. Then the trail depends only on the strategy's
// random seed, Workers, MaxPages and the web. A run, its repetition and its resumed
// half agree.
//
// # Nothing twice, nothing lost
//
// The State's journal is the truth. Run first restores the sinks from it, loads the
// last checkpoint and replays the visits after it. It fetches again what was in
// flight at the checkpoint. When ctx ends the loop chooses no more, cancels what is in
// flight, applies none of it, and stores a checkpoint.
//
// # Judging again
//
// A Pass judges the recorded pages again, from their kept texts. The deciding goroutine
// makes it in pieces between results; only reading the texts is spread over all
// processors. New verdicts are visits of the journal like others, so a kill loses
// nothing of them, and the next Pass goes on where they end.
//
// # Links that are not followed
//
// A page that says nofollow (meta robots, X-Robots-Tag) gives the strategy no links.
// A link that says so (rel nofollow, ugc, sponsored) is left out. The URL may still be
// found elsewhere. Visit.LinkCount counts both. The loop treats a page that says
// noindex like any other; the sinks decide what they show of it.
//
// # The door
//
// In: the parts of a crawl, by the interfaces of package crawl. Out: a crawl: the loop that chooses,
// fetches, reads, judges, records and observes.
// Face: itself, member.
// For commands only: nothing.
// Imports: crawl, crawl/cluster, crawl/keep, crawl/choose.
package engine
