package rundir

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Pages yields the lines of pages.jsonl in dir, in order, those of earlier parts
// first. An error ends it. An incomplete last line is left out: the crawl is
// running, or was killed. A line is yielded once, even if the file is rotated
// meanwhile.
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
			yield(Page{}, fmt.Errorf("crawl/rundir: %w", err))
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
			yield(zero, fmt.Errorf("crawl/rundir: %s: %w", name, err))
			return
		}
		defer f.Close() //nolint:errcheck // only read
		readLines[T](name, r)(yield)
	}
}

// readLines yields the complete lines of r, the file name.
func readLines[T any](name string, r *bufio.Reader) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for n := 1; ; n++ {
			line, err := r.ReadBytes('\n')
			if errors.Is(err, io.EOF) {
				return
			}
			var x T
			if err == nil {
				err = json.Unmarshal(line, &x)
			}
			if err != nil {
				yield(x, fmt.Errorf("crawl/rundir: %s:%d: %w", name, n, err))
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
		return s, fmt.Errorf("crawl/rundir: %w", err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("crawl/rundir: %s: %w", name, err)
	}
	return s, nil
}
