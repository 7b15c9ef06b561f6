package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
	"google.golang.org/protobuf/proto"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// LockedError reports that another process, or another Store of this one, has the
// folder open.
type LockedError struct {
	Dir string
	PID int // 0 if unknown
}

func (e *LockedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *LockedError) Message() english.Phrase {
	if e.PID > 0 {
		return english.Phrasef("crawl/keep/state: %s is in use by process %d; wait until it has ended or choose another folder", e.Dir, e.PID)
	}
	return english.Phrasef("crawl/keep/state: %s is in use by another process; wait until it has ended or choose another folder", e.Dir)
}

// DamagedError reports that files of a state folder are missing, truncated or of
// another program.
type DamagedError struct {
	Dir    string
	Reason string
	Why    english.Phrase // Reason in any language; zero if it has English only
}

func (e *DamagedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *DamagedError) Message() english.Phrase {
	return english.Phrasef("crawl/keep/state: %s is damaged: %s; ontocrawl repair mends what can be mended; else restore the folder from a copy or start the crawl afresh", e.Dir, e.Why.Or(e.Reason))
}

// Damaged returns the error that the state in dir is damaged. It is one line, whatever why wraps.
func Damaged(dir string, why english.Phrase) *DamagedError {
	if text := oneLine(why.String()); text != why.String() {
		why = english.Phrasef("%s", text)
	}
	return &DamagedError{Dir: dir, Reason: why.String(), Why: why}
}

func damaged(dir string, why english.Phrase) error { return Damaged(dir, why) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// precheck inspects the files before Badger does. Without a MANIFEST Badger starts
// a new one; of a broken one it keeps the readable part. Then it deletes all tables
// that the MANIFEST does not name, so the loss of that file would lose the rest.
func precheck(dir, db string) error {
	entries, err := os.ReadDir(db)
	if err != nil {
		return fmt.Errorf("crawl/keep/state: %w", err)
	}
	var tables []uint64
	data, ours, logs := "", false, false
	for _, e := range entries {
		switch name := e.Name(); {
		case name == badger.ManifestFilename:
			ours = true
		case strings.HasSuffix(name, ".sst"):
			if id, err := strconv.ParseUint(strings.TrimSuffix(name, ".sst"), 10, 64); err == nil {
				tables = append(tables, id)
			}
			data = name
		case strings.HasSuffix(name, ".vlog"):
			data, logs = name, true
		case strings.HasSuffix(name, ".mem"):
			data = name
		}
	}
	if h := headOf(dir); h > 0 && data != "" && !logs {
		return damaged(dir, english.Phrasef("all value logs (db/*.vlog) are missing"))
	}
	if !ours && data != "" {
		return damaged(dir, english.Phrasef("%s is there but %s is missing", filepath.Join("db", data), filepath.Join("db", badger.ManifestFilename)))
	}
	if n := headOf(dir); n > 0 && !ours {
		return damaged(dir, english.Phrasef("the database of its %d visits is missing", n))
	}
	if ours {
		return checkManifest(dir, db, tables)
	}
	return nil
}

// headOf is the number of durable visits by HEAD; 0 if it does not say.
func headOf(dir string) int {
	b, err := os.ReadFile(filepath.Join(dir, headName))
	h := &head{}
	if err != nil || !h.read(b) {
		return 0
	}
	return h.committed
}

// checkManifest refuses broken tables that the MANIFEST names, and a MANIFEST that is
// both broken and incomplete. A kill or a power cut leaves one of the two at most.
func checkManifest(dir, db string, tables []uint64) error {
	f, err := os.Open(filepath.Join(db, badger.ManifestFilename))
	if err != nil {
		return fmt.Errorf("crawl/keep/state: %w", err)
	}
	defer f.Close()
	m, end, err := badger.ReplayManifestFile(f, 0, badger.DefaultOptions(""))
	if err != nil {
		return damaged(dir, english.Phrasef("db/MANIFEST cannot be read: %v", err))
	}
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("crawl/keep/state: %w", err)
	}
	for _, id := range tables {
		if t, named := m.Tables[id]; named {
			if err := checkTable(table.NewFilename(id, db), t.Compression); err != nil {
				return damaged(dir, english.Phrasef("table db/%06d.sst: %v", id, err))
			}
		} else if end != info.Size() {
			return damaged(dir, english.Phrasef("db/MANIFEST is cut short and does not name table %06d.sst", id))
		}
	}
	return nil
}

// verify reads all tables once. Badger's Get and iterators treat a block with a
// wrong checksum as empty; its VerifyChecksum finds such a block, and panics.
func verify(db *badger.DB) error { return unbroken(db.VerifyChecksum) }

