package atomicfile

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Options of a file; the zero value is ready.
type Options struct {
	Root     *os.Root    // in which names are looked up; nil: in the file system
	Mode     fs.FileMode // of a new file, less the umask; 0 means 0600. A file that is there keeps its mode and owner
	Private  bool        // the mode is 0600, whatever mode the file had
	Follow   bool        // a symbolic link still points to the file that is replaced; else the link is replaced
	New      bool        // the error is fs.ErrExist if there is a file
	Volatile bool        // nothing is forced to the disk: after a power cut nobody needs the file

	// Lock waits until nobody else writes to the kept file, and takes its lock, which ends when the file is closed; nil:
	// no other process writes to it. [Append] and [Mend] call it.
	Lock func(*os.File) error
}

// Write gives the file name the content text.
func Write(name string, text []byte, opt Options) error {
	return WriteBy(name, opt, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// WriteBy gives the file name the content that write writes. After an error the file is as it was.
func WriteBy(name string, opt Options, write func(io.Writer) error) error {
	f, err := Create(name, opt)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// File is the new content of a file, which lies beside it until Commit.
type File struct {
	f         *os.File // nil after Commit and Discard
	root      *os.Root
	name, tmp string
	opt       Options
}

// Create begins the new content of the file name.
func Create(name string, opt Options) (*File, error) {
	w := &File{name: name, opt: opt, root: opt.Root}
	if w.root == nil {
		if real, err := filepath.EvalSymlinks(name); err == nil && opt.Follow {
			name = real
		}
		root, err := os.OpenRoot(filepath.Dir(name))
		if err != nil {
			return nil, err
		}
		w.root, w.name = root, filepath.Base(name)
	}
	like, err := w.root.Lstat(w.name)
	if opt.New && err == nil {
		err = &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err == nil {
		err = w.begin(like)
	}
	if err != nil {
		return nil, errors.Join(err, w.release())
	}
	return w, nil
}

// begin makes the file beside the one that like describes, nil: of none.
func (w *File) begin(like fs.FileInfo) (err error) {
	w.tmp = filepath.Join(filepath.Dir(w.name), tempName(filepath.Base(w.name)))
	if like != nil && !like.Mode().IsRegular() || w.opt.Private {
		like = nil
	}
	mode := cmp.Or(w.opt.Mode, 0o600)
	if like != nil {
		mode = 0o600
	}
	if w.f, err = w.root.OpenFile(w.tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err != nil {
		return err
	}
	TryLock(w.f) //nolint:errcheck // for Sweep, which waits where there are no locks
	if like == nil {
		return nil
	}
	own(w.f, like)
	if err := w.f.Chmod(like.Mode().Perm()); err != nil {
		return errors.Join(err, w.f.Close(), w.root.Remove(w.tmp))
	}
	return nil
}

// IsTemp reports whether a file is the new content of another one, left by a process that was killed if it is old.
func IsTemp(name string) bool { return strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp") }

// tempName is a new name beside base. No other program takes what has it for the file.
func tempName(base string) string {
	return fmt.Sprintf(".%.100s.%s.tmp", base, rand.Text()[:randomLetters])
}

const randomLetters = 8

// Write implements [io.Writer].
func (w *File) Write(b []byte) (int, error) { return w.f.Write(b) }

// Commit lets the new content take the place of the file.
func (w *File) Commit() (err error) {
	if !w.opt.Volatile {
		err = w.f.Sync()
	}
	err = errors.Join(err, w.f.Close())
	w.f = nil
	if err == nil {
		err = w.rename()
	}
	if err != nil {
		err = errors.Join(err, w.root.Remove(w.tmp))
	} else if !w.opt.Volatile {
		err = SyncDir(w.root, filepath.Dir(w.name))
	}
	return errors.Join(err, w.release())
}

func (w *File) rename() error {
	if !w.opt.New {
		return w.root.Rename(w.tmp, w.name)
	}
	err := w.root.Link(w.tmp, w.name)
	if err == nil {
		return w.root.Remove(w.tmp)
	}
	if _, there := w.root.Lstat(w.name); there == nil {
		return &fs.PathError{Op: "create", Path: w.name, Err: fs.ErrExist}
	}
	return w.root.Rename(w.tmp, w.name) // file systems without hard links
}

// Discard removes the new content; after Commit it does nothing.
func (w *File) Discard() {
	if w.f != nil {
		w.f.Close()          //nolint:errcheck // it is removed
		w.root.Remove(w.tmp) //nolint:errcheck // at most a hidden file stays
		w.f = nil
		w.release() //nolint:errcheck // only a handle
	}
}

func (w *File) release() error {
	if w.opt.Root != nil {
		return nil
	}
	return w.root.Close()
}

// Move gives the file or folder from the name to, durably. A file that is called so is replaced.
func Move(from, to string, opt Options) error {
	if opt.Root != nil {
		if err := opt.Root.Rename(from, to); err != nil {
			return err
		}
		return errors.Join(SyncDir(opt.Root, filepath.Dir(to)), SyncDir(opt.Root, filepath.Dir(from)))
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(SyncDir(nil, filepath.Dir(to)), SyncDir(nil, filepath.Dir(from)))
}

// SyncDir makes the names in the folder dir of root durable, where the system can; nil: of the file system.
func SyncDir(root *os.Root, dir string) error {
	if runtime.GOOS == "windows" { // it cannot
		return nil
	}
	open := os.Open
	if root != nil {
		open = root.Open
	}
	d, err := open(dir)
	if err != nil {
		return err
	}
	defer d.Close() //nolint:errcheck // only read
	if err := d.Sync(); !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
