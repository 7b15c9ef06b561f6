package daemon

import (
	"cmp"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Options of a Store. Dir and Now are needed.
type troubleOptions struct {
	Dir string // the folder of the jobs
	Now func() time.Time
	Log *slog.Logger
	// Tell sends t to the operators, and calls told once they have it or will never get it.
	// It reports whether there are any to tell. It must not call told before it returns, and
	// may be called again for a trouble that was not told yet.
	Tell func(t monitor.Trouble, told func()) bool
	// Wrote is called with what the file holds after each change, nothing if there is none; nil:
	// nobody needs a copy.
	Wrote func(text []byte)
}

// entry is a trouble with what operators were told.
type entry struct {
	monitor.Trouble
	Told bool `json:"told"` // that it began

	sent bool // this process has sent word that it began
}

// Store keeps the troubles of a folder of jobs. Its methods may be called concurrently.
// One process at a time uses a folder.
type troubleStore struct {
	opt troubleOptions

	mu     sync.Mutex
	all    []entry // the oldest first
	broken bool    // the file could not be written, which was logged
}

// Open returns the Store of a folder, as the last process left it. A file that cannot be read
// is logged and begun anew: then operators are notified once more.
func openTroubles(opt troubleOptions) *troubleStore {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	b := &troubleStore{opt: opt}
	all, err := readFile(opt.Dir)
	if err != nil {
		opt.Log.Warn("what was wrong before is not known; it is told again", "err", err)
	}
	b.all = slices.DeleteFunc(all, func(e entry) bool { return !e.Told && !e.Until.IsZero() })
	return b
}

// Now returns the troubles that last, the oldest first.
func (b *troubleStore) Now() (all []monitor.Trouble) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.all {
		if b.all[i].Until.IsZero() {
			all = append(all, b.all[i].Trouble)
		}
	}
	return all
}

// Begin notes a trouble. One of its kind and job that lasts already stays as it is, with the
// newer text.
func (b *troubleStore) Begin(t monitor.Trouble) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.Since = cmp.Or(t.Since, b.opt.Now()).UTC()
	if at := b.lasting(t.Kind, t.Job); at >= 0 {
		if b.all[at].Text == t.Text {
			return
		}
		b.all[at].Text = t.Text
	} else {
		b.all = append(b.all, entry{Trouble: t})
	}
	b.settle()
}

// End notes that a trouble is over. Who was not told that it began is not told that it
// ended.
func (b *troubleStore) End(kind monitor.TroubleKind, job string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := b.lasting(kind, job)
	if at < 0 {
		return
	}
	if b.all[at].Told || b.all[at].sent {
		b.all[at].Until = b.opt.Now().UTC()
	} else {
		b.all = slices.Delete(b.all, at, at+1)
	}
	b.settle()
}

// jobKinds are the troubles that the runs of a job show.
var jobKinds = [...]monitor.TroubleKind{monitor.RunFailed, monitor.SeedsDead, monitor.NoPages, monitor.QuotaSpent}

// Ran notes what the last runs of a job show, the newest first. A run that failed shows
// nothing but that: other troubles stay.
func (b *troubleStore) Ran(job string, runs []monitor.Run) {
	now := monitor.Troubles(job, runs)
	failed := slices.ContainsFunc(now, func(t monitor.Trouble) bool { return t.Kind == monitor.RunFailed })
	for _, kind := range jobKinds {
		if at := slices.IndexFunc(now, func(t monitor.Trouble) bool { return t.Kind == kind }); at >= 0 {
			b.Begin(now[at])
		} else if len(runs) > 0 && !failed {
			b.End(kind, job)
		}
	}
}

// Keep forgets the troubles of jobs that are no longer there, and tells what was not told
// yet. A daemon calls it when it begins, and when its jobs change.
func (b *troubleStore) Keep(jobs []*monitor.Job) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = slices.DeleteFunc(b.all, func(e entry) bool {
		return e.Job != "" && !slices.ContainsFunc(jobs, func(j *monitor.Job) bool { return j.Name == e.Job })
	})
	b.settle()
}

// lasting returns the place of a trouble that lasts, -1 if there is none.
func (b *troubleStore) lasting(kind monitor.TroubleKind, job string) int {
	return slices.IndexFunc(b.all, func(e entry) bool { return e.Kind == kind && e.Job == job && e.Until.IsZero() })
}

// settle tells what was not told yet, and writes the file. b.mu is held.
func (b *troubleStore) settle() {
	for i := range b.all {
		e := &b.all[i]
		t := e.Trouble
		if !e.Told {
			t.Until = time.Time{} // first that it began
		}
		if b.opt.Tell != nil && (!e.Told || !e.Until.IsZero()) && b.opt.Tell(t, func() { b.told(t) }) {
			e.sent = true
		}
	}
	b.write()
}

// told notes that the operators know t: that it began, or that it is over.
func (b *troubleStore) told(t monitor.Trouble) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := slices.IndexFunc(b.all, func(e entry) bool { return e.Kind == t.Kind && e.Job == t.Job && e.Since.Equal(t.Since) })
	switch {
	case at < 0, t.Until.IsZero() && b.all[at].Told:
		return
	case t.Until.IsZero():
		if b.all[at].Told = true; !b.all[at].Until.IsZero() {
			b.settle()
			return
		}
	default:
		b.all = slices.Delete(b.all, at, at+1)
	}
	b.write()
}

func (b *troubleStore) write() {
	text, err := writeFile(b.opt.Dir, b.all)
	if err == nil && b.opt.Wrote != nil {
		b.opt.Wrote(text)
	}
	if err != nil && !b.broken {
		b.opt.Log.Warn("troubles cannot be noted; a restart tells them again", "err", err)
	}
	b.broken = err != nil
}
