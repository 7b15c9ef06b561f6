package node

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// With DurableCluster the journal of a part has a copy in the log J.<part>
// (crawl/state.Copy). Its owner enters the log by an entry that names it, so the server
// refuses what an owner before it appends from then on. Then it brings its folder up to that
// entry, whatever the folder holds, and goes on.

// journalLog is the log of the copy of a part's journal.
func journalLog(part int) string { return fmt.Sprintf("J.%d", part) }

// What an entry of a journal's log is: its first byte.
const (
	entryOwner = 'o' // a new owner has entered
	entryPiece = 'p' // a piece of the copy follows
)

// copier is the state.Copy of a part here.
type copier struct {
	ctx   context.Context // of the lease
	b     broker.Broker
	log   string
	w     *broker.Writer
	id    string
	n     int
	whole bool // the log has lost what the folder has
}

// Append implements [state.Copy].
func (c *copier) Append(piece []byte) (int64, error) {
	c.n++
	return c.w.Append(c.ctx, fmt.Sprintf("%s-%d", c.id, c.n), append([]byte{entryPiece}, piece...))
}

// Cut implements [state.Copy].
func (c *copier) Cut(below int64) error { return c.b.Trim(c.ctx, c.log, below) }

// enter makes this node the writer of the journal of a part, and its folder what the log says.
func (w *work) enter(ctx context.Context, part int) error {
	if err := w.n.bringBack(part); err != nil {
		return err
	}
	c := &copier{ctx: w.n.leaseContext(), b: w.n.b, log: journalLog(part), id: rand.Text()}
	var err error
	owner := append([]byte{entryOwner}, encode(holder{Node: w.n.id, Life: w.n.life})...)
	if c.w, err = broker.Enter(ctx, w.n.b, c.log, c.id, owner); err != nil {
		return err
	}
	if err := c.follow(ctx, w.n, filepath.Join(rundir.PartDir(w.n.o.Dir, part), rundir.StateDir)); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.copiers[part] = c
	return nil
}

// opened gives the journal of a part its copy, when it is opened.
func (w *work) opened(part int, s *state.Store) error {
	w.mu.Lock()
	c := w.copiers[part]
	w.mu.Unlock()
	whole := c.whole
	c.whole = false
	return s.CopyTo(c, whole)
}

// follow brings the state in dir up to the entry by which c has entered.
func (c *copier) follow(ctx context.Context, n *node, dir string) error {
	first, end, err := c.bounds(ctx)
	if err != nil {
		return err
	}
	f, err := state.Follow(dir, state.Options{Logger: n.log})
	var damaged *state.DamagedError
	if errors.As(err, &damaged) {
		n.log.Warn("the journal of a part is damaged here, and is made anew of its copy", "folder", dir, "err", err)
		f, err = again(dir, n)
	}
	if err != nil {
		return err
	}
	switch at := f.Number(); {
	case at > end:
		n.log.Warn("the broker has lost the copy of the journal of a part; it is written again from the folder", "folder", dir)
		c.whole = true
		return f.Close()
	case !f.Usable() || at > 0 && at < first-1:
		if has, err := c.hasPieces(ctx, first, end); err != nil || !has {
			return errors.Join(err, f.Close()) // the folder is all that there is, and is copied when it is opened
		}
		if err := f.Close(); err != nil {
			return err
		}
		if f, err = again(dir, n); err != nil {
			return err
		}
	}
	return errors.Join(c.read(ctx, max(f.Number(), first-1), end, f.Take), f.Close())
}

// again removes a state, and opens a new one.
func again(dir string, n *node) (*state.Follower, error) {
	if err := state.Remove(dir); err != nil {
		return nil, err
	}
	return state.Follow(dir, state.Options{Logger: n.log})
}

// bounds are the numbers of the first entry of the log, and of the last one before c entered.
func (c *copier) bounds(ctx context.Context) (first, end int64, err error) {
	for {
		first, _, err = c.b.Bounds(ctx, c.log)
		if !errors.Is(err, broker.ErrUnavailable) {
			return first, c.w.Last() - 1, err
		}
		select {
		case <-ctx.Done():
			return 0, 0, context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}

// read yields the pieces after an entry, up to another one.
func (c *copier) read(ctx context.Context, after, end int64, yield func(number int64, piece []byte) error) error {
	if after >= end {
		return nil
	}
	err := c.b.Read(ctx, c.log, after, func(e broker.Entry) error {
		if len(e.Data) > 0 && e.Data[0] == entryPiece {
			if err := yield(e.Seq, e.Data[1:]); err != nil {
				return err
			}
		}
		if e.Seq >= end {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return err
}

// hasPieces reports whether the log holds more than the names of its owners.
func (c *copier) hasPieces(ctx context.Context, first, end int64) (has bool, err error) {
	err = c.read(ctx, first-1, end, func(int64, []byte) error { has = true; return errEnough })
	return has, err
}

// bringBack takes the folder of a part again that this node had before: what it lacks comes
// from the log, and its WARC files are where they were.
func (n *node) bringBack(part int) error {
	dir := rundir.PartDir(n.o.Dir, part)
	if _, err := os.Lstat(dir); err == nil {
		return nil
	}
	last := ""
	for i := 1; ; i++ {
		name := leftDir(dir, i)
		if _, err := os.Lstat(name); err != nil {
			break
		}
		last = name
	}
	if last == "" {
		return nil
	}
	return atomicfile.Move(last, dir, atomicfile.Options{})
}

// leftDir is the name under which a folder of a part is put aside.
func leftDir(dir string, i int) string { return fmt.Sprintf("%s.left-%d", dir, i) }
