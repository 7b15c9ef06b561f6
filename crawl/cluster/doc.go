// Package cluster divides a crawl into parts, which search one web together, each the
// hosts of its own sites. A site (registrable domain) is never divided: politeness, the
// memory of its layout and its traps stay where they are.
//
//	division.go  Division: which part a host belongs to
//	bus.go       Bus: how parts reach each other
//	part.go      Part: a crawl.Member that writes letters and receives the letters of others
//	balance.go   Balance: moves to the least visited host of all parts
//	cut.go       Cut: which part passes, because its links are poor
//	local.go     LocalBus: a Bus between the parts of one process
//	view.go      View, Node, PartView: how a cluster stands, as data
//	words.go     how it stands, in words
//	wrong.go     Fault: what is wrong, and how it is found
//
// What the parts tell each other, and why: a link that leads to another part's host goes
// there with all that speaks for it ([crawl.Letter]), what a visit taught goes to all
// ([crawl.Outcome]), all parts together keep one balance of hosts, and a part whose links
// are poor lets others choose. Each of the four was measured (docs/cluster.md).
//
// Package clustertest is the conformance suite of a Bus.
//
// # The door
//
// In: links and outcomes of one part of a divided crawl. Out: letters to the parts that need them.
// Face: itself.
// For commands only: nothing.
// Imports: crawl.
package cluster
