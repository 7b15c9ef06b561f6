package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"google.golang.org/protobuf/proto"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A shadow is a folder of temporary files in which Badger may do what it must do to open
// a database: replay its logs, truncate them, delete what it does not need. Large files
// that it only reads are links to the files of the state; the others are copies. So
// nothing reaches the state, and the shadow opens as the next crawl would open the
// state.

// shadow fills dir with what is sound in db, and reports the rest.
func (x *Examination) shadow(db, dir string) error {
	entries, err := os.ReadDir(db)
	if err != nil {
		return err
	}
	named, whole, err := x.readManifest(db)
	if err != nil {
		return err
	}
	kept := map[uint64]tableAt{}
	last := lastLog(entries)
	for _, e := range entries {
		name := e.Name()
		from, to := filepath.Join(db, name), filepath.Join(dir, name)
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue
		}
		switch filepath.Ext(name) {
		case ".sst":
			id, err := strconv.ParseUint(strings.TrimSuffix(name, ".sst"), 10, 64)
			at, ok := named[id]
			if err != nil || whole && !ok { // left by a compaction that was killed
				continue
			}
			if err := checkTable(from, options.Snappy); err != nil {
				x.fault(name, english.Phrasef("the table cannot be read: %v", err))
				continue
			}
			there, err := x.placeTable(from, to)
			if err != nil {
				return err
			}
			if there {
				kept[id] = at
			}
		case ".vlog":
			place := link
			if name == last { // Badger truncates it
				place = copySparse
			}
			if err := place(from, to); err != nil {
				return err
			}
		case ".mem":
			if err := copySparse(from, to); err != nil {
				return err
			}
		}
	}
	for id := range named {
		if _, ok := kept[id]; !ok && !x.known(fmt.Sprintf("%06d.sst", id)) {
			x.fault(fmt.Sprintf("%06d.sst", id), english.Phrasef("the table is missing"))
		}
	}
	return writeManifest(dir, kept)
}

// tableAt holds what a MANIFEST says of a table. The zero tableAt suits a table of
// which nothing is known: keys carry their versions, so at level 0 the order of tables
// does not matter.
type tableAt struct{ level uint8 }

// readManifest returns the tables that the MANIFEST names. whole is false if it is
// missing or damaged; then all tables that are there count.
func (x *Examination) readManifest(db string) (named map[uint64]tableAt, whole bool, err error) {
	named = map[uint64]tableAt{}
	f, err := os.Open(filepath.Join(db, badger.ManifestFilename))
	if errors.Is(err, fs.ErrNotExist) {
		x.fault(badger.ManifestFilename, english.Phrasef("the list of tables is missing"))
		return named, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer f.Close() //nolint:errcheck // only read
	m, end, err := badger.ReplayManifestFile(f, 0, badger.DefaultOptions(""))
	info, statErr := f.Stat()
	if err != nil || statErr != nil || end != info.Size() {
		x.fault(badger.ManifestFilename, english.Phrasef("the list of tables cannot be read to its end"))
		return named, false, nil
	}
	for id, t := range m.Tables {
		named[id] = tableAt{level: t.Level}
	}
	return named, true, nil
}

// writeManifest writes a MANIFEST that names the tables, in the form of
// badger/v4.helpRewrite.
func writeManifest(dir string, tables map[uint64]tableAt) error {
	set := &pb.ManifestChangeSet{}
	for id, at := range tables {
		set.Changes = append(set.Changes, &pb.ManifestChange{
			Id: id, Op: pb.ManifestChange_CREATE, Level: uint32(at.level), Compression: uint32(options.Snappy),
		})
	}
	body, err := proto.Marshal(set)
	if err != nil {
		return err
	}
	b := append([]byte("Bdgr"), 0, 0, 0, manifestMagic)
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(body, castagnoli))
	return atomicfile.Write(filepath.Join(dir, badger.ManifestFilename), append(b, body...), atomicfile.Options{Volatile: true})
}

// manifestMagic is badger/v4.badgerMagicVersion.
const manifestMagic = 8

// placeTable links a table, or makes one of its sound blocks: at a damaged one Badger's iterators panic, or leave the rest of the
// table out. there is false if no block is sound.
func (x *Examination) placeTable(from, to string) (there bool, err error) {
	if checkBlocks(from) == nil {
		return true, link(from, to)
	}
	x.fault(filepath.Base(from), english.Phrasef("a block of the table is damaged"))
	b := table.NewTableBuilder(table.Options{BlockSize: blockSize, Compression: options.Snappy, BloomFalsePositive: 0.01})
	defer b.Close()
	readTable(from, func(key []byte, v y.ValueStruct) { b.Add(key, v, 0) })
	if b.Empty() {
		return false, nil
	}
	return true, atomicfile.Write(to, b.Finish(), atomicfile.Options{Volatile: true})
}

// checkBlocks reads all blocks of a table.
func checkBlocks(name string) error {
	return unbroken(func() error {
		t, err := openTable(name, options.Snappy)
		if err != nil {
			return err
		}
		defer t.Close(-1) //nolint:errcheck // only read
		return t.VerifyChecksum()
	})
}

// readTable calls f with the entries of the blocks of a table that are sound.
func readTable(name string, f func(key []byte, v y.ValueStruct)) {
	t, err := openTable(name, options.Snappy)
	if err != nil {
		return // checkTable says so
	}
	defer t.Close(-1) //nolint:errcheck // only read
	blocks := t.KeySplits(1<<30, nil)
	for i, first := range blocks {
		end := ""
		if i+1 < len(blocks) {
			end = blocks[i+1]
		}
		unbroken(func() error { readBlock(t, []byte(first), []byte(end), f); return nil }) //nolint:errcheck // the block is damaged
	}
}

// readBlock calls f with the entries of a table from the key first to end.
func readBlock(t *table.Table, first, end []byte, f func(key []byte, v y.ValueStruct)) {
	it := t.NewIterator(0)
	defer it.Close() //nolint:errcheck // only read
	for it.Seek(first); it.Valid() && (len(end) == 0 || y.CompareKeys(it.Key(), end) < 0); it.Next() {
		f(it.Key(), it.Value())
	}
}

// lastLog is the value log in which a process wrote last.
func lastLog(entries []fs.DirEntry) string {
	var logs []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".vlog" {
			logs = append(logs, e.Name())
		}
	}
	if len(logs) == 0 {
		return ""
	}
	return slices.Max(logs)
}

// link makes a link, or a copy of a file that this user may not write: Badger opens
// for writing what it only reads.
func link(from, to string) error {
	abs, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	if access(from, false) != nil {
		return copySparse(from, to)
	}
	return os.Symlink(abs, to)
}

// copySparse copies a file and leaves holes where it has zeros: most of a log is empty.
func copySparse(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	buf := make([]byte, 64<<10)
	size := int64(0)
	for {
		n, err := io.ReadFull(in, buf)
		if slices.ContainsFunc(buf[:n], func(c byte) bool { return c != 0 }) {
			if _, err := out.WriteAt(buf[:n], size); err != nil {
				return errors.Join(err, out.Close())
			}
		}
		size += int64(n)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return errors.Join(out.Truncate(size), out.Close())
}
