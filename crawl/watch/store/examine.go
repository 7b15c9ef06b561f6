package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/maphash"
	"log/slog"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Examination reads a store without changing it, whatever its condition. While it is open no other process can open the
// store.
type Examination struct {
	Faults     []state.Fault
	Entries    int  // that can be read
	Unreadable int  // whose bytes are sound, and which say nothing
	Lists      bool // each entry stands in the lists by time, and these list nothing else
	Version    int

	s *state.Salvage
}

// Examine opens the store in folder dir. The error is a *state.LockedError if a process has it open; it wraps
// fs.ErrNotExist if there is none.
func Examine(dir string, log *slog.Logger) (*Examination, error) {
	s, err := state.OpenSalvage(dir, state.Options{MemTable: memTable, ValueThreshold: inTables, Logger: log})
	if err != nil {
		return nil, err
	}
	x := &Examination{s: s}
	seed := maphash.MakeSeed()
	var want, have uint64 // sums of the keys in lists, which have no order
	err = s.Each(func(k, value []byte) error {
		x.Entries++
		if isList(k) {
			have += maphash.Bytes(seed, k)
			return nil
		}
		e, err := entryOf(k, value)
		if err != nil {
			x.Unreadable++
			return nil
		}
		if v, ok := e.(int); ok {
			x.Version = v
		}
		for _, l := range listsOf(e) {
			want += maphash.Bytes(seed, l)
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	x.Lists, x.Faults = want == have, s.Faults
	return x, nil
}

// Newer reports whether a later version of this program has written the store.
func (x *Examination) Newer() bool { return x.Version > version }

// Close lets other processes open the store.
func (x *Examination) Close() error { return x.s.Close() }

// isList reports whether k is only the place of an entry in a list.
func isList(k key) bool {
	return bytes.IndexByte([]byte{runByTime, runByJob, storyByTime, storyByJob, notificationByTime, notificationByJob, waitingKey}, k[0]) >= 0
}

// entryOf decodes an entry that is no place in a list; nil for one that has no form of its own.
func entryOf(k key, value []byte) (any, error) {
	decode := func(x any) (any, error) { return x, json.Unmarshal(value, x) }
	switch k[0] {
	case versionKey:
		v := 0
		err := json.Unmarshal(value, &v)
		return v, err
	case jobKey:
		return decode(&jobState{})
	case runKey:
		return decode(&monitor.Run{})
	case eventKey:
		return decode(&monitor.Event{})
	case storyKey:
		return decode(&monitor.Story{})
	case notificationKey:
		return decode(&monitor.Notification{})
	case transitionKey:
		return decode(&monitor.Transition{})
	case sourceKey:
		return decode(&monitor.NewSource{})
	case cursorKey:
		return decode(&cursor{})
	case mentionKey, noteKey, fileKey:
		return nil, nil
	}
	return nil, errEntry
}

// listsOf are the places in lists of an entry.
func listsOf(e any) []key {
	switch e := e.(type) {
	case *monitor.Run:
		return runTimes(e)
	case *monitor.Story:
		return storyTimes(e)
	case *monitor.Notification:
		if keys := notificationTimes(e); !waiting(e) {
			return keys
		} else {
			return append(keys, placeOf(e))
		}
	}
	return nil
}
