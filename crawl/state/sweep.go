package state

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// sweep deletes the empty logs in folder db. Badger makes a log by creating a
// file and then stretching it, and drops one by cutting it to nothing and then
// deleting it; a process killed in between leaves a file of no bytes, at which
// the next Open of Badger fails ("Create a new file"). Nothing is in it: a new
// log had nothing yet, a dropped one nothing that is not elsewhere. Were it
// otherwise, the witness (head.go) would tell that the journal is short.
//
// While another process has the database open its files are left alone.
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
	// Looked up again: what was empty before the lock may have been filled.
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
