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

// tailSize is how much of the end of pages.jsonl Tail looks at. A line has a
// kilobyte, some have ten.
const tailSize = 256 << 10

// Tail returns the last pages of the run in dir, at most n, in order. It reads the
// end of pages.jsonl, and earlier parts only where that holds too few; a last line
// that is not complete is left out, as by [Pages].
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

// tailOfPart returns the last pages of an earlier part that come before visit
// seq, at most n.
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

// tail returns the last pages of a file that is not compressed. whole is false if
// there may be more.
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
	if err != nil && !errors.Is(err, io.EOF) { // shorter than a moment ago: a new process has cut it
		return nil, false, fmt.Errorf("crawl/rundir: %w", err)
	}
	lines := bytes.Split(b[:got], []byte("\n"))
	lines = lines[:len(lines)-1] // nothing, or a line that is not complete
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
