package holder

import (
	"context"
	"errors"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// follow applies the log to the copy until ctx ends.
func (m *Member) follow(ctx context.Context) error {
	if err := m.compare(ctx); err != nil {
		return ended(ctx, err)
	}
	return ended(ctx, m.read(ctx, 0))
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// errThere ends a reading that has come to the entry that it was for.
var errThere = errors.New("it was read")

// readTo applies the log to the copy up to an entry, which is this daemon's own.
func (m *Member) readTo(ctx context.Context, last int64) error {
	if err := m.compare(ctx); err != nil {
		return err
	}
	return m.read(ctx, last)
}

// read applies the log from where the copy stands, up to an entry; 0: until ctx ends. A copy whose
// next entries are gone is made anew.
func (m *Member) read(ctx context.Context, last int64) error {
	for again := false; ; again = true {
		err := m.o.Broker.Read(ctx, logName, m.store.Heard(), func(e broker.Entry) error {
			if err := m.store.Apply(e.Seq, e.Data); err != nil {
				return err
			}
			if e.Seq == last {
				return errThere
			}
			return nil
		})
		switch {
		case errors.Is(err, errThere):
			return nil
		case errors.Is(err, store.ErrHistory):
			return refused(english.Phrasef("the folder %s has a history of its own, and the cluster has another one: move its folders \"store\" and \"jobs\" away to join with that of the cluster, or give it a cluster of another name", m.o.Dir))
		case !errors.Is(err, broker.ErrGap) || again:
			return err
		}
		if err := m.anew(ctx); err != nil {
			return err
		}
	}
}

// anew empties the copy, so that it is made of the snapshot with which the log begins.
func (m *Member) anew(ctx context.Context) error {
	first, last, err := m.o.Broker.Bounds(ctx, logName)
	if err != nil {
		return err
	}
	if first <= 1 || first > last {
		return broker.ErrGap // entries were lost, not trimmed
	}
	m.o.Log.Info("this daemon was away for long: its copy of the history is made anew", "daemon", m.folder.ID)
	if err := m.store.Forget(); err != nil {
		return err
	}
	return m.store.Skip(first - 1)
}

// compare refuses a folder that has heard more than the log has.
func (m *Member) compare(ctx context.Context) error {
	_, last, err := m.o.Broker.Bounds(ctx, logName)
	if heard := m.store.Heard(); err == nil && heard > last {
		return refused(english.Phrasef("the broker has %d entries of the history of the jobs, and the folder %s has heard %d: the broker has lost its data. Stop all daemons, delete %s in the folder of the one that is to go on, start that one first, and move the folders \"store\" and \"jobs\" of the others away", last, m.o.Dir, heard, File))
	}
	return err
}
