package state

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// CopyLive copies the state, or the database of another package, in the folder from to the folder to, which is made. A
// process may write meanwhile: the copy is as that process would leave the folder if it were killed now. Pages at which a
// process is at work are not copied.
func CopyLive(from, to string) error {
	for try := range copyTries {
		if try > 0 {
			time.Sleep(100 * time.Millisecond)
		}
		if err := os.RemoveAll(to); err != nil {
			return fmt.Errorf("crawl/keep/state: %w", err)
		}
		before, err := files(from)
		if err == nil {
			err = copyState(from, to, before)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a file may go while it is copied
			return fmt.Errorf("crawl/keep/state: copy %s: %w", from, err)
		}
		after, listErr := files(from)
		if listErr != nil {
			return fmt.Errorf("crawl/keep/state: %w", listErr)
		}
		if err == nil && slices.Equal(before.names, after.names) && bytes.Equal(before.manifest, after.manifest) {
			return nil
		}
	}
	return english.Errorf("crawl/keep/state: %s changes faster than it can be copied; try again", from)
}

// OpenToRead opens the state in the folder dir for a caller that writes nothing: where it may not write, a copy in a temporary
// folder, which Close removes.
func OpenToRead(dir string, opt Options) (*Store, error) {
	s, err := Open(dir, opt)
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return s, err
	}
	tmp, remove, err := atomicfile.TempFolder("ontocrawl-read")
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/state: %w", err)
	}
	at := filepath.Join(tmp, filepath.Base(dir))
	if err = CopyLive(dir, at); err == nil {
		s, err = Open(at, opt)
	}
	if err != nil {
		return nil, errors.Join(err, remove())
	}
	s.remove = remove
	return s, nil
}

// Dir is the folder of the state that was opened.
func (s *Store) Dir() string { return s.dir }

// copyTries is how often CopyLive begins anew: tables and checkpoints are replaced every some seconds at most.
const copyTries = 100

// listing holds the names of the files of a state folder.
type listing struct {
	names    []string // with /, sorted
	manifest []byte
}

func files(dir string) (l listing, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != ".":
			return nil
		case err != nil:
			return err
		case e.Type().IsRegular() && !passing(e.Name()):
			l.names = append(l.names, name)
		}
		return nil
	})
	if err == nil {
		l.manifest, err = os.ReadFile(filepath.Join(dir, "db", badger.ManifestFilename))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	slices.Sort(l.names)
	return l, err
}

// passing reports whether a file is of a process.
func passing(name string) bool {
	return name == "LOCK" || name == "inflight" || strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp")
}

// copyState copies the files in the order in which they refer to one another: HEAD to the journal, logs of memtables to
// tables and values.
func copyState(from, to string, l listing) error {
	rank := func(name string) int {
		switch filepath.Ext(name) {
		case ".mem":
			return 1
		case ".sst":
			return 2
		case ".vlog":
			return 3
		}
		if name == headName {
			return 0
		}
		return 4
	}
	for r := range 5 {
		for _, name := range l.names {
			if rank(name) != r {
				continue
			}
			target := filepath.Join(to, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
				return err
			}
			if err := copyOne(filepath.Join(from, filepath.FromSlash(name)), target, l); err != nil {
				return err
			}
		}
	}
	return os.MkdirAll(to, 0o700)
}

func copyOne(from, to string, l listing) error {
	switch filepath.Ext(from) {
	case ".mem":
		return copyLog(from, to)
	case ".sst": // nobody changes it
		if os.Link(from, to) == nil {
			return nil
		}
	}
	if filepath.Base(from) == badger.ManifestFilename {
		return writeNew(to, l.manifest)
	}
	return copySparse(from, to)
}

// copyLog copies a log up to its last whole record.
func copyLog(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	at := min(logHeader, len(b))
	for at < len(b) {
		_, _, size := logRecord(b[at:])
		if size == 0 {
			break
		}
		at += size
	}
	clear(b[at:])
	return writeNew(to, b)
}

func writeNew(name string, b []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}
