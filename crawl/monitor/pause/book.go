package pause

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/message"
)

// File is the name of the file in the folder of the jobs.
const File = "paused.json"

// format is the version of the file.
const format = 1

// maxFile bounds the file: a thousand jobs have some hundred kilobytes.
const maxFile = 16 << 20

type content struct {
	Format int             `json:"format"`
	Paused []monitor.Pause `json:"paused"`
}

// Book has the paused jobs of a folder. Its methods may be called concurrently. A job that is
// removed from the file of jobs stays paused, in case it comes back.
type Book struct {
	name string
	keep func(text []byte) error

	mu  sync.Mutex
	all map[string]monitor.Pause // by job
}

// Open reads the book of a folder. A book that cannot be read is an error: whoever goes on
// without it would run jobs that people have paused.
func Open(dir string) (*Book, error) { return OpenKept(dir, nil) }

// OpenKept is Open for a book of which others need a copy: keep is called with what the file will
// hold, empty if there will be none, before each change. If it fails nothing changes.
func OpenKept(dir string, keep func(text []byte) error) (*Book, error) {
	b := &Book{name: filepath.Join(dir, File), keep: keep, all: map[string]monitor.Pause{}}
	f, err := os.Open(b.name)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, fmt.Errorf("pause: %w", err)
	}
	defer f.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("pause: %w", err)
	}
	var c content
	if err := json.Unmarshal(text, &c); err != nil { // one that is too large is cut off
		return nil, message.Errorf("%s, which says which jobs are paused, is damaged; delete it to resume all: %w", b.name, err)
	}
	if c.Format != format {
		return nil, message.Errorf("%s has format %d; this program knows %d", b.name, c.Format, format)
	}
	for _, p := range c.Paused {
		b.all[p.Job] = p
	}
	return b, nil
}

// All returns the paused jobs, by name.
func (b *Book) All() []monitor.Pause {
	b.mu.Lock()
	defer b.mu.Unlock()
	return sorted(b.all)
}

// Of returns the pause of a job, nil if it is not paused.
func (b *Book) Of(job string) *monitor.Pause {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p, ok := b.all[job]; ok {
		return &p
	}
	return nil
}

// Pause pauses a job, and returns its pause: of one that is paused already, the earlier one.
// After an error nothing has changed.
func (b *Book) Pause(p monitor.Pause) (monitor.Pause, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, ok := b.all[p.Job]; ok {
		return was, nil
	}
	return p, b.set(func(all map[string]monitor.Pause) { all[p.Job] = p })
}

// Resume ends the pause of a job; was reports whether there was one.
func (b *Book) Resume(job string) (was bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, was = b.all[job]; !was {
		return false, nil
	}
	return true, b.set(func(all map[string]monitor.Pause) { delete(all, job) })
}

// set changes the book on disk, and then here. b.mu is held.
func (b *Book) set(change func(map[string]monitor.Pause)) error {
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
	return slices.SortedFunc(maps.Values(all), func(a, b monitor.Pause) int { return strings.Compare(a.Job, b.Job) })
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
		return removed(name)
	}
	tmp := name + ".new"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(cmp.Or(err, f.Sync()), f.Close()); err != nil {
		return errors.Join(err, removed(tmp))
	}
	return os.Rename(tmp, name)
}

func removed(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
