package state

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Store is a crawl.State on disk. One goroutine uses it.
type Store struct {
	dir  string
	opt  Options
	db   *badger.DB
	head *head

	txn        *badger.Txn  // the open batch, or nil
	batch      int          // visits in it
	size       int64        // estimate of what Badger counts against a transaction's limit
	bytes      int64        // estimate of what it adds to Badger's logs
	mapped     atomic.Int64 // of that, since pages were given back last; readers of texts count, too
	begun      time.Time    // when its first visit was recorded
	seq        int          // last visit recorded
	committed  int          // last visit durable
	checkpoint manifest     // the valid checkpoint
	pack       packer
	replays    replays

	texts   texts
	letters letters
	rebuilt rebuilt

	// seen holds hashes of the keys of recorded URLs. A miss is certain. A hit is
	// confirmed in Badger, so a collision never drops a page.
	seen map[uint64]struct{}

	models map[int]struct{} // visits that made a model

	before func() error // see BeforeCommit
	remove func() error // deletes the temporary copy that was opened; nil: it was none

	copying *copying // nil: it has no copy

	err error // first failed write; everything after it is refused
}

var _ crawl.State = (*Store)(nil)

// Keys (see the package comment).
const (
	visitKey    = 'v'
	replayKey   = 't'
	urlKey      = 'u'
	chunkKey    = 'k'
	manifestKey = 'K'
	metaKey     = 'm'
	textKey     = 'x'
	latestKey   = 'w'
	dictKey     = 'y'
	modelKey    = 'l'
	heardKey    = 'i'
	outboxKey   = 'o'
)

func seqKey(kind byte, seq int) []byte {
	return binary.BigEndian.AppendUint64([]byte{kind}, uint64(seq))
}

// maxURLKey is the longest URL that is its own key. The key of a longer one is its
// SHA-256: Badger takes keys of at most 65,000 bytes, and long keys slow it.
const maxURLKey = 1000

func recordedKey(url string) []byte {
	if len(url) <= maxURLKey {
		return append([]byte{urlKey}, url...)
	}
	sum := sha256.Sum256([]byte(url))
	return append([]byte{urlKey, 0}, sum[:]...) // no canonical key begins with NUL
}

// Record appends v to the journal. v.Seq must be one more than the last one's.
func (s *Store) Record(v *crawl.Visit) error {
	if s.err != nil {
		return s.err
	}
	if v.Seq != s.seq+1 {
		return english.Errorf("crawl/keep/state: visit %d recorded after %d", v.Seq, s.seq)
	}
	entries := append(s.visitEntries(v), s.textEntries(v)...)
	entries = append(entries, s.letterEntries(v)...)
	if s.txn != nil && (s.size+s.entrySize(entries) > s.db.MaxBatchSize()/2 || len(s.replays.buf) > maxReplays) {
		if err := s.Commit(); err != nil { // a visit never spans two transactions
			return err
		}
	}
	if s.txn == nil {
		s.txn, s.begun = s.db.NewTransaction(true), time.Now()
		if err := s.dropReplaced(); err != nil {
			return s.fail("record", err)
		}
	}
	for _, e := range entries {
		if err := s.txn.SetEntry(e); err != nil {
			return s.fail("record", err)
		}
	}
	s.noteOps(entries)
	s.keepReplay(v.Seq, s.pack.replayRecord(v))
	s.seq, s.batch = v.Seq, s.batch+1
	s.size, s.bytes = s.size+s.entrySize(entries), s.bytes+logSize(entries)
	s.remember(v)
	s.rememberLetters(v)
	if s.batch >= s.opt.BatchVisits || time.Since(s.begun) >= s.opt.BatchTime {
		return s.Commit()
	}
	return nil
}

func (s *Store) visitEntries(v *crawl.Visit) []*badger.Entry {
	entries := append(s.modelEntries(v), badger.NewEntry(seqKey(visitKey, v.Seq), s.pack.visitRecord(v)))
	if v.Page == nil || v.Rejudged {
		return entries
	}
	seq := binary.AppendUvarint(nil, uint64(v.Seq))
	for _, url := range urlsOf(v) {
		// A URL keeps the visit that recorded it first: this one may yet turn out
		// not to be durable.
		if !v.Choice.Again || !s.Recorded(url) {
			entries = append(entries, badger.NewEntry(recordedKey(url), seq))
		}
	}
	return entries
}

// urlsOf returns the URLs under which v records its page: asked and final.
func urlsOf(v *crawl.Visit) []string {
	if final := v.Page.Final; final != "" && final != v.Choice.URL {
		return []string{v.Choice.URL, final}
	}
	return []string{v.Choice.URL}
}

// entrySize is the size that Badger counts against a transaction's limit: all of a
// small entry, the key and a pointer of one whose value goes to the value log.
func (s *Store) entrySize(entries []*badger.Entry) (n int64) {
	for _, e := range entries {
		n += int64(len(e.Key)) + 32
		if int64(len(e.Value)) < s.opt.ValueThreshold {
			n += int64(len(e.Value))
		}
	}
	return n
}

