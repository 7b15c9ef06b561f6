package keepfile

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/filelock"
	"github.com/ontocrawl/ontocrawl/message"
)

// ErrChanged says that a file is not the one that was read. Nothing was written.
var ErrChanged = errors.New("the file has changed since it was read")

// ErrBusy says that another process replaces the file right now. Nothing was written.
var ErrBusy = errors.New("the file is being replaced by another process")

// ErrNotFile says that a name belongs to a folder, a pipe or a device.
var ErrNotFile = errors.New("it is no regular file")

// Sum identifies the content of a file: its SHA-256 in hexadecimal.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Read returns the content of the file path, which must not be larger than most bytes, and its [Sum].
func Read(path string, most int64) (text []byte, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, "", err
	} else if !info.Mode().IsRegular() {
		return nil, "", fmt.Errorf("%s: %w", path, ErrNotFile)
	}
	text, err = io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = message.Errorf("%s: it is larger than %d bytes", path, most)
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
			return message.Errorf("the earlier version cannot be kept: %w", err)
		}
	}
	tmp, err := beside(path, text, info)
	if err != nil {
		return err
	}
	if err := takePlace(path, tmp, was, int64(len(now))); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// newMode is that of a file that was not there.
const newMode = 0o600

// create is Replace where there is no file.
func create(path string, text []byte) error {
	tmp, err := beside(path, text, nil)
	if err != nil {
		return err
	}
	if err := move(tmp, path); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return syncDir(filepath.Dir(path))
}

// move renames tmp to path, unless there is a file of that name.
func move(tmp, path string) error {
	err := os.Link(tmp, path)
	if err == nil {
		return os.Remove(tmp)
	}
	if _, there := os.Lstat(path); there == nil {
		return fmt.Errorf("%s: %w", path, ErrChanged)
	}
	return os.Rename(tmp, path) // file systems without hard links
}

// hold takes the lock of the file path, which lasts until the file is closed.
func hold(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", path, ErrNotFile)
	}
	held := false
	if err == nil {
		held, err = filelock.Try(f)
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
	text, sum, err := Read(path, size)
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
			return message.Errorf("%w; what was saved is in %s: %w", ErrChanged, tmp, back)
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
	tmp, err := beside(name, text, nil)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, name); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return syncDir(filepath.Dir(name))
}

// beside writes text to a new file beside path, on disk, and returns its name. The file has the owner
// and the mode of like; nil: of a new one.
func beside(path string, text []byte, like fs.FileInfo) (tmp string, err error) {
	tmp = filepath.Join(filepath.Dir(path), fmt.Sprintf(".%.100s.%s.tmp", filepath.Base(path), rand.Text()[:8]))
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err == nil && like != nil {
		own(f, like)
		err = f.Chmod(like.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(tmp))
	}
	return tmp, nil
}

// syncDir makes the names in a folder durable, where the system can.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	d.Sync() //nolint:errcheck // not every system can sync a folder
	return nil
}
