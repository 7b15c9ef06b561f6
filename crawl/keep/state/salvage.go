package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/y"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Salvage reads the database of another package (see [OpenDB]) without changing it, whatever its condition. While it is
// open no other process can open the database.
type Salvage struct {
	Faults []Fault

	x     *Examination
	found map[string]loose // in logs that are damaged, and in tables if the database does not open, by key
}

// loose is a record that was found beside damage.
type loose struct {
	version uint64
	value   []byte
	gone    bool
	far     bool // the value stands in a log of values
}

// Bits of a record's meta byte: badger/v4.bitDelete, bitValuePointer.
const (
	metaDelete  = 1 << 0
	metaPointer = 1 << 1
)

// OpenSalvage opens the database in folder dir. Give it the options of OpenDB. The error is a *LockedError if a process
// has it open; it wraps fs.ErrNotExist if there is no such folder.
func OpenSalvage(dir string, opt Options) (*Salvage, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("crawl/keep/state: %w", err)
	}
	x := &Examination{dir: dir, unlock: func() {}}
	db := filepath.Join(dir, "db")
	if err := x.lock(db); err != nil {
		return nil, err
	}
	s := &Salvage{x: x, found: map[string]loose{}}
	if err := s.open(db, opt.withDefaults()); err != nil {
		return nil, fmt.Errorf("crawl/keep/state: salvage %s: %w", dir, errors.Join(err, x.Close()))
	}
	s.Faults = x.Faults
	return s, nil
}

func (s *Salvage) open(db string, opt Options) error {
	x := s.x
	shadow, err := x.makeShadow(db)
	if err != nil || shadow == "" {
		return err
	}
	s.readLogs(db)
	bdb, err := openBadgerWith(badgerOptions(shadow, opt, newLogger(opt.Logger)).
		WithNumCompactors(0).WithNumLevelZeroTables(1 << 20).WithNumLevelZeroTablesStall(1 << 21))
	if err != nil {
		x.fault("", english.Phrasef("the database does not open: %v", err))
		tables, _ := filepath.Glob(filepath.Join(db, "*.sst")) // the pattern is right
		for _, name := range tables {
			if checkTable(name, options.Snappy) == nil {
				readTable(name, s.keepEntry)
			}
		}
		return nil
	}
	x.s = &Store{dir: x.tmp, opt: opt, db: bdb}
	return nil
}

// readLogs looks for damage in the logs of memtables: Badger takes what precedes it for the whole.
func (s *Salvage) readLogs(db string) {
	names, _ := filepath.Glob(filepath.Join(db, "*.mem")) // the pattern is right
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err == nil && (bytes.Trim(b, "\x00") == nil || s.readLog(b)) {
			continue
		}
		s.x.fault(filepath.Base(name), english.Phrasef("the log is damaged"))
	}
}

// logHeader is badger/v4.vlogHeaderSize.
const logHeader = 20

// readLog reads a log. If a record is damaged, it keeps all that are not, and returns false.
func (s *Salvage) readLog(b []byte) (sound bool) {
	sound = true
	for at := min(logHeader, len(b)); at < len(b); {
		key, l, size := logRecord(b[at:])
		if size > 0 {
			s.keep(key, l)
			at += size
			continue
		}
		if len(bytes.Trim(b[at:], "\x00")) == 0 {
			return sound
		}
		sound = false
		at++ // the lengths may be damaged: look for the next record
	}
	return sound
}

// logRecord reads the record at the beginning of b: badger/v4.logFile.encodeEntry. size is 0 if there is none.
func logRecord(b []byte) (key []byte, l loose, size int) {
	if len(b) < 5 {
		return nil, l, 0
	}
	at := 2
	var lengths [3]uint64 // of the key, of the value; when it expires
	for i := range lengths {
		v, n := binary.Uvarint(b[at:])
		if n <= 0 {
			return nil, l, 0
		}
		lengths[i], at = v, at+n
	}
	left := uint64(len(b) - at)
	if lengths[0] <= 8 || lengths[0] > left || lengths[1] > left-lengths[0] || left-lengths[0]-lengths[1] < 4 {
		return nil, l, 0
	}
	middle, end := at+int(lengths[0]), at+int(lengths[0]+lengths[1])
	if crc32.Checksum(b[:end], castagnoli) != binary.BigEndian.Uint32(b[end:]) {
		return nil, l, 0
	}
	return b[at:middle], loose{value: bytes.Clone(b[middle:end]), gone: b[0]&metaDelete != 0, far: b[0]&metaPointer != 0}, end + 4
}

// keepEntry keeps an entry of a table.
func (s *Salvage) keepEntry(key []byte, v y.ValueStruct) {
	s.keep(key, loose{value: bytes.Clone(v.Value), gone: v.Meta&metaDelete != 0, far: v.Meta&metaPointer != 0})
}

// keep keeps a record, unless a later one of its key is known.
func (s *Salvage) keep(key []byte, l loose) {
	l.version = y.ParseTs(key)
	k := string(y.ParseKey(key))
	if had, ok := s.found[k]; (!ok || had.version < l.version) && !strings.HasPrefix(k, "!badger!") {
		s.found[k] = l
	}
}

// Each calls f with the keys that can be read, each with its latest value. A value that cannot be read is a Fault.
func (s *Salvage) Each(f func(key, value []byte) error) error {
	if s.x.s != nil {
		err := unbroken(func() error { return s.eachOfDB(f) })
		if errors.Is(err, errBlock) {
			s.Faults = append(s.Faults, faultOf("db", english.Phrasef("%v", err)))
		} else if err != nil {
			return err
		}
	}
	for key, l := range s.found {
		if l.gone || l.far {
			continue
		}
		if err := f([]byte(key), l.value); err != nil {
			return err
		}
	}
	return nil
}

func (s *Salvage) eachOfDB(f func(key, value []byte) error) error {
	return s.x.s.db.View(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{}) // to prefetch values is to read them where no panic can be recovered
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			item := it.Item()
			key := item.KeyCopy(nil)
			if l, ok := s.found[string(key)]; ok && l.version > item.Version() && !l.far {
				continue
			}
			delete(s.found, string(key))
			var value []byte
			if err := unbroken(func() (err error) { value, err = item.ValueCopy(nil); return err }); err != nil {
				s.Faults = append(s.Faults, faultOf("db", english.Phrasef("the value of an entry cannot be read")))
				continue
			}
			if err := f(key, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// Close removes the temporary files and lets others open the database.
func (s *Salvage) Close() error { return s.x.Close() }
