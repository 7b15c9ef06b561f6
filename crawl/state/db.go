package state

import "github.com/dgraph-io/badger/v4"

// DB is a Badger database of another package. Open and Close make the same checks
// for kills, damage and full disks as a Store.
type DB struct {
	*badger.DB
	store Store
}

// OpenDB opens the database in folder dir, which is made if it does not exist. It
// ignores the options BatchVisits and BatchTime. The errors are those of [Open], but
// it does not read all tables; [DB.Verify] does. Writes are durable after Sync.
func OpenDB(dir string, opt Options) (*DB, error) {
	d := &DB{store: Store{dir: dir, opt: opt.withDefaults()}}
	s := &d.store
	if err := s.prepare(); err != nil {
		return nil, err
	}
	log := newLogger(s.opt.Logger)
	var err error
	if s.db, err = openBadger(s.dbDir(), s.opt, log); err != nil {
		return nil, openError(dir, s.dbDir(), err)
	}
	log.open.Store(true)
	d.DB = s.db
	return d, nil
}

// Verify reads all tables, 200 MB in a second, and returns a *DamagedError if one is
// damaged. Badger's own reads take a damaged block for an empty one.
func (d *DB) Verify() error {
	if err := verify(d.DB); err != nil {
		return damaged(d.store.dir, err.Error())
	}
	return nil
}

// Size is the size of all tables in bytes.
func (d *DB) Size() int64 { return d.store.tables() }

// Room returns a *SpaceError if n more bytes cannot be written safely. Call it
// before each write.
func (d *DB) Room(n int64) error {
	larger := d.store.opt.MemTable - Options{}.withDefaults().MemTable // than floorSpace assumes
	return d.store.checkRoom(n + 6*max(larger, 0))
}

// Close releases the folder. If the disk is too full to close Badger safely, the
// error is a *SpaceError and the folder stays in use.
func (d *DB) Close() error { return d.store.release() }
