package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/internal/follow"
)

// Options of a Broker.
type Options struct {
	// Schema has the tables of one cluster; it is made if it is not there. Empty:
	// "ontocrawl".
	Schema string
	// Timeout is how long one call waits for an answer. 0: five seconds.
	Timeout time.Duration
}

// Broker is a broker.Broker by PostgreSQL.
type Broker struct {
	pool    *pgxpool.Pool
	channel string // of notifications
	life    *follow.Life
	wakes   follow.Wakes
	hear    follow.Hearing
	say     chan []string // payloads of notifications to send
	ends    sync.WaitGroup
}

var _ broker.Broker = (*Broker)(nil)

// ErrWeak: the server confirms commits that a crash would lose.
var ErrWeak = errors.New("synchronous_commit is off")

// Open connects by a URL or a connection string of libpq, and makes the schema. Each
// connection is a session of its own, so a pooler between must pool sessions.
func Open(ctx context.Context, url string, o Options) (*Broker, error) {
	if o.Schema == "" {
		o.Schema = "ontocrawl"
	}
	if err := broker.CheckLog(o.Schema); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err // without the password, by pgx
	}
	c.ConnConfig.RuntimeParams["search_path"] = pgx.Identifier{o.Schema}.Sanitize()
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, err
	}
	b := &Broker{pool: pool, channel: o.Schema, life: follow.NewLife(o.Timeout), say: make(chan []string, 256)}
	if err := b.prepare(ctx, o.Schema); err != nil {
		pool.Close()
		return nil, err
	}
	b.ends.Go(b.listen)
	b.ends.Go(b.tell)
	return b, nil
}

// Close implements broker.Broker.
func (b *Broker) Close() error {
	if b.life.Close() {
		b.ends.Wait()
		b.pool.Close()
	}
	return nil
}

// failed says what an error of the server means.
func (b *Broker) failed(ctx context.Context, err error) error {
	var pg *pgconn.PgError
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if !errors.As(err, &pg) || len(pg.Code) != 5 {
		return b.life.Silent(ctx, err)
	}
	switch pg.Code[:2] {
	// Connection, transaction rolled back, resources, an operator's intervention, I/O.
	case "08", "40", "53", "57", "58":
		return b.life.Silent(ctx, err)
	}
	if pg.Code == "25006" { // a standby, which is read only
		return b.life.Silent(ctx, err)
	}
	return err
}

// uniqueViolation is the code of a key that is there already.
const uniqueViolation = "23505"

func isCode(err error, code string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == code
}

// row asks for one row. Without one the error is pgx.ErrNoRows.
func (b *Broker) row(ctx context.Context, sql string, args []any, into ...any) error {
	if err := b.life.Check(ctx); err != nil {
		return err
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	return b.failed(ctx, b.pool.QueryRow(try, sql, args...).Scan(into...))
}

// exec executes a statement, and returns how many rows it changed.
func (b *Broker) exec(ctx context.Context, sql string, args ...any) (int64, error) {
	if err := b.life.Check(ctx); err != nil {
		return 0, err
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	tag, err := b.pool.Exec(try, sql, args...)
	return tag.RowsAffected(), b.failed(ctx, err)
}

// rows collects the rows of a query.
func rows[T any](ctx context.Context, b *Broker, scan func(pgx.CollectableRow) (T, error), sql string, args ...any) ([]T, error) {
	try, cancel := b.life.Try(ctx)
	defer cancel()
	r, err := b.pool.Query(try, sql, args...)
	if err != nil {
		return nil, b.failed(ctx, err)
	}
	all, err := pgx.CollectRows(r, scan)
	if err != nil {
		return nil, b.failed(ctx, err)
	}
	return all, nil
}
