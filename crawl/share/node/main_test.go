package node

import (
	"os"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// Most tests here wait for leases and letters.
func TestMain(m *testing.M) {
	pacetest.Parallel(8)
	os.Exit(pacetest.InMemory(m).Run())
}
