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

func (e *FormatError) Error() string {
	writer := "a later version"
	if e.Program != "" {
		writer = fmt.Sprintf("version %.40q or later", e.Program)
	}
	return fmt.Sprintf("%s has run folder format %d, and this program reads formats 1 to %d; use ontocrawl %s",
		e.Dir, e.Format, RunFormat, writer)
}
