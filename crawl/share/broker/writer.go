package broker

import (
	"context"
	"sync"
)

// Writer is the only writer of a log, until another one enters: each of its appends names
// the last one, so the server refuses it (ErrFenced) when somebody else has appended in
// between, also if this process was stopped in the meantime and does not know it.
type Writer struct {
	log  Log
	name string

	mu   sync.Mutex
	last int64
	dead error
}

// Enter appends an entry to a log, whatever its last one is: from then on appends of the
// writer before fail. The entry should name the new writer's epoch. What the one before has
// appended has numbers below Last: read it before the first append of your own.
func Enter(ctx context.Context, l Log, log, id string, data []byte) (*Writer, error) {
	seq, err := Append(ctx, l, log, id, Any, data)
	if err != nil {
		return nil, err
	}
	return &Writer{log: l, name: log, last: seq}, nil
}

// Append appends, by the function of that name. After an error that is not about the entry
// itself the Writer appends no more and returns that error: it does not know the end of
// the log. Then enter again.
func (w *Writer) Append(ctx context.Context, id string, data []byte) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.dead != nil {
		return 0, w.dead
	}
	if err := CheckEntry(w.name, id, w.last, data); err != nil {
		return 0, err
	}
	seq, err := Append(ctx, w.log, w.name, id, w.last, data)
	if err != nil {
		w.dead = err
		return 0, err
	}
	w.last = max(w.last, seq) // a repetition returns an older number
	return seq, nil
}

// Last returns the number of the entry that was appended last.
func (w *Writer) Last() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}
