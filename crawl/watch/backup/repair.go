package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Names of a store that is being made.
const (
	newStore = "store.new"
	complete = "complete"
)

// RepairJobs mends what VerifyJobs finds. The run folders of the jobs were mended before. It may be killed at any moment, and given
// again.
func RepairJobs(ctx context.Context, folder string, opt runcheck.Options) (*runcheck.Repaired, error) {
	if opt.Logger == nil {
		opt.Logger = slog.Default()
	}
	if err := resume(folder, opt.DryRun); err != nil {
		return nil, err
	}
	did, err := runcheck.RepairAround(ctx, folder, runcheck.Jobs, opt)
	if err != nil {
		return did, err
	}
	if err := mendStore(ctx, folder, did, opt); err != nil {
		return did, fmt.Errorf("crawl/watch/backup: repair %s: %w", folder, err)
	}
	if !opt.DryRun {
		did.After, err = VerifyJobs(ctx, folder, opt.Logger)
	}
	return did, err
}

// resume ends a repair that was killed between its last two steps.
func resume(folder string, dry bool) error {
	_, err := os.Stat(filepath.Join(folder, newStore, complete))
	if _, old := os.Stat(store.Dir(folder)); err == nil && old != nil && !dry {
		return finish(folder)
	}
	return nil
}

// mendStore makes the store anew if it is damaged.
func mendStore(ctx context.Context, folder string, did *runcheck.Repaired, opt runcheck.Options) error {
	before := len(did.Before.Findings)
	x, err := examine(folder, did.Before, opt.Logger)
	if err != nil {
		return err
	}
	if x != nil {
		defer x.Close() //nolint:errcheck // temporary files
	}
	name := filepath.Base(store.Dir(folder))
	switch {
	case len(did.Before.Findings) == before:
		return nil
	case opt.DryRun:
		did.Act(name, "", english.Phrasef("is made anew of what can be read of it, of the run folders, of files of alerts and of audit.jsonl"))
		return nil
	}
	if err := os.RemoveAll(filepath.Join(folder, newStore)); err != nil {
		return err
	}
	b := &builder{folder: folder, log: opt.Logger, act: func(what english.Phrase) { did.Act(name, "", what) }}
	if isShared(folder) {
		err = b.empty()
	} else {
		err = b.build(ctx, x)
	}
	if err != nil {
		return err
	}
	kept, err := swap(folder)
	if err == nil && kept != "" {
		did.Act(name, kept, english.Phrasef("is replaced"))
	}
	return err
}

// swap puts the new store in the place of the old one.
func swap(folder string) (kept string, err error) {
	old := store.Dir(folder)
	if _, err := os.Stat(old); err == nil {
		if err := os.MkdirAll(filepath.Join(folder, "damaged"), 0o700); err != nil {
			return "", err
		}
		for n := 1; ; n++ {
			kept = filepath.Join("damaged", "store-"+strconv.Itoa(n))
			if _, err := os.Lstat(filepath.Join(folder, kept)); err != nil {
				break
			}
		}
		if err := atomicfile.Move(old, filepath.Join(folder, kept), atomicfile.Options{}); err != nil {
			return "", err
		}
	}
	return kept, finish(folder)
}

func finish(folder string) error {
	to := filepath.Join(folder, "store")
	if err := atomicfile.Move(filepath.Join(folder, newStore), to, atomicfile.Options{}); err != nil {
		return err
	}
	return os.Remove(filepath.Join(to, complete))
}

// builder makes a store anew.
type builder struct {
	folder string
	log    *slog.Logger
	act    func(what english.Phrase)
	to     *store.Rebuild
}

func (b *builder) dir() string { return filepath.Join(b.folder, newStore) }

func (b *builder) done() error {
	return atomicfile.Write(filepath.Join(b.dir(), complete), nil, atomicfile.Options{})
}

// empty makes an empty store: the log of the daemons has the history.
func (b *builder) empty() error {
	l, err := store.Open(b.dir(), b.log)
	if err != nil {
		return err
	}
	b.act(english.Phrasef("is empty now: the daemon takes the history from the others of its cluster"))
	return errors.Join(l.Close(), b.done())
}

// build makes a store of the Examination, which may be nil, and of the other files.
func (b *builder) build(ctx context.Context, x *store.Examination) (err error) {
	if x == nil {
		x = &store.Examination{} // of a store that is missing
	}
	if b.to, err = x.Rebuild(b.dir(), b.log); err != nil {
		return err
	}
	if x.Entries > 0 {
		b.act(english.Phrasef("%d of its entries were read", x.Entries-x.Unreadable))
	}
	told, err := b.readTold()
	if err == nil {
		err = b.journals(ctx, told)
	}
	if err == nil {
		err = b.addTold(told)
	}
	if err = errors.Join(err, b.to.Close()); err != nil {
		return err
	}
	return b.done()
}

// journals adds what the journals of jobs say.
func (b *builder) journals(ctx context.Context, told *told) error {
	jobs := map[string]bool{}
	for _, name := range b.to.Jobs() {
		jobs[name] = true
	}
	for _, dir := range runcheck.Jobs.Runs(b.folder) {
		jobs[filepath.Base(dir)] = true
	}
	for _, job := range slices.Sorted(maps.Keys(jobs)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		last, err := b.journal(job, told)
		if err != nil {
			return err
		}
		known, lost, err := b.to.Finish(job, last)
		if err != nil {
			return err
		}
		if !known {
			b.act(english.Phrasef("job %s goes on behind visit %d: nobody is told of what was recorded before", job, last))
		}
		if lost > 0 {
			b.act(english.Phrasef("job %s: %d changes of phase stay lost", job, lost))
		}
	}
	return nil
}
