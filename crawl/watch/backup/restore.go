package backup

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrFolder says that there is something in the folder to which a backup shall be restored.
var ErrFolder = errors.New("it is not empty; restore to a new folder")

// Restored says what a Restore has written.
type Restored struct {
	Head
	Folder string `json:"folder"`
	Files  int    `json:"files"`
	Bytes  int64  `json:"bytes"`
}

// Restore makes the folder of the backup file. It reads all of the file before it writes anything. The folder is there as a
// whole or not at all. An existing folder must be empty.
func Restore(file, folder string) (done Restored, err error) {
	if err := free(folder); err != nil {
		return done, err
	}
	head, sums, err := read(file, nil)
	if err != nil {
		return done, err
	}
	done = Restored{Head: head, Folder: folder, Files: len(sums)}
	parent := filepath.Dir(filepath.Clean(folder))
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return done, english.Errorf("%s cannot be written: %w", folder, err)
	}
	tmp := filepath.Join(parent, "."+filepath.Base(folder)+".restore.tmp")
	if err := os.RemoveAll(tmp); err != nil { // of one that was killed
		return done, english.Errorf("%s cannot be written: %w", folder, err)
	}
	if err := unpack(file, tmp, &done); err != nil {
		return done, errors.Join(err, os.RemoveAll(tmp))
	}
	if err := os.Remove(folder); err != nil && !errors.Is(err, fs.ErrNotExist) { // an empty one
		return done, errors.Join(err, os.RemoveAll(tmp))
	}
	return done, atomicfile.Move(tmp, folder, atomicfile.Options{})
}

// free refuses a folder that has something in it.
func free(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s: %w", folder, ErrFolder)
	}
	return err
}

// unpack writes the files of a backup to the new folder dir.
func unpack(file, dir string, done *Restored) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // only a handle
	_, _, err = read(file, func(h *tar.Header, r io.Reader) error {
		name := filepath.FromSlash(h.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		done.Bytes += h.Size
		return writeSparse(root, name, r)
	})
	return err
}

// writeSparse writes a new file in root, or in the file system if root is nil. It leaves holes where there are zeros: most
// of a log is empty.
func writeSparse(root *os.Root, name string, r io.Reader) (err error) {
	open := os.OpenFile
	if root != nil {
		open = root.OpenFile
	}
	out, err := open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	buf, size := make([]byte, 64<<10), int64(0)
	for err == nil {
		var n int
		n, err = io.ReadFull(r, buf)
		if slices.ContainsFunc(buf[:n], func(c byte) bool { return c != 0 }) {
			if _, e := out.WriteAt(buf[:n], size); e != nil {
				return errors.Join(e, out.Close())
			}
		}
		size += int64(n)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // the last block; a cut is found by the sums
		err = nil
	}
	if err == nil {
		err = out.Truncate(size)
	}
	if err == nil && root != nil {
		err = out.Sync()
	}
	if err != nil {
		return errors.Join(english.Errorf("%s cannot be written: %w", name, err), out.Close())
	}
	return out.Close()
}
