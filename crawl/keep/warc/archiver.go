package warc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// defaultMaxSize is the file size that the standard recommends.
const defaultMaxSize = 1_000_000_000

// Parts of a visit that can be kept.
type Parts uint8

// The parts.
const (
	Answer  Parts = 1 << iota // the page's requests and answers, redirects first, and its metadata
	Account                   // the metadata of a visit whose answer is not kept, or that has none
	Robots                    // the robots.txt files that were asked for on the way
)

// Options of an [Archiver]. The zero value keeps every answer.
type Options struct {
	// Keep returns what to keep of a visit; nil means the Answer.
	Keep func(v *crawl.Visit) Parts
	// Describe returns the metadata of a visit, in JSON; nil means no metadata
	// records.
	Describe func(v *crawl.Visit) ([]byte, error)
	// Info is the content of the warcinfo record at the beginning of each file:
	// software, operator, robots, description (6.2).
	Info Header
	// MaxSize is the size in bytes after which the next file begins; 0 means
	// defaultMaxSize. The last answer of a file may go beyond it.
	MaxSize int64
	// Again makes a 304 a revisit record of the earlier answer, for 24 bytes of
	// memory per page. Set it if URLs are asked for again.
	Again  bool
	Now    func() time.Time // for names and warcinfo records; nil means time.Now
	Logger *slog.Logger     // nil means slog.Default()
}

// Archiver keeps the answers of a crawl in a folder of WARC files. It is a
// crawl.Archiver; one goroutine uses it, and the lock of the crawl's state keeps
// other processes away.
type Archiver struct {
	dir   string
	opt   Options
	root  *os.Root
	names *regexp.Regexp
	place string

	file   *os.File // that is being written; nil before it
	name   string
	size   int64 // of its complete records
	info   string
	serial int // of the last file
	dirty  bool
	young  bool // a file was made since the last Sync

	out    bytes.Buffer // records of one visit
	writer *Writer

	restored bool
	files    []string         // names, by place.file
	firsts   map[uint64]place // of payloads that were kept first
	err      error            // first failed write
}

// place is the place of a visit's records.
type place struct {
	file, length int32 // file is an index into Archiver.files
	offset       int64
}

var _ crawl.Archiver = (*Archiver)(nil)

