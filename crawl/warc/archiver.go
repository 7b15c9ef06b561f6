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
)

// DefaultMaxSize is the size at which a file is followed by the next: what the
// standard recommends.
const DefaultMaxSize = 1_000_000_000

// Parts of a visit that can be kept.
type Parts uint8

// The parts.
const (
	Answer  Parts = 1 << iota // the page's requests and answers, redirects first, and its metadata
	Account                   // the metadata of a visit whose answer is not kept, or that brought none
	Robots                    // the robots.txt files that were asked for on the way
)

// Options of a [Archiver]. The zero value keeps every answer.
type Options struct {
	// Keep says what is kept of a visit; nil means its Answer.
	Keep func(v *crawl.Visit) Parts
	// Describe returns what a metadata record says of a visit, in JSON; nil means
	// that there are no metadata records.
	Describe func(v *crawl.Visit) ([]byte, error)
	// Info is what the warcinfo record at the beginning of each file says, beside
	// its format: software, operator, robots, description (6.2).
	Info Header
	// MaxSize is how long a file may be before the next begins, in bytes; 0 means
	// DefaultMaxSize. It ends with the answer that goes beyond it.
	MaxSize int64
	// Again says that URLs are asked for again: then a 304 becomes a revisit
	// record of the answer that it repeats, at 24 bytes of memory for every page.
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

	file   *os.File // the one that is written; nil if none is
	name   string
	size   int64 // of what is right in it
	info   string
	serial int // of the last file
	dirty  bool
	young  bool // a file was made since the last Sync

	out    bytes.Buffer // records of one visit
	writer *Writer

	restored bool
	files    []string         // names, as known to firsts
	firsts   map[uint64]place // where a payload was kept first
	err      error            // first failed write
}

// place is where the records of a visit stand.
type place struct {
	file, length int32 // file is an index into Archiver.files
	offset       int64
}

var _ crawl.Archiver = (*Archiver)(nil)

// Open opens the folder dir for a crawl; it is made if it does not exist.
func Open(dir string, opt Options) (*Archiver, error) {
	opt.MaxSize = cmp.Or(opt.MaxSize, DefaultMaxSize)
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Logger == nil {
		opt.Logger = slog.Default()
	}
	for _, f := range opt.Info {
		if !isToken(f.Name) || !isText(f.Value) {
			return nil, fmt.Errorf("warc: field %.80q: %.80q cannot be written", f.Name, f.Value)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
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

// Keep writes the records of visit x. They are durable after the next Sync. The
// place is that of the visit's own records; those of robots.txt files stand
// before it.
func (v *Archiver) Keep(x *crawl.Visit) (crawl.Ref, error) {
	switch {
	case v.err != nil:
		return crawl.Ref{}, v.err
	case !v.restored:
		return crawl.Ref{}, errors.New("warc: Keep before Restore")
	}
	parts := v.parts(x)
	if parts&(Answer|Account) == 0 { // without a place of its own nobody would know of what is kept
		return crawl.Ref{}, nil
	}
	if v.file == nil || v.size >= v.opt.MaxSize {
		if err := v.rotate(); err != nil {
			return crawl.Ref{}, v.failed(err)
		}
	}
	v.out.Reset()
	before, err := v.capture(x, parts)
	if err != nil { // what a server sent cannot cause this
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

// parts is what is kept of x: of what the caller wants what there is.
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

// append writes what is in out behind what is right in the file.
func (v *Archiver) append() error {
	if _, err := v.file.WriteAt(v.out.Bytes(), v.size); err != nil {
		v.file.Truncate(v.size) //nolint:errcheck // Restore will do it if this cannot
		return err
	}
	v.size += int64(v.out.Len())
	v.dirty = true
	if v.out.Cap() > 4<<20 {
		v.out = bytes.Buffer{}
	}
	return nil
}

// rotate begins the next file. The one before is durable then.
func (v *Archiver) rotate() error {
	if err := v.closeFile(); err != nil {
		return err
	}
	v.serial++
	now := v.opt.Now()
	name := fileName(now, v.serial, v.place)
	file, err := v.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	v.file, v.name, v.size, v.young = file, name, 0, true
	v.info = newID()
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
		{FieldType, TypeWarcinfo}, {FieldRecordID, v.info}, {FieldDate, date(now)}, {FieldFilename, v.name},
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
		if err := syncDir(v.root); err != nil {
			return err
		}
		v.young = false
	}
	return nil
}

func syncDir(root *os.Root) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
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

// failed makes the first failed write the answer to every later one.
func (v *Archiver) failed(err error) error {
	v.err = fmt.Errorf("warc: archive %s: %w; what the journal holds is safe, run the same command again when this is mended", v.dir, err)
	return v.err
}

// Clear deletes the files of a Archiver in dir, and the folder if it is empty then.
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
	os.Remove(dir) //nolint:errcheck // it stays if it holds what is not ours
	return nil
}
