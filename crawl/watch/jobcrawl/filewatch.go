package jobcrawl

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// This part calls a function when somebody saved a file.
//
// Editors save in several ways: they write over the file, they write another file and rename it
// (Protégé does, with a backup), they write in several steps. So this package watches the folder, not
// the file. It waits until the file has been left alone for a moment, and reports the change only if
// the bytes differ. Where the system reports no changes (network file systems), the file is read every
// few seconds.
//
// A file may be reported half-saved, and again when the rest has arrived. The caller must check
// whether the file is whole.

// Options of a watch. The zero value means the defaults.
type watchOptions struct {
	Quiet time.Duration // how long the file must be left alone; 0 means 300 ms
	Poll  time.Duration // between two reads without a reported change; 0 means 5 s
}

// Watch calls f whenever the file path was saved with other bytes than it had,
// until ctx ends; then it returns nil. The file may be missing, and may appear
// later. f is called by the goroutine that called Watch. An error means that the
// folder cannot be read.
func watchFile(ctx context.Context, path string, opt watchOptions, f func()) error {
	if opt.Quiet <= 0 {
		opt.Quiet = 300 * time.Millisecond
	}
	if opt.Poll <= 0 {
		opt.Poll = 5 * time.Second
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	last, err := sum(path)
	if err != nil {
		return err
	}
	w, err := fsnotify.NewWatcher()
	if err == nil {
		defer w.Close()
		err = w.Add(filepath.Dir(path))
	}
	if err != nil { // TLS reads the certificate of this process, its key, and the certificate of the authority that has signed the certificates of all nodes.
		w = &fsnotify.Watcher{}
	}
	return watch(ctx, path, opt, w, last, f)
}

func watch(ctx context.Context, path string, opt watchOptions, w *fsnotify.Watcher, last [sha256.Size]byte, f func()) error {
	poll := time.NewTicker(opt.Poll)
	defer poll.Stop()
	quiet := time.NewTimer(opt.Quiet) // a save since last was computed
	defer quiet.Stop()
	events := w.Events
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-events:
			if !ok {
				events = nil
			} else if filepath.Clean(e.Name) == path {
				quiet.Reset(opt.Quiet)
			}
			continue
		case <-w.Errors: // some events were lost: the next poll sees the change
			continue
		case <-poll.C:
		case <-quiet.C:
		}
		now, err := sum(path)
		if err != nil {
			return err
		}
		if now != last && now != ([sha256.Size]byte{}) {
			last = now
			f()
		}
	}
}

// sum returns the hash of the file, all zero if it is not there now.
func sum(path string) (s [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(filepath.Dir(path))
		return s, err
	}
	if err != nil {
		return s, err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return s, err
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}