// Open opens the folder dir for a crawl; it is made if it does not exist.
func Open(dir string, opt Options) (*Archiver, error) {
	opt.MaxSize = cmp.Or(opt.MaxSize, defaultMaxSize)
	if opt.Now == nil {
		opt.Now = time.Now
	}
	opt.Logger = cmp.Or(opt.Logger, slog.Default())
	for _, f := range opt.Info {
		if !isToken(f.Name) || !isText(f.Value) {
			return nil, english.Errorf("warc: field %.80q: %.80q cannot be written", f.Name, f.Value)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("warc: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("warc: %w", err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		abs = dir
	}
	v := &Archiver{dir: dir, opt: opt, root: root, names: regexp.MustCompile(namePattern), place: placeHash(abs), firsts: map[uint64]place{}}
	v.writer = NewWriter(&v.out)
	return v, nil
}

// Keep writes the records of visit x; they are durable after the next Sync. It returns
// the place of the visit's own records, which follow the records of robots.txt files.
func (v *Archiver) Keep(x *crawl.Visit) (crawl.Ref, error) {
	switch {
	case v.err != nil:
		return crawl.Ref{}, v.err
	case !v.restored:
		return crawl.Ref{}, errors.New("warc: Keep before Restore")
	}
	parts := v.parts(x)
	if parts&(Answer|Account) == 0 { // nothing would refer to the rest
		return crawl.Ref{}, nil
	}
	if v.file == nil || v.size >= v.opt.MaxSize {
		if err := v.rotate(); err != nil {
			return crawl.Ref{}, v.failed(err)
		}
	}
	v.out.Reset()
	before, err := v.capture(x, parts)
	if err != nil { // no answer of a server causes this
		return crawl.Ref{}, v.failed(err)
	}
	ref := crawl.Ref{File: v.name, Offset: v.size + before, Length: int64(v.out.Len()) - before}
	if err := v.append(); err != nil {
		return crawl.Ref{}, v.failed(err)
	}
	if parts&Answer != 0 {
		v.learn(x, ref)
	}
	return ref, nil
}

// parts returns what to keep of x: what the caller wants and x has.
func (v *Archiver) parts(x *crawl.Visit) Parts {
	parts := Answer
	if v.opt.Keep != nil {
		parts = v.opt.Keep(x)
	}
	if x.Response == nil || len(x.Response.Exchanges) == 0 {
		parts &^= Answer
	}
	if parts&Answer != 0 || v.opt.Describe == nil {
		parts &^= Account
	}
	if len(x.Robots) == 0 {
		parts &^= Robots
	}
	return parts
}

// append writes out behind the complete records of the file.
func (v *Archiver) append() error {
	if _, err := v.file.WriteAt(v.out.Bytes(), v.size); err != nil {
		v.file.Truncate(v.size) //nolint:errcheck // else Restore does it
		return err
	}
	v.size += int64(v.out.Len())
	v.dirty = true
	if v.out.Cap() > 4<<20 {
		v.out = bytes.Buffer{}
	}
	return nil
}

// rotate makes the last file durable and begins the next.
func (v *Archiver) rotate() error {
	if err := v.closeFile(); err != nil {
		return err
	}
	v.serial++
	now := v.opt.Now()
	name := fileName(now, v.serial, v.place)
	file, err := v.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	v.file, v.name, v.size, v.young = file, name, 0, true
	v.info = NewID()
	v.out.Reset()
	if err := v.warcinfo(now); err != nil {
		return err
	}
	return v.append()
}

// warcinfo composes the record that begins a file (6.2).
func (v *Archiver) warcinfo(now time.Time) error {
	var block []byte
	for _, f := range v.opt.Info {
		block = appendField(block, f.Name, f.Value)
	}
	block = appendField(block, "format", "WARC File Format "+Version)
	block = appendField(block, "conformsTo", "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/")
	_, err := v.writer.Write(Header{
		{FieldType, TypeWarcinfo}, {FieldRecordID, v.info}, {FieldDate, date(now)}, {fieldFilename, v.name},
		{FieldContentType, "application/warc-fields"},
	}, block)
	return err
}

// Sync makes everything kept durable.
func (v *Archiver) Sync() error {
	if v.err != nil {
		return v.err
	}
	if err := v.sync(); err != nil {
		return v.failed(err)
	}
	return nil
}

func (v *Archiver) sync() error {
	if v.dirty && v.file != nil {
		if err := v.file.Sync(); err != nil {
			return err
		}
		v.dirty = false
	}
	if v.young {
		if err := atomicfile.SyncDir(v.root, "."); err != nil {
			return err
		}
		v.young = false
	}
	return nil
}

func (v *Archiver) closeFile() error {
	if v.file == nil {
		return nil
	}
	err := errors.Join(v.sync(), v.file.Close())
	v.file = nil
	return err
}

// Close makes everything kept durable, unless a write has failed, and releases
// the folder.
func (v *Archiver) Close() error {
	var err error
	if v.err == nil {
		err = v.closeFile()
	} else if v.file != nil {
		v.file.Close() //nolint:errcheck // the error that counts was returned
		v.file = nil
	}
	return errors.Join(err, v.root.Close())
}

// failed makes the first failed write the result of every later one.
func (v *Archiver) failed(err error) error {
	v.err = english.Errorf("warc: archive %s: %w; the visits in the journal are safe; fix this and run the same command again", v.dir, err)
	return v.err
}

// Clear deletes the files of an Archiver in dir, and the folder if it is then empty.
func Clear(dir string) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	defer root.Close()
	names, err := list(root, regexp.MustCompile(namePattern))
	if err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	for _, name := range names {
		if err := root.Remove(name); err != nil {
			return fmt.Errorf("warc: %w", err)
		}
	}
	root.Remove(LinkedFile) //nolint:errcheck // most folders have none
	os.Remove(dir)          //nolint:errcheck // it stays if it holds other files
	return nil
}
