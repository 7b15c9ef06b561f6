// Package replay answers from a stored web instead of the network: [Web] from a folder
// of pages, [Archive] from WARC files.
//
//	replay.go    Web: the answers of a folder
//	index.go     its index
//	archive.go   Archive: the answers of WARC files; a Response from stored exchanges
//	locations.go where the answers are in the files
//	beyond.go    Answer: what a host says, by hashes of its name and of the URL
//	beyondweb.go Web: a Fetcher of a stored web and of what lies outside of it
//	beyondpage.go Page: the HTML of a made page
//	beyondwords.go the words of made pages
//
// The folder has
//
//	index.tsv     url TAB file TAB content-type TAB labels
//	pages/        the files, as they were sent
//	aliases.tsv   host TAB host: the first redirects to the second; optional
//	partial.txt   hosts of which only a part is stored, one a line; optional
//
// The labels are separated by commas and may be missing. An unknown URL is 404. Like
// static hosts, Web answers a folder by its index.html, a name without .html by the
// file with it, and redirects between the forms with and without a slash at the end.
// There is no robots.txt, and no request waits.
package replay

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits, as on the network.
const (
	maxBody      = fetch.DefaultMaxBody
	maxRedirects = fetch.DefaultMaxRedirects
)

// Web is a stored web. Its methods may be called concurrently.
type Web struct {
	// Set these before the first Fetch. Now is the clock of FetchedAt; nil means
	// time.Now. KeepExchanges fills Response.Exchanges as a server of the stored web
	// would have.
	Now           func() time.Time
	KeepExchanges bool
	// Documents lets PDF, DOCX and ODT be answers, as fetch.Options does.
	Documents bool

	dir     string
	files   *os.Root
	entries map[string]entry // by canonical key
	keys    []string         // in the order of the index
	hosts   map[string]bool  // of the index
	aliases map[string]string
	partial map[string]bool // hosts of which only a part is stored
}

type entry struct {
	key         string
	file        string
	contentType string
	labels      []string
	line        int // of index.tsv
}

var _ crawl.Fetcher = (*Web)(nil)

// Open reads the index of the stored web in dir. An error names the file and the
// line. Fetch opens the pages, only inside of pages/.
func Open(dir string) (*Web, error) {
	w := &Web{dir: dir, entries: map[string]entry{}, hosts: map[string]bool{}, aliases: map[string]string{}, partial: map[string]bool{}}
	if err := w.readIndex(filepath.Join(dir, "index.tsv")); err != nil {
		return nil, err
	}
	if err := w.readAliases(filepath.Join(dir, "aliases.tsv")); err != nil {
		return nil, err
	}
	if err := w.readPartial(filepath.Join(dir, "partial.txt")); err != nil {
		return nil, err
	}
	files, err := os.OpenRoot(filepath.Join(dir, "pages"))
	if err != nil {
		return nil, english.Errorf("replay: a stored web keeps its files under pages/: %w", err)
	}
	w.files = files
	return w, nil
}

// Close closes the folder.
func (w *Web) Close() error { return w.files.Close() }

// Pages returns the canonical keys of all pages, in the order of the index.
func (w *Web) Pages() []string { return slices.Clone(w.keys) }

// Labels returns the labels of the page at rawurl; ok is false if the index has no
// such page.
func (w *Web) Labels(rawurl string) (labels []string, ok bool) {
	key, err := urlkey.Canonical(rawurl)
	if err != nil {
		return nil, false
	}
	e, ok := w.entries[key]
	return slices.Clone(e.labels), ok
}

// Resolve returns what Fetch would answer from: the canonical key of the answer after
// redirects, and the key in the index of the page that answers, which may differ (the
// index file of a folder). ok is false if Fetch would answer 404.
func (w *Web) Resolve(rawurl string) (final, indexed string, ok bool) {
	r, err := follow(context.Background(), rawurl, func(key string) (*crawl.Response, string, error) {
		e, next := w.find(key)
		if ok = e != nil; ok {
			indexed = e.key
		}
		return &crawl.Response{}, next, nil
	})
	if err != nil || !ok {
		return "", "", false
	}
	return r.Final, indexed, true
}

// Fetch answers as [fetch.Client.Fetch] would.
func (w *Web) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	var kept []crawl.Exchange
	return follow(ctx, req.URL, func(key string) (*crawl.Response, string, error) {
		e, next := w.find(key)
		if next != "" {
			if w.KeepExchanges {
				kept = append(kept, w.said(key, "301 Moved Permanently", "Location: "+next, nil))
			}
			return nil, next, nil
		}
		r := &crawl.Response{Final: key, Status: http.StatusNotFound, FetchedAt: w.now()}
		if e != nil {
			var err error
			r.Status, r.ContentType = http.StatusOK, e.contentType
			if r.Body, r.Truncated, err = w.read(e); err != nil {
				return nil, "", err
			}
		}
		if w.KeepExchanges {
			r.Exchanges = append(kept, w.last(r))
		}
		return r, "", nil
	})
}

// HasHost reports whether the web holds pages of host, or redirects it. A host that
// differs from such a host by "www." only belongs to it.
func (w *Web) HasHost(host string) bool {
	bare := strings.TrimPrefix(host, "www.")
	for _, h := range []string{host, bare, "www." + bare} {
		if w.hosts[h] || w.aliases[h] != "" {
			return true
		}
	}
	return false
}

