package store

import (
	"encoding/binary"
	"errors"
	"time"
)

var errMentions = errors.New("damaged")

// Mentions implements [monitor.Store].
func (l *Store) Mentions(job string, from, to time.Time) (map[string][]int, error) {
	counts := map[string][]int{}
	if !from.Before(to) {
		return counts, nil
	}
	buckets := int((to.Sub(from) + time.Hour - 1) / time.Hour)
	err := l.view(func(r *reader) error {
		jobs := []string{job}
		if job == "" {
			jobs = r.names(of(jobKey))
		}
		for _, job := range jobs {
			err := r.mentions(job, from, to, func(at time.Time, iri []byte) {
				c := counts[string(iri)]
				if c == nil {
					c = make([]int, buckets)
					counts[string(iri)] = c
				}
				c[at.Sub(from)/time.Hour]++
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return counts, err
}

// names returns the rests of all keys of a kind.
func (r *reader) names(kind key) (names []string) {
	r.keys(kind, kind, false, func(rest key) bool {
		names = append(names, string(rest))
		return true
	})
	return names
}

func (r *reader) mentions(job string, from, to time.Time, f func(at time.Time, iri []byte)) error {
	prefix := of(mentionKey).name(job)
	return r.values(prefix, append(key{}, prefix...).time(from), func(rest key, value []byte) (bool, error) {
		at, _ := rest.cutTime()
		if !at.Before(to) {
			return false, nil
		}
		for len(value) > 0 {
			n, size := binary.Uvarint(value)
			if size <= 0 || n > uint64(len(value)-size) {
				return false, errMentions
			}
			f(at, value[size:size+int(n)])
			value = value[size+int(n):]
		}
		return true, nil
	})
}
