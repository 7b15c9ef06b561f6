// Package node is one process of a crawl that several processes share. It has a lease, owns
// some of the parts, runs them, and tells the others what they must know, over a
// crawl/cluster/broker.Broker.
//
//	options.go  Options, and the settings that all nodes have in common
//	belongs.go  a folder is of one cluster
//	node.go     Run: from joining to leaving
//	keys.go     what is in the table, and the names of logs and subjects
//	mirror.go   what the table holds, as this process has heard
//	homes.go    which part is whose; parts that are begun anew
//	copied.go   the copy of a part's journal in the broker; its folder made of that
//	move.go     parts that go to other nodes: moved, given by a node that leaves, taken from a dead one
//	run.go      one crawl on this node: its parts, opened and run
//	parts.go    which parts run here, each until it ends or goes elsewhere
//	letters.go  letters by the broker's logs
//	trim.go     how those are cut
//	refused.go  letters that cannot be read
//	promises.go what servers asked for, kept over a move
//	told.go     what nodes tell each other: outcomes, how parts stand
//	budget.go   pages and requests, leased by part
//	end.go      the common end
//	ready.go    Ready: whether the node can do its work
//	address.go  Addresses: whose turn it is at an address
//	pace.go     what nodes tell for people: pages a second, versions, disks
//	watch.go    Watcher, Look: how a cluster stands
//	client.go   Begin, Pause, Stop, Drain: for who gives orders
//
// One run folder is made of the parts of a crawl, and parts of one run folder. What is made is a
// copy: the folders that it is made of stay as they are.
//
//	merge.go    Merge: journals, texts and archives of all parts, in the order of time
//	split.go    SplitRun: one run becomes a run in parts, which goes on
//	goon.go     what a crawl needs to go on: links, what was learned, letters, promises
//	repeats.go  pages that repeat one of another part
//	clocks.go   that machines had different times
//	errors.go   what is refused
//
// # What is promised
//
// With DurableCluster what a part records is in a log of the broker before it is in its folder, fenced:
// it outlives the machine, and the part goes on at another node with the same journal.
//
// Else a part stays with the node that has its folder, as long as that comes back in time; so
// what one run promises over a kill holds for each part. A letter is in the sender's journal
// before it is in the receiver's log, and in the receiver's journal before it is used; the
// logs keep all letters until the crawl is deleted, or, where no part is ever begun anew
// (Options.Lost is 0), until the receiver has them. A part whose node does not come back
// (Options.Lost) is begun anew by another: it hears all letters that were ever sent to it,
// and its own are numbered after those that had been sent. What the lost folder had recorded
// is fetched again.
//
// A letter names the life of its part that wrote it. Those of a life that is over are not heard, however late they are
// sent. A node that joins again asks the table which parts are its own before it opens them.
//
// Nothing new is begun by a node whose lease is not fresh, and what it has begun ends before
// the lease runs out. Pages are recorded only under a lease of the budget in the table.
//
// Clocks of machines are compared nowhere.
package node
