package state

import "github.com/dgraph-io/badger/v4"

// DB is a Badger database that somebody else than a Store keeps, opened and
// closed with what a Store knows of kills, damage and full disks.
type DB struct {
	*badger.DB
	store Store
}

// OpenDB opens the database in folder dir, which is made if it does not exist. Of
// the options BatchVisits and BatchTime mean nothing. The errors are those of
// [Open], but that all tables can be read is not looked at: see [DB.Verify]. Writes
// are durable after Sync.
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

// Verify reads all tables, a second of work for 200 MB, and returns a *DamagedError
// if one is damaged: reading itself takes what is damaged for nothing.
func (d *DB) Verify() error {
	if err := verify(d.DB); err != nil {
		return damaged(d.store.dir, err.Error())
	}
	return nil
}

// Size is that of all tables, in bytes.
func (d *DB) Size() int64 { return d.store.tables() }

// Room reports, as a *SpaceError, that n bytes more cannot be written safely. It
// is to be asked before each write.
func (d *DB) Room(n int64) error {
	larger := d.store.opt.MemTable - Options{}.withDefaults().MemTable // than those that room counts
	return d.store.checkRoom(n + 6*max(larger, 0))
}

// Close releases the folder. If the disk is so full that Badger cannot be closed
// safely the error is a *SpaceError and the folder stays in use.
func (d *DB) Close() error { return d.store.release() }
