package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/dgraph-io/badger/v4"
)

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
		from = key(bytes.Clone(prefix)).time(t) // the end of the keys before t: those of t are longer
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
