package store

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A history that several processes share stands in a log between them. Each process has a
// copy, this Store, and knows up to which entry of the log the copy goes. One process at a
// time may write: each of its transactions is an entry of the log first and is in its copy
// then; all others apply the entries as they come. Whoever dies in between finds its entry in
// the log. The log refuses the entries of a process that others have replaced, so nothing is
// written twice.

// ErrCopy is wrapped by the error of each write to a copy of a shared history whose process
// may not write now.
var ErrCopy = errors.New("this is a copy of a history that several daemons share, and another one writes it")

// ErrHistory says that a Store that has a history of its own is to become the copy of another.
var ErrHistory = errors.New("the store has a history of its own")

// Log takes the entries of a shared history. crawl/cluster/broker.Writer is one.
type Log interface {
	// Append appends an entry and returns its number. After an error it is not known whether
	// it has, and no entry of this Log follows.
	Append(ctx context.Context, id string, data []byte) (seq int64, err error)
}

// sharing holds what a Store knows of the history of which it is a copy. l.mu guards it.
type sharing struct {
	heard int64 // the last entry that the copy holds
	part  bool  // the copy is being made of a snapshot and is not whole
	open  bool  // the last snapshot in the log has no end yet
	own   bool  // entries are written here

	ctx  context.Context
	log  Log
	id   string // begins the id of each entry
	lost func(error)
}

// Share makes the store a copy of a shared history, if it is none yet. Nothing can be written before
// Lead.
func (l *Store) Share() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared == nil {
		l.shared = &sharing{}
	}
	return l.err
}

// Skip says that a copy that holds nothing begins with the entry after the given one.
func (l *Store) Skip(seq int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.commit(0, func(w *writer) error { return setCursor(w.txn, cursor{Heard: seq}) })
	if err == nil {
		l.shared.heard, l.shared.part, l.shared.open = seq, false, false
	}
	return err
}

// cursor is the value under cursorKey.
type cursor struct {
	Heard int64 `json:"heard"`
	Part  bool  `json:"part,omitempty"` // as in sharing
	Open  bool  `json:"open,omitempty"`
}

// checkShared reads whether the store is a copy.
func (l *Store) checkShared() error {
	c, known, err := l.cursor()
	if known {
		l.shared = &sharing{heard: c.Heard, part: c.Part, open: c.Open}
	}
	return err
}

func (l *Store) cursor() (c cursor, known bool, err error) {
	err = l.view(func(r *reader) (err error) {
		known, err = r.get(of(cursorKey), &c)
		return err
	})
	return c, known, err
}

// Heard returns the number of the last entry of the shared history that this copy holds, 0 if
// it holds none.
func (l *Store) Heard() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared == nil {
		return 0
	}
	return l.shared.heard
}

// Alone makes a copy a history of its own again: it goes on from what the copy holds.
func (l *Store) Alone() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shared == nil {
		return nil
	}
	if l.shared.part {
		return english.Errorf("store: %s: a copy was being made when the process ended; it cannot go on alone", l.dir)
	}
	err := l.commit(0, func(w *writer) error { return w.txn.Delete(of(cursorKey)) })
	if err == nil {
		l.shared = nil
	}
	return err
}

// Abandoned reports that the last snapshot in the log has no end: whoever leads makes another one.
func (l *Store) Abandoned() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shared != nil && l.shared.open
}

// Lead makes this process the one that writes the shared history, into log, until Follow or
// until ctx ends. The copy must go up to the end of the log. lost is called when the log
// takes no more. id begins the ids of entries; no other Lead has it.
func (l *Store) Lead(ctx context.Context, log Log, id string, lost func(error)) error {
	l.mu.Lock()
	if l.shared.part {
		l.mu.Unlock()
		return english.Errorf("store: %s: the daemon that began the history of all has died in the middle of it; start that one first", l.dir)
	}
	l.shared.own, l.shared.ctx, l.shared.log, l.shared.id, l.shared.lost = true, ctx, log, id, lost
	l.mu.Unlock()
	return l.checkVersion()
}

// Follow ends what Lead began.
func (l *Store) Follow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shared.own, l.shared.log = false, nil
}

// share appends what w has written to the log, and notes in the same transaction that the copy
// holds it. l.mu is held.
func (l *Store) share(w *writer) error {
	if len(w.changes) == 0 {
		return nil
	}
	if !l.shared.own {
		return ErrCopy
	}
	data, err := encode(entry{kind: changed, changes: w.changes})
	if err != nil {
		return err
	}
	if len(data) > maxEntry {
		return english.Errorf("store: %w: an entry of %d bytes for the log of the daemons", monitor.ErrTooLarge, len(data))
	}
	return l.append(w.txn, data, changed)
}

// append appends an entry, and notes it in txn.
func (l *Store) append(txn *badger.Txn, data []byte, k kind) error {
	s := l.shared
	seq, err := s.log.Append(s.ctx, s.id+"/"+strconv.FormatInt(s.heard, 10), data)
	if err != nil {
		s.own = false
		s.lost(err)
		return errors.Join(ErrCopy, err)
	}
	s.heard, s.open = seq, k.opens(s.open)
	return setCursor(txn, s.cursor())
}

func (s *sharing) cursor() cursor { return cursor{s.heard, s.part, s.open} }

// opens reports whether a snapshot has no end after an entry of that kind.
func (k kind) opens(was bool) bool { return (was || k == beginning) && k != complete }

func setCursor(txn *badger.Txn, c cursor) error {
	b, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return txn.Set(of(cursorKey), b)
}

// Apply brings an entry of the log into the copy. Entries come in order; those that the copy
// holds are passed over. A snapshot is taken by a copy that holds nothing. A store that has a
// history of its own refuses another: [ErrHistory].
func (l *Store) Apply(seq int64, data []byte) error {
	e, err := decode(data)
	if err != nil {
		return english.Errorf("store: entry %d of the log of the daemons: %w", seq, err)
	}
	l.use.RLock()
	defer l.use.RUnlock()
	if l.db == nil {
		return errClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := *l.shared
	switch {
	case l.err != nil:
		return l.err
	case seq <= now.heard, now.heard == 0 && e.kind == entered: // nobody has a history yet
		return nil
	case now.heard == 0 && !l.empty():
		return ErrHistory
	case e.kind == beginning && !now.part:
		now.part = l.empty()
	}
	into := e.kind == changed || now.part && e.kind == copied
	now.heard, now.part, now.open = seq, now.part && e.kind != complete, e.kind.opens(now.open)
	err = l.commit(int64(len(e.changes))*perEntry, func(w *writer) error {
		if into {
			if err := w.apply(e.changes); err != nil {
				return err
			}
		}
		return setCursor(w.txn, now.cursor())
	})
	if err == nil {
		*l.shared = now
	}
	return err
}

// apply makes changes.
func (w *writer) apply(changes []change) error {
	for _, c := range changes {
		var err error
		if c.gone {
			err = w.txn.Delete(c.key)
		} else {
			err = w.txn.Set(c.key, c.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
