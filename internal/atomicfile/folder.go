package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// TempFolder makes a folder for temporary files, whose name begins with name; remove deletes it. Those of the name that
// killed processes left are deleted first; the one of a living process is locked (flock), and stays.
func TempFolder(name string) (dir string, remove func() error, err error) {
	sweepFolders(filepath.Join(os.TempDir(), name+"-*"))
	if dir, err = os.MkdirTemp("", name+"-"); err != nil {
		return "", nil, err
	}
	f, err := os.Open(dir)
	if err != nil {
		return "", nil, errors.Join(err, os.Remove(dir))
	}
	TryLock(f) //nolint:errcheck // without a lock the folder is kept for an hour
	return dir, func() error { return errors.Join(f.Close(), os.RemoveAll(dir)) }, nil
}

func sweepFolders(pattern string) {
	names, _ := filepath.Glob(pattern) // the pattern is right
	for _, name := range names {
		if info, err := os.Lstat(name); err == nil && info.IsDir() && left(name, info) {
			os.RemoveAll(name) //nolint:errcheck // it may be another user's
		}
	}
}

// left reports whether nobody uses the temporary folder called name.
func left(name string, info os.FileInfo) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // only read
	held, err := TryLock(f)
	if err != nil || runtime.GOOS == "windows" {
		return time.Since(info.ModTime()) > noLocks
	}
	return held && time.Since(info.ModTime()) > unlocked
}
