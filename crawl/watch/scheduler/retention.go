package scheduler

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// archiveDir and archiveExt name the files of a run folder that may be deleted: the
// archived answers. The journal stays, because it says what must not be fetched again.
const (
	archiveDir = "warc"
	archiveExt = ".warc.gz"
)

// retain deletes what the retention of j does not keep, after run has ended: archived
// answers, oldest first, and the history in the store. It keeps what is younger than
// the oldest waiting notification, so that a receiver can look it up, and the newest
// archive, to which the next run appends.
func (r *Runner) retain(j *monitor.Job, run monitor.Run) error {
	keep := j.Retention
	if keep == (monitor.Retention{}) {
		return nil
	}
	limit, err := r.oldestWaiting(j.Name)
	if err != nil {
		return err
	}
	dir := Dir(r.Dir, j.Name)
	files, err := archives(dir)
	if err != nil {
		return err
	}
	var old time.Time
	if keep.Age > 0 {
		from, err := r.agesFrom(j)
		if err != nil {
			return err
		}
		old = earlier(from.Add(-keep.Age), limit)
	}
	total, err := sizeOf(dir)
	if err != nil {
		return err
	}
	for _, f := range files[:max(0, len(files)-1)] {
		aged := keep.Age > 0 && f.at.Before(old)
		large := keep.Size > 0 && total > keep.Size && (limit.IsZero() || f.at.Before(limit))
		if !aged && !large {
			continue
		}
		if err := os.Remove(f.path); err != nil {
			return err
		}
		total -= f.size
		r.log().Info("archive deleted", "job", j.Name, "file", filepath.Base(f.path), "bytes", f.size)
	}
	if old.IsZero() {
		return nil
	}
	n, err := r.Store.Prune(j.Name, old)
	if n > 0 {
		r.log().Info("old history forgotten", "job", j.Name, "before", old, "entries", n)
	}
	return err
}

// settled is how long a clock must have been right before what is old by it is deleted.
const settled = 24 * time.Hour

// agesFrom returns the time from which ages of j count: when the last run that is a day old was due, unless less than a day is kept. So
// a clock that is a year ahead for some hours deletes nothing, and somebody can set it right.
func (r *Runner) agesFrom(j *monitor.Job) (time.Time, error) {
	now := r.Clock.Now()
	if j.Retention.Age <= settled {
		return now, nil
	}
	runs, err := r.Store.Runs(j.Name, now.Add(-settled), 1)
	if err != nil || len(runs) == 0 {
		return now, err
	}
	return runs[0].Due, nil
}

// oldestWaiting returns when the oldest waiting notification of job was created; zero if none waits.
func (r *Runner) oldestWaiting(job string) (oldest time.Time, err error) {
	const page = 500
	for before := (time.Time{}); ; {
		notifications, err := r.Store.Notifications(job, before, page, true)
		if err != nil || len(notifications) == 0 {
			return oldest, err
		}
		oldest = notifications[len(notifications)-1].Created
		if len(notifications) < page || oldest.Equal(before) {
			return oldest, nil
		}
		before = oldest
	}
}

// earlier returns the earlier of a and b; a if b is zero.
func earlier(a, b time.Time) time.Time {
	if !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

type archived struct {
	path string
	at   time.Time
	size int64
}

// archives returns the archives in a run folder, oldest first: their names begin with
// the time.
func archives(dir string) (all []archived, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, archiveDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), archiveExt) || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, archived{filepath.Join(dir, archiveDir, e.Name()), info.ModTime(), info.Size()})
	}
	sorts.Func(all, func(a, b archived) int { return cmp.Compare(a.path, b.path) })
	return all, err
}

// sizeOf returns the size of all files below dir. Files that vanish meanwhile do not count.
func sizeOf(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var info fs.FileInfo
			if info, err = d.Info(); err == nil {
				total += info.Size()
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return total, err
}
