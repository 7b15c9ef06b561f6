package rundir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
)

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
		return nil, fmt.Errorf("crawl/rundir: %w", partsErr)
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
		return nil, true, fmt.Errorf("crawl/rundir: %w", err)
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, false, fmt.Errorf("crawl/rundir: %w", err)
	}
	from := max(0, size-tailSize)
	b := make([]byte, size-from)
	got, err := f.ReadAt(b, from)
	if err != nil && !errors.Is(err, io.EOF) { // io.EOF: a new process has truncated it since
		return nil, false, fmt.Errorf("crawl/rundir: %w", err)
	}
	lines := bytes.Split(b[:got], []byte("\n"))
	lines = lines[:len(lines)-1] // empty, or an incomplete line
	if from > 0 && len(lines) > 0 {
		lines = lines[1:]
	}
	lines = lines[max(0, len(lines)-n):]
	pages = make([]Page, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal(line, &pages[i]); err != nil {
			return nil, false, fmt.Errorf("crawl/rundir: %s: line %d from its end: %w", name, len(lines)-i, err)
		}
	}
	return pages, from == 0, nil
}
