package notify

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

func equal(a, b monitor.Receiver) bool {
	to := slices.Equal(a.To, b.To)
	a.To, b.To = nil, nil
	return to && fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b)
}

// newSender returns who brings notifications to r.
func (w *Worker) newSender(r monitor.Receiver) Sender {
	switch r.Kind {
	case monitor.Webhook:
		return &webhook{r, w.opt}
	case monitor.Email:
		return &email{r, w.opt, wordsOf(w.opt.Lang, w.opt.Zone)}
	case monitor.AtomFeed:
		return shared(w.feeds, w.path(r.Path), func(path string) *atomFile { return &atomFile{path: path, text: wordsOf(w.opt.Lang, w.opt.Zone)} })
	case monitor.JSONLines:
		return &jsonLines{w.lines(w.path(r.Path))}
	}
	return unknown(r.Kind)
}

// lines returns the file of JSON lines at path. Receivers that name one file share
// it, and so it knows all that was written there.
func (w *Worker) lines(path string) *lineFile {
	return shared(w.files, path, func(path string) *lineFile { return &lineFile{path: path} })
}

func shared[T any](all map[string]*T, path string, open func(path string) *T) *T {
	path = filepath.Clean(path)
	if all[path] == nil {
		all[path] = open(path)
	}
	return all[path]
}

// path is a file of the daemon's folder, unless it names its place itself.
func (w *Worker) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(w.opt.Dir, name)
}

// unknown is the Sender to a receiver of a kind that there is not.
type unknown monitor.ReceiverKind

func (u unknown) Send(context.Context, *Message) error {
	return fmt.Errorf("no receivers of kind %q; there are webhook, email, atom and jsonl", string(u))
}

// wallClock is the time itself.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
