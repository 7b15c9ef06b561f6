package linkrank

import (
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// Records keeps records by number outside of memory. It has no errors: after a fault Get is
// false, and whoever opened the Records knows of the fault (crawl/choose/spill). Runs are numbers
// above 0.
type Records interface {
	// Put stores record n and returns the run that Get wants. It can be read after Flush.
	Put(n int32, data []byte) (run uint32)
	Flush()
	// Get calls use with record n of a run.
	Get(n int32, run uint32, use func(data []byte)) (ok bool)
	// Replaced notes that record n of a run will not be asked for any more.
	Replaced(n int32, run uint32)
	// Save makes what was put durable and stores what Load needs to find it.
	Save(w *binenc.Writer)
	Load(r *binenc.Reader)
	Clear()
	// Pages is where arrays that grow with the number of URLs may lie; nil: in the heap.
	Pages() hashindex.Source
	// Slots is where a table by hash may lie when it is too large for memory; nil: nowhere.
	Slots() hashindex.File
}

// Spiller is implemented by a Ranker that need not hold in memory what it knows of every
// URL. What is spilled is read again when a link to its URL is observed, and for Score.
type Spiller interface {
	Numbered
	// SpillTo makes the Ranker keep what it knows of the URLs with the lowest scores on
	// disk, so that no more than most are in memory between two calls of Observe.
	// The Ranker is new, or was just loaded.
	SpillTo(disk Records, most int)
	// Spilled reports whether ScoreOf(n) has to read.
	Spilled(n int32) bool
}
