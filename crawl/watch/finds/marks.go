package finds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// states holds what people said of the pages of a job, by URL.
type states map[string]marks.State

// of returns what was said of a find: of the page that stands for it, or else of one with
// its text.
func (s states) of(i *item) *marks.State {
	if m, ok := s[i.url]; ok {
		return &m
	}
	if len(s) > 0 {
		for _, r := range i.all {
			if m, ok := s[r.url]; ok {
				return &m
			}
		}
	}
	return &marks.State{URL: i.url, Verdict: marks.None}
}

// open opens the marks of the folder; nil if there is no folder yet.
func (f *folder) open() (*marks.File, error) {
	if f.marks != nil {
		return f.marks, nil
	}
	file, err := marks.Open(f.files.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	f.marks = file
	return file, err
}

// marks returns what people said of the pages of a job ("": of all jobs), by job. l.mu is
// held.
func (l *List) marks(job string) (map[string]states, error) {
	all := map[string]states{}
	for name, f := range l.folders {
		if job != "" && job != name {
			continue
		}
		file, err := f.open()
		if err == nil && file != nil {
			all[name], err = file.Latest()
		}
		if err != nil {
			return nil, fmt.Errorf("job %s: %w", name, err)
		}
	}
	return all, nil
}

// file returns the marks of a job.
func (l *List) file(job string) (*marks.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.update(); err != nil {
		return nil, err
	}
	f := l.folders[job]
	if f == nil {
		return nil, fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
	}
	return f.open()
}

// Mark keeps what a person says of pages of a job, all of it or none. A page need not be
// there, or ever have been: marks outlive pages. The error wraps [monitor.ErrNotFound] for
// an unknown job, and is a [*marks.MarkError] for a wrong mark.
func (l *List) Mark(ctx context.Context, job string, list ...marks.Mark) error {
	file, err := l.file(job)
	if err == nil && file == nil {
		err = fmt.Errorf("job %q has no pages yet: %w", job, monitor.ErrNotFound) // not translated: an answer of the API
	}
	if err != nil {
		return err
	}
	if err := file.Append(ctx, list...); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.counts)
	return nil
}

// Marks returns what people said of the pages of a job, by URL, pages that are gone
// included.
func (l *List) Marks(job string) (map[string]marks.State, error) {
	file, err := l.file(job)
	if err != nil || file == nil {
		return nil, err
	}
	return file.Latest()
}
