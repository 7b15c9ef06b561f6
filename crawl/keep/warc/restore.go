package warc

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// DamagedError reports an archive that lost durable bytes.
type DamagedError struct {
	Dir, File string
	Seq       int // of the visit whose records are missing
	Err       error
}

func (e *DamagedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *DamagedError) Message() english.Phrase {
	return english.Phrasef("warc: archive %s: the records of visit %d are not in %s: %v; restore the file, let ontocrawl repair keep what is sound of it, or move it away to continue without it",
		e.Dir, e.Seq, e.File, e.Err)
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// placed is the place of a visit.
type placed struct {
	crawl.Ref
	seq int
}

// Restore removes everything after the last record to which the journal refers. Files
// that were moved away are ignored.
func (v *Archiver) Restore(j crawl.Journal) error {
	if v.restored {
		return errors.New("warc: Restore a second time")
	}
	var last crawl.Ref
	ends := map[string]placed{}
	err := j.Visits(func(x *crawl.Visit) error {
		if x.Stored.File == "" || x.Stored.Lost() || x.Rejudged { // rejudged: then it is the place of an earlier visit
			return nil
		}
		if x.Stored.File != last.File && serialOf(v.names, x.Stored.File) == 0 {
			return english.Errorf("warc: the journal refers to %.80q, which is not the name of an archive", x.Stored.File)
		}
		// In a run that was made of parts, the visits of one file need not be in its order.
		if last = x.Stored; last.Offset >= ends[last.File].Offset {
			ends[last.File] = placed{last, x.Seq}
		}
		v.learn(x, x.Stored)
		return nil
	})
	if err != nil {
		return err
	}
	linked, err := readLinked(v.root)
	if err != nil {
		return v.failed(err)
	}
	for file := range ends { // of a run that was made of parts the last visit need not be in the last file
		linked[file] = linked[file] || false
	}
	for file := range linked {
		v.serial = max(v.serial, serialOf(v.names, file))
	}
	if err := v.sweep(j.Committed() == 0, linked); err != nil {
		return v.failed(err)
	}
	if last.File != "" && !linked[last.File] {
		if err := v.reopen(ends[last.File]); err != nil {
			return err
		}
	}
	delete(ends, last.File)
	sizes := map[string]int64{}
	for file, ref := range ends {
		sizes[file] = ref.Offset + ref.Length
	}
	v.checkEarlier(sizes)
	v.restored = true
	return nil
}

// checkEarlier compares the sizes of the earlier files with the journal. To read them
// would take minutes; ontocrawl verify does.
func (v *Archiver) checkEarlier(ends map[string]int64) {
	gone, short := (&Folder{root: v.root}).missing(ends)
	if len(short) > 0 {
		v.opt.Logger.Warn("earlier archives have lost their ends; ontocrawl verify says which answers that costs", "dir", v.dir, "files", short)
	}
	if len(ends) > len(gone) {
		v.opt.Logger.Debug("of earlier archives only the sizes were compared with the journal; ontocrawl verify reads them", "dir", v.dir, "files", len(ends)-len(gone), "moved_away", len(gone))
	}
}

// sweep removes the files that were begun after the last durable visit, but none that are
// to stay. If the journal is empty it renames them: a process may have died before its first commit,
// or the journal may be lost.
func (v *Archiver) sweep(empty bool, stay map[string]bool) error {
	names, err := list(v.root, v.names)
	if err != nil {
		return err
	}
	swept := false
	for _, name := range names {
		if _, stays := stay[name]; stays || serialOf(v.names, name) <= v.serial {
			continue
		}
		swept = true
		if !empty {
			err = v.root.Remove(name)
		} else {
			v.opt.Logger.Warn("an archive to which no visit refers is renamed", "dir", v.dir, "file", name, "kept", name+".orphan")
			err = atomicfile.Move(name, name+".orphan", atomicfile.Options{Root: v.root})
		}
		if err != nil {
			return err
		}
	}
	if !swept {
		return nil
	}
	return atomicfile.SyncDir(v.root, ".")
}

// list returns the names of an Archiver's files, in the order written.
func list(root *os.Root, names *regexp.Regexp) ([]string, error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close() //nolint:errcheck // only read
	all, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(name string) bool { return serialOf(names, name) == 0 })
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(serialOf(names, a)-serialOf(names, b), strings.Compare(a, b))
	})
	return all, nil
}

// reopen opens the last file and truncates it after the record at last, the farthest that the
// journal names.
func (v *Archiver) reopen(last placed) error {
	file, err := v.root.OpenFile(last.File, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		v.opt.Logger.Warn("the last archive was moved away; a new one is begun", "dir", v.dir, "file", last.File)
		return nil
	}
	if err != nil {
		return v.failed(err)
	}
	end := last.Offset + last.Length
	info, err := examine(file, last.Ref)
	if err != nil {
		return errors.Join(&DamagedError{Dir: v.dir, File: last.File, Seq: last.seq, Err: err}, file.Close())
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil && size > end {
		if err = file.Truncate(end); err == nil {
			err = file.Sync()
		}
	}
	if err != nil {
		return v.failed(errors.Join(err, file.Close()))
	}
	v.file, v.name, v.size, v.info = file, last.File, end, info
	return nil
}

// examine reads the records at ref, strictly, and returns the ID of the warcinfo
// record at the beginning of the file.
func examine(file io.ReaderAt, ref crawl.Ref) (info string, err error) {
	rec, err := NewReader(io.NewSectionReader(file, 0, ref.Offset)).Next()
	if err != nil {
		return "", whole(err)
	}
	r := NewStrictReader(io.NewSectionReader(file, ref.Offset, ref.Length))
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return "", err
		}
	}
	if r.End() != ref.Length {
		return "", io.ErrUnexpectedEOF
	}
	return rec.Header.Get(FieldRecordID), nil
}

// Names follow the standard's advice (Annex on file names): prefix, time, serial
// number, and, in place of the host, a hash of host and folder.
const namePattern = `^ontocrawl-[0-9]{8}T[0-9]{6}Z-([0-9]{5,9})-[0-9a-f]{8}\.warc\.gz$`

// Suffixes of files that are WARC files.
const (
	Ext     = ".warc"
	ExtGzip = ".warc.gz"
)

func fileName(now time.Time, serial int, place string) string {
	return fmt.Sprintf("ontocrawl-%s-%05d-%s%s", now.UTC().Format("20060102T150405Z"), serial, place, ExtGzip)
}

// serialOf returns the serial number in the name of an Archiver's file; 0 for other
// names.
func serialOf(pattern *regexp.Regexp, name string) int {
	m := pattern.FindStringSubmatch(name)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // nine digits at most
	return n
}

func placeHash(dir string) string {
	host, _ := os.Hostname() // else the hash is of the folder alone
	sum := sha256.Sum256([]byte(host + "\x00" + dir))
	return hex.EncodeToString(sum[:4])
}

// NewID returns a random record ID: a UUID of version 4 (RFC 9562, 5.4) in angle
// brackets.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) //nolint:errcheck // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
