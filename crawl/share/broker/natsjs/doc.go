// Package natsjs is a [broker.Broker] by NATS JetStream. The server may be embedded
// (crawl/share/host) or one that is there already, 2.12 or later.
//
//	natsjs.go  New: a Broker over a connection; Dial; errors of the server
//	stream.go  streams are made when they are first asked for, with as many replicas as the table has
//	names.go   names as streams and subjects
//	log.go     logs: a stream for each
//	fetch.go   stored messages, asked for by number
//	table.go   the table: one stream, of which only the last message of each key is kept
//	tell.go    broadcast
//	connect.go Open, for a node; Dial, for whoever looks on
//	tls.go     TLS: certificates from files
//
// The server keeps no consumers and gets no acknowledgements: who reads asks for what
// follows a number (JetStream's direct get in batches, ADR-31 of NATS), when it is woken
// by a message that may be lost, or a second has passed. So nothing must be made anew when
// a leader dies.
package natsjs
