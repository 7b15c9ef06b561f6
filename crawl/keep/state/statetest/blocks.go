package statetest

import (
	"encoding/binary"

	"github.com/dgraph-io/badger/v4/fb"
)

// Blocks are the places of the blocks in the text of a table of Badger: where each begins and ends.
func Blocks(text []byte) (at [][2]int) {
	sum := int(binary.BigEndian.Uint32(text[len(text)-4:]))
	end := len(text) - 8 - sum
	index := fb.GetRootAsTableIndex(text[end-int(binary.BigEndian.Uint32(text[end:])):end], 0)
	var b fb.BlockOffset
	for i := range index.OffsetsLength() {
		index.Offsets(&b, i)
		at = append(at, [2]int{int(b.Offset()), int(b.Offset() + b.Len())})
	}
	return at
}
