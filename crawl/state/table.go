package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/y"
	"google.golang.org/protobuf/proto"
)

var errTable = errors.New("it is truncated or not a table")

// checkTable checks the end of a Badger table: index, length of the index, its
// checksum, length of the checksum (badger/v4/table.initIndex). Badger trusts the
// lengths: on a truncated file it panics in a goroutine of its own, where nobody
// can recover. Behind a right index, damaged blocks give errors.
func checkTable(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	t := tail{f: f, left: info.Size()}
	sum := &pb.Checksum{}
	b := t.before(t.length())
	if t.err != nil {
		return t.err
	}
	if proto.Unmarshal(b, sum) != nil {
		return errTable
	}
	index := t.before(t.length())
	if t.err != nil {
		return t.err
	}
	if sum.Algo != pb.Checksum_CRC32C && sum.Algo != pb.Checksum_XXHash64 || len(index) == 0 {
		return errTable
	}
	if err := y.VerifyChecksum(index, sum); err != nil {
		return fmt.Errorf("its index is damaged: %w", errChecksum)
	}
	return nil
}

// tail reads a file from its end.
type tail struct {
	f    io.ReaderAt
	left int64 // bytes not read yet
	err  error
}

func (t *tail) before(n int64) []byte {
	if t.err != nil || n < 0 || n > t.left {
		t.err = errTable
		return nil
	}
	t.left -= n
	b := make([]byte, n)
	if _, err := t.f.ReadAt(b, t.left); err != nil {
		t.err = err
		return nil
	}
	return b
}

func (t *tail) length() int64 {
	if b := t.before(4); b != nil {
		return int64(binary.BigEndian.Uint32(b))
	}
	return -1
}
