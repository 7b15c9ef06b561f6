package rundir

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Pages yields the lines of pages.jsonl in dir, in order, lines of earlier parts first.
// An error ends it. An incomplete last line is left out: the crawl is running, or was
// killed. A line is yielded once, even if the file is rotated meanwhile.
func Pages(dir string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		// The latest lines are opened first: then they can be read even if the file
		// is renamed, and a part that is made of them is known by its numbers.
		latest := filepath.Join(dir, PagesFile)
		file, openErr := os.Open(latest)
		if openErr == nil {
			defer file.Close() //nolint:errcheck // only read
		}
		list, err := parts(os.DirFS(dir))
		if err == nil && len(list) == 0 && openErr != nil {
			err = openErr
		}
		if err != nil {
			yield(Page{}, fmt.Errorf("crawl/keep/rundir: %w", err))
			return
		}
		last := 0
		each := func(pages iter.Seq2[Page, error]) bool {
			for p, err := range pages {
				if err == nil && p.Seq <= last && len(list) > 0 {
					continue
				}
				if !yield(p, err) || err != nil {
					return false
				}
				last = p.Seq
			}
			return true
		}
		for _, part := range list {
			if !each(read[Page](filepath.Join(dir, part.name))) {
				return
			}
		}
		if openErr == nil {
			each(readLines[Page](latest, bufio.NewReaderSize(file, 1<<16)))
		}
	}
}

// Failures yields the lines of errors.jsonl in dir as [Pages] does.
func Failures(dir string) iter.Seq2[Failure, error] {
	return read[Failure](filepath.Join(dir, ErrorsFile))
}

func read[T any](name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		dir, base := os.DirFS(filepath.Dir(name)), filepath.Base(name)
		f, r, err := openPart(dir, base)
		if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(base, ".gz") {
			if g, z, gzErr := openPart(dir, base+".gz"); gzErr == nil { // compressed since it was listed
				f, r, err = g, z, nil
			}
		}
		if err != nil {
			var zero T
			yield(zero, fmt.Errorf("crawl/keep/rundir: %s: %w", name, err))
			return
		}
		defer f.Close() //nolint:errcheck // only read
		readLines[T](name, r)(yield)
	}
}

// decode reads a line of one of the files.
func decode(line []byte, x any) error { return new(decoder).settled(line, x) }

// settled reads a line as decode does.
func (d *decoder) settled(line []byte, x any) error {
	err := d.decode(line, x)
	switch x := x.(type) {
	case *Page:
		x.Published.Settle(&x.PublishedBy)
	case *Change:
		x.Published.Settle(&x.PublishedBy)
	}
	return err
}

// readLines yields the complete lines of r, the file name.
func readLines[T any](name string, r *bufio.Reader) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		d := new(decoder)
		for n := 1; ; n++ {
			line, err := r.ReadBytes('\n')
			if errors.Is(err, io.EOF) {
				return
			}
			var x T
			if err == nil {
				err = d.settled(line, &x)
			}
			if err != nil {
				yield(x, fmt.Errorf("crawl/keep/rundir: %s:%d: %w", name, n, err))
				return
			}
			if !yield(x, nil) {
				return
			}
		}
	}
}

// ReadSummary reads summary.json in dir.
func ReadSummary(dir string) (Summary, error) {
	var s Summary
	name := filepath.Join(dir, SummaryFile)
	b, err := os.ReadFile(name)
	if err != nil {
		return s, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("crawl/keep/rundir: %s: %w", name, err)
	}
	return s, nil
}

// tailSize is how many bytes at the end of pages.jsonl Tail reads. A line has about
// a kilobyte, some have ten.
const tailSize = 256 << 10

// Tail returns the last pages of the run in dir, at most n, in order. It reads the
// end of pages.jsonl, and earlier parts only if that holds too few pages. Like
// [Pages] it leaves out an incomplete last line.
func Tail(dir string, n int) ([]Page, error) {
	pages, whole, err := tail(filepath.Join(dir, PagesFile), n)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone || len(pages) >= n || !whole {
		return pages, err
	}
	list, partsErr := parts(os.DirFS(dir))
	if partsErr != nil {
		return nil, fmt.Errorf("crawl/keep/rundir: %w", partsErr)
	}
	for i := len(list) - 1; i >= 0 && len(pages) < n; i-- {
		first := math.MaxInt
		if len(pages) > 0 {
			first = pages[0].Seq
		}
		more, err := tailOfPart(filepath.Join(dir, list[i].name), n-len(pages), first)
		if err != nil {
			return nil, err
		}
		pages = append(more, pages...)
	}
	if gone && len(list) == 0 {
		return nil, err
	}
	return pages, nil
}

// tailOfPart returns the last pages before visit seq of an earlier part, at most n.
func tailOfPart(name string, n, seq int) (pages []Page, err error) {
	for p, err := range read[Page](name) {
		if err != nil {
			return nil, err
		}
		if p.Seq >= seq { // rotated since the later file was read
			break
		}
		if pages = append(pages, p); len(pages) > 2*n {
			pages = append(pages[:0], pages[len(pages)-n:]...)
		}
	}
	return pages[max(0, len(pages)-n):], nil
}

// tail returns the last pages of a plain file. whole is false if it may hold more.
func tail(name string, n int) (pages []Page, whole bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, true, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, false, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	from := max(0, size-tailSize)
	b := make([]byte, size-from)
	got, err := f.ReadAt(b, from)
	if err != nil && !errors.Is(err, io.EOF) { // io.EOF: a new process has truncated it since
		return nil, false, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	lines := bytes.Split(b[:got], []byte("\n"))
	lines = lines[:len(lines)-1] // empty, or an incomplete line
	if from > 0 && len(lines) > 0 {
		lines = lines[1:]
	}
	lines = lines[max(0, len(lines)-n):]
	pages = make([]Page, len(lines))
	for i, line := range lines {
		if err := decode(line, &pages[i]); err != nil {
			return nil, false, english.Errorf("crawl/keep/rundir: %s: line %d from its end: %w", name, len(lines)-i, err)
		}
	}
	return pages, from == 0, nil
}
