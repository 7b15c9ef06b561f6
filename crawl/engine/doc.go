// Package engine is the loop of a crawl: choose, fetch, read, judge, record,
// observe. It knows the parts only by the interfaces of package crawl.
//
//	engine.go  Engine, Options, Result: what the loop is given and what it tells
//	loop.go    choosing, waiting, when to stop
//	apply.go   what becomes of one result
//	work.go    the workers: fetch and read
//	resume.go  checkpoint and replay
//	doubt.go   is a silent server gone, or is our network?
//	retry.go   what is asked again because its server was busy
//	hosts.go   hosts that rest until their turn comes
//
// # One decides, many work
//
// Workers fetch and read. Everything else happens in the goroutine that called
// Run, for one result after the other: filter the links, Scorer.Score,
// Scorer.Learn, Strategy.Observe, State.Record, the sinks, the observers, then
// Strategy.Next for more. So no part but Fetcher and Reader meets concurrency.
//
// Results are applied as they come, and hosts that would have to wait are not
// chosen while others are ready. With Options.Deterministic they are applied in
// the order chosen, with exactly Workers choices in flight: then the trail is a
// function of the strategy's seed, Workers, MaxPages and the web, whatever the
// network's moods, and a run, its repetition and its resumed half agree.
//
// # Nothing twice, nothing lost
//
// The State's journal is the truth. Run first restores the sinks from it, loads
// the last checkpoint and replays the visits after it; choices that were in
// flight at the checkpoint are fetched again. When ctx ends the loop chooses no
// more, cancels what is in flight, applies none of it, and stores a checkpoint.
//
// # Links that are not followed
//
// A page that says nofollow (meta robots, X-Robots-Tag) gives the strategy no
// links at all; a link that says so (rel nofollow, ugc, sponsored) is left out.
// Either way the URL may still be found elsewhere. Both are counted in
// Visit.LinkCount. A page that says noindex is a page like others here: what is
// shown of it is for the sinks to decide.
//
// Politeness is left to the Fetcher, the order of the frontier to the Strategy,
// durability to the State.
package engine
