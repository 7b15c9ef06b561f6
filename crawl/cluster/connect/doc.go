// Package connect brings a process to the broker of a cluster: to the NATS servers that the
// first nodes run inside themselves, or to one that is there already.
//
//	connect.go  Start, for a node; Dial, for whoever looks on
//	own.go      which of the addresses of a cluster is this machine's
//	tls.go      certificates from files
package connect
