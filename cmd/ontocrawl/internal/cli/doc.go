// Package cli is what all commands of ontocrawl share: their streams, their
// settings, the exit codes, and files that appear only when they are complete.
//
//	app.go     App: streams, environment, settings, logger
//	exit.go    the exit codes and the errors that carry them
//	limits.go  the flag --limit
//	outfile.go a file that is whole or not there
package cli
