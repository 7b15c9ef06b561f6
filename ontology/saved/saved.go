// Package saved tells when somebody saved a file.
//
// Editors save in many ways: they write over the file, they write another and
// rename it (Protégé does, with a backup), they write in several goes. So the
// folder is watched, not the file; a change is told when the file has been left
// alone for a moment, and only if its bytes are others than before. Where the
// system tells nothing of changes (network file systems) the file is looked at
// every few seconds.
//
// What is in the file, and whether it is whole, is left to the caller: of a file
// saved by half he is told, and again when the rest has come.
package saved

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

// Options of a watch. The zero value means the defaults.
type Options struct {
	Quiet time.Duration // how long the file must be left alone; 0 means 300 ms
	Look  time.Duration // between two looks without news; 0 means 5 s
}

// Watch calls f whenever the file path was saved with other bytes than it had,
// until ctx ends; then it returns nil. A file that is not there is not saved; it
// may come. f is called by the goroutine that called Watch. An error is one of
// the folder: it cannot be read.
func Watch(ctx context.Context, path string, opt Options, f func()) error {
	if opt.Quiet <= 0 {
		opt.Quiet = 300 * time.Millisecond
	}
	if opt.Look <= 0 {
		opt.Look = 5 * time.Second
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
	if err != nil { // too many watches: looking will do
		w = &fsnotify.Watcher{}
	}
	return watch(ctx, path, opt, w, last, f)
}

func watch(ctx context.Context, path string, opt Options, w *fsnotify.Watcher, last [sha256.Size]byte, f func()) error {
	look := time.NewTicker(opt.Look)
	defer look.Stop()
	quiet := time.NewTimer(opt.Quiet) // what was saved since last was taken
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
		case <-w.Errors: // some events were lost: the next look sees what they told
			continue
		case <-look.C:
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
