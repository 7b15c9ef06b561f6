// Command ontocrawl crawls the web for a topic that a domain ontology defines,
// and shows how it understands that ontology. `ontocrawl --help` lists the
// commands.
//
//	main.go        signals, and how long the process may take to stop
//	root.go        the command line and its exit code
//	version.go     ontocrawl version
//	completion.go  what a shell completes
//	umask_*.go     files that only their owner may read
//
// All other commands live in internal/crawlcmd, internal/ontologycmd,
// internal/similaritycmd, internal/evalcmd and internal/jobcmd, one file each.
// internal/cli is what they share: it turns settings into the options of each
// package.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // a container image of one file has no time zones

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/message"
)

// drainTime is how long the process may take to stop after a signal: a disk that
// hangs, or a checkpoint of very many links, must not hold it longer. The journal
// is safe at every moment; if a checkpoint is cut, the next process replays more.
const drainTime = 9 * time.Second

// readPDF is the command line of this program as a reader of PDF.
func readPDF() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, crawlcmd.ReadPDF}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	a := &app{App: cli.App{Streams: cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, Args: os.Args[1:], Env: os.Environ(), Private: keepPrivate, ReadPDF: readPDF()}}
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once: the run folder survives that
		time.AfterFunc(drainTime, func() {
			message.Fprintf(a.Err, "ontocrawl: did not stop in order within %v, so it is ended now; what was committed is safe\n", drainTime)
			os.Exit(cli.ExitInterrupted)
		})
	})
	os.Exit(execute(ctx, a))
}
