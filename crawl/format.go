package crawl

import "fmt"

// RunFormat is the format of the run folders that this program writes. It reads
// formats 1 to RunFormat. run.yaml and the state hold the number; a folder
// without one has format 1. crawl/rundir lists what changed with each format.
const RunFormat = 5

// FormatError reports a run folder, or its state, of a newer format.
type FormatError struct {
	Dir     string
	Format  int
	Program string // version of the program that wrote it; "" if it is not known
}

func (e *FormatError) Error() string { return fill(e.Message()) }

// Message returns what e says as a format and its arguments, for whoever has a translation.
func (e *FormatError) Message() (format string, args []any) {
	if e.Program != "" {
		return sayf("%s has run folder format %d, and this program reads formats 1 to %d; use ontocrawl version %.40q or later",
			e.Dir, e.Format, RunFormat, e.Program)
	}
	return sayf("%s has run folder format %d, and this program reads formats 1 to %d; use ontocrawl a later version",
		e.Dir, e.Format, RunFormat)
}

func sayf(format string, args ...any) (string, []any) { return format, args }

func fill(format string, args []any) string { return fmt.Sprintf(format, args...) }
