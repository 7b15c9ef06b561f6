// Package frontier holds the URLs of a crawl: every URL once, its state, and the
// order in which those that wait are chosen, host by host.
//
//	frontier.go  Frontier, what every back end offers, and Backend, which opens one; how seeds and visits reach it
//	memory.go    Memory: the back end that holds everything in memory
//	items.go     Memory: what it keeps of a URL, and where URLs were found
//	memory_state.go  Memory: its checkpoint
//	arrange.go   Memory: its orders, made anew of a checkpoint
//	spilling.go  Spilling: the same with the texts of URLs on disk
//	unite.go     Unite: a frontier begins with URLs of others
//	host.go      Memory: what it keeps of a host
//	hosts.go     Memory: its two orders of hosts
//	heap.go      Memory: the heap that its orders are made of
//
// A strategy sees a Frontier only; which back end it has is its Params' choice.
// The package frontiertest holds the conformance suite of back ends, and a
// second, slow back end that the suite compares others with.
package frontier
