package backup

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// VerifyJobs checks what stands in the folder of the jobs around their run folders, and changes nothing. The error is a
// *state.LockedError if a process has the store open; damage is no error.
func VerifyJobs(ctx context.Context, folder string, log *slog.Logger) (*runcheck.Report, error) {
	rep, err := runcheck.VerifyAround(ctx, folder, runcheck.Jobs)
	if err != nil {
		return nil, err
	}
	x, err := examine(folder, rep, log)
	if x != nil {
		err = errors.Join(err, x.Close())
	}
	return rep, err
}

// examine adds what is wrong with the store to rep. The Examination is nil if there is none.
func examine(folder string, rep *runcheck.Report, log *slog.Logger) (*store.Examination, error) {
	dir := store.Dir(folder)
	name := filepath.Base(dir)
	cost := english.Phrasef("of the history of the jobs, what stands there and neither the run folders, files of alerts nor audit.jsonl have: changes of phase, when runs began and ended, what waits to be told")
	mend := english.Phrasef("repair makes the store anew of what can be read of it, and of the other files")
	x, err := store.Examine(dir, log)
	if errors.Is(err, fs.ErrNotExist) {
		if len(runcheck.Jobs.Runs(folder)) > 0 {
			rep.Find(runcheck.Damaged, name, english.Phrasef("it is missing"), cost, mend)
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if x.Newer() {
		return nil, errors.Join(english.Errorf("store: %s has format %d, but this program reads formats up to %d; use a newer version of ontocrawl", dir, x.Version, store.Format), x.Close())
	}
	for _, f := range x.Faults {
		rep.Find(runcheck.Damaged, filepath.Join(name, f.File), f.Why.Or(f.Reason), cost, mend)
	}
	if x.Unreadable > 0 {
		rep.Find(runcheck.Damaged, name, english.Phrasef("%d of its entries cannot be read", x.Unreadable), cost, mend)
	}
	if len(x.Faults) == 0 && !x.Lists {
		rep.Find(runcheck.Damaged, name, english.Phrasef("its lists name entries that are not there, or lack some"), cost, mend)
	}
	return x, nil
}

// isShared reports whether the history is one that several daemons share.
func isShared(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "cluster.json"))
	return err == nil
}
