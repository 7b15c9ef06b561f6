package rundir

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// The earlier parts of a rotated pages.jsonl are pages-00001.jsonl.gz and so on. A
// part is first renamed, then compressed, so after a kill each line is in some file.
const partPattern = `^pages-([0-9]{5,9})\.jsonl(\.gz)?$`

// part is an earlier part of pages.jsonl.
type part struct {
	n    int
	name string // of the compressed file, if both exist
}

// parts lists the earlier parts in order.
func parts(dir fs.FS) ([]part, error) {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, err
	}
	pattern := regexp.MustCompile(partPattern)
	byNumber := map[int]string{}
	for _, e := range entries {
		if m := pattern.FindStringSubmatch(e.Name()); m != nil && e.Type().IsRegular() {
			n, _ := strconv.Atoi(m[1]) // nine digits at most
			byNumber[n] = max(byNumber[n], e.Name())
		}
	}
	var list []part
	for n, name := range byNumber {
		list = append(list, part{n, name})
	}
	sorts.Func(list, func(a, b part) int { return cmp.Compare(a.n, b.n) })
	return list, nil
}

// rotate makes pages.jsonl an earlier part if it is large enough.
func (f *Folder) rotate() error {
	if f.opt.RotateSize <= 0 || f.pages.size < f.opt.RotateSize {
		return nil
	}
	if err := errors.Join(f.pages.f.Sync(), f.pages.f.Close()); err != nil {
		return err
	}
	f.part++
	plain := fmt.Sprintf("pages-%05d.jsonl", f.part)
	if err := atomicfile.Move(PagesFile, plain, atomicfile.Options{Root: f.root}); err != nil {
		return err
	}
	file, err := f.root.OpenFile(PagesFile, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	f.pages.f, f.pages.size = file, 0
	return f.compress(plain)
}

// compress compresses an earlier part.
func (f *Folder) compress(plain string) error {
	from, err := f.root.Open(plain)
	if err != nil {
		return err
	}
	defer from.Close()
	err = atomicfile.WriteBy(plain+".gz", atomicfile.Options{Root: f.root}, func(to io.Writer) error {
		z := gzip.NewWriter(to)
		_, err := io.Copy(z, from)
		return errors.Join(err, z.Close())
	})
	if err != nil {
		return err
	}
	return f.root.Remove(plain)
}

// restoreParts compares the earlier parts with the journal and finishes a rotation
// that a kill interrupted. From the first wrong part on it renames the parts; their
// pages go to pages.jsonl. It returns the number of pages in the correct parts.
func (f *Folder) restoreParts(j crawl.Journal) (pages int, err error) {
	list, err := parts(f.root.FS())
	if err != nil || len(list) == 0 {
		return 0, err
	}
	f.part = list[len(list)-1].n
	right, pages, err := f.compareParts(j, list)
	if err != nil {
		return 0, err
	}
	if f.compared != nil {
		for _, p := range list[right:] {
			f.compared.add(p.name, false)
		}
		return pages, nil
	}
	for i, p := range list {
		plain := strings.TrimSuffix(p.name, ".gz")
		switch {
		case i >= right && f.outdated:
			if err := f.root.Remove(p.name); err != nil {
				return 0, err
			}
		case i >= right:
			kept := f.damagedName(p.name)
			if err := atomicfile.Move(p.name, kept, atomicfile.Options{Root: f.root}); err != nil {
				return 0, err
			}
			f.opt.Logger.Warn("an earlier part of pages.jsonl differs from the journal; its pages are written again and the part is kept",
				"dir", f.dir, "kept", kept)
		case plain == p.name:
			if err := f.compress(plain); err != nil {
				return 0, err
			}
		default:
			if err := f.root.Remove(plain); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return 0, err
			}
		}
	}
	return pages, nil
}

// damagedName returns a new name under which the file name is kept.
func (f *Folder) damagedName(name string) string {
	kept := name + ".damaged"
	for i := 2; ; i++ {
		if _, err := f.root.Lstat(kept); err != nil {
			return kept
		}
		kept = fmt.Sprintf("%s.damaged-%d", name, i)
	}
}

var errEnough = errors.New("all parts are read")

// compareParts returns how many parts agree with the journal, and how many pages
// they hold.
func (f *Folder) compareParts(j crawl.Journal, list []part) (right, pages int, err error) {
	var now *bufio.Reader
	var want, buf []byte
	n := 0
	err = j.Visits(func(v *crawl.Visit) error {
		if fileOf(v) != PagesFile {
			return nil
		}
		want = appendLine(want[:0], v)
		if now == nil {
			if right == len(list) {
				return errEnough
			}
			file, r, err := openPart(f.root.FS(), list[right].name)
			if err != nil {
				return errEnough // it cannot be read
			}
			f.reading = append(f.reading, file)
			now = r
		}
		buf = append(buf[:0], want...)
		if _, err := io.ReadFull(now, buf); err != nil || !bytes.Equal(buf, want) {
			return errEnough
		}
		n++
		if _, err := now.Peek(1); errors.Is(err, io.EOF) {
			right, pages, now = right+1, n, nil
		}
		return nil
	})
	for _, file := range f.reading {
		file.Close() //nolint:errcheck // only read
	}
	f.reading = nil
	if errors.Is(err, errEnough) {
		err = nil
	}
	return right, pages, err
}

// openPart opens a plain or compressed file of lines.
func openPart(dir fs.FS, name string) (io.Closer, *bufio.Reader, error) {
	file, err := dir.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if !strings.HasSuffix(name, ".gz") {
		return file, bufio.NewReaderSize(file, 1<<16), nil
	}
	z, err := gzip.NewReader(file)
	if err != nil {
		file.Close() //nolint:errcheck // only read
		return nil, nil, err
	}
	return file, bufio.NewReaderSize(z, 1<<16), nil
}

// clearParts deletes the earlier parts.
func clearParts(root *os.Root) error {
	list, err := parts(root.FS())
	if err != nil {
		return err
	}
	for _, p := range list {
		for _, name := range []string{p.name, strings.TrimSuffix(p.name, ".gz")} {
			if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
