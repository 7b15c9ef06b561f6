package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Kinds of keys: their first byte. Names end with a NUL, which no name contains, so no
// name is the beginning of another. Numbers are big-endian, so they sort.
const (
	versionKey = 'V' // the format
	jobKey     = 'J' // JOB: a jobState
	runKey     = 'r' // JOB 0 NUMBER: a Run
	runByTime  = 'i' // DUE JOB 0 NUMBER
	runByJob   = 'j' // JOB 0 DUE NUMBER

	eventKey   = 'f' // JOB 0 RUN SEQ: an Event; of a new source with sourceMark at the end
	mentionKey = 'm' // JOB 0 CAPTURED SEQ: IRIs that appeared
	noteKey    = 'n' // JOB 0 KEY

	storyKey    = 's' // JOB 0 ID: a Story
	storyByTime = 'u' // LAST JOB 0 ID
	storyByJob  = 'v' // JOB 0 LAST ID

	notificationKey    = 'l' // ID: a Notification
	notificationByTime = 'w' // CREATED ID
	notificationByJob  = 'x' // JOB 0 CREATED ID
	waitingKey         = 'd' // RECEIVER 0 RANK DUE ID, if neither sent nor given up

	transitionKey = 't' // JOB 0 NUMBER: a Transition

	sourceKey = 'h' // JOB 0 SITE: a NewSource

	fileKey   = 'p' // NAME: a small file that goes with a shared history
	cursorKey = 'C' // how far a shared history was heard; of this copy alone
)

// sourceMark ends the key of the event of a new source: its page has an event of its own.
const sourceMark = "s"

// folderMark follows the key of an event when that is taken by one of another folder.
const folderMark = "+"

// key is a key being built.
type key []byte

func of(kind byte) key             { return key{kind} }
func (k key) name(s string) key    { return append(append(k, s...), 0) }
func (k key) text(s string) key    { return append(k, s...) }
func (k key) number(n int) key     { return binary.BigEndian.AppendUint64(k, uint64(n)^1<<63) }
func (k key) time(t time.Time) key { return binary.BigEndian.AppendUint64(k, stamp(t)) }
func (k key) cutName() (string, key) {
	s, rest, _ := strings.Cut(string(k), "\x00")
	return s, key(rest)
}
func (k key) cutNumber() (int, key)     { return int(binary.BigEndian.Uint64(k) ^ 1<<63), k[8:] }
func (k key) cutTime() (time.Time, key) { return unstamp(binary.BigEndian.Uint64(k)), k[8:] }
func (k key) timeBytes(from int) string { return string(k[from : from+8]) }

// stamp returns t in nanoseconds, so that earlier times are smaller. Times beyond the
// range of an int64 (before 1678, after 2262) become the smallest or the largest.
func stamp(t time.Time) uint64 {
	switch y := t.Year(); {
	case y < 1678:
		return 0
	case y > 2261:
		return math.MaxUint64
	}
	return uint64(t.UnixNano()) ^ 1<<63
}

func unstamp(u uint64) time.Time { return time.Unix(0, int64(u^1<<63)).UTC() }

// named refuses names that would make a key ambiguous.
func named(what, name string) error {
	const longest = 1000 // Badger takes keys of 65,000 bytes; names are short
	if name == "" || len(name) > longest || strings.ContainsRune(name, 0) {
		return english.Errorf("store: %.40q is no name of a %s", name, what)
	}
	return nil
}

// keys calls f with the keys under prefix, without their prefix, beginning with the
// first one at or after from (or, backwards, at or before it), until f returns false.
func (r *reader) keys(prefix, from key, backwards bool, f func(rest key) bool) {
	opt := badger.DefaultIteratorOptions
	opt.PrefetchValues, opt.Reverse = false, backwards
	if !backwards {
		opt.Prefix = prefix
	}
	it := r.txn.NewIterator(opt)
	defer it.Close()
	for it.Seek(from); it.ValidForPrefix(prefix); it.Next() {
		if !f(bytes.Clone(it.Item().Key()[len(prefix):])) {
			return
		}
	}
}

// values calls f with keys and values under prefix, like keys does forwards. The value
// is valid only during the call.
func (r *reader) values(prefix, from key, f func(rest key, value []byte) (bool, error)) error {
	opt := badger.DefaultIteratorOptions
	opt.Prefix = prefix
	it := r.txn.NewIterator(opt)
	defer it.Close()
	for it.Seek(from); it.ValidForPrefix(prefix); it.Next() {
		more := false
		err := it.Item().Value(func(b []byte) (err error) {
			more, err = f(bytes.Clone(it.Item().Key()[len(prefix):]), b)
			return err
		})
		if err != nil {
			return fmt.Errorf("store: entry %q: %w", it.Item().Key(), err)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// decoded returns the values under prefix, from the key from on.
func decoded[T any](r *reader, prefix, from key) (all []T, err error) {
	err = r.values(prefix, from, func(_ key, value []byte) (bool, error) {
		var v T
		err := json.Unmarshal(value, &v)
		all = append(all, v)
		return true, err
	})
	return all, err
}

// page calls f with the keys under prefix whose rest begins with a time before t,
// newest first: n keys, and those with the time of the n-th. A zero t means all.
func (r *reader) page(prefix key, t time.Time, n int, f func(rest key) error) (err error) {
	from := append(bytes.Clone(prefix), bytes.Repeat([]byte{math.MaxUint8}, 9)...)
	if !t.IsZero() {
		from = key(bytes.Clone(prefix)).time(t) // the end of the keys before t: the keys of t are longer
	}
	last := ""
	r.keys(prefix, from, true, func(rest key) bool {
		if n <= 0 && rest.timeBytes(0) != last {
			return false
		}
		last = rest.timeBytes(0)
		n--
		err = f(rest)
		return err == nil
	})
	return err
}

// list is page over a list that is kept for all jobs (all) and for each job (each), with
// the job of the entry.
func (r *reader) list(all, each byte, job string, t time.Time, n int, f func(job string, rest key) error) error {
	prefix := of(all)
	if job != "" {
		prefix = of(each).name(job)
	}
	return r.page(prefix, t, n, func(rest key) error {
		whose := job
		_, rest = rest.cutTime()
		if job == "" {
			whose, rest = rest.cutName()
		}
		return f(whose, rest)
	})
}
