package jobedit

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// newMode is that of a file that was not there: its owner alone may read it.
const newMode = 0o600

// replace writes text to the file called name, which becomes the new one at once, when all
// of it is on disk. The earlier one is kept, and its name returned ("": there was none). After
// an error the file is as it was. sure is asked when all is ready, before the file is replaced.
func replace(name, text string, sure func() error) (kept string, err error) {
	name = target(name)
	tmp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text()[:8]+".new")
	info, err := os.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := write(tmp, text, info); err != nil {
		return "", errors.Join(err, removed(tmp))
	}
	drop := func() {}
	if info != nil {
		if kept, drop, err = keep(name); err != nil {
			return "", errors.Join(err, removed(tmp))
		}
	}
	if err = sure(); err == nil {
		err = os.Rename(tmp, name)
	}
	if err != nil {
		drop()
		return "", errors.Join(err, removed(tmp))
	}
	forget(name)
	syncFolder(filepath.Dir(name)) //nolint:errcheck // both versions are on disk; only which one a crash leaves is open
	return kept, nil
}

// write writes a new file, with the owner and the mode of was.
func write(name, text string, was os.FileInfo) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err == nil && was != nil {
		err = like(f, was)
	}
	err = cmp.Or(err, f.Sync())
	return errors.Join(err, f.Close())
}

// like gives f the owner and the group of was, as far as this process may, and its mode.
func like(f *os.File, was os.FileInfo) error {
	own(f, was)
	return f.Chmod(was.Mode().Perm())
}

func removed(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
