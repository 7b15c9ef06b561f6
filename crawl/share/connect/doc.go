// Package connect brings a process to the broker of a cluster: to NATS servers that are there
// already, such as those that the first nodes run inside themselves (crawl/share/host).
//
//	connect.go  Open, for a node; Dial, for whoever looks on
//	tls.go      certificates from files
package connect
