// Command ontocrawl crawls the web for a topic that a domain ontology defines,
// and shows how it understands that ontology. `ontocrawl --help` lists the
// verbs.
//
// Everything meets here: config is read, the tables of wire.go turn it into
// each package's options, and start and stop are owned by the verbs. One file
// per verb; what is computed is computed elsewhere.
//
//	main.go, root.go   the command line, exit codes, signals, logs
//	wire.go            strategies, judges and topics by name
//	crawl.go           ontocrawl crawl
//	watch.go, progress.go  how a crawl shows itself
//	status.go          ontocrawl status
//	demo.go            ontocrawl demo
//	similarity.go      ontocrawl similarity
//	topic.go, score.go ontocrawl topic, ontocrawl score
//	ontology*.go       ontocrawl ontology inspect, validate, convert, ...
//	configcmd.go       ontocrawl config
//	job*.go            ontocrawl job; the settings and the crawl of a job
//	desk_*.go          ontocrawl watch, and what it has in common with job run
//	term.go            what reaches a terminal: escaping, columns
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // an image of one file has no zones of its own

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// drainTime is how long a process takes after a signal, at most: a disk that
// hangs, or a checkpoint of very many links, must not hold it. What the journal
// holds is safe at every moment; what a cut checkpoint costs is replayed.
const drainTime = 9 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once: the run folder survives that
		time.AfterFunc(drainTime, func() {
			fmt.Fprintf(os.Stderr, "ontocrawl: not in order after %v, cut; what was committed is safe\n", drainTime)
			os.Exit(cli.ExitInterrupted)
		})
	})
	code := run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Environ())
	os.Exit(code)
}
