package program

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/message"
)

// drainTime is how long the process may take to stop after a signal: a disk that
// hangs, or a checkpoint of very many links, must not hold it longer. The journal
// is safe at every moment; if a checkpoint is cut, the next process replays more.
const drainTime = 9 * time.Second

// Main runs a program by the arguments and streams of this process, and returns its exit code.
func Main(of Root) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	log.SetOutput(&stdlog{to: os.Stderr, now: time.Now})
	a := &cli.App{Streams: cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, Args: os.Args[1:], Env: os.Environ(), Private: keepPrivate, ReadPDF: readPDF()}
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once: the run folder survives that
		time.AfterFunc(drainTime, func() {
			message.Fprintf(a.Err, "ontocrawl: did not stop in order within %v, so it is ended now; what was committed is safe\n", drainTime)
			os.Exit(cli.ExitInterrupted)
		})
	})
	return Run(ctx, of, a)
}

// readPDF is the command line of this program as a reader of PDF.
func readPDF() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, crawlcmd.ReadPDF}
}
