package state

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// sweep deletes the empty logs in folder db, unless another process has the
// database open. Badger creates a log and then extends it; it truncates a log and
// then deletes it. A kill in between leaves an empty file, at which the next Open
// of Badger fails ("Create a new file"). Nothing is lost with it: a new log held
// nothing yet, and a dropped log nothing that is not elsewhere. Otherwise HEAD
// would show that the journal is short.
func sweep(db string) error {
	empty, err := emptyLogs(db)
	if err != nil || len(empty) == 0 {
		return err
	}
	unlock, ok, err := lockDir(db)
	if err != nil || !ok {
		return err
	}
	defer unlock()
	// Once more: a log may have been filled before the lock was held.
	if empty, err = emptyLogs(db); err != nil {
		return err
	}
	for _, name := range empty {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("crawl/state: %w", err)
		}
	}
	return nil
}

func emptyLogs(db string) ([]string, error) {
	entries, err := os.ReadDir(db)
	if err != nil {
		return nil, fmt.Errorf("crawl/state: %w", err)
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
