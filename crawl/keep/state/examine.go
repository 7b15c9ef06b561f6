package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Fault is damage of a file in a state folder.
type Fault struct {
	File   string // within the state folder
	Reason string
	Why    english.Phrase // Reason in any language; zero if it has English only
}

// Examination reads a state without changing it, whatever its condition: what can be
// read is read, and the rest is a Fault. While it is open no crawl can open the state.
type Examination struct {
	// Faults are those found by opening. Reading returns further ones.
	Faults []Fault
	// Committed is the visit up to which the journal was durable; -1 if nobody can tell.
	Committed int
	// Last is the last visit of which anything can be read.
	Last int

	dir, tmp string
	remove   func() error // tmp
	unlock   func()
	s        *Store // on the shadow; nil if Badger does not open even that
}

// Examine opens the state in dir for reading. Temporary files of the size of a few
// logs are made until Close. The error is a *LockedError if a process has the state
// open, and a *crawl.FormatError if a newer program wrote it; it wraps fs.ErrNotExist if
// there is none.
func Examine(dir string) (*Examination, error) {
	db := filepath.Join(dir, "db")
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("crawl/keep/state: %w", err)
	}
	if err := checkFormat(dir); err != nil {
		return nil, err
	}
	x := &Examination{dir: dir, Committed: -1, unlock: func() {}}
	if err := x.lock(db); err != nil {
		return nil, err
	}
	if err := x.open(db); err != nil {
		x.Close() //nolint:errcheck // the error that counts is returned
		return nil, fmt.Errorf("crawl/keep/state: examine %s: %w", dir, err)
	}
	return x, nil
}

func (x *Examination) lock(db string) error {
	if _, err := os.Stat(db); err != nil || !lockKnown {
		return nil
	}
	unlock, ok, err := lockDir(db)
	if err == nil && !ok {
		return &LockedError{Dir: x.dir, PID: lockHolder(db)}
	}
	if err == nil {
		x.unlock = unlock
	}
	return err
}

func (x *Examination) open(db string) error {
	x.readHead()
	shadow, err := x.makeShadow(db)
	if err != nil || shadow == "" {
		return err
	}
	return x.openShadow(shadow)
}

// makeShadow makes the temporary folder and the shadow of db in it; "" if there is no db.
func (x *Examination) makeShadow(db string) (shadow string, err error) {
	if x.tmp, x.remove, err = atomicfile.TempFolder("ontocrawl-examine"); err != nil {
		return "", err
	}
	shadow = filepath.Join(x.tmp, "db")
	if err := os.Mkdir(shadow, 0o700); err != nil {
		return "", err
	}
	switch err := x.shadow(db, shadow); {
	case errors.Is(err, fs.ErrNotExist):
		x.fault("", english.Phrasef("the database is missing"))
		return "", nil
	case err != nil:
		return "", err
	}
	if _, err := badger.OpenKeyRegistry(badger.KeyRegistryOptions{Dir: db, ReadOnly: true}); err != nil {
		x.fault(badger.KeyRegistryFileName, english.Phrasef("it cannot be read: %v", err))
	}
	return shadow, nil
}

// openShadow opens the database of what is sound.
func (x *Examination) openShadow(shadow string) error {
	s := &Store{dir: x.tmp, opt: Options{}.withDefaults(), seen: map[uint64]struct{}{}, models: map[int]struct{}{}, texts: newTexts()}
	db, err := openBadgerWith(badgerOptions(shadow, s.opt, newLogger(s.opt.Logger)).
		WithNumCompactors(0).WithNumLevelZeroTables(1 << 20).WithNumLevelZeroTablesStall(1 << 21).
		WithChecksumVerificationMode(options.OnBlockRead))
	if err != nil {
		x.fault("", english.Phrasef("the database does not open: %v", err))
		return nil
	}
	s.db, x.s = db, s
	for _, scan := range []func() error{s.scanRecorded, s.scanModels, s.loadTexts} {
		if err := unbroken(scan); err != nil {
			x.fault("", english.Phrasef("%v", err))
		}
	}
	err = unbroken(func() error {
		return s.scan([]byte{visitKey}, false, func(item *badger.Item) error {
			x.Last = max(x.Last, int(binary.BigEndian.Uint64(item.Key()[1:])))
			return nil
		})
	})
	if err != nil {
		x.fault("", english.Phrasef("%v", err))
	}
	s.seq, s.committed = x.Last, x.Last
	if x.Committed >= 0 { // what follows was never durable
		s.committed = min(x.Last, x.Committed)
	}
	x.readCheckpoint()
	return nil
}

