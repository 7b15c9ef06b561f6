package library

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Keeping says how an index is kept up to date.
type Keeping struct {
	// Stamp names the state of what is indexed: while it is the same, nothing is done.
	Stamp func() string
	// Count is how many pages there are to index, about, to say how far a build is; nil: it
	// is not said.
	Count func() int
	Every time.Duration // between two looks; 0 means ten seconds
	Pause time.Duration // between two builds, at least; 0 means a minute
}

// shareOfTime is how many times as long as a build the pause after it is, at least: keeping
// the index takes a twentieth of a processor, however large it is.
const shareOfTime = 20

// stampFile has the stamp of the index in use.
const stampFile = "stamp"

// Keep builds the index by itself, in the background: when there is none, and when what is
// indexed has changed. It ends with Close. It returns at once.
func (l *Library) Keep(k Keeping) {
	if k.Every <= 0 {
		k.Every = 10 * time.Second
	}
	if k.Pause <= 0 {
		k.Pause = time.Minute
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ctx.Err() == nil {
		l.work.Go(func() { l.keep(k) })
	}
}

func (l *Library) keep(k Keeping) {
	next := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-timer.C:
		}
		if now := time.Now(); !now.Before(next) {
			if l.renew(k) {
				next = time.Now().Add(max(k.Pause, shareOfTime*time.Since(now)))
			}
		}
		timer.Reset(k.Every)
	}
}

// renew builds the index if something has changed, and reports whether it did.
func (l *Library) renew(k Keeping) bool {
	stamp := k.Stamp()
	if l.stamp() == stamp && l.current() {
		return false
	}
	of := 0
	if k.Count != nil {
		of = k.Count()
	}
	done, err := l.begin()
	if err != nil || done == nil {
		return false
	}
	l.mu.Lock()
	l.state.Of = of
	l.mu.Unlock()
	if done(l.build()) == nil {
		// Without the file the index is built once more than it must.
		atomicfile.Write(filepath.Join(l.dir, stampFile), []byte(stamp), atomicfile.Options{}) //nolint:errcheck // see above
	}
	return true
}

// current reports whether the index that lies in the folder is in use. One that another
// process has made is opened.
func (l *Library) current() bool {
	path := filepath.Join(l.dir, readyDir)
	made, err := os.Stat(path)
	if err != nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state.State == "building" || l.index != nil && !made.ModTime().After(l.made) {
		return true
	}
	if l.index != nil {
		l.index.Close() //nolint:errcheck // it was only read
		l.index = nil
	}
	return l.open(path, made.ModTime()) == nil
}

func (l *Library) stamp() string {
	b, err := os.ReadFile(filepath.Join(l.dir, stampFile))
	if err != nil {
		return ""
	}
	return string(b)
}

// StampOf names the state of run folders: of their lists of pages and changes.
func StampOf(folders map[string]string) string {
	var b strings.Builder
	eachFile(folders, func(job, name string, info fs.FileInfo) {
		fmt.Fprintf(&b, "%s %s %d %d\n", job, name, info.Size(), info.ModTime().UnixNano())
	})
	return b.String()
}
