package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
)

// Pages yields the lines of pages.jsonl in dir, in order. An error ends it. A
// last line that is not complete is left out: its crawl is running, or was
// killed and will be resumed.
//
// Earlier parts of a rotated file come first. A line is yielded once, also where
// the file is rotated meanwhile.
func Pages(dir string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		names, err := pageFiles(dir)
		if err != nil {
			yield(Page{}, err)
			return
		}
		last := 0
		for _, name := range names {
			for p, err := range read[Page](name) {
				if err == nil && p.Seq <= last && len(names) > 1 {
					continue
				}
				if !yield(p, err) || err != nil {
					return
				}
				last = p.Seq
			}
		}
	}
}

// Failures yields the lines of errors.jsonl in dir, as Pages does.
func Failures(dir string) iter.Seq2[Failure, error] {
	return read[Failure](filepath.Join(dir, ErrorsFile))
}

func read[T any](name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		f, r, err := openPart(os.DirFS(filepath.Dir(name)), filepath.Base(name))
		if err != nil {
			yield(zero, fmt.Errorf("crawl/archive: %s: %w", name, err))
			return
		}
		defer f.Close() //nolint:errcheck // only read
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
				yield(zero, fmt.Errorf("crawl/archive: %s:%d: %w", name, n, err))
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
		return s, fmt.Errorf("crawl/archive: %w", err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("crawl/archive: %s: %w", name, err)
	}
	return s, nil
}
