package node

import (
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// NotPartsError reports a folder that holds no crawl in parts.
type NotPartsError struct{ Dir string }

func (e *NotPartsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NotPartsError) Message() english.Phrase {
	return english.Phrasef("%s holds no crawl in parts: there is no folder %s in it", e.Dir, rundir.PartDir(e.Dir, 0))
}

// ExistsError reports that the folder to make is there already.
type ExistsError struct{ Dir string }

func (e *ExistsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ExistsError) Message() english.Phrase {
	return english.Phrasef("%s is there already; name a folder that is not, and it will be made", e.Dir)
}

// PartTwiceError reports a part that two folders have.
type PartTwiceError struct {
	Part int
	Dirs [2]string // run folders of the part
}

func (e *PartTwiceError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *PartTwiceError) Message() english.Phrase {
	return english.Phrasef("%s and %s are both part %d; give each part of one crawl once", e.Dirs[0], e.Dirs[1], e.Part)
}

// OtherCrawlError reports folders of crawls in different numbers of parts.
type OtherCrawlError struct {
	Dir        string
	Have, Want int // parts
}

func (e *OtherCrawlError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *OtherCrawlError) Message() english.Phrase {
	return english.Phrasef("%s is of a crawl in %d parts, not in %d; only parts of one crawl can be merged", e.Dir, e.Have, e.Want)
}

// MissingError reports that a crawl cannot go on because parts of it are in none of the
// folders.
type MissingError struct{ Parts []int }

func (e *MissingError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MissingError) Message() english.Phrase {
	return english.Phrasef("parts %v are in none of the folders, and the crawl cannot go on without their links; name the folders of all nodes, or merge for reading, without --continue", e.Parts)
}

// NotRunError reports a folder that holds no run.
type NotRunError struct{ Dir string }

func (e *NotRunError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NotRunError) Message() english.Phrase {
	return english.Phrasef("%s holds no run: there is no %s in it", e.Dir, rundir.ParamsFile)
}

// IsPartError reports one part of a crawl where a whole crawl was meant.
type IsPartError struct {
	Dir         string
	Part, Parts int
}

func (e *IsPartError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *IsPartError) Message() english.Phrase {
	return english.Phrasef("%s is part %d of a crawl in %d parts; another number of parts takes two steps: \"ontocrawl cluster merge DIR --out RUN --continue\", then split RUN", e.Dir, e.Part, e.Parts)
}

// NumberError reports a number of parts into which nothing can be divided.
type NumberError struct{ Parts, Most int }

func (e *NumberError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NumberError) Message() english.Phrase {
	return english.Phrasef("parts: %d; a crawl is split into 2 to %d", e.Parts, e.Most)
}
