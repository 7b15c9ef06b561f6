//go:build linux

package clustering

import (
	"context"
	"os"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

func TestMain(m *testing.M) { cmdtest.Main(m) }

// What cmdtest has, by the names that the tests here use.
var (
	write       = cmdtest.Write
	buildBinary = cmdtest.Binary
	buildNode   = cmdtest.Node
	pages       = cmdtest.Pages
)

// result holds what one command line did.
type result struct {
	code     int
	out, err string
}

func resultOf(r cmdtest.Result) result { return result{r.Code, r.Out, r.Err} }

func ontocrawl(t *testing.T, args ...string) result {
	t.Helper()
	return resultOf(cmdtest.Run(t, args...))
}

// ontocrawlFor runs a command until ctx ends.
func ontocrawlFor(ctx context.Context, stdin string, args ...string) result {
	return resultOf(cmdtest.RunFor(ctx, program.Ontocrawl, stdin, args...))
}

// node runs a command of ontocrawl-node.
func node(t *testing.T, args ...string) result {
	t.Helper()
	return resultOf(cmdtest.RunFor(t.Context(), program.Node(host.Start), "", args...))
}

// longCluster reports whether the long tests of a cluster run. They take many minutes and measure
// times, so they run alone.
func longCluster() bool { return os.Getenv("ONTOCRAWL_CLUSTER") == "1" }

// long reports whether tests take their long forms.
func long() bool { return os.Getenv("ONTOCRAWL_LONG") == "1" }
