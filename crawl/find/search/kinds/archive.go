package kinds

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This source asks the pages that earlier runs have captured: which have these words, which are like
// this page. It makes an index of its own of them (crawl/find/library), which is made anew when a run
// has more.

// Kind is the row of this source in the table of kinds. Its answers are not kept: the next
// run may have more.
func Archive() search.Kind {
	return search.Kind{
		Name: "archive", Help: "the captured pages of earlier runs",
		URL: "a run folder, or a folder of run folders", Local: true, New: newArchive,
	}
}

const (
	perPage  = 20
	maxPages = 10
)

// source asks the runs of one folder.
type archiveSource struct {
	dir     string // of the runs
	index   string // folder of the index
	env     search.Env
	private bool

	mu      sync.Mutex
	library *library.Library // nil until the first question
	made    time.Time        // when the newest of the indexed pages was written
}

// New is the constructor of [Kind].
func newArchive(s search.Settings, env search.Env) (search.Opened, error) {
	dir := s.Text(search.SettingURL)
	folders, _, err := runs(dir)
	switch {
	case err != nil:
		return search.Opened{}, s.Errorf(search.SettingURL, "is %.200q: %v", dir, err)
	case len(folders) == 0:
		return search.Opened{}, s.Errorf(search.SettingURL, "is %.200q, where no run has left pages", dir)
	}
	a := &archiveSource{dir: dir, index: env.Dir, env: env, private: env.AllowPrivate}
	return search.Opened{Source: a, Close: a.Close}, nil
}

// runs returns the run folders at dir by name: dir itself, or those in it. newest is when
// one of them was written last.
func runs(dir string) (folders map[string]string, newest time.Time, err error) {
	folders = map[string]string{}
	look := func(name, path string) {
		if info, err := os.Stat(filepath.Join(path, rundir.PagesFile)); err == nil {
			folders[name] = path
			if info.ModTime().After(newest) {
				newest = info.ModTime()
			}
		}
	}
	if look(filepath.Base(dir), dir); len(folders) > 0 {
		return folders, newest, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, newest, err
	}
	for _, e := range entries {
		look(e.Name(), filepath.Join(dir, e.Name()))
	}
	return folders, newest, nil
}

// Can implements [search.Source].
func (s *archiveSource) Can() search.Ops { return search.Set(search.Keyword, search.Related) }

// Ask implements [search.Source]. Related knows pages of the archive only. Since counts from
// the time of capture.
func (s *archiveSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	if !s.Can().Has(q.Op) {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("operator " + q.Op.String())}
	}
	page := max(q.Page, 1)
	if page > maxPages {
		return search.Answer{}, nil
	}
	index, err := s.fresh()
	if err != nil {
		return search.Answer{}, &search.Error{Kind: search.Unavailable, Err: english.Errorf("the index of captured pages: %w", err)}
	}
	var hits []library.Hit
	if q.Op == search.Keyword {
		hits, err = index.Search(ctx, strings.ReplaceAll(q.Text, `"`, " "), "", page*perPage+1)
	} else {
		hits, err = index.Like(ctx, q.Target, page*perPage+1)
	}
	if err != nil {
		if cause := ctx.Err(); cause != nil {
			return search.Answer{}, cause
		}
		return search.Answer{}, &search.Error{Kind: search.Unavailable, Err: err}
	}
	from := min((page-1)*perPage, len(hits))
	to := min(from+perPage, len(hits))
	l := Results{Home: &url.URL{Scheme: "https", Host: "archive.invalid"}, AllowPrivate: s.private}
	for _, h := range hits[from:to] {
		if q.Since == 0 || time.Since(h.Captured) <= q.Since {
			l.Add(Result{URL: h.URL, Title: h.Title, Snippet: snippet(h.Parts)})
		}
	}
	return search.Answer{Links: l.Links(), More: to < len(hits) && page < maxPages}, nil
}

// snippet is the text around a match.
func snippet(parts []library.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// fresh returns the index, made anew if a run has written pages since.
func (s *archiveSource) fresh() (*library.Library, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	folders, newest, err := runs(s.dir)
	if err != nil {
		return nil, err
	}
	if s.library == nil {
		s.library = library.Open(s.index, library.Captured(folders), s.env.Log)
		s.made = s.library.Index().Built
	}
	if s.library.Index().State == "ready" && !newest.After(s.made) {
		return s.library, nil
	}
	// Captured yields the folders that it was given; there may be more now.
	if err := s.library.Close(); err != nil {
		return nil, err
	}
	s.library = library.Open(s.index, library.Captured(folders), s.env.Log)
	if err := s.library.BuildNow(); err != nil {
		return nil, err
	}
	s.made = newest
	return s.library, nil
}

// Close closes the index.
func (s *archiveSource) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.library == nil {
		return nil
	}
	err := s.library.Close()
	s.library = nil
	return err
}
