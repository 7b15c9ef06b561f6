package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Append adds text, which ends a line, to the kept file name, and makes the file if there is none. A last line that has
// no end is ended first. Several processes may do so at once if all have opt.Lock. All of text is added, or nothing.
func Append(name string, text []byte, opt Options) (err error) {
	f, fresh, err := opt.hold(name, os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	size, err := catchUp(f, name, opt, fresh)
	if err != nil {
		return err
	}
	if size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			text = append([]byte{'\n'}, text...)
		}
	}
	c, err := opt.open(CopyName(name), os.O_RDWR|os.O_APPEND)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return errors.Join(add(c, appendChunk(nil, text, size)), add(f, text))
}

// hold opens the kept file name for reading and writing, and for what flag adds, and takes its lock. fresh: there was none,
// as when a person has deleted it.
func (o Options) hold(name string, flag int) (f *os.File, fresh bool, err error) {
	for {
		err = fs.ErrExist
		if flag&os.O_CREATE != 0 {
			f, err = o.open(name, os.O_RDWR|os.O_EXCL|flag)
			fresh = fresh || err == nil
		}
		if errors.Is(err, fs.ErrExist) {
			f, err = o.open(name, os.O_RDWR|flag&^os.O_CREATE)
		}
		if err != nil || o.Lock == nil {
			return f, fresh, err
		}
		if err := o.Lock(f); err != nil {
			err = errors.Join(err, f.Close())
			if none := new(locklessError); fresh && errors.As(err, &none) { // nobody else has locks there, either
				err = errors.Join(err, Remove(name, o))
			}
			return nil, false, err
		}
		if now, err := o.stat(name); err == nil && sameFile(f, now) {
			return f, fresh, nil
		}
		f.Close() // it was replaced while its lock was waited for
	}
}

func sameFile(f *os.File, now fs.FileInfo) bool {
	is, err := f.Stat()
	return err == nil && os.SameFile(is, now)
}

func (o Options) stat(name string) (fs.FileInfo, error) {
	if o.Root != nil {
		return o.Root.Stat(name)
	}
	return os.Stat(name)
}

// add adds b to f, durably and as a whole.
func add(f *os.File, b []byte) error {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	return f.Sync()
}

// catchUp makes the file f and its copy equal, and returns their length. Without a copy, or after an edit, the copy is made
// of the file; a file that is behind or was cut is completed from its copy. What differs at the same length is left to
// Compare: it is not looked for at each addition.
func catchUp(f *os.File, name string, opt Options, fresh bool) (size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if size = info.Size(); size > 0 && size == copiedSize(name, opt) {
		return size, nil
	}
	have, kept, _, err := Compare(name, opt)
	if err != nil {
		return 0, err
	}
	if fresh || kept == nil || !bytes.HasPrefix(kept, have) {
		return int64(len(have)), errors.Join(writeCopy(name, Sum(have), have, opt), SyncDir(opt.Root, filepath.Dir(name)))
	}
	if err := writeCopy(name, Sum(have), kept, opt); err != nil { // without a chunk that a kill has cut
		return 0, err
	}
	return int64(len(kept)), add(f, kept[len(have):])
}

// copiedSize is the length of the file by its copy, -1 if that cannot be read.
func copiedSize(name string, opt Options) int64 {
	c, err := opt.open(CopyName(name), os.O_RDONLY)
	if err != nil {
		return -1
	}
	defer c.Close() //nolint:errcheck // only read
	end := make([]byte, sizeOfEnd)
	at, err := c.Seek(-sizeOfEnd, io.SeekEnd)
	if err != nil {
		return -1
	}
	if _, err := c.ReadAt(end, at); err != nil {
		return -1
	}
	_, _, total, ok := parseEnd(end)
	if !ok {
		return -1
	}
	return total
}

func (o Options) open(name string, flag int) (*os.File, error) {
	if o.Root != nil {
		return o.Root.OpenFile(name, flag, 0o600)
	}
	return os.OpenFile(name, flag, 0o600)
}
