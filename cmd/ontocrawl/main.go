// Command ontocrawl crawls the web for a topic that a domain ontology defines,
// and shows how it understands that ontology. `ontocrawl --help` lists the
// commands.
//
// Package program makes the command line; the commands live in internal/crawlcmd,
// internal/ontologycmd, internal/evalcmd and internal/jobcmd, one file each. internal/cli holds what they share: it turns settings
// into the options of each package. Tests are packages of their own: internal/crawling,
// internal/watching, internal/measuring and internal/clustering by what they test, and
// internal/endtoend, which tests the real program as a process.
package main

import (
	"os"
	_ "time/tzdata" // a container image of one file has no time zones

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
)

func main() { os.Exit(program.Main(program.Ontocrawl)) }
