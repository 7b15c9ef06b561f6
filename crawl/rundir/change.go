package rundir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/http"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// ChangesFile lists what crawl --refresh found: pages that are new, changed or gone.
// It exists from the first change on.
const ChangesFile = "changes.jsonl"

// The kinds of changes.
const (
	ChangeNew     = "new"     // found since the first refresh, or back again
	ChangeChanged = "changed" // the content differs
	ChangeGone    = "gone"    // status 404 or 410
)

// Change is a line of changes.jsonl. The names and their order are an interface.
type Change struct {
	Seq          int              `json:"seq"`
	URL          string           `json:"url"` // as in pages.jsonl
	Change       string           `json:"change"`
	Status       int              `json:"status"`
	FetchedAt    Time             `json:"fetched_at"`
	Title        string           `json:"title"`
	Lang         string           `json:"lang"`
	Relevance    Number           `json:"relevance"` // now; 0 if it is gone
	Relevant     bool             `json:"relevant"`
	WasRelevance *Number          `json:"was_relevance,omitempty"` // before; left out for a page never seen before
	WasRelevant  *bool            `json:"was_relevant,omitempty"`
	WasSeen      *Time            `json:"was_seen,omitempty"` // when the earlier version was last seen
	Evidence     []crawl.Evidence `json:"evidence"`
	Links        int              `json:"links"`
	NoIndex      bool             `json:"noindex,omitempty"`
	WARC         *Place           `json:"warc,omitempty"`
	Published    *Time            `json:"published,omitempty"`
	PublishedBy  string           `json:"published_by,omitempty"`
}

// history holds the latest version of each page, derived from the visits.
type history struct {
	pages              map[uint64]*seen // by hash of the URL asked for
	again              bool             // a page was asked for again
	new, changed, gone int
}

type seen struct {
	version  crawl.Version
	relevant bool
	gone     bool
	at       Time
	url      string // in pages.jsonl, if another than that asked for
}

// add takes the next visit and returns the change that it shows, or nil.
func (h *history) add(v *crawl.Visit) *Change {
	h.again = h.again || v.Choice.Again
	if h.pages == nil {
		h.pages = make(map[uint64]*seen)
	}
	key := xxhash.Sum64String(v.Choice.URL)
	last := h.pages[key]
	switch {
	case v.Adds():
		last = &seen{}
		if v.Page.Final != v.Choice.URL {
			last.url = v.Page.Final
		}
		h.pages[key] = last
		last.take(v)
		if !h.again {
			return nil
		}
		h.new++
		return changeOf(v, ChangeNew, v.Page.Final, nil)
	case !v.Choice.Again || last == nil:
		return nil // a failure, a sitemap or a feed
	case v.Unchanged():
		last.at = Time{v.FetchedAt}
		return nil
	case v.OK():
		return h.seenAgain(v, last)
	case (v.Status == http.StatusNotFound || v.Status == http.StatusGone) && !last.gone:
		before := *last
		last.gone, last.relevant, last.version = true, false, crawl.Version{}
		h.gone++
		return changeOf(v, ChangeGone, last.name(v), &before)
	}
	return nil
}

func (h *history) seenAgain(v *crawl.Visit, last *seen) *Change {
	before := *last
	last.take(v)
	switch {
	case before.gone:
		h.new++
		return changeOf(v, ChangeNew, last.name(v), &before)
	case before.version.Same(v.Version()):
		return nil
	}
	h.changed++
	return changeOf(v, ChangeChanged, last.name(v), &before)
}

func (s *seen) take(v *crawl.Visit) {
	s.version, s.relevant, s.gone, s.at = v.Version(), v.Score.Relevant, false, Time{v.FetchedAt}
}

func (s *seen) name(v *crawl.Visit) string {
	return cmp.Or(s.url, v.Choice.URL)
}

