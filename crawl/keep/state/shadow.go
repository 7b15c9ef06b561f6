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
	"github.com/dgraph-io/ristretto/v2/z"
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
			if err := checkBlocks(from); err != nil {
				x.fault(name, english.Phrasef("%v", err))
			}
			if err := link(from, to); err != nil {
				return err
			}
			kept[id] = at
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

// checkBlocks reads all blocks of a table. Badger panics on some that are damaged.
func checkBlocks(name string) (err error) {
	bad := errors.New("a block of the table is damaged")
	defer func() {
		if recover() != nil {
			err = bad
		}
	}()
	mf, err := z.OpenMmapFile(name, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	t, err := table.OpenTable(mf, table.Options{ReadOnly: true, ChkMode: options.OnBlockRead, BlockSize: 4 << 10, Compression: options.Snappy})
	if err != nil {
		return bad
	}
	defer t.Close(-1) //nolint:errcheck // only read
	if t.VerifyChecksum() != nil {
		return bad
	}
	return nil
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
