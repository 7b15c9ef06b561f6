package crawl

import "github.com/ontocrawl/ontocrawl/internal/english"

// RunFormat is the format of the run folders that this program writes. It reads
// formats 1 to RunFormat. run.yaml and the state hold the number; a folder
// without one has format 1. crawl/keep/rundir lists what changed with each format.
const RunFormat = 7

// FormatError reports a run folder, or its state, of a newer format.
type FormatError struct {
	Dir     string
	Format  int
	Program string // version of the program that wrote it; "" if it is not known
}

func (e *FormatError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *FormatError) Message() english.Phrase {
	if e.Program != "" {
		return english.Phrasef("%s has run folder format %d, and this program reads formats 1 to %d; use ontocrawl version %.40q or later",
			e.Dir, e.Format, RunFormat, e.Program)
	}
	return english.Phrasef("%s has run folder format %d, and this program reads formats 1 to %d; use ontocrawl a later version",
		e.Dir, e.Format, RunFormat)
}
