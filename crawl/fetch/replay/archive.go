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
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Archive is a web stored in WARC files, of this program or another. It keeps the
// locations of the answers in memory, about 50 bytes for every URL. Its methods may be
// called concurrently.
//
// If a canonical key has several answers, the latest counts. An unknown URL is 404, or
// a redirect to the other scheme if that is known.
type Archive struct {
	// KeepExchanges fills Response.Exchanges. It must be set before the first
	// Fetch.
	KeepExchanges bool
	// Documents lets PDF, DOCX and ODT be answers, as fetch.Options does.
	Documents bool

	files     []string
	answers   map[uint64]location   // by hash of the canonical key
	originals map[location]location // of revisit records
	faults    []error

	unpacked string       // the folder of files that were unpacked
	remove   func() error // unpacked
}

var _ crawl.Fetcher = (*Archive)(nil)

// noAnswersError reports files in which not one answer was found.
type noAnswersError struct {
	Files  []string
	Faults []error
}

func (e *noAnswersError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *noAnswersError) Message() english.Phrase {
	if len(e.Faults) > 0 {
		return english.Phrasef("replay: no answer can be read: %v", errors.Join(e.Faults...))
	}
	return english.Phrasef("replay: no answer of a web server stands in %s", strings.Join(e.Files, ", "))
}

// OpenArchive reads WARC files; the name of a folder means its files that end in .warc
// or .warc.gz. [Archive.Faults] returns what cannot be read. It is an error if no
// answer can be read.
func OpenArchive(names ...string) (*Archive, error) {
	files, err := warcFiles(names)
	if err != nil {
		return nil, err
	}
	a := &Archive{files: files}
	a.read()
	if len(a.answers) == 0 {
		a.Close() //nolint:errcheck // the error that counts is the other
		return nil, &noAnswersError{Files: names, Faults: a.faults}
	}
	return a, nil
}

// IsWARC reports whether name ends like the name of a WARC file.
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
		return nil, english.Errorf("replay: no file that ends in %s or %s in %s", warc.Ext, warc.ExtGzip, strings.Join(names, ", "))
	}
	return files, nil
}

// Faults returns what could not be read and why, such as files that end within a
// record.
func (a *Archive) Faults() []error { return slices.Clone(a.faults) }

// Len is the number of URLs that have an answer.
func (a *Archive) Len() int { return len(a.answers) }

// Close removes temporary files. Other files are open only while they are read.
func (a *Archive) Close() error {
	var err error
	if a.remove != nil {
		err = a.remove()
		a.remove = nil
	}
	return err
}

// Fetch answers as [fetch.Client.Fetch] would. FetchedAt is the time at which
// the answer was archived.
func (a *Archive) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	var kept []crawl.Exchange
	return follow(ctx, req.URL, func(key string) (*crawl.Response, string, error) {
		s, next := a.find(key)
		if next != "" {
			return nil, next, nil
		}
		if s == (location{}) {
			return &crawl.Response{Status: http.StatusNotFound, FetchedAt: time.Now().UTC()}, "", nil
		}
		e, err := a.exchange(s)
		if err != nil {
			return nil, "", err
		}
		status, header, err := warc.ParseHead(e.Head)
		if err != nil {
			return nil, "", err
		}
		if a.KeepExchanges {
			kept = append(kept, e)
		}
		if next, err := target(e.URL, status, header); err != nil || next != "" {
			return nil, next, err
		}
		r := &crawl.Response{Final: key, FetchedAt: e.At, Exchanges: kept, Truncated: e.Truncated != ""}
		if r.FetchedAt.IsZero() {
			r.FetchedAt = time.Now().UTC()
		}
		return r, "", fill(r, status, header, e.Body, a.Documents)
	})
}

// target is where an answer redirects to, "" if it does not.
func target(from string, status int, h http.Header) (string, error) {
	location := fetch.Location(status, h)
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

// fill completes r from an answer. It applies the rules of the network client.
func fill(r *crawl.Response, status int, h http.Header, raw []byte, documents bool) (err error) {
	fetch.SetHead(r, status, h)
	if status/100 != 2 {
		return nil
	}
	path, _, _ := strings.Cut(strings.ToLower(r.Final), "?")
	if err := fetch.CheckType(r.ContentType, path, nil, documents); err != nil {
		return err
	}
	body, cut, err := decoded(h, raw)
	if err == nil {
		err = fetch.CheckType(r.ContentType, path, body, documents)
	}
	r.Body, r.Truncated = body, r.Truncated || cut
	return err
}

// decoded undoes the content coding. Some archives have undone it and left the header
// field unchanged.
func decoded(h http.Header, raw []byte) (body []byte, cut bool, err error) {
	body, cut, err = fetch.Decode(h, raw, maxBody)
	if err == nil || errors.Is(err, crawl.ErrTooLarge) || !strings.HasPrefix(http.DetectContentType(raw), "text/") {
		return body, cut, err
	}
	return fetch.Decode(nil, raw, maxBody)
}

// Answer returns the answer in exchanges, redirects first, as [fetch.Client.Fetch]
// returned it; a document, too. The exchanges come from [warc.Folder.Exchanges].
func Answer(exchanges []crawl.Exchange) (*crawl.Response, error) {
	if len(exchanges) == 0 {
		return nil, errors.New("replay: no answer")
	}
	e := exchanges[len(exchanges)-1]
	asked, err := urlkey.Canonical(exchanges[0].URL)
	if err != nil {
		return nil, err
	}
	final, err := urlkey.Canonical(e.URL)
	if err != nil {
		return nil, err
	}
	status, header, err := warc.ParseHead(e.Head)
	if err != nil {
		return nil, err
	}
	r := &crawl.Response{URL: asked, Final: final, FetchedAt: e.At, Truncated: e.Truncated != ""}
	if err := fill(r, status, header, e.Body, true); err != nil {
		return nil, err
	}
	return r, nil
}
