package cmdtest

import (
	"os"
	"runtime/debug"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// Main runs the tests of a package of the command: its TestMain.
func Main(m *testing.M) {
	pacetest.Parallel(6) // many tests wait for a process or a clock
	// So many crawls beside each other hold so much that a third of their time went to the
	// collector. The programs that they start have their own.
	if !testing.Short() { // with the race detector everything takes more memory
		debug.SetGCPercent(200)
	}
	os.Exit(pacetest.InMemory(m).Run())
}
