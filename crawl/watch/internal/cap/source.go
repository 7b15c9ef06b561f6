package cap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Source is a place with alerts: a folder of files, or the address of an alert or of a
// feed. One goroutine calls its methods.
type Source struct {
	Set

	place   string
	fetcher crawl.Fetcher

	files map[string]file  // by path
	links map[string]*link // of the feed, by address
	order []string         // of links

	etag, modified string // validators of the place
}

type file struct {
	modified time.Time
	size     int64
	err      error
}

// link leads to an alert.
type link struct {
	stamp string
	done  bool
	again time.Time // if it failed: not before
	err   error
}

// NewSource returns the source at place. fetcher fetches addresses; folders do not need
// it.
func NewSource(place string, fetcher crawl.Fetcher) *Source {
	return &Source{place: place, fetcher: fetcher, files: map[string]file{}}
}

// Bounds of one reading.
const (
	maxFiles  = 10_000
	maxLinks  = 30 // fetched in one reading, politely; the rest comes with the next
	failAgain = 10 * time.Minute
)

// Read reads what is new. Its error says what could not be read; the rest was. It shows
// no password of a URL.
func (s *Source) Read(ctx context.Context, now time.Time) error {
	if err := s.read(ctx, now); err != nil {
		return &readError{err}
	}
	return nil
}

// readError is an error without passwords of URLs.
type readError struct{ err error }

func (e *readError) Error() string { return redact.Text(e.err.Error()) }
func (e *readError) Unwrap() error { return e.err }

func (s *Source) read(ctx context.Context, now time.Time) error {
	defer s.forget(now)
	if isAddress(s.place) {
		return s.readAddress(ctx, now)
	}
	return s.readFolder(now)
}

func isAddress(place string) bool {
	return strings.HasPrefix(place, "http://") || strings.HasPrefix(place, "https://")
}

// readFolder reads files that are new or changed. An incomplete file is read again when
// it changes.
func (s *Source) readFolder(now time.Time) error {
	entries, err := os.ReadDir(s.place)
	if err != nil {
		return err
	}
	var errs []error
	there := map[string]file{}
	for _, e := range entries {
		ext := strings.ToLower(filepath.Ext(e.Name()))
		if ext != ".xml" && ext != ".cap" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if len(there) == maxFiles {
			errs = append(errs, english.Errorf("%s holds more than %d files; the rest is not read", s.place, maxFiles))
			break
		}
		path := filepath.Join(s.place, e.Name())
		f := s.readFile(path, now)
		there[path] = f
		if f.err != nil && !errors.Is(f.err, fs.ErrNotExist) {
			errs = append(errs, fmt.Errorf("%q: %w", path, f.err))
		}
	}
	s.files = there
	return errors.Join(errs...)
}

func (s *Source) readFile(path string, now time.Time) file {
	info, err := os.Stat(path)
	if err != nil {
		return file{err: err}
	}
	f := file{modified: info.ModTime(), size: info.Size()}
	if old, ok := s.files[path]; ok && old.modified.Equal(f.modified) && old.size == f.size {
		return old
	}
	if !info.Mode().IsRegular() {
		f.err = errors.New("not a regular file")
		return f
	}
	var doc []byte
	if doc, f.err = readBounded(path); f.err == nil {
		f.err = s.take(doc, now)
	}
	return f
}

func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxBytes+1))
}

// take adds the alerts of a document, without following links.
func (s *Source) take(doc []byte, now time.Time) error {
	all, err := items(doc, "")
	return errors.Join(err, s.listed(all, now))
}

// readAddress fetches the address, if it has changed, and its links.
func (s *Source) readAddress(ctx context.Context, now time.Time) error {
	if s.fetcher == nil {
		return english.Errorf("%s: nobody fetches here", s.place)
	}
	resp, err := s.ask(ctx, s.place)
	if err != nil {
		return fmt.Errorf("%s: %w", s.place, err)
	}
	var errs []error
	if resp.Status != http.StatusNotModified {
		all, err := items(resp.Body, resp.Final)
		if err != nil {
			return fmt.Errorf("%s: %w", s.place, err)
		}
		s.etag, s.modified = resp.ETag, resp.LastModified
		errs = append(errs, s.listed(all, now))
	}
	return errors.Join(append(errs, s.follow(ctx, now))...)
}

// ask fetches url, with the validators of the last answer.
func (s *Source) ask(ctx context.Context, url string) (*crawl.Response, error) {
	req := crawl.Request{URL: url}
	if url == s.place {
		req.ETag, req.LastModified = s.etag, s.modified
	}
	resp, err := s.fetcher.Fetch(ctx, req)
	switch {
	case err != nil:
		return nil, err
	case resp.Status == http.StatusNotModified && req.ETag+req.LastModified != "":
		return resp, nil
	case resp.Status != http.StatusOK:
		return nil, english.Errorf("HTTP status %d", resp.Status)
	case resp.Truncated:
		return nil, english.Errorf("cut at %d bytes", len(resp.Body))
	}
	return resp, nil
}

// listed adds the alerts that a feed holds, and notes its links. New links, and those
// with another stamp, are fetched later.
func (s *Source) listed(all []item, now time.Time) error {
	var errs []error
	old := s.links
	s.links, s.order = map[string]*link{}, nil
	for _, it := range all {
		errs = append(errs, it.err)
		switch {
		case it.alert != nil:
			s.Add(it.alert, now)
		case it.link != "" && s.links[it.link] == nil:
			l := old[it.link]
			if l == nil || l.stamp != it.stamp {
				l = &link{stamp: it.stamp}
			}
			s.links[it.link] = l
			s.order = append(s.order, it.link)
		}
	}
	return errors.Join(errs...)
}

// follow fetches links that were not fetched yet, or that failed a while ago.
func (s *Source) follow(ctx context.Context, now time.Time) error {
	var errs []error
	fetched := 0
	for _, url := range s.order {
		l := s.links[url]
		if !l.done && !now.Before(l.again) && fetched < maxLinks && ctx.Err() == nil {
			fetched++
			l.err = s.fetch(ctx, url, now)
			l.done, l.again = l.err == nil, now.Add(failAgain)
		}
		if l.err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", url, l.err))
		}
	}
	return errors.Join(errs...)
}

func (s *Source) fetch(ctx context.Context, url string, now time.Time) error {
	resp, err := s.ask(ctx, url)
	if err != nil {
		return err
	}
	a, err := Parse(resp.Body)
	if err != nil {
		return err
	}
	s.Add(a, now)
	return nil
}
