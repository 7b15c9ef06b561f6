package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
)

// Hole is a part of a file in which no record can be read: it is damaged or missing.
type Hole struct {
	File           string
	Offset, Length int64
	Err            error // of the first record in it
}

// FileCheck is the result of reading a whole file.
type FileCheck struct {
	Holes   []Hole
	Filled  []Hole // sound records that stand for what was lost ([Fill])
	Answers int    // response and revisit records that are sound
	End     int64  // of the last sound record
	starts  map[int64]string
}

// At reports whether a sound record begins at byte offset.
func (c *FileCheck) At(offset int64) bool { _, ok := c.starts[offset]; return ok }

// Files lists the files of the folder that an [Archiver] wrote, in order.
func (f *Folder) Files() ([]string, error) {
	names, err := list(f.root, regexp.MustCompile(namePattern))
	if err != nil {
		return nil, fmt.Errorf("warc: %w", err)
	}
	return names, nil
}

// Check reads a file strictly, with all digests, and goes on behind damage. need is the
// end of the last record to which a journal refers: a file that is shorter has a hole
// there, and bytes behind it that are no record were left by a killed process, and are
// no hole. each, if not nil, gets every sound record, from byte start to byte end, and
// the block of a metadata record.
func (f *Folder) Check(name string, need int64, each func(r *Record, start, end int64, block []byte)) (*FileCheck, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("warc: %w", err)
	}
	defer file.Close() //nolint:errcheck // only read
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("warc: %w", err)
	}
	c := &FileCheck{starts: map[int64]string{}}
	size, at := info.Size(), int64(0)
	for at < size {
		end, fault := c.read(file, at, size, each)
		if fault == nil {
			break
		}
		var format *formatError
		if !errors.As(fault, &format) {
			return nil, fmt.Errorf("warc: %s: %w", name, fault)
		}
		next := nextRecord(file, end+1, size)
		if next < 0 && end >= need {
			return c, nil // a torn tail
		}
		c.Holes = append(c.Holes, Hole{name, end, max(size, need) - end, format.Err})
		if next < 0 {
			return c, nil
		}
		c.Holes[len(c.Holes)-1].Length = next - end
		at = next
	}
	if size < need {
		c.Holes = append(c.Holes, Hole{name, size, need - size, io.ErrUnexpectedEOF})
	}
	return c, nil
}

// read reads records from byte at on. It returns the end of the last sound one, and the
// fault of the next; nil at the end of the file.
func (c *FileCheck) read(file *os.File, at, size int64, each func(*Record, int64, int64, []byte)) (end int64, fault error) {
	r := NewStrictReader(io.NewSectionReader(file, at, size-at))
	var last *Record
	var block []byte
	var lost bool
	for {
		rec, err := r.Next()
		if last != nil && soundBefore(err, last) { // its end and digests are right
			start := at + last.Offset
			c.starts[start] = last.Header.Get(FieldRecordID)
			if t := last.Type(); t == TypeResponse || t == TypeRevisit {
				c.Answers++
			}
			if lost {
				c.Filled = append(c.Filled, Hole{Offset: start, Length: at + ended(r, rec, err) - start})
			}
			if each != nil {
				each(last, start, at+ended(r, rec, err), block)
			}
		}
		if errors.Is(err, io.EOF) {
			c.End = at + r.End()
			return c.End, nil
		}
		var format *formatError
		if errors.As(err, &format) {
			c.End = at + format.Offset
			return c.End, err
		}
		if err != nil {
			return at, err
		}
		last, block = rec, nil
		lost = isFiller(rec)
		if each != nil && rec.Type() == TypeMetadata && rec.Length < maxMetadata {
			if block, err = io.ReadAll(rec); err != nil {
				block = nil // Next says the same
			}
		}
	}
}

// maxMetadata bounds the block of a metadata record that is given to Check's caller.
const maxMetadata = 1 << 20

// soundBefore reports that the error of Next is not about the record before.
func soundBefore(err error, last *Record) bool {
	var format *formatError
	return !errors.As(err, &format) || format.Offset > last.Offset
}

// nextRecord finds the next byte, from at on, where a sound gzip member with a record
// begins; -1 if there is none.
func nextRecord(file io.ReaderAt, at, size int64) int64 {
	magic := []byte{0x1f, 0x8b, 0x08}
	buf := make([]byte, 1<<20)
	for at < size {
		n, _ := file.ReadAt(buf[:min(int64(len(buf)), size-at)], at)
		if n < len(magic) {
			return -1
		}
		i := bytes.Index(buf[:n], magic)
		if i < 0 {
			at += int64(n - len(magic) + 1)
			continue
		}
		at += int64(i)
		r := NewStrictReader(io.NewSectionReader(file, at, size-at))
		if rec, err := r.Next(); err == nil {
			if _, err = r.Next(); err == nil || soundBefore(err, rec) {
				return at
			}
		}
		at++
	}
	return -1
}

// Refers returns where the record to which a revisit record refers begins.
func Refers(rec *Record) (file string, offset int64, ok bool) {
	offset, err := strconv.ParseInt(rec.Header.Get(fieldRefersToOffset), 10, 64)
	file = rec.Header.Get(fieldRefersToFile)
	return file, offset, rec.Type() == TypeRevisit && err == nil && file != ""
}

// Fill writes records into a hole that say what it held, so that a strict reader reads
// the file and all others keep their places. The bytes that are replaced are written to
// kept first. A hole that is too small for a record is an error.
func Fill(name string, h Hole, kept io.Writer) error {
	record, err := filler(h)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	if _, err = io.Copy(kept, io.NewSectionReader(file, h.Offset, h.Length)); err == nil {
		_, err = file.WriteAt(record, h.Offset)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	return nil
}

// missing reports the files to which the journal refers and that are not as long as it
// says: those that are gone, and those that are too short. It looks at their sizes only.
func (f *Folder) missing(ends map[string]int64) (gone, short []string) {
	for name, end := range ends {
		info, err := f.root.Stat(name)
		switch {
		case err != nil:
			gone = append(gone, name)
		case info.Size() < end:
			short = append(short, name)
		}
	}
	return gone, short
}