// openError turns an error of Badger's Open into one of this package.
func openError(dir, db string, err error) error {
	if strings.Contains(err.Error(), badgerLocked) {
		return &LockedError{Dir: dir, PID: lockHolder(db)}
	}
	if err := denied(err); err != nil {
		return unwritable(dir, err)
	}
	if err := spaceError(dir, err); err != nil {
		return err
	}
	return damaged(dir, english.Phrasef("%v", err))
}

// lockHolder reads the process ID that Badger writes beside its lock.
func lockHolder(db string) int {
	b, err := os.ReadFile(filepath.Join(db, "LOCK"))
	if err != nil {
		return 0
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(b)))
	return pid
}

// patience is how long a lock is waited for that nobody signs.
const patience = 2 * time.Second

// nameless calls try until it reports that the lock of db is not held, while the file LOCK
// names no holder, for a short time. That is so while a process lets go of the folder, and
// while one that had it open is starting another: the child has the lock, too, until it is
// the other program (flock(2), fork(2)).
func nameless(db string, try func() (held bool)) {
	for end := time.Now().Add(patience); try() && lockHolder(db) == 0 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
}

// badgerLocked begins the error of Badger for a folder that is open elsewhere.
const badgerLocked = "Cannot acquire directory lock"

// lockable returns a *LockedError if db is open elsewhere. The database may be
// damaged: it is about to be deleted.
func lockable(dir, db string) error {
	if lockKnown { // to open Badger would write, and the disk may be full
		unlock, ok, err := lockDir(db)
		if err == nil && !ok {
			return &LockedError{Dir: dir, PID: lockHolder(db)}
		}
		if err == nil {
			unlock()
		}
		return err
	}
	opt := Options{}.withDefaults()
	b, err := openBadger(db, opt, newLogger(opt.Logger))
	if err == nil {
		return b.Close()
	}
	var locked *LockedError
	if errors.As(openError(dir, db, err), &locked) {
		return locked
	}
	return nil
}

var (
	errTable = errors.New("it is truncated or not a table")
	errLast  = errors.New("its last block cannot be read")
)

// checkTable checks the end of a Badger table: index, length of the index, its
// checksum, length of the checksum (badger/v4/table.initIndex), and the last block. On wrong lengths
// Badger panics in a goroutine of its own, where nobody can recover.
func checkTable(name string, packed options.CompressionType) error {
	if err := checkIndex(name); err != nil {
		return err
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // the file is mapped
	return unbroken(func() error {
		t, err := openTable(name, packed)
		if err == nil {
			err = t.Close(-1)
		}
		return err
	})
}

// blockSize is badger/v4.DefaultOptions.BlockSize.
const blockSize = 4 << 10

// openTable opens a Badger table for reading, as Badger does. It may panic.
func openTable(name string, packed options.CompressionType) (t *table.Table, err error) {
	mf, err := z.OpenMmapFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() {
		if t == nil {
			mf.Close(-1) //nolint:errcheck // only read; OpenTable may have closed it
		}
	}()
	t, err = table.OpenTable(mf, table.Options{ReadOnly: true, ChkMode: options.OnBlockRead, BlockSize: blockSize, Compression: packed})
	if err != nil {
		return nil, errLast
	}
	return t, nil
}

func checkIndex(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	t := tail{f: f, left: info.Size()}
	sum := &pb.Checksum{}
	b := t.before(t.length())
	if t.err != nil {
		return t.err
	}
	if proto.Unmarshal(b, sum) != nil {
		return errTable
	}
	index := t.before(t.length())
	if t.err != nil {
		return t.err
	}
	if sum.Algo != pb.Checksum_CRC32C && sum.Algo != pb.Checksum_XXHash64 || len(index) == 0 {
		return errTable
	}
	if err := y.VerifyChecksum(index, sum); err != nil {
		return english.Errorf("its index is damaged: %w", errChecksum)
	}
	return nil
}

// tail reads a file from its end.
type tail struct {
	f    io.ReaderAt
	left int64 // bytes not read yet
	err  error
}

func (t *tail) before(n int64) []byte {
	if t.err != nil || n < 0 || n > t.left {
		t.err = errTable
		return nil
	}
	t.left -= n
	b := make([]byte, n)
	if _, err := t.f.ReadAt(b, t.left); err != nil {
		t.err = err
		return nil
	}
	return b
}

func (t *tail) length() int64 {
	if b := t.before(4); b != nil {
		return int64(binary.BigEndian.Uint32(b))
	}
	return -1
}
