// Package cli holds what all commands of ontocrawl share: their streams, their
// settings, the exit codes, and files that appear only when they are complete.
//
//	app.go       App: streams, environment, settings, logger
//	lang.go      in which language people are spoken to
//	exit.go      the exit codes and the errors that carry them
//	limits.go    the flag --limit
//	outfile.go   files that appear only when they are complete
//	topic.go     settings to topics and ontologies; concepts.go: several ontologies
//	session.go   settings to the Spec of a crawl; errors to exit codes
//	memory.go    the memory of the process, which its crawls share
//	search.go    search sources that the settings define
//	kept.go      what a run that goes on keeps of its beginning
//	present.go   a folder that vanishes ends the process
//	imports.go   imports of ontologies from the network
//	methods.go   names of judges, strategies and link ranks
//	version.go   the version
//	machinememory.go memory: of the machine, or of the control group of the process
package cli