var errBlock = errors.New("a block of a table in db is damaged")

// unbroken calls scan, and returns a panic of Badger at a damaged block as an error: a table may open
// whose index leads beyond its end.
func unbroken(scan func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errBlock
		}
	}()
	return scan()
}

// readHead reads HEAD from a copy: opening it may write.
func (x *Examination) readHead() {
	b, err := os.ReadFile(filepath.Join(x.dir, headName))
	h := &head{}
	if err != nil || !h.read(b) {
		x.Faults = append(x.Faults, faultOf(headName, english.Phrasef("it is missing or broken, so it does not say how far the journal goes")))
		return
	}
	x.Committed = h.committed
}

func (x *Examination) readCheckpoint() {
	m, err := x.s.readManifest()
	if err != nil {
		x.fault("", english.Phrasef("the note of the checkpoint cannot be read"))
		return
	}
	x.s.checkpoint = m
	x.readReplays(m.Gen)
	if m.Parts == nil || m.InDB {
		return
	}
	name := filepath.Base(x.s.partsName(m.Gen))
	from := filepath.Join(x.dir, name)
	if _, err := os.Stat(from); err != nil {
		x.Faults = append(x.Faults, faultOf(name, english.Phrasef("the checkpoint is missing")))
		return
	}
	if err := link(from, x.s.partsName(m.Gen)); err != nil {
		x.Faults = append(x.Faults, faultOf(name, english.Phrasef("%v", err)))
	}
}

// readReplays finds the replay records. Those that are not there are faults of their visits.
func (x *Examination) readReplays(gen int) {
	name := filepath.Base(x.s.replayName(gen))
	if err := x.s.replays.find(filepath.Join(x.dir, name)); err != nil {
		x.Faults = append(x.Faults, faultOf(name, english.Phrasef("%v", err)))
	}
}

// fault notes damage of a file in db.
func (x *Examination) fault(name string, why english.Phrase) {
	f := faultOf(filepath.Join("db", name), why)
	if inTmp := x.tmp + string(filepath.Separator); x.tmp != "" && strings.Contains(f.Reason, inTmp) {
		f.Reason = strings.ReplaceAll(f.Reason, inTmp, "")
		f.Why = english.Phrase{} // it names a folder that nobody knows
	}
	x.Faults = append(x.Faults, f)
}

func faultOf(name string, why english.Phrase) Fault {
	return Fault{File: name, Reason: oneLine(why.String()), Why: why}
}

func (x *Examination) known(name string) bool {
	for _, f := range x.Faults {
		if f.File == filepath.Join("db", name) {
			return true
		}
	}
	return false
}

// Record holds what can be read of one visit.
type Record struct {
	Visit *crawl.Visit // with links and blocks, unless a checkpoint covers the visit; nil if it cannot be read
	Text  *crawl.Text  // of its page; nil if there is none, or it cannot be read

	Err     error // of the visit, or of the model that it made
	LinkErr error // of its links and blocks
	TextErr error
	URLErr  error // its page is not found under its address
}

var errMissing = errors.New("it is missing")

