package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// How old a temporary file is that nobody writes any more: one without a lock was made just now, if at all, and on a file
// system without locks nobody says whether it is written.
const (
	unlocked = 5 * time.Second
	noLocks  = time.Hour
)

// Sweep removes from the folder dir what processes that were killed left of new contents: of the file base, "" of all.
// What a living process writes stays. A folder that cannot be read or written is left as it is.
func Sweep(dir, base string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isTempOf(e.Name(), base) {
			sweep(filepath.Join(dir, e.Name()))
		}
	}
}

// isTempOf reports whether tempName(base) may have made the name.
func isTempOf(name, base string) bool {
	stem, ok := strings.CutSuffix(name, ".tmp")
	at := strings.LastIndexByte(stem, '.')
	if !ok || at < 2 || stem[0] != '.' || len(stem)-at-1 != randomLetters || strings.Trim(stem[at+1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		return false
	}
	return base == "" || strings.HasPrefix(base, stem[1:at]) && (len(stem[1:at]) >= 100 || base == stem[1:at])
}

func sweep(name string) {
	f, err := os.Open(name)
	if err != nil {
		return
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return
	}
	least := unlocked
	held, err := TryLock(f)
	if err != nil {
		held, least = true, noLocks
	}
	if held && time.Since(info.ModTime()) > least {
		os.Remove(name) //nolint:errcheck // at most a hidden file stays
	}
}
