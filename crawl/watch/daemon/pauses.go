package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// This part remembers which jobs people have paused, over restarts.
//
// One process at a time writes it, the daemon; others read it.

// File is the name of the file in the folder of the jobs.
const File = "paused.json"

// format is the version of the file.
const format = 1

type content struct {
	Format int             `json:"format"`
	Paused []monitor.Pause `json:"paused"`
}

// Store has the paused jobs of a folder. Its methods may be called concurrently. A job that is
// removed from the file of jobs stays paused, in case it comes back.
type Pauses struct {
	name string
	keep func(text []byte) error

	mu  sync.Mutex
	all map[string]monitor.Pause // by job
}

// Open reads the store of a folder. A store that cannot be read is an error: whoever goes on
// without it would run jobs that people have paused.
func OpenPauses(dir string) (*Pauses, error) { return openKeptPauses(dir, nil) }

// OpenKept is Open for a store of which others need a copy: keep is called with what the file will
// hold, empty if there will be none, before each change. If it fails nothing changes.
func openKeptPauses(dir string, keep func(text []byte) error) (*Pauses, error) {
	b := &Pauses{name: filepath.Join(dir, File), keep: keep, all: map[string]monitor.Pause{}}
	text, _, err := atomicfile.ReadKept(b.name, atomicfile.Options{}, json.Valid)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, fmt.Errorf("pause: %w", err)
	}
	var c content
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, english.Errorf("%s, which says which jobs are paused, is damaged; delete it to resume all: %w", b.name, err)
	}
	if c.Format != format {
		return nil, english.Errorf("%s has format %d; this program knows %d", b.name, c.Format, format)
	}
	for _, p := range c.Paused {
		b.all[p.Job] = p
	}
	return b, nil
}

// All returns the paused jobs, by name.
func (b *Pauses) All() []monitor.Pause {
	b.mu.Lock()
	defer b.mu.Unlock()
	return sorted(b.all)
}

// Of returns the pause of a job, nil if it is not paused.
func (b *Pauses) Of(job string) *monitor.Pause {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p, ok := b.all[job]; ok {
		return &p
	}
	return nil
}

// Pause pauses a job, and returns its pause: of one that is paused already, the earlier one.
// After an error nothing has changed.
func (b *Pauses) Pause(p monitor.Pause) (monitor.Pause, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, ok := b.all[p.Job]; ok {
		return was, nil
	}
	return p, b.set(func(all map[string]monitor.Pause) { all[p.Job] = p })
}

// Resume ends the pause of a job; was reports whether there was one.
func (b *Pauses) Resume(job string) (was bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, was = b.all[job]; !was {
		return false, nil
	}
	return true, b.set(func(all map[string]monitor.Pause) { delete(all, job) })
}

// set changes the store on disk, and then here. b.mu is held.
func (b *Pauses) set(change func(map[string]monitor.Pause)) error {
	all := maps.Clone(b.all)
	change(all)
	text, err := encode(sorted(all))
	if err == nil && b.keep != nil {
		err = b.keep(text)
	}
	if err == nil {
		err = write(b.name, text)
	}
	if err != nil {
		return fmt.Errorf("pause: %w", err)
	}
	b.all = all
	return nil
}

func sorted(all map[string]monitor.Pause) []monitor.Pause {
	return sorts.Sorted(maps.Values(all), func(a, b monitor.Pause) int { return strings.Compare(a.Job, b.Job) })
}

// encode returns what the file holds; nothing without paused jobs.
func encode(all []monitor.Pause) ([]byte, error) {
	if len(all) == 0 {
		return nil, nil
	}
	text, err := json.MarshalIndent(content{format, all}, "", " ")
	return append(text, '\n'), err
}

// write replaces the file as a whole. Without a text there is none.
func write(name string, text []byte) error {
	if len(text) == 0 {
		return atomicfile.Remove(name, atomicfile.Options{})
	}
	return atomicfile.Keep(name, text, atomicfile.Options{})
}