// Read reads visit seq.
func (x *Examination) Read(seq int) (r Record) {
	if x.s == nil {
		return Record{Err: errMissing}
	}
	s := x.s
	if r.Visit, r.Err = s.visit(seq, false); r.Err != nil {
		r.Visit = nil
		if errors.Is(r.Err, badger.ErrKeyNotFound) {
			r.Err = errMissing
		}
		return r
	}
	v := r.Visit
	if (v.Page != nil && !v.Rejudged || v.Heard != nil) && seq > s.checkpoint.Seq {
		if full, err := s.visit(seq, true); err != nil {
			r.LinkErr = err
		} else {
			r.Visit, v = full, full
		}
	}
	if r.Text, r.TextErr = s.Text(seq); r.TextErr != nil {
		r.Text = nil
	}
	if v.Page != nil && !v.Rejudged {
		for _, url := range urlsOf(v) {
			if !s.Recorded(url) {
				r.URLErr = english.Errorf("%.200q is not in the index of recorded addresses", url)
			}
		}
	}
	return r
}

// Checkpoint returns the parts of the last checkpoint, and the visit as of which they
// are; nil and 0 if there is none.
func (x *Examination) Checkpoint() (seq int, parts map[string][]byte, err error) {
	if x.s == nil {
		return 0, nil, errMissing
	}
	parts, err = x.s.readParts()
	if err != nil || parts == nil {
		return 0, nil, err
	}
	return x.s.checkpoint.Seq, parts, nil
}

// Covered is the visit up to which a checkpoint, whether or not it can be read, covers the
// journal: of visits up to there no links are kept.
func (x *Examination) Covered() int {
	if x.s == nil {
		return 0
	}
	return x.s.checkpoint.Seq
}

// LooseParts reads the parts of a checkpoint file to which no note in the database says
// what they are: they follow one another in the order of their names, and all chunks of a
// part but the last are full. nil if there is no such file, or it is damaged.
func (x *Examination) LooseParts() (parts [][]byte) {
	files, _ := filepath.Glob(filepath.Join(x.dir, checkpointPrefix+"*")) // the pattern is well formed
	for _, name := range files {
		if got, err := looseParts(name); err == nil {
			parts = got
		}
	}
	return parts
}

func looseParts(name string) (parts [][]byte, err error) {
	b, err := os.ReadFile(name)
	var now []byte
	for err == nil && len(b) > 0 {
		if len(b) < 4 {
			return nil, errChecksum
		}
		n := int(binary.LittleEndian.Uint32(b))
		if b = b[4:]; n > len(b) || n > maxChunkBytes {
			return nil, errChecksum
		}
		before := len(now)
		if now, err = unchunk(now, b[:n]); err != nil {
			return nil, err
		}
		if b = b[n:]; len(now)-before < chunkSize {
			parts, now = append(parts, now), nil
		}
	}
	if now != nil {
		parts = append(parts, now)
	}
	return parts, err
}

// Text returns the text of visit seq, nil if there is none or it cannot be read.
func (x *Examination) Text(seq int) *crawl.Text {
	if x.s == nil {
		return nil
	}
	t, err := x.s.Text(seq)
	if err != nil {
		return nil
	}
	return t
}

// CheckpointFile is the name of the file with the last checkpoint.
func (x *Examination) CheckpointFile() string {
	if x.s == nil || x.s.checkpoint.Parts == nil || x.s.checkpoint.InDB {
		return filepath.Join("db", "checkpoint")
	}
	return filepath.Base(x.s.partsName(x.s.checkpoint.Gen))
}

// Meta returns the value stored under name, nil if there is none.
func (x *Examination) Meta(name string) ([]byte, error) {
	if x.s == nil {
		return nil, errMissing
	}
	return x.s.Meta(name)
}

// Journal is the state as a journal: Visits ends with an error at the first visit that
// cannot be read.
func (x *Examination) Journal() crawl.Journal {
	if x.s == nil {
		return &Memory{}
	}
	return x.s
}

// Close removes the temporary files and lets crawls open the state.
func (x *Examination) Close() error {
	var err error
	if x.s != nil && x.s.db != nil {
		x.s.replays.close()
		err = x.s.db.Close()
		x.s.db = nil
	}
	if x.remove != nil {
		err = errors.Join(err, x.remove())
		x.remove = nil
	}
	x.unlock()
	x.unlock = func() {}
	return err
}
