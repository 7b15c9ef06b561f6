package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/internal/follow"
)

// What has run out is not there, and is deleted by whoever creates something.
const (
	alive     = " (expires IS NULL OR expires > clock_timestamp())"
	expiresAt = "CASE WHEN $3::bigint > 0 THEN clock_timestamp() + $3 * interval '1 microsecond' END"

	deleteOld = "DELETE FROM keys WHERE expires < clock_timestamp() - interval '1 minute'"
	createKey = `
INSERT INTO keys (key, value, rev, expires) VALUES ($1, $2, nextval('revisions'), ` + expiresAt + `)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, rev = nextval('revisions'), expires = excluded.expires
WHERE keys.expires <= clock_timestamp() RETURNING rev`
	updateKey = `UPDATE keys SET value = $2, rev = nextval('revisions'), expires = ` + expiresAt + `
WHERE key = $1 AND rev = $4 AND` + alive + ` RETURNING rev`
	getKey    = "SELECT value, rev FROM keys WHERE key = $1 AND" + alive
	deleteKey = "DELETE FROM keys WHERE key = $1 AND rev = $2 AND" + alive
	allKeys   = "SELECT key, value, rev, false FROM keys WHERE starts_with(key, $1) AND" + alive
)

// write writes a value, and rings.
func (b *Broker) write(ctx context.Context, refused error, sql, key string, value []byte, ttl time.Duration, more ...any) (uint64, error) {
	if err := broker.CheckValue(key, value, int64(ttl)); err != nil {
		return 0, err
	}
	if value == nil {
		value = []byte{}
	}
	var rev uint64
	micros := (ttl + time.Microsecond - 1).Microseconds()
	err := b.row(ctx, sql, append([]any{key, value, micros}, more...), &rev)
	if errors.Is(err, pgx.ErrNoRows) {
		err = refused
	}
	if err != nil {
		return 0, fmt.Errorf("key %s: %w", key, err)
	}
	b.ring(wakeTable)
	return rev, nil
}

// Create implements broker.Table.
func (b *Broker) Create(ctx context.Context, key string, value []byte, ttl time.Duration) (uint64, error) {
	rev, err := b.write(ctx, broker.ErrExists, createKey, key, value, ttl)
	if err == nil && rev%16 == 0 {
		_, err := b.exec(ctx, deleteOld)
		_ = err // the next one will
	}
	return rev, err
}

// Update implements broker.Table.
func (b *Broker) Update(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error) {
	return b.write(ctx, broker.ErrRevision, updateKey, key, value, ttl, int64(rev))
}

// Get implements broker.Table.
func (b *Broker) Get(ctx context.Context, key string) (value []byte, rev uint64, err error) {
	if err := broker.CheckKey(key); err != nil {
		return nil, 0, err
	}
	err = b.row(ctx, getKey, []any{key}, &value, &rev)
	if errors.Is(err, pgx.ErrNoRows) {
		err = broker.ErrAbsent
	}
	if err != nil {
		return nil, 0, fmt.Errorf("key %s: %w", key, err)
	}
	return value, rev, nil
}

// Delete implements broker.Table.
func (b *Broker) Delete(ctx context.Context, key string, rev uint64) error {
	if err := broker.CheckKey(key); err != nil {
		return err
	}
	n, err := b.exec(ctx, deleteKey, key, int64(rev))
	if err == nil && n == 0 {
		err = broker.ErrRevision
	}
	if err != nil {
		return fmt.Errorf("key %s: %w", key, err)
	}
	b.ring(wakeTable)
	return nil
}

// Watch implements broker.Table.
func (b *Broker) Watch(ctx context.Context, prefix string, yield func(broker.Change) error) error {
	if err := broker.CheckPrefix(prefix); err != nil {
		return err
	}
	ctx, cancel := b.life.Until(ctx)
	defer cancel()
	wake, remove := b.wakes.Add(wakeTable)
	defer remove()
	return follow.Table(ctx, func(ctx context.Context) ([]broker.Change, error) {
		return rows(ctx, b, pgx.RowToStructByPos[broker.Change], allKeys, prefix)
	}, wake, yield)
}
