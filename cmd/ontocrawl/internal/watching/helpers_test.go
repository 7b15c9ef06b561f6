package watching

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.Main(m) }

// What cmdtest has, by the names that the tests here use.
const storm = cmdtest.Storm

var (
	write       = cmdtest.Write
	page1       = cmdtest.Page
	readFile    = cmdtest.ReadFile
	exists      = cmdtest.Exists
	readLines   = cmdtest.ReadLines
	read        = cmdtest.Read
	buildBinary = cmdtest.Binary
	archived    = cmdtest.Archived
	same        = cmdtest.Same
	storedWeb   = cmdtest.StoredWeb
	until       = cmdtest.Until
	run         = cmdtest.RunAs
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
