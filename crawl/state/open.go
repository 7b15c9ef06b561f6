package state

import (
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
)

// Options of a Store. The zero value is right for a crawl of up to some
// millions of pages.
type Options struct {
	// BatchVisits is how many visits make a batch; 0 means 400.
	BatchVisits int
	// BatchTime is how long Record may keep a visit before it commits; 0
	// means 200 ms. The time is only looked at by Record: a caller that
	// records nothing for a while calls Commit.
	BatchTime time.Duration
	// ValueLog is the size of a value log file in bytes; 0 means 128 MB.
	ValueLog int64
	// ValueThreshold is from what size on values go to the value log, in bytes; 0
	// means 1 KB. Below it compaction gives the space of old ones back.
	ValueThreshold int64
	// MemTable is the size of a memtable in bytes; 0 means 4 MB. A transaction holds
	// about a seventh of it.
	MemTable int64
	// Logger hears of Badger's doings at debug level, of its errors and
	// warnings as such. Nil means slog.Default().
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.BatchVisits <= 0 {
		o.BatchVisits = 400
	}
	if o.BatchTime <= 0 {
		o.BatchTime = 200 * time.Millisecond
	}
	if o.ValueLog <= 0 {
		o.ValueLog = 128 << 20
	}
	if o.ValueThreshold <= 0 {
		o.ValueThreshold = valueThreshold
	}
	if o.MemTable <= 0 {
		o.MemTable = 4 << 20
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

// Open opens the state in folder dir, which is made if it does not exist. The
// error is a *LockedError if another process has it open, a *DamagedError if
// files of it are missing or cut, a *SpaceError if its disk is nearly full, and a
// *crawl.FormatError if a newer program wrote it.
func Open(dir string, opt Options) (*Store, error) {
	s := &Store{dir: dir, opt: opt.withDefaults(), seen: make(map[uint64]struct{})}
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

// prepare finds what Badger would take for something else, or die of.
func (s *Store) prepare() error {
	if err := checkFormat(s.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(s.dbDir(), 0o755); err != nil {
		return unwritable(s.dir, err)
	}
	if err := checkAccess(s.dir, s.dbDir()); err != nil {
		return err
	}
	if err := s.checkRoom(0); err != nil {
		return err
	}
	if err := precheck(s.dir, s.dbDir()); err != nil {
		return err
	}
	return sweep(s.dbDir())
}

func (s *Store) dbDir() string { return filepath.Join(s.dir, "db") }

// load reads what must be known before the first Record.
func (s *Store) load() error {
	if err := verify(s.db); err != nil {
		return damaged(s.dir, err.Error())
	}
	if err := s.scanRecorded(); err != nil {
		return damaged(s.dir, err.Error())
	}
	if err := s.scanVisits(); err != nil {
		return err
	}
	var err error
	if s.head, err = openHead(s.dir, s.seq); err != nil {
		return err
	}
	if s.seq < s.head.committed {
		return damaged(s.dir, fmt.Sprintf("the journal ends at visit %d of %d", s.seq, s.head.committed))
	}
	if s.checkpoint, err = s.readManifest(); err != nil {
		return err
	}
	if err := s.dropTorn(); err != nil {
		return err
	}
	if s.seq > s.head.committed { // written by a process that was killed before its sync
		if err := errors.Join(s.db.Sync(), s.head.write(s.seq)); err != nil {
			return fmt.Errorf("crawl/state: %s: %w", s.dir, err)
		}
	}
	s.committed = s.seq
	return s.tidy()
}

// valueThreshold is the size from which on a value goes to the value log: above
// that of most lines, below that of most trails.
const valueThreshold = 1 << 10

// openBadger opens the database as measured for this use: small memtables and
// caches (the whole process is to stay under 100 MB; memtables of 16 MB cost
// 40 MB more at the moment of a flush and win 6 % in BenchmarkRecord), and trails
// in the value log, where their deletion is cheap and they weigh little in a batch.
// Writes are not synced one by one; commit syncs once a batch.
func openBadger(dir string, opt Options, log logger) (db *badger.DB, err error) {
	// Badger panics on some broken files, and touches mapped ones that may lack
	// a disk block if the disk has filled up since it was looked at.
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
	return badger.Open(badger.DefaultOptions(dir).
		WithMemTableSize(opt.MemTable).
		WithNumMemtables(2).
		WithBlockCacheSize(32 << 20).
		WithIndexCacheSize(32 << 20).
		WithValueThreshold(opt.ValueThreshold).
		WithValueLogFileSize(opt.ValueLog).
		WithDetectConflicts(false).
		WithCompression(options.Snappy).
		WithNumCompactors(2).
		WithSyncWrites(false).
		WithMetricsEnabled(false).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithLogger(log))
}

// logger passes Badger's log on. Its info messages are of interest only to
// someone who hunts a fault; so is what it says until Open has read all that it
// reads, for the error Open then returns says it too, once and not for each key.
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

// Errorf takes what Badger says of a value it cannot read, a line for each
// version of its key, for a detail: whoever asked for the value returns the error.
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
	s := &Store{dir: dir} // without a checkpoint, so every file of one goes
	return errors.Join(s.sweepParts(), os.RemoveAll(filepath.Join(dir, headName)))
}
