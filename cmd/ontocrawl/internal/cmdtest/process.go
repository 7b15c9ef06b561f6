package cmdtest

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Dictionary is loaded once for all tests of a package that run a command in their process. Those
// that start the program load its own.
var Dictionary lexicon.Dictionary

// Result holds what one command line did.
type Result struct {
	Code     int
	Out, Err string
}

// Run runs a command.
func Run(t testing.TB, args ...string) Result {
	t.Helper()
	return RunFor(context.Background(), program.Ontocrawl, "", args...)
}

// RunFor runs a command of a program until ctx ends, with what it reads.
func RunFor(ctx context.Context, of program.Root, stdin string, args ...string) Result {
	var out, errs bytes.Buffer
	code := program.Run(ctx, of, &cli.App{
		Streams: cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs}, Args: args, Dictionary: &Dictionary,
		Env: []string{"LANG=en_GB.UTF-8", "GOGC=100"}, // tests beside each other must not set the collector
	})
	return Result{code, out.String(), errs.String()}
}

// RunAs runs a command that has its own streams and environment.
func RunAs(ctx context.Context, args []string, s cli.Streams, env []string) int {
	return program.Run(ctx, program.Ontocrawl, &cli.App{Streams: s, Args: args, Env: env})
}
