// Package member runs the parts of a divided crawl inside one process. Each part is a run
// of its own, with its engine, journal and folder; this package stands between them.
//
//	crawl.go   Crawl: what the parts share: mail, budget, turns and the end
//	turns.go   whose turn it is: the balance over all hosts, and the cut
//	part.go    Part: the strategy of one part, and the engine's Peers
//	others.go  Others: the parts that other processes hold
//	outbox.go  letters on their way: numbered, kept with their visit, sent when it is durable
//	copies.go   Copies: the search for duplicates, shared by the parts
//
// # What is promised
//
// A letter is received once, in the order in which its sender wrote it. It is in the sender's
// journal before it leaves, and in the receiver's before it is used. Whatever a kill leaves
// behind, the next run sends again what the receiver's journal lacks. Outcomes go to whoever
// lives, and are learned once or not at all.
//
// All parts share the budget of pages and requests: each choice in flight holds a lease
// of one page, so no more are recorded than there are to be, and exactly as many if the
// web has them.
//
// The crawl is exhausted when each part has nothing left to do and no letter waits.
package member
