package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ontocrawl/ontocrawl/message"
)

// format is the version of the tables.
const format = 1

// tables are made in the schema of the search path. last of a log outlives its entries; its
// row is locked by each append until the commit, so numbers become visible in their order.
const tables = `
CREATE TABLE IF NOT EXISTS format (version integer PRIMARY KEY);
CREATE TABLE IF NOT EXISTS logs (
	log   text COLLATE "C" PRIMARY KEY,
	first bigint NOT NULL DEFAULT 1,
	last  bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS entries (
	log  text COLLATE "C" NOT NULL,
	seq  bigint NOT NULL,
	id   text COLLATE "C" NOT NULL,
	data bytea NOT NULL,
	PRIMARY KEY (log, seq),
	UNIQUE (log, id)
);
CREATE SEQUENCE IF NOT EXISTS revisions;
CREATE TABLE IF NOT EXISTS keys (
	key     text COLLATE "C" PRIMARY KEY,
	value   bytea NOT NULL,
	rev     bigint NOT NULL,
	expires timestamptz
);
CREATE INDEX IF NOT EXISTS keys_expires ON keys (expires) WHERE expires IS NOT NULL;
`

// prepare makes the schema, one process at a time, and looks at what the server promises.
func (b *Broker) prepare(ctx context.Context, schema string) error {
	ctx, cancel := b.life.Try(ctx)
	defer cancel()
	var sync string
	if err := b.pool.QueryRow(ctx, "SHOW synchronous_commit").Scan(&sync); err != nil {
		return b.failed(ctx, err)
	}
	if sync == "off" {
		return fmt.Errorf("postgres: %w", ErrWeak)
	}
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		for _, sql := range []string{
			"SELECT pg_advisory_xact_lock(hashtext('ontocrawl schema'))",
			"CREATE SCHEMA IF NOT EXISTS " + pgx.Identifier{schema}.Sanitize(),
			tables,
			fmt.Sprintf("INSERT INTO format SELECT %d WHERE NOT EXISTS (SELECT FROM format)", format), // not translated: SQL
		} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return fmt.Errorf("schema %s: %w", schema, b.failed(ctx, err))
			}
		}
		var version int
		if err := tx.QueryRow(ctx, "SELECT max(version) FROM format").Scan(&version); err != nil {
			return err
		}
		if version != format {
			return message.Errorf("schema %s has format %d, this program knows %d", schema, version, format)
		}
		return nil
	})
}
