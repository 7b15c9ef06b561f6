package enrich

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Verdict is a person's verdict on an offer.
type Verdict string

// The verdicts. Open takes a refusal back.
const (
	Accepted Verdict = "accepted"
	Refused  Verdict = "refused"
	Open     Verdict = "open"
)

// Decision records what a person decided about an offer.
type Decision struct {
	ID      string    `json:"id"` // of the offer
	Name    string    `json:"name"`
	Verdict Verdict   `json:"verdict"`
	By      string    `json:"by,omitempty"`
	At      time.Time `json:"at"`
}

// Decisions are the last decisions by offer.
type Decisions map[string]Decision

// Refused reports whether an offer was refused.
func (d Decisions) Refused(o *Offer) bool { return d[o.ID()].Verdict == Refused }

// decisionsFile is the file of decisions below [rundir.OntologyDir] of a run folder. It is append-only; a later line of
// an offer counts.
const decisionsFile = "decisions.jsonl"

// mostLine bounds a line of decisions.
const mostLine = 1 << 16

// ReadDecisions returns what was decided about the offers of the run in dir. Lines that are no decision, such
// as one that a crash cut short, are passed over.
func ReadDecisions(dir string) (Decisions, error) {
	all := Decisions{}
	f, err := os.Open(filepath.Join(dir, rundir.OntologyDir, decisionsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		var d Decision
		if json.Unmarshal(lines.Bytes(), &d) == nil && d.ID != "" {
			all[d.ID] = d
		}
	}
	return all, lines.Err()
}

// AddDecisions appends decisions about the offers of the run in dir: all of them, or none. Several processes may
// do so at a time.
func AddDecisions(dir string, list ...Decision) error {
	if len(list) == 0 {
		return nil
	}
	var text []byte
	for i := range list {
		line, err := json.Marshal(&list[i])
		if err != nil {
			return err
		}
		if len(line) > mostLine-1 {
			return english.Errorf("the decision about an offer is too long: %d bytes", len(line))
		}
		text = append(append(text, line...), '\n')
	}
	dir = filepath.Join(dir, rundir.OntologyDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return atomicfile.Append(filepath.Join(dir, decisionsFile), text, atomicfile.Options{Lock: wait})
}

// wait takes the kernel's lock, which others hold for one write at a time.
func wait(f *os.File) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if atomicfile.WaitLock(ctx, f) != nil {
		return english.Errorf("%s: another process holds its lock", f.Name())
	}
	return nil
}
