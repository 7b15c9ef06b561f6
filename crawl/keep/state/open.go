package state

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Options of a Store. The zero value is right for a crawl of up to some
// millions of pages.
type Options struct {
	// BatchVisits is how many visits make a batch; 0 means 400.
	BatchVisits int
	// BatchTime is how long Record may keep a visit before it commits; 0 means
	// 200 ms. Only Record checks the time: a caller that records nothing for a
	// while calls Commit.
	BatchTime time.Duration
	// ValueLog is the size of a value log file in bytes; 0 means 128 MB.
	ValueLog int64
	// ValueThreshold is the size in bytes from which values go to the value log; 0
	// means 1 KB. A compaction frees the space of smaller ones.
	ValueThreshold int64
	// MemTable is the size of a memtable in bytes; 0 means 4 MB. A transaction holds
	// at most about a seventh.
	MemTable int64
	// Table is the size of all tables in bytes; 0 means 2 MB, and twice as much on each
	// further level. A compaction has up to 16 tables in memory, twice.
	Table int64
	// BaseLevel is up to which size in bytes the tables of a level are the first below the
	// memtables' own; 0 means 10 MB. Larger: a record is written again on fewer levels.
	BaseLevel int64
	// Plain stores blocks as they are and keeps none of them in memory: they are read where
	// the tables are mapped. Then the builder of a table takes twice the table, instead of six
	// times, and a read makes no garbage, but the tables take more of the disk.
	Plain bool
	// Logger takes Badger's log; its information has debug level. Nil means
	// slog.Default().
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	o.BatchVisits = cmp.Or(max(o.BatchVisits, 0), 400)
	o.BatchTime = cmp.Or(max(o.BatchTime, 0), 200*time.Millisecond)
	o.ValueLog = cmp.Or(max(o.ValueLog, 0), 128<<20)
	o.ValueThreshold = cmp.Or(max(o.ValueThreshold, 0), valueThreshold)
	o.MemTable = cmp.Or(max(o.MemTable, 0), 4<<20)
	o.Logger = cmp.Or(o.Logger, slog.Default())
	return o
}

// Open opens the state in folder dir, which is made if it does not exist. The
// error is a *LockedError if another process has it open, a *DamagedError if
// files of it are missing or cut, a *SpaceError if its disk is nearly full, and a
// *crawl.FormatError if a newer program wrote it.
func Open(dir string, opt Options) (*Store, error) {
	s := &Store{dir: dir, opt: opt.withDefaults(), seen: make(map[uint64]struct{}), models: make(map[int]struct{}), texts: newTexts(), letters: newLetters()}
	if err := s.prepare(); err != nil {
		return nil, err
	}
	log := newLogger(s.opt.Logger)
	var err error
	if s.db, err = openBadger(s.dbDir(), s.opt, log); err != nil {
		return nil, openError(dir, s.dbDir(), err)
	}
	if err := s.load(); err != nil {
		return nil, joinClose(err, s.release())
	}
	log.open.Store(true)
	return s, nil
}

// prepare finds faults that Badger would misread or not survive.
func (s *Store) prepare() error {
	if err := checkFormat(s.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(s.dbDir(), 0o700); err != nil {
		return unwritable(s.dir, err)
	}
	if err := checkAccess(s.dir, s.dbDir()); err != nil {
		return err
	}
	if err := s.checkRoom(0); err != nil {
		return err
	}
	return s.inspect()
}

// inspect looks at the files of the database, while no other process changes them: of one that has
// it open, a table may be there before the MANIFEST names it.
func (s *Store) inspect() error {
	if lockKnown {
		unlock, ok, err := lockDir(s.dbDir())
		if err != nil {
			return err
		}
		if !ok {
			return &LockedError{Dir: s.dir, PID: lockHolder(s.dbDir())}
		}
		defer unlock()
	}
	if err := precheck(s.dir, s.dbDir()); err != nil || !lockKnown {
		return err
	}
	return sweep(s.dbDir())
}

func (s *Store) dbDir() string { return filepath.Join(s.dir, "db") }

// load reads everything that Record needs.
func (s *Store) load() error {
	if err := verify(s.db); err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	if err := s.scanRecorded(); err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	if err := s.scanVisits(); err != nil {
		return err
	}
	if err := s.checkMeta(); err != nil {
		return err
	}
	if err := s.loadRebuilt(); err != nil {
		return err
	}
	if err := s.scanModels(); err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	var err error
	if s.head, err = openHead(s.dir, s.seq); err != nil {
		return err
	}
	if s.seq < s.head.committed {
		return damaged(s.dir, english.Phrasef("the journal ends at visit %d of %d", s.seq, s.head.committed))
	}
	if s.checkpoint, err = s.readManifest(); err != nil {
		return err
	}
	if err := s.replays.find(s.replayName(s.checkpoint.Gen)); err != nil {
		return fmt.Errorf("crawl/keep/state: %w", err)
	}
	if err := s.loadTexts(); err != nil {
		return err
	}
	if err := s.scanLetters(); err != nil {
		return damaged(s.dir, english.Phrasef("%v", err))
	}
	if err := s.dropTorn(); err != nil {
		return err
	}
	if err := s.findReplaced(); err != nil {
		return err
	}
	if s.seq > s.head.committed { // a process was killed before it wrote HEAD
		if err := errors.Join(s.db.Sync(), s.head.write(s.seq)); err != nil {
			return fmt.Errorf("crawl/keep/state: %s: %w", s.dir, err)
		}
	}
	s.committed = s.seq
	s.replays.cut(s.seq)
	return s.tidy()
}

// valueThreshold is larger than most visit records and smaller than most texts.
const valueThreshold = 1 << 10

// tableSize is less than Badger's 2 MB. A table is built in a buffer of twice its size, up to the next power of
// two, which holds its blocks and the packed ones: 2.2 times their bytes. For 2 MB that was not enough, a second
// buffer of twice the size was added, and Badger keeps up to eight such builders: 96 MB instead of 32.
const tableSize = 7 << 18

// openBadger opens the database with options measured for this use:
//
//   - Small memtables and caches: the whole process is to stay below 100 MB.
//     Memtables of 16 MB cost 40 MB more during a flush for 6 % in BenchmarkRecord.
//   - Texts in the value log, where a record counts little in a batch and is never
//     written again by a compaction.
//   - No sync of each write: Commit syncs once a batch.
func openBadger(dir string, opt Options, log logger) (*badger.DB, error) {
	var db *badger.DB
	var err error
	nameless(dir, func() bool {
		db, err = openBadgerWith(badgerOptions(dir, opt, log))
		return err != nil && strings.Contains(err.Error(), badgerLocked)
	})
	return db, err
}

func openBadgerWith(opt badger.Options) (db *badger.DB, err error) {
	// Badger panics on some broken files. It also touches mapped files, which may
	// lack a disk block if the disk has filled up since the check.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error:
			err = fmt.Errorf("%w", p)
		default:
			err = fmt.Errorf("%v", p)
		}
	}()
	return badger.Open(opt)
}

