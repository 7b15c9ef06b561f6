// Package program makes the command lines of this module's programs and runs them.
//
//	main.go        Main: signals, and how long the process may take to stop
//	stdlog.go      what the standard library logs, bounded
//	root.go        Ontocrawl: the command line of ontocrawl; exit codes
//	greet.go       what ontocrawl without arguments shows on a terminal
//	node.go        Node: the command line of ontocrawl-node
//	version.go     the command version
//	completion.go  what a shell completes
//	umask_*.go     files that only their owner may read
//	complete.go    Register: which flag and which argument takes what
//	values.go      the values that stand in files
package program
