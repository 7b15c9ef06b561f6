package watching

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
)

// sameTable reports whether two tables hold the same keys and values, if the second holds any.
func sameTable(a, b []byte) bool {
	x, errX := tableSays(a)
	y, errY := tableSays(b)
	return errX == nil && errY == nil && len(y) > 0 && slices.Equal(x, y)
}

// tableSays lists the keys and values of a table of Badger. Blocks are packed with Snappy, which can say one content in
// several ways: their checksum is of the content.
func tableSays(data []byte) (all []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	t, err := table.OpenInMemoryTable(data, 1, &table.Options{ReadOnly: true, ChkMode: options.OnBlockRead, BlockSize: 4 << 10, Compression: options.Snappy})
	if err != nil {
		return nil, err
	}
	it := t.NewIterator(0)
	defer it.Close()
	for it.Rewind(); it.Valid(); it.Next() {
		v := it.Value()
		all = append(all, fmt.Sprintf("%x %d %d %x", it.Key(), v.Meta, v.UserMeta, v.Value))
	}
	return all, nil
}

// TestSameTable: of the flips of a table those that Snappy unpacks to the same content are told from all others.
func TestSameTable(t *testing.T) {
	b := table.NewTableBuilder(table.Options{ReadOnly: true, ChkMode: options.OnBlockRead, BlockSize: 4 << 10, Compression: options.Snappy, TableSize: 1 << 20})
	defer b.Close()
	for i := range 10 {
		b.Add(y.KeyWithTs(fmt.Appendf(nil, "key %04d", i), 1), y.ValueStruct{Value: bytes.Repeat([]byte("ab"), 60)}, 0)
	}
	data := b.Finish()
	if !sameTable(data, data) {
		t.Fatal("a table is not itself")
	}
	same := 0
	for bit := range 8 * len(data) {
		x := slices.Clone(data)
		x[bit/8] ^= 1 << (bit % 8)
		if sameTable(x, data) {
			same++
		}
	}
	if same == 0 || same > 4*len(data) {
		t.Errorf("%d of %d flips leave the content", same, 8*len(data))
	}
}