// logSize is the size of entries in the logs: header (at most 22 bytes), checksum,
// and the pointer of a value that lies elsewhere.
func logSize(entries []*badger.Entry) (n int64) {
	for _, e := range entries {
		n += 2*int64(len(e.Key)) + int64(len(e.Value)) + 64
	}
	return n
}

func (s *Store) remember(v *crawl.Visit) {
	if v.Learned != nil {
		s.models[v.Seq] = struct{}{}
	}
	if v.Page == nil || v.Rejudged {
		return
	}
	for _, url := range urlsOf(v) {
		s.seen[xxhash.Sum64(recordedKey(url))] = struct{}{}
	}
}

// Commit makes everything recorded durable: the replay records, one transaction, one sync of Badger's
// logs, then HEAD. If the disk is nearly full the error is a *SpaceError and
// nothing of the batch is written.
func (s *Store) Commit() error {
	if s.err != nil || s.txn == nil {
		return s.err
	}
	if err := s.checkRoom(s.bytes + int64(len(s.replays.buf))); err != nil {
		return s.fail("commit", err)
	}
	if s.before != nil {
		if err := s.before(); err != nil {
			return s.fail("commit", err)
		}
	}
	if err := s.copyBatch(); err != nil {
		return s.fail("commit", err)
	}
	if err := s.replays.write(s.replayName(s.checkpoint.Gen)); err != nil {
		return s.fail("commit", err)
	}
	if err := s.txn.Commit(); err != nil {
		return s.fail("commit", err)
	}
	touched := s.bytes
	s.txn, s.batch, s.size, s.bytes = nil, 0, 0, 0
	if err := s.sync(); err != nil {
		return s.fail("commit", err)
	}
	s.touch(touched)
	if err := s.head.write(s.seq); err != nil {
		return s.fail("commit", err)
	}
	s.committed = s.seq
	s.texts.committed()
	return nil
}

// sync makes Badger's logs and the replay records durable, side by side.
func (s *Store) sync() error {
	synced := make(chan error, 1)
	go func() { synced <- s.replays.sync() }()
	err := s.db.Sync()
	return errors.Join(err, <-synced)
}

// touch counts bytes of the value log that were written or read, and gives its pages back when they are many.
// Several goroutines may call it.
func (s *Store) touch(n int64) {
	if s.mapped.Add(n) >= mostMapped {
		s.mapped.Store(0)
		giveBack(s.dbDir())
	}
}

// BeforeCommit sets the function that Commit calls when there is something to
// commit, before anything becomes durable. Its error counts as a failed write.
func (s *Store) BeforeCommit(f func() error) { s.before = f }

// fail makes the first failed write the result of every later one. What the disk
// holds is known again only when the folder is opened again.
func (s *Store) fail(what string, err error) error {
	if isFull(err) { // names the folder and the cause itself
		s.err = english.Errorf("%w (everything up to visit %d is safe)", err, s.committed)
		return s.err
	}
	s.err = english.Errorf("crawl/keep/state: %s in %s: %w (everything up to visit %d is safe)", english.Word(what), s.dir, err, s.committed)
	return s.err
}

// Committed is the Seq of the last durable visit.
func (s *Store) Committed() int { return s.committed }

// Recorded reports whether a page was recorded under url, asked or final, also in
// the open batch.
func (s *Store) Recorded(url string) bool {
	key := recordedKey(url)
	if _, hit := s.seen[xxhash.Sum64(key)]; !hit {
		return false
	}
	txn := s.txn
	if txn == nil {
		txn = s.db.NewTransaction(false)
		defer txn.Discard()
	}
	_, err := txn.Get(key)
	if err != nil && !errors.Is(err, badger.ErrKeyNotFound) && s.err == nil {
		_ = s.fail("look up "+fmt.Sprintf("%q", url), err) // the next Record reports it
	}
	return err == nil
}

// Close commits and releases the folder. If the disk is too full to close Badger
// safely, the error is a *SpaceError and the folder stays in use. Then free some
// space and call Close again, or end the process, which loses nothing.
func (s *Store) Close() error {
	if s.db == nil {
		return nil
	}
	err := s.Commit()
	if s.txn != nil {
		s.txn.Discard()
		s.txn = nil
	}
	err = joinClose(err, s.release())
	if s.remove != nil {
		err = errors.Join(err, s.remove())
	}
	return err
}

// joinClose joins err and the error of closing; if both say that the disk is full,
// err alone.
func joinClose(err, closing error) error {
	if isFull(err) && isFull(closing) {
		return err
	}
	return errors.Join(err, closing)
}

func (s *Store) release() error {
	if s.db != nil {
		if err := checkSpace(s.dir, closeSpace); err != nil {
			return err
		}
	}
	var err error
	s.replays.close()
	if s.head != nil {
		err = s.head.f.Close()
	}
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
		s.db = nil
	}
	return err
}
