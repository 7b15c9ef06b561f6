// Package broker says what the machines of a cluster ask of the server between them: logs
// that keep what was appended, telling that may be lost, and a table of small values that
// run out. It is bytes and numbers only, and knows nothing of crawls. So little is asked
// that several servers can do it.
//
//	broker.go  Broker: Log, Broadcast and Table, and what each promises
//	errors.go  the errors that callers branch on
//	names.go   which names, ids and sizes are taken
//	append.go  Append: sent again under its id until it is answered
//	writer.go  Writer: the only writer of a log, until another one enters
//	keep.go    renewing a lease, and what its errors mean
//	lease.go   Acquire, Lease: is it fresh, how long, which epoch
//	times.go   LeaseTimes: when it is renewed, doubted, given up, and free for others
//
// Drivers are crawl/share/broker/brokertest.Memory (inside one process) and crawl/share/broker/natsjs
// (NATS JetStream, which crawl/share/host embeds). Each passes the conformance suite,
// crawl/share/broker/brokertest. A Lease builds on Table, and
// docs/cluster.md says what was measured.
package broker
