package archive

import (
	"bufio"
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
func Pages(dir string) iter.Seq2[Page, error] {
	return read[Page](filepath.Join(dir, PagesFile))
}

// Failures yields the lines of errors.jsonl in dir, as Pages does.
func Failures(dir string) iter.Seq2[Failure, error] {
	return read[Failure](filepath.Join(dir, ErrorsFile))
}

func read[T any](name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		f, err := os.Open(name)
		if err != nil {
			yield(zero, fmt.Errorf("crawl/archive: %w", err))
			return
		}
		defer f.Close()
		r := bufio.NewReaderSize(f, 1<<16)
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
