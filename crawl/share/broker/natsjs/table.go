package natsjs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/internal/follow"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// markers is how long it is known that a key is gone. A watcher that was away for longer
// does not hear of it.
const markers = 24 * time.Hour

// tableStream is the stream of the table. A revision is the number of a message.
func (b *Broker) tableStream() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:                   b.stream("table"),
		Subjects:               []string{b.subject("key", ">")},
		Storage:                jetstream.FileStorage,
		MaxMsgsPerSubject:      1,
		AllowDirect:            true,
		AllowRollup:            true,
		AllowMsgTTL:            true,
		SubjectDeleteMarkerTTL: markers,
	}
}

// put writes the value of a key whose last message has the number rev, 0: none.
func (b *Broker) put(ctx context.Context, key string, value []byte, ttl time.Duration, rev uint64, expected error, more ...string) (uint64, error) {
	m := &nats.Msg{Subject: b.subject("key", encodeKey(key)), Data: value, Header: nats.Header{}}
	m.Header.Set(hdrLastOfKey, strconv.FormatUint(rev, 10))
	if ttl > 0 {
		seconds := (ttl + time.Second - 1) / time.Second
		m.Header.Set(hdrTTL, strconv.FormatInt(int64(seconds), 10))
	}
	for i := 0; i+1 < len(more); i += 2 {
		m.Header.Set(more[i], more[i+1])
	}
	ack, err := b.publish(ctx, b.tableStream(), m, expected)
	if err != nil {
		return 0, fmt.Errorf("key %s: %w", key, err)
	}
	return ack.Sequence, nil
}

// Create implements broker.Table. A key that is gone may still have a marker, after which
// the value is written.
func (b *Broker) Create(ctx context.Context, key string, value []byte, ttl time.Duration) (uint64, error) {
	if err := broker.CheckValue(key, value, int64(ttl)); err != nil {
		return 0, err
	}
	rev, err := b.put(ctx, key, value, ttl, 0, broker.ErrExists)
	if !errors.Is(err, broker.ErrExists) {
		return rev, err
	}
	m, lastErr := b.last(ctx, key)
	switch {
	case errors.Is(lastErr, broker.ErrAbsent): // its marker has gone just now
		return b.put(ctx, key, value, ttl, 0, broker.ErrExists)
	case lastErr != nil:
		return 0, lastErr
	case !gone(m.header):
		return 0, err
	}
	return b.put(ctx, key, value, ttl, m.seq, broker.ErrExists)
}

// Update implements broker.Table.
func (b *Broker) Update(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error) {
	if err := broker.CheckValue(key, value, int64(ttl)); err != nil {
		return 0, err
	}
	if err := b.isValue(ctx, key, rev); err != nil {
		return 0, err
	}
	return b.put(ctx, key, value, ttl, rev, broker.ErrRevision)
}

// isValue refuses revisions that no value has. One that is the number of a marker is not
// known to callers, as Get does not return it, but Watch does.
func (b *Broker) isValue(ctx context.Context, key string, rev uint64) error {
	if rev != 0 {
		return nil
	}
	if err := b.life.Check(ctx); err != nil {
		return err
	}
	return english.Errorf("key %s: %w: no value has revision 0", key, broker.ErrRevision)
}

// Delete implements broker.Table: a marker takes the place of the value.
func (b *Broker) Delete(ctx context.Context, key string, rev uint64) error {
	if err := broker.CheckKey(key); err != nil {
		return err
	}
	if err := b.isValue(ctx, key, rev); err != nil {
		return err
	}
	_, err := b.put(ctx, key, nil, markers, rev, broker.ErrRevision, hdrOperation, "DEL")
	return err
}

// Get implements broker.Table.
func (b *Broker) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if err := broker.CheckKey(key); err != nil {
		return nil, 0, err
	}
	m, err := b.last(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	if gone(m.header) {
		return nil, 0, english.Errorf("%w: %s", broker.ErrAbsent, key)
	}
	return m.data, m.seq, nil
}

// gone tells a marker, ours or the server's, from a value.
func gone(h nats.Header) bool { return h.Get(hdrOperation) != "" || h.Get(hdrReason) != "" }

// last returns the last message of a key.
func (b *Broker) last(ctx context.Context, key string) (kept, error) {
	if err := b.life.Check(ctx); err != nil {
		return kept{}, err
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	c := b.tableStream()
	switch err := b.ensure(try, c); {
	case errors.Is(err, errNoTable):
		return kept{}, english.Errorf("%w: %s", broker.ErrAbsent, key)
	case err != nil:
		return kept{}, b.failed(ctx, err, broker.ErrUnavailable)
	}
	m, err := b.message(ctx, c.Name, getRequest{Last: b.subject("key", encodeKey(key))})
	if err != nil {
		return kept{}, fmt.Errorf("key %s: %w", key, err)
	}
	return m, nil
}

// Watch implements broker.Table: the last messages of all keys, and then those with higher
// numbers.
func (b *Broker) Watch(ctx context.Context, prefix string, yield func(broker.Change) error) error {
	if err := broker.CheckPrefix(prefix); err != nil {
		return err
	}
	if err := b.life.Check(ctx); err != nil {
		return err
	}
	ctx, cancel := b.life.Until(ctx)
	defer cancel()
	subjects := b.subject("key", ">")
	if prefix != "" {
		subjects = b.subject("key", encodeKey(strings.TrimSuffix(prefix, "/"))+".>")
	}
	wake, unsubscribe, err := b.wakeBy(subjects)
	if err != nil {
		return err
	}
	defer unsubscribe()
	from, end, err := b.puller()
	if err != nil {
		return err
	}
	defer end()
	w := watcher{b: b, from: from, subjects: subjects, alive: map[string]bool{}, yield: yield}
	for again := follow.Every; ; {
		more, err := w.look(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil && !errors.Is(err, broker.ErrUnavailable) {
			return err
		}
		if more && err == nil {
			again = follow.Every
			continue
		}
		// It is woken when something is written, and that is there when most servers have it.
		woken, err := follow.WaitFor(ctx, wake, again)
		if err != nil {
			return err
		}
		if again = min(2*again, follow.Every); woken {
			again = soon
		}
	}
}

// soon is after what time one who was woken looks again, for the first time, if nothing was there.
const soon = 20 * time.Millisecond

// watcher is one who watches.
type watcher struct {
	b        *Broker
	from     *puller
	subjects string
	rev      uint64          // of what was seen last
	alive    map[string]bool // keys that were yielded with a value
	yield    func(broker.Change) error
}

// look yields what is new, and reports whether there was anything.
func (w *watcher) look(ctx context.Context) (more bool, err error) {
	all, fetchErr := w.from.fetch(ctx, w.b.tableStream().Name, w.rev+1, w.subjects)
	for _, m := range all {
		key, err := w.b.decodeKey(m.subject)
		if err != nil {
			return false, err
		}
		w.rev = m.seq
		c := broker.Change{Key: key, Value: m.Data, Rev: m.seq, Gone: gone(m.Header)}
		if c.Gone && !w.alive[key] {
			continue // it had gone before it was watched
		}
		if w.alive[key] = true; c.Gone {
			c.Value = nil
			delete(w.alive, key)
		}
		if err := w.yield(c); err != nil {
			return false, err
		}
	}
	return len(all) > 0, fetchErr
}