// Partial reports whether only a part of the pages of host is stored, so that nobody
// knows what a URL of it would bring that is not (partial.txt).
func (w *Web) Partial(host string) bool {
	return w.partial[host] || w.partial[w.aliases[host]]
}

// Answered fills what this web adds to an answer that another part made in its place:
// the time, and the exchange if exchanges are kept.
func (w *Web) Answered(r *crawl.Response) {
	r.FetchedAt = w.now()
	if w.KeepExchanges {
		r.Exchanges = []crawl.Exchange{w.last(r)}
	}
}

// follow follows the redirects of a stored web from rawurl. answer returns the
// answer under a key, or where it redirects to.
func follow(ctx context.Context, rawurl string, answer func(key string) (r *crawl.Response, next string, err error)) (*crawl.Response, error) {
	start := time.Now()
	asked, err := urlkey.Canonical(rawurl)
	key := asked
	for range maxRedirects + 1 {
		var r *crawl.Response
		var next string
		if err = cmp.Or(err, ctx.Err()); err == nil {
			r, next, err = answer(key)
		}
		if err != nil {
			return nil, fmt.Errorf("replay %s: %w", rawurl, err)
		}
		if next == "" {
			r.URL, r.Final, r.Took = asked, key, time.Since(start)
			return r, nil
		}
		key = next
	}
	return nil, english.Errorf("replay %s: %w: %d", rawurl, crawl.ErrRedirects, maxRedirects)
}

// last is the exchange that would have brought r.
func (w *Web) last(r *crawl.Response) crawl.Exchange {
	field := fmt.Sprintf("Content-Length: %d", len(r.Body))
	if r.ContentType != "" {
		field = "Content-Type: " + oneLine(r.ContentType) + "\r\n" + field
	}
	e := w.said(r.Final, fmt.Sprintf("%d %s", r.Status, http.StatusText(r.Status)), field, r.Body)
	if r.Truncated {
		e.Truncated = "length"
	}
	return e
}

// said is an exchange without a request, because none was made.
func (w *Web) said(url, status, fields string, body []byte) crawl.Exchange {
	return crawl.Exchange{URL: url, At: w.now(), Head: []byte("HTTP/1.1 " + status + "\r\n" + fields + "\r\n\r\n"), Body: body}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (w *Web) now() time.Time {
	if w.Now != nil {
		return w.Now().UTC()
	}
	return time.Now().UTC()
}

// read reads the file of e. Like the network client, it reads no images.
func (w *Web) read(e *entry) (body []byte, cut bool, err error) {
	if err := fetch.CheckType(e.contentType, strings.ToLower(e.file), nil, w.Documents); err != nil {
		return nil, false, err
	}
	f, err := w.files.Open(e.file)
	if err != nil {
		return nil, false, fmt.Errorf("%s:%d: %w", filepath.Join(w.dir, "index.tsv"), e.line, err)
	}
	defer f.Close() //nolint:errcheck // only read
	body, err = io.ReadAll(io.LimitReader(f, maxBody+1))
	if err != nil {
		return nil, false, fmt.Errorf("%s:%d: %w", filepath.Join(w.dir, "index.tsv"), e.line, err)
	}
	if len(body) > maxBody {
		return body[:maxBody], true, nil
	}
	return body, false, nil
}

// find looks up a canonical key. next is where the server would redirect to.
func (w *Web) find(key string) (e *entry, next string) {
	scheme, rest, _ := strings.Cut(key, "://")
	host, path, query := split(rest)
	if to, ok := w.aliases[host]; ok {
		return nil, scheme + "://" + to + path + query
	}
	site := scheme + "://" + host
	if e := w.at(site + path + query); e != nil {
		return e, ""
	}
	if e, next := w.otherForm(site, path, query); e != nil || next != "" {
		return e, next
	}
	// Few stored webs keep both schemes; on the network one redirects.
	other := map[string]string{"http": "https", "https": "http"}[scheme]
	if k := other + "://" + rest; w.at(k) != nil {
		return nil, k
	}
	return nil, ""
}

// otherForm tries what static hosts try.
func (w *Web) otherForm(site, path, query string) (e *entry, next string) {
	if folder, ok := strings.CutSuffix(path, "/index.html"); ok {
		if e := w.at(site + folder + "/" + query); e != nil {
			return e, ""
		}
	}
	if folder, ok := strings.CutSuffix(path, "/"); ok {
		if e := w.at(site + path + "index.html" + query); e != nil {
			return e, ""
		}
		if k := site + folder + query; folder != "" && w.at(k) != nil {
			return nil, k
		}
		return nil, ""
	}
	if k := site + path + "/" + query; w.at(k) != nil {
		return nil, k
	}
	return w.at(site + path + ".html" + query), ""
}

func (w *Web) at(key string) *entry {
	if e, ok := w.entries[key]; ok {
		return &e
	}
	return nil
}

// split splits the rest of a canonical key after "://". The query keeps its "?".
func split(rest string) (host, path, query string) {
	i := strings.IndexByte(rest, '/')
	if i < 0 {
		return rest, "/", ""
	}
	host, path = rest[:i], rest[i:]
	if q := strings.IndexByte(path, '?'); q >= 0 {
		path, query = path[:q], path[q:]
	}
	return host, path, query
}
