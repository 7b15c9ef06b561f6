package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/internal/follow"
	"github.com/ontocrawl/ontocrawl/message"
)

const (
	appendEntry = `
WITH e AS (
	UPDATE logs SET last = last + 1
	WHERE log = $1 AND ($3::bigint < 0 OR last = $3) AND NOT EXISTS (SELECT FROM entries WHERE log = $1 AND id = $2)
	RETURNING last)
INSERT INTO entries (log, seq, id, data) SELECT $1, e.last, $2, $4 FROM e RETURNING seq`
	findID    = "SELECT seq FROM entries WHERE log = $1 AND id = $2"
	newLog    = "INSERT INTO logs (log) VALUES ($1) ON CONFLICT DO NOTHING"
	bounds    = "SELECT first, last FROM logs WHERE log = $1"
	readSome  = "SELECT seq, id, data FROM entries WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT 32"
	trimBelow = `
WITH t AS (UPDATE logs SET first = LEAST($2::bigint, last + 1) WHERE log = $1 AND first < $2 RETURNING first)
DELETE FROM entries USING t WHERE log = $1 AND seq < t.first`
)

// Append implements broker.Log. Ids are known as long as their entries are there.
func (b *Broker) Append(ctx context.Context, log, id string, after int64, data []byte) (int64, error) {
	if err := broker.CheckEntry(log, id, after, data); err != nil {
		return 0, err
	}
	if data == nil {
		data = []byte{}
	}
	for {
		var seq int64
		err := b.row(ctx, appendEntry, []any{log, id, after, data}, &seq)
		if err == nil {
			b.ring(wakeLog + log)
			return seq, nil
		}
		// One with the same id that was added meanwhile violates a constraint.
		if !errors.Is(err, pgx.ErrNoRows) && !isCode(err, uniqueViolation) {
			return 0, message.Errorf("append to %s: %w", log, err)
		}
		if seq, err = b.refused(ctx, log, id, after); err != nil || seq > 0 {
			return seq, err
		}
	}
}

// refused finds out why nothing was appended: a repetition has a number, another one an
// error. With neither the log was new, and is there now.
func (b *Broker) refused(ctx context.Context, log, id string, after int64) (seq int64, err error) {
	if err = b.row(ctx, findID, []any{log, id}, &seq); !errors.Is(err, pgx.ErrNoRows) {
		return seq, err
	}
	created, err := b.exec(ctx, newLog, log)
	if err != nil || created > 0 || after == broker.Any {
		return 0, err
	}
	_, last, err := b.Bounds(ctx, log)
	if err == nil && last != after {
		err = message.Errorf("%w: log %s ends at %d, expected %d", broker.ErrFenced, log, last, after)
	}
	return 0, err
}

// Bounds implements broker.Log.
func (b *Broker) Bounds(ctx context.Context, log string) (first, last int64, err error) {
	if err := broker.CheckLog(log); err != nil {
		return 0, 0, err
	}
	err = b.row(ctx, bounds, []any{log}, &first, &last)
	if errors.Is(err, pgx.ErrNoRows) {
		return 1, 0, nil
	}
	return first, last, err
}

// Trim implements broker.Log.
func (b *Broker) Trim(ctx context.Context, log string, below int64) error {
	if err := broker.CheckLog(log); err != nil {
		return err
	}
	_, err := b.exec(ctx, trimBelow, log, below)
	return err
}

// Read implements broker.Log.
func (b *Broker) Read(ctx context.Context, log string, after int64, yield func(broker.Entry) error) error {
	if err := broker.CheckEntry(log, "read", after, nil); err != nil {
		return err
	}
	ctx, cancel := b.life.Until(ctx)
	defer cancel()
	wake, remove := b.wakes.Add(wakeLog + log)
	defer remove()
	return follow.Log(ctx, follow.Source{
		Fetch: func(ctx context.Context, after int64) ([]broker.Entry, error) {
			return rows(ctx, b, pgx.RowToStructByPos[broker.Entry], readSome, log, after)
		},
		Bounds: func(ctx context.Context) (int64, int64, error) { return b.Bounds(ctx, log) },
		Wake:   wake,
		Exact:  true,
	}, max(after, 0), yield)
}
