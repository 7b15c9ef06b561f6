package spill

import "encoding/binary"

// A key is the byte runFirst, the run, the kind and the number. So what is spilled later has
// the greater key, whatever its kind, and tables of the database hardly overlap: a
// compaction moves a record down once for each level, and merges it with nothing. Keys of
// earlier versions are the kind, the run and the number.
const runFirst = 1

// keyOf is the key of a record. Up to the run Store.kindFirst it begins with the kind.
func keyOf(kind byte, p place, kindFirst bool) []byte {
	k := make([]byte, 0, 10)
	if kindFirst {
		k = binary.BigEndian.AppendUint32(append(k, kind), p.run)
	} else {
		k = append(runKey(p.run), kind)
	}
	return binary.BigEndian.AppendUint32(k, uint32(p.n))
}

// runKey is before all keys of a run.
func runKey(run uint32) []byte {
	return binary.BigEndian.AppendUint32(append(make([]byte, 0, 10), runFirst), run)
}

// runOf is the run of a key of either layout.
func runOf(key []byte) uint32 {
	if len(key) < 5 {
		return 0
	}
	return binary.BigEndian.Uint32(key[1:])
}

// ofKind reports whether a key is of a kind.
func ofKind(key []byte, kind byte) bool {
	return key[0] == kind || len(key) == 10 && key[0] == runFirst && key[5] == kind
}
