package watching

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// logged is an entry of a value log of Badger 4: two bytes of flags, the lengths of key and value and a time as varints, the
// key with its version, the value, a checksum.
type logged struct {
	key      string
	version  uint64
	from, to int
}

func loggedIn(text []byte) (all []logged) {
	for at := vlogHead; at+2 < len(text); {
		next, n := at+2, [3]uint64{}
		for i := range n {
			x, size := binary.Uvarint(text[next:])
			n[i], next = x, next+max(size, 1)
		}
		key, end := next+int(n[0]), next+int(n[0]+n[1])+4
		if n[0] <= 8 || end > len(text) {
			break // what follows was never written
		}
		all = append(all, logged{string(text[next : key-8]), math.MaxUint64 - binary.BigEndian.Uint64(text[key-8:]), at, end})
		at = end
	}
	return all
}

// newest is the version of each key that counts.
func newest(t *testing.T, db string) map[string]uint64 {
	t.Helper()
	b, err := badger.Open(badger.DefaultOptions(db).WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close() //nolint:errcheck // of a copy
	all := map[string]uint64{}
	err = b.View(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{})
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			all[string(it.Item().Key())] = it.Item().Version()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// countingIn are the entries of the value log called name, within dir, that nothing has replaced, and how many others it has.
func countingIn(t *testing.T, dir, name string) (all []logged, replaced int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	entries := loggedIn(text)
	if len(entries) == 0 {
		return nil, 0
	}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(filepath.Join(dir, filepath.Dir(name)))); err != nil {
		t.Fatal(err)
	}
	versions := newest(t, copied)
	for _, e := range entries {
		if version, ok := versions[e.key]; ok && version == e.version {
			all = append(all, e)
		} else {
			replaced++
		}
	}
	return all, replaced
}

// TestEveryValueIsRead: verify reads, with its checksum, each value in a value log that nothing has replaced, so that no bit of
// one is another unseen.
func TestEveryValueIsRead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("verifies some dozen folders: not with -short")
	}
	j := newJobsTrial(t)
	rng, current, replaced := rand.New(rand.NewPCG(3, 4)), 0, 0
	names, err := filepath.Glob(filepath.Join(j.dir, "monitor", "jobs", "*", "state", "db", "*.vlog"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		within, err := filepath.Rel(j.dir, name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		counting, others := countingIn(t, j.dir, within)
		current, replaced = current+len(counting), replaced+others
		for _, e := range counting {
			places := []int{e.from + 2, e.to - 5, e.to - 1} // a length, the end of the value, the checksum
			for range 9 {
				places = append(places, e.from+rng.IntN(e.to-e.from))
			}
			for _, at := range places {
				dir, flipped := j.copy(t), bytes.Clone(text)
				flipped[at] ^= 1 << rng.IntN(8)
				if err := os.WriteFile(filepath.Join(dir, within), flipped, 0o600); err != nil {
					t.Fatal(err)
				}
				if code, found := verified(t, filepath.Join(dir, "monitor")); code == cli.ExitOK || len(found) == 0 {
					t.Errorf("%s: verify does not see a flip at %d of the value of %.20q from %d to %d", within, at, e.key, e.from, e.to)
				}
			}
		}
	}
	if current < 3 || replaced == 0 {
		t.Errorf("%d values count, %d do not", current, replaced)
	}
	t.Logf("%d values count, %d do not", current, replaced)
}
