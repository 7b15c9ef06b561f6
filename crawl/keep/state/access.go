package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// checkAccess finds files that may not be written before Badger opens them: Badger's
// error would look like damage.
func checkAccess(dir, db string) error {
	for _, folder := range []string{dir, db} {
		if err := access(folder, true); err != nil {
			return unwritable(dir, &fs.PathError{Op: "open", Path: folder, Err: err})
		}
	}
	entries, err := os.ReadDir(db)
	if err != nil {
		return unwritable(dir, err)
	}
	names := []string{filepath.Join(dir, headName)}
	for _, e := range entries {
		names = append(names, filepath.Join(db, e.Name()))
	}
	if entries, err = os.ReadDir(dir); err != nil {
		return unwritable(dir, err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), replayPrefix) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	for _, name := range names {
		if err := access(name, false); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unwritable(dir, &fs.PathError{Op: "open", Path: name, Err: err})
		}
	}
	return nil
}

// unwritable adds what to do to an error of the file system.
func unwritable(dir string, err error) error {
	switch {
	case errors.Is(err, syscall.EROFS):
		return english.Errorf("crawl/keep/state: %s is on a read-only file system; choose a folder elsewhere or mount it for writing (%w)", dir, err)
	case errors.Is(err, fs.ErrPermission):
		return english.Errorf("crawl/keep/state: %s may not be read and written by this user; change its owner or mode, or choose another folder (%w)", dir, err)
	}
	return fmt.Errorf("crawl/keep/state: %w", err)
}

// denied finds an access error in an error of Badger, which passes some errors of
// the system on as text only.
func denied(err error) error {
	for _, e := range []error{syscall.EACCES, syscall.EPERM, syscall.EROFS} {
		if errors.Is(err, e) || strings.Contains(err.Error(), e.Error()) {
			return english.Errorf("%w: %s", e, oneLine(err.Error()))
		}
	}
	return nil
}

// sweep deletes the empty logs in folder db. The caller holds the lock of the folder. Badger creates a log and then extends it; it truncates a log and then deletes
// it. A kill in between leaves an empty file, at which its next Open fails ("Create a
// new file"). If anything were lost, HEAD would show that the journal is short.
func sweep(db string) error {
	empty, err := emptyLogs(db)
	if err != nil {
		return err
	}
	for _, name := range empty {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("crawl/keep/state: %w", err)
		}
	}
	return nil
}

func emptyLogs(db string) ([]string, error) {
	entries, err := os.ReadDir(db)
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/state: %w", err)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".vlog") && !strings.HasSuffix(e.Name(), ".mem") {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			names = append(names, filepath.Join(db, e.Name()))
		}
	}
	return names, nil
}
