package versions

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Store writes the versions of a job's ontology for its run. One goroutine at a time uses it.
type Store struct {
	Dir string           // the run folder
	Now func() time.Time // nil: time.Now
}

func (b *Store) now() time.Time {
	if b.Now != nil {
		return b.Now().UTC()
	}
	return time.Now().UTC()
}

// InForce notes that the topic t, of the version hash, judges all visits after the given one. text is the text of
// the ontology's file, nil if it is not known for sure. A version that is in force already stays; its text is
// added.
func (b *Store) InForce(hash string, t *topic.Topic, after int, text []byte) error {
	all, err := Read(b.Dir)
	if err != nil {
		return err
	}
	v := Version{Number: 1, Hash: hash, Origins: t.Origins, At: b.now(), After: after}
	if n := len(all); n > 0 {
		last := all[n-1]
		v.Number = last.Number + 1
		switch {
		case last.Hash == hash && (last.Text != "" || text == nil):
			return nil
		case last.Hash == hash:
			v = last
		}
	}
	if text != nil {
		if v.Text, err = keepText(b.Dir, text); err != nil {
			return err
		}
	}
	if err := b.add(all, v); err != nil {
		return err
	}
	return prune(b.Dir)
}

// Judged notes what became of the pages by the version hash, if that is in force.
func (b *Store) Judged(hash string, j Judged) error {
	all, err := Read(b.Dir)
	if err != nil || len(all) == 0 || all[len(all)-1].Hash != hash {
		return err
	}
	v := all[len(all)-1]
	if j.At.IsZero() {
		j.At = b.now()
	}
	if was := v.Judged; was != nil { // an earlier pass that was killed changed some of them
		j.Gained, j.Lost, j.Moved = j.Gained+was.Gained, j.Lost+was.Lost, j.Moved+was.Moved
	}
	v.Judged = &j
	return b.add(all, v)
}

// add appends a line, and begins the file anew when it has far more lines than versions that count.
func (b *Store) add(all []Version, v Version) error {
	dir := filepath.Join(b.Dir, rundir.OntologyDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(dir, file)
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if len(all) >= mostVersions && all[len(all)-1].Number != v.Number {
		return rewrite(name, append(all[len(all)-mostVersions*4/5:], v))
	}
	return atomicfile.Append(name, append(line, '\n'), atomicfile.Options{})
}

// rewrite replaces the file by these versions.
func rewrite(name string, all []Version) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	for i := range all {
		if err := e.Encode(&all[i]); err != nil {
			return err
		}
	}
	return atomicfile.Keep(name, text.Bytes(), atomicfile.Options{})
}
