package program

import (
	"io"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// TestMemoryIsOfTheProcess: every command line has the memory that --memory limits, whoever runs it.
func TestMemoryIsOfTheProcess(t *testing.T) {
	a := &cli.App{Streams: cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, Args: []string{"version"}}
	if code := Run(t.Context(), Ontocrawl, a); code != cli.ExitOK || a.Memory == nil {
		t.Errorf("exit code %d, memory %v", code, a.Memory)
	}
}
