package replay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
)

// Archive is a web stored in WARC files, our own, Common Crawl's or another's.
// It holds where each answer stands, not the answers: some 50 bytes for every
// URL. Its methods may be called concurrently.
//
// Of several answers under one canonical key the latest counts. An unknown URL
// is 404, or a redirect to itself under the other scheme if that is known.
type Archive struct {
	// KeepExchanges fills Response.Exchanges. It must be set before the first
	// Fetch.
	KeepExchanges bool

	files  []string
	spots  map[uint64]spot // by hash of the canonical key
	firsts map[spot]spot   // what revisit records refer to
	faults []error

	temporary []string // files that were unpacked
}

var _ crawl.Fetcher = (*Archive)(nil)

// NoAnswersError reports files in which not one answer was found.
type NoAnswersError struct {
	Files  []string
	Faults []error
}

func (e *NoAnswersError) Error() string {
	if len(e.Faults) > 0 {
		return fmt.Sprintf("replay: no answer can be read: %v", errors.Join(e.Faults...))
	}
	return fmt.Sprintf("replay: no answer of a web server stands in %s", strings.Join(e.Files, ", "))
}

// OpenArchive reads through the WARC files named; a folder stands for the files
// in it that end in .warc or .warc.gz. What cannot be read, [Archive.Faults]
// tells; it is an error only if nothing can.
func OpenArchive(names ...string) (*Archive, error) {
	files, err := warcFiles(names)
	if err != nil {
		return nil, err
	}
	a := &Archive{files: files}
	a.read()
	if len(a.spots) == 0 {
		a.Close() //nolint:errcheck // the error that counts is the other
		return nil, &NoAnswersError{Files: names, Faults: a.faults}
	}
	return a, nil
}

// IsWARC reports whether name is called as WARC files are.
func IsWARC(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, warc.Ext) || strings.HasSuffix(name, warc.ExtGzip)
}

func warcFiles(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, fmt.Errorf("replay: %w", err)
		}
		if !info.IsDir() {
			files = append(files, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, fmt.Errorf("replay: %w", err)
		}
		for _, e := range entries {
			if e.Type().IsRegular() && IsWARC(e.Name()) {
				files = append(files, filepath.Join(name, e.Name()))
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("replay: no file that ends in %s or %s in %s", warc.Ext, warc.ExtGzip, strings.Join(names, ", "))
	}
	return files, nil
}

// Faults returns what could not be read and why: files that end within a
// record, records that are none.
func (a *Archive) Faults() []error { return slices.Clone(a.faults) }

// Len is the number of URLs that have an answer.
func (a *Archive) Len() int { return len(a.spots) }

// Close removes what had to be unpacked. Files are open only while they are read.
func (a *Archive) Close() error {
	var err error
	for _, name := range a.temporary {
		err = errors.Join(err, os.Remove(name))
	}
	a.temporary = nil
	return err
}

// Fetch answers as [fetch.Client.Fetch] would. FetchedAt is the time at which
// the answer was archived.
func (a *Archive) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	r, err := a.fetch(ctx, req.URL)
	if err != nil {
		return nil, fmt.Errorf("replay %s: %w", req.URL, err)
	}
	return r, nil
}

func (a *Archive) fetch(ctx context.Context, rawurl string) (*crawl.Response, error) {
	start := time.Now()
	asked, err := urlkey.Canonical(rawurl)
	if err != nil {
		return nil, err
	}
	key := asked
	var kept []crawl.Exchange
	for range maxRedirects + 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, next := a.find(key)
		if next != "" {
			key = next
			continue
		}
		if s == (spot{}) {
			return &crawl.Response{URL: asked, Final: key, Status: http.StatusNotFound, FetchedAt: start.UTC(), Took: time.Since(start)}, nil
		}
		e, err := a.exchange(s)
		if err != nil {
			return nil, err
		}
		status, header, err := warc.ParseHead(e.Head)
		if err != nil {
			return nil, err
		}
		if a.KeepExchanges {
			kept = append(kept, e)
		}
		if next, err = target(e.URL, status, header); err != nil {
			return nil, err
		}
		if next != "" {
			key = next
			continue
		}
		r := &crawl.Response{URL: asked, Final: key, FetchedAt: e.At, Exchanges: kept, Truncated: e.Truncated != ""}
		if err := fill(r, status, header, e.Body); err != nil {
			return nil, err
		}
		if r.FetchedAt.IsZero() {
			r.FetchedAt = start.UTC()
		}
		r.Took = time.Since(start)
		return r, nil
	}
	return nil, fmt.Errorf("%w: %d", crawl.ErrRedirects, maxRedirects)
}

// target is where an answer sends the client, "" if it is none that does.
func target(from string, status int, h http.Header) (string, error) {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return "", nil
	}
	location := h.Get("Location")
	if location == "" {
		return "", nil
	}
	base, err := url.Parse(from)
	if err != nil {
		return "", fmt.Errorf("redirect: %w", err)
	}
	next, err := urlkey.Resolve(base, location)
	if err != nil {
		return "", fmt.Errorf("redirect: %w", err)
	}
	return next, nil
}

// fill completes r by what the server said.
func fill(r *crawl.Response, status int, h http.Header, raw []byte) (err error) {
	r.Status, r.ContentType = status, h.Get("Content-Type")
	r.RobotsTag = strings.Join(h.Values("X-Robots-Tag"), "\n")
	r.Link = strings.Join(h.Values("Link"), "\n")
	r.ETag, r.LastModified = h.Get("ETag"), h.Get("Last-Modified")
	if status/100 != 2 {
		return nil
	}
	path, _, _ := strings.Cut(strings.ToLower(r.Final), "?")
	if r.ContentType != "" && !fetch.IsText(r.ContentType) && !fetch.MayList(r.ContentType, path) {
		return fmt.Errorf("%w: %.80q", crawl.ErrContentType, r.ContentType)
	}
	body, cut, err := decoded(h, raw)
	if err != nil {
		return err
	}
	if r.ContentType == "" && len(body) > 0 && !fetch.MayList("application/gzip", path) {
		if kind := http.DetectContentType(body); !strings.HasPrefix(kind, "text/") {
			return fmt.Errorf("%w: none given, looks like %s", crawl.ErrContentType, kind)
		}
	}
	r.Body, r.Truncated = body, r.Truncated || cut
	return nil
}

// decoded undoes the content coding. Some archives undid it before and left
// the field as it was.
func decoded(h http.Header, raw []byte) (body []byte, cut bool, err error) {
	body, cut, err = fetch.Decode(h, raw, maxBody)
	if err == nil || errors.Is(err, crawl.ErrTooLarge) || !strings.HasPrefix(http.DetectContentType(raw), "text/") {
		return body, cut, err
	}
	return fetch.Decode(nil, raw, maxBody)
}