func changeOf(v *crawl.Visit, kind, url string, before *seen) *Change {
	c := &Change{
		Seq: v.Seq, URL: url, Change: kind, Status: v.Status, FetchedAt: Time{v.FetchedAt},
		Relevance: Number(v.Score.Relevance), Relevant: v.Score.Relevant, Evidence: finite(v.Score.Evidence),
		Links: v.LinkCount, WARC: answerPlace(v),
	}
	if v.Page != nil {
		c.Title, c.Lang, c.NoIndex = v.Page.Title, v.Page.Lang, v.Page.NoIndex
		c.Published, c.PublishedBy = publication(v.Page)
	}
	if before != nil {
		relevance := Number(before.version.Relevance)
		c.WasRelevance, c.WasRelevant, c.WasSeen = &relevance, &before.relevant, &before.at
	}
	return c
}

// change returns v as a line of changes.jsonl, or nil if nothing changed.
func (f *Folder) change(v *crawl.Visit) ([]byte, error) {
	c := f.history.add(v)
	if c == nil {
		return nil, nil
	}
	line, err := encodeJSON(c, "")
	if err != nil {
		return nil, fmt.Errorf("visit %d: %w", v.Seq, err)
	}
	return line, nil
}

// appendChange buffers the change that v shows. The first change makes the file.
func (f *Folder) appendChange(v *crawl.Visit) error {
	line, err := f.change(v)
	if err != nil || line == nil {
		return err
	}
	if f.changes == nil {
		file, err := f.root.OpenFile(ChangesFile, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		f.changes = &lines{f: file}
	}
	f.changes.buffered = append(f.changes.buffered, line...)
	return nil
}

// restoreChange is appendChange for a visit of the journal. The file may exist.
func (f *Folder) restoreChange(v *crawl.Visit, m **fixer) error {
	line, err := f.change(v)
	if err != nil || line == nil {
		return err
	}
	if *m == nil {
		if *m, err = f.openFixer(ChangesFile); err != nil {
			return err
		}
		f.changes = &(*m).lines
	}
	return (*m).expect(line)
}

// endChanges ends the restoring of changes.jsonl.
func (f *Folder) endChanges(m *fixer) error {
	if m == nil {
		if _, err := f.root.Stat(ChangesFile); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		var err error
		if m, err = f.openFixer(ChangesFile); err != nil {
			return err
		}
		f.changes = &m.lines
	}
	return m.end()
}

// files returns the files that are open for writing.
func (f *Folder) files() []*lines {
	var open []*lines
	for _, l := range []*lines{f.pages, f.errs, f.changes} {
		if l != nil {
			open = append(open, l)
		}
	}
	return open
}

// Changes yields the lines of changes.jsonl in dir as [Pages] does; none without
// that file.
func Changes(dir string) iter.Seq2[Change, error] {
	name := filepath.Join(dir, ChangesFile)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return func(func(Change, error) bool) {}
	}
	return read[Change](name)
}

// Current yields the latest version of the pages of dir, in the order of pages.jsonl.
// Pages that are gone are left out.
func Current(dir string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		latest := map[string]Change{}
		for c, err := range Changes(dir) {
			if err != nil {
				yield(Page{}, err)
				return
			}
			latest[c.URL] = c
		}
		for p, err := range Pages(dir) {
			c, changed := latest[p.URL]
			if err == nil && changed && c.Change == ChangeGone {
				continue
			}
			if err == nil && changed && c.Seq > p.Seq {
				c.apply(&p)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// apply gives p the version of c. If the new answer is not archived p has no place in
// the archive: the earlier answer is of another version.
func (c *Change) apply(p *Page) {
	p.Status, p.FetchedAt, p.Title, p.Lang = c.Status, c.FetchedAt, c.Title, c.Lang
	p.Relevance, p.Relevant, p.Evidence, p.Links = c.Relevance, c.Relevant, c.Evidence, c.Links
	p.NoIndex, p.WARC, p.Published, p.PublishedBy = c.NoIndex, c.WARC, c.Published, c.PublishedBy
}
