package atomicfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrChanged says that a file is not the one that was read. Nothing was written.
var ErrChanged = errors.New("the file has changed since it was read")

// ErrBusy says that another process replaces the file right now. Nothing was written.
var ErrBusy = errors.New("the file is being replaced by another process")

// errNotFile says that a name belongs to a folder, a pipe or a device.
var errNotFile = errors.New("it is no regular file")

// Sum identifies the content of a file: its SHA-256 in hexadecimal.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// ReadSum returns the content of the file path, which must not be larger than most bytes, and its [Sum].
func ReadSum(path string, most int64) (text []byte, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, "", err
	} else if !info.Mode().IsRegular() {
		return nil, "", fmt.Errorf("%s: %w", path, errNotFile)
	}
	text, err = io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = english.Errorf("%s: it is larger than %d bytes", path, most)
	}
	return text, Sum(text), err
}

// NoFile stands for the [Sum] of a file that is not there.
const NoFile = ""

// Replace gives the file path the content text, if its present content has the sum was; else the
// error is [ErrChanged]. Before that, the present content is written to the file earlier; "" keeps it
// nowhere. path is never seen half written, and keeps its permissions and, as far as this process may
// give files away, its owner; a link still points to it. A file that is not there yet, for which was is
// [NoFile], can be read by its owner alone.
//
// On Linux the old and the new file exchange their names, and what was there is looked at once more: if
// another program saved the file in the last moment, the names are exchanged back, and nothing is lost.
// Elsewhere, and on file systems that cannot exchange names, what is saved between the last look and
// the renaming, some microseconds, is lost.
func Replace(path, was string, text []byte, earlier string) error {
	if was == NoFile {
		return create(path, text)
	}
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	f, info, err := hold(path)
	if err != nil {
		return err
	}
	defer f.Close()
	now, err := same(path, was, info.Size())
	if err != nil {
		return err
	}
	if earlier != "" {
		if err := keep(earlier, now); err != nil {
			return english.Errorf("the earlier version cannot be kept: %w", err)
		}
	}
	tmp, err := beside(path, text)
	if err != nil {
		return err
	}
	if err := takePlace(path, tmp, was, int64(len(now))); err != nil {
		return err
	}
	return SyncDir(nil, filepath.Dir(path))
}

// create is Replace where there is no file.
func create(path string, text []byte) error {
	err := Write(path, text, Options{New: true})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", path, ErrChanged)
	}
	return err
}

// hold takes the lock of the file path, which lasts until the file is closed.
func hold(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", path, errNotFile)
	}
	held := false
	if err == nil {
		held, err = TryLock(f)
	}
	if err == nil && !held {
		err = fmt.Errorf("%s: %w", path, ErrBusy)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// same returns the content of path if it has the sum was.
func same(path, was string, size int64) ([]byte, error) {
	text, sum, err := ReadSum(path, size)
	if errors.Is(err, fs.ErrNotExist) || err == nil && sum != was || err != nil && text != nil {
		return nil, fmt.Errorf("%s: %w", path, ErrChanged)
	}
	return text, err
}

// takePlace gives the file tmp the name path, if path has the content of sum was. tmp is gone in any case.
func takePlace(path, tmp, was string, size int64) error {
	if _, err := same(path, was, size); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return exchange(path, tmp, was, size)
}

// exchange is takePlace after the last look.
func exchange(path, tmp, was string, size int64) error {
	if err := swap(tmp, path); errors.Is(err, errors.ErrUnsupported) {
		if err := os.Rename(tmp, path); err != nil {
			return errors.Join(err, os.Remove(tmp))
		}
		return nil
	} else if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	if _, err := same(tmp, was, size); err != nil { // saved in the last moment
		if back := swap(tmp, path); back != nil {
			return english.Errorf("%w; what was saved is in %s: %w", ErrChanged, tmp, back)
		}
		return errors.Join(fmt.Errorf("%s: %w", path, ErrChanged), os.Remove(tmp))
	}
	return os.Remove(tmp)
}

// keep writes text to the file name, unless it holds it already.
func keep(name string, text []byte) error {
	if have, err := os.ReadFile(name); err == nil && bytes.Equal(have, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return Write(name, text, Options{})
}

// beside writes text to a new file beside path, on disk, and returns its name.
func beside(path string, text []byte) (tmp string, err error) {
	w, err := Create(path, Options{})
	if err != nil {
		return "", err
	}
	defer w.Discard()
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.f.Sync(); err != nil {
		return "", err
	}
	err = errors.Join(w.f.Close(), w.release())
	w.f = nil
	return filepath.Join(filepath.Dir(path), w.tmp), err
}
