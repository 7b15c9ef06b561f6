package versions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Version is a version of the ontology of a job, from the time when it came into force.
type Version struct {
	Number  int            `json:"number"` // 1, 2, ... of the job
	Hash    string         `json:"hash"`   // of the ontologies of the topic, with + between them
	Origins []crawl.Origin `json:"origins"`
	At      time.Time      `json:"at"`             // when it came into force
	After   int            `json:"after"`          // the last visit before that
	Text    string         `json:"text,omitempty"` // the sum of the text of the file that was kept; "" if none was
	// Judged says what became of the pages that were kept; nil if they were not judged again, or not all.
	Judged *Judged `json:"judged,omitempty"`
}

// Judged counts pages that were judged again by a new version.
type Judged struct {
	At     time.Time `json:"at"`
	Pages  int       `json:"pages"`   // judged again from their texts
	NoText int       `json:"no_text"` // whose text is not kept
	Gained int       `json:"gained"`  // relevant now, and not before
	Lost   int       `json:"lost"`    // not relevant now, but before
	Moved  int       `json:"moved"`   // of another relevance, with the same verdict
}

// file is the file of versions below [rundir.OntologyDir] of a run folder: lines of [Version], of which a later one of the
// same number counts.
const file = "versions.jsonl"

// Bounds of what is kept.
const (
	mostVersions = 500
	mostTexts    = 50
	mostBytes    = 64 << 20 // of all texts, packed
	largestText  = 32 << 20 // of one, unpacked
)

// Read returns the versions of the run in dir, the first one first. Lines that are no version, such as one that
// a crash cut short, are passed over.
func Read(dir string) ([]Version, error) {
	all := []Version{}
	text, _, err := atomicfile.ReadKept(filepath.Join(dir, rundir.OntologyDir, file), atomicfile.Options{}, areVersions)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var v Version
		if json.Unmarshal(line, &v) != nil || v.Number < 1 {
			continue
		}
		if i := slices.IndexFunc(all, func(o Version) bool { return o.Number == v.Number }); i >= 0 {
			all[i] = v
			continue
		}
		all = append(all, v)
	}
	sorts.Stable(all, func(a, b Version) int { return a.Number - b.Number })
	return all, nil
}

// areVersions reports a file that a person, or an earlier version of this program, may have written: its copy does not
// count then.
func areVersions(text []byte) bool {
	for line := range bytes.Lines(text) {
		var v Version
		if line = bytes.TrimSpace(line); len(line) > 0 && (json.Unmarshal(line, &v) != nil || v.Number < 1) {
			return false
		}
	}
	return true
}
