package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// change is a key that a transaction has written, or deleted.
type change struct {
	key, value []byte
	gone       bool
}

// entry is an entry of a shared history.
type entry struct {
	kind    kind
	changes []change // of changed and copied
	by      string   // of entered
}

// kind is the kind of an entry.
type kind byte

const (
	changed   kind = 1 // a transaction
	entered   kind = 2 // another process writes from here on
	beginning kind = 3 // of a snapshot: what is before it need not be read
	copied    kind = 4 // a piece of a snapshot
	complete  kind = 5 // the end of a snapshot
)

// entryVersion is the version of an entry.
//
//	1  the version, then compressed by zstd (RFC 8878): kind, who entered, changes
const entryVersion = 1

// Bounds of an entry, in bytes: as it is sent (crawl/share/broker takes no larger ones), and of
// what it holds.
const (
	maxEntry = 900_000
	maxPlain = 64 << 20
	// piece is the size of a piece of a snapshot, but for its last value.
	piece = 256 << 10
)

// errEntry says that an entry cannot be read.
var errEntry = errors.New("it cannot be read")

// Entered returns the entry with which a process enters the log before it leads.
func Entered(by string) ([]byte, error) { return encode(entry{kind: entered, by: by}) }

func encode(e entry) ([]byte, error) {
	var w binenc.Writer
	w.Byte(byte(e.kind))
	w.Text(e.by)
	w.Uint(uint64(len(e.changes)))
	for _, c := range e.changes {
		w.Bytes(c.key)
		w.Bool(c.gone)
		w.Bytes(c.value)
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer z.Close() //nolint:errcheck // it writes nowhere
	return z.EncodeAll(w.Data(), []byte{entryVersion}), nil
}

func decode(data []byte) (e entry, err error) {
	if len(data) == 0 || data[0] != entryVersion {
		return e, english.Errorf("%w: it has another version than %d; give all daemons one program", errEntry, entryVersion)
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxPlain))
	if err != nil {
		return e, fmt.Errorf("store: %w", err)
	}
	defer z.Close()
	plain, err := z.DecodeAll(data[1:], nil)
	if err != nil {
		return e, errors.Join(errEntry, err)
	}
	r := binenc.NewReader(plain)
	e.kind, e.by = kind(r.Byte()), r.Text()
	for range r.Len(3) {
		c := change{key: bytes.Clone(r.Bytes()), gone: r.Bool()}
		c.value = bytes.Clone(r.Bytes())
		e.changes = append(e.changes, c)
	}
	if err := r.Close(); err != nil {
		return entry{}, errors.Join(errEntry, err)
	}
	if e.kind < changed || e.kind > complete || slices.ContainsFunc(e.changes, func(c change) bool { return len(c.key) == 0 || c.key[0] == cursorKey }) {
		return entry{}, errEntry
	}
	return e, nil
}
