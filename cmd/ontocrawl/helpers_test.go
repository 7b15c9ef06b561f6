package main

import (
	"os"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
)

func TestMain(m *testing.M) { cmdtest.Main(m) }

// What cmdtest has, by the names that the tests here use.
const storm = cmdtest.Storm

var (
	write       = cmdtest.Write
	page1       = cmdtest.Page
	readFile    = cmdtest.ReadFile
	exists      = cmdtest.Exists
	read        = cmdtest.Read
	buildBinary = cmdtest.Binary
	contains    = cmdtest.Contains
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

func ontocrawlIn(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	return resultOf(cmdtest.RunFor(t.Context(), program.Ontocrawl, stdin, args...))
}

// long reports whether tests take their long forms.
func long() bool { return os.Getenv("ONTOCRAWL_LONG") == "1" }
