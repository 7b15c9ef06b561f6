package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// tailSize is how much of the end of pages.jsonl Tail looks at. A line has a
// kilobyte, some have ten.
const tailSize = 256 << 10

// Tail returns the last pages of pages.jsonl in dir, at most n, in order. It
// reads the end of the file only, and no earlier parts, so there may be fewer; a last line that is not
// complete is left out, as by [Pages].
func Tail(dir string, n int) ([]Page, error) {
	name := filepath.Join(dir, PagesFile)
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("crawl/archive: %w", err)
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("crawl/archive: %w", err)
	}
	from := max(0, size-tailSize)
	b := make([]byte, size-from)
	got, err := f.ReadAt(b, from)
	if err != nil && !errors.Is(err, io.EOF) { // shorter than a moment ago: a new process has cut it
		return nil, fmt.Errorf("crawl/archive: %w", err)
	}
	lines := bytes.Split(b[:got], []byte("\n"))
	lines = lines[:len(lines)-1] // nothing, or a line that is not complete
	if from > 0 && len(lines) > 0 {
		lines = lines[1:]
	}
	lines = lines[max(0, len(lines)-n):]
	pages := make([]Page, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal(line, &pages[i]); err != nil {
			return nil, fmt.Errorf("crawl/archive: %s: line %d from its end: %w", name, len(lines)-i, err)
		}
	}
	return pages, nil
}