func badgerOptions(dir string, opt Options, log logger) badger.Options {
	to := badger.DefaultOptions(dir).WithBaseTableSize(tableSize)
	if opt.Table > 0 {
		to = to.WithBaseTableSize(opt.Table)
		to.TableSizeMultiplier = 1
	}
	if opt.BaseLevel > 0 {
		to = to.WithBaseLevelSize(opt.BaseLevel)
	}
	cache, packed := int64(32<<20), options.Snappy
	if opt.Plain {
		cache, packed = 0, options.None
	}
	return to.
		WithMemTableSize(opt.MemTable).
		WithNumMemtables(2).
		WithBlockCacheSize(cache).
		WithIndexCacheSize(32 << 20).
		WithValueThreshold(opt.ValueThreshold).
		WithValueLogFileSize(opt.ValueLog).
		WithDetectConflicts(false).
		WithCompression(packed).
		WithNumCompactors(2).
		WithSyncWrites(false).
		WithMetricsEnabled(false).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithVerifyValueChecksum(true).
		WithLogger(log)
}

// logger passes Badger's log on. Information gets debug level. So does everything
// before Open returns: the error of Open says the same, once and not for each key.
type logger struct {
	*slog.Logger
	open *atomic.Bool // Open has returned a Store
}

func newLogger(l *slog.Logger) logger { return logger{l, new(atomic.Bool)} }

func (l logger) log(level slog.Level, format string, v []any) {
	if !l.open.Load() {
		level = slog.LevelDebug
	}
	if l.Enabled(context.Background(), level) {
		l.Log(context.Background(), level, "badger: "+strings.TrimSpace(fmt.Sprintf(format, v...)))
	}
}

// Errorf gives a value that cannot be read debug level: Badger logs it once for each
// version of its key, and whoever asked for the value returns the error.
func (l logger) Errorf(format string, v ...any) {
	level := slog.LevelError
	if strings.HasPrefix(format, "Unable to read: Key: ") || strings.HasPrefix(format, "Key: ") {
		level = slog.LevelDebug
	}
	l.log(level, format, v)
}

func (l logger) Warningf(format string, v ...any) { l.log(slog.LevelWarn, format, v) }
func (l logger) Infof(format string, v ...any)    { l.log(slog.LevelDebug, format, v) }
func (l logger) Debugf(format string, v ...any)   { l.log(slog.LevelDebug, format, v) }

// Remove deletes the state in dir, if there is one and no process has it open.
func Remove(dir string) error {
	db := filepath.Join(dir, "db")
	if _, err := os.Stat(db); err == nil {
		if err := lockable(dir, db); err != nil {
			return err
		}
		if err := os.RemoveAll(db); err != nil {
			return err
		}
	}
	s := &Store{dir: dir, checkpoint: manifest{Gen: -1}} // nothing is of it, so all files of parts and replay records are deleted
	return errors.Join(s.sweepParts(), os.RemoveAll(filepath.Join(dir, headName)))
}

// DB is a Badger database of another package. Open and Close make the same checks
// for kills, damage and full disks as a Store.
type DB struct {
	*badger.DB
	store Store
}

// OpenDB opens the database in folder dir, which is made if it does not exist. It
// ignores the options BatchVisits and BatchTime. Its errors are [Open]'s, but it does
// not read all tables; [DB.Verify] does. Writes are durable after Sync.
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
		return damaged(d.store.dir, english.Phrasef("%v", err))
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
