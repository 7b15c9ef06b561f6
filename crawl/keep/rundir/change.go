package rundir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// ChangesFile lists what crawl --refresh found, pages that are new, changed or gone,
// and pages that were judged again. It exists from the first change on.
const ChangesFile = "changes.jsonl"

// The kinds of changes.
const (
	ChangeNew     = "new"     // found since the first refresh, or back again
	ChangeChanged = "changed" // the content differs
	ChangeGone    = "gone"    // status 404 or 410
	ChangeJudged  = "judged"  // not changed; another verdict
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
	Published    crawl.Date       `json:"published,omitzero"`
	PublishedBy  string           `json:"published_by,omitempty"`
	Model        int              `json:"model,omitempty"`
	DuplicateOf  string           `json:"duplicate_of,omitempty"` // as in pages.jsonl
	Exact        bool             `json:"exact,omitempty"`
	Copy         bool             `json:"copy,omitempty"`
	Distance     *int             `json:"distance,omitempty"`
	Document     string           `json:"document,omitempty"`
	Kind         string           `json:"kind,omitempty"` // this and the following as in pages.jsonl
	Headline     string           `json:"headline,omitempty"`
	Site         string           `json:"site,omitempty"`
	Author       string           `json:"author,omitempty"`
	Leads        bool             `json:"leads,omitempty"`
}

// Name is how a person would call the page: its headline, else its title.
func (c *Change) Name() string { return cmp.Or(c.Headline, c.Title) }

// names holds the URL in pages.jsonl of pages that were asked for by another one.
type names map[uint64]string

// note keeps the name of a page that v adds, and returns the name of its page.
func (n *names) note(v *crawl.Visit) string {
	if v.Adds() && v.Page.Final != v.Choice.URL {
		if *n == nil {
			*n = names{}
		}
		(*n)[key(v)] = v.Page.Final
	}
	return cmp.Or((*n)[key(v)], v.Choice.URL)
}

func changeOf(v *crawl.Visit, to turn, url string) *Change {
	c := &Change{
		Seq: v.Seq, URL: url, Change: to.kind, Status: v.Status, FetchedAt: Time{v.FetchedAt},
		Relevance: Number(v.Score.Relevance), Relevant: v.Find(), Evidence: finite(v.Score.Evidence),
		Links: v.LinkCount, WARC: answerPlace(v), Model: v.Score.Model,
	}
	if v.Page != nil {
		c.Title, c.Lang, c.NoIndex = v.Page.Title, v.Page.Lang, v.Page.NoIndex
		c.Published, c.PublishedBy = v.Page.Published, v.Page.PublishedBy
		c.Document = v.Page.Document
		a := &v.Page.About
		c.Kind, c.Headline, c.Site, c.Author, c.Leads = a.Kind.String(), a.Headline, a.Site, a.Author, v.Lead()
		c.DuplicateOf, c.Exact, c.Copy, c.Distance = same(v)
	}
	if b := to.before; b != nil {
		relevance, at := Number(b.version.Relevance), b.seenAt()
		c.WasRelevance, c.WasRelevant, c.WasSeen = &relevance, &b.relevant, &at
	}
	return c
}

// change counts v and returns it as a line of changes.jsonl, or nil if nothing changed.
func (f *Folder) change(v *crawl.Visit) ([]byte, error) {
	to, url := f.tally.take(v), f.names.note(v)
	if to.kind == "" {
		return nil, nil
	}
	line, err := encodeJSON(changeOf(v, to, url), "")
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
		file, err := f.root.OpenFile(ChangesFile, os.O_RDWR|os.O_CREATE, 0o600)
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
		for p, err := range Latest(dir) {
			if err == nil && p.Gone {
				continue
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// Latest yields the latest version of the pages of dir, in the order of pages.jsonl. A
// page that is gone is as it was seen last, marked, and not relevant.
func Latest(dir string) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		latest, err := latest(dir)
		if err != nil {
			yield(Page{}, err)
			return
		}
		for p, err := range Pages(dir) {
			if err == nil {
				latest.update(&p)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// TailLatest returns the latest version of the pages that [Tail] returns.
func TailLatest(dir string, n int) ([]Page, error) {
	pages, err := Tail(dir, n)
	if err != nil {
		return nil, err
	}
	latest, err := latest(dir)
	for i := range pages {
		latest.update(&pages[i])
	}
	return pages, err
}

// versions are the last changes of pages, and those before they were gone, by URL.
type versions struct{ last, there map[string]Change }

func latest(dir string) (versions, error) {
	x := versions{map[string]Change{}, map[string]Change{}}
	for c, err := range Changes(dir) {
		if err != nil {
			return x, err
		}
		if x.last[c.URL] = c; c.Change != ChangeGone {
			x.there[c.URL] = c
		}
	}
	return x, nil
}

// update gives p its latest version.
func (x *versions) update(p *Page) {
	if c, ok := x.there[p.URL]; ok && c.Seq > p.Seq {
		c.apply(p)
	}
	if x.last[p.URL].Change == ChangeGone {
		p.Gone, p.Relevant = true, false
	}
}

// apply gives p the version of c, which is not gone. If the new answer is not archived p has no place in
// the archive: the earlier answer is of another version.
func (c *Change) apply(p *Page) {
	p.Status, p.FetchedAt, p.Title, p.Lang = c.Status, c.FetchedAt, c.Title, c.Lang
	p.Relevance, p.Relevant, p.Evidence, p.Model, p.Links = c.Relevance, c.Relevant, c.Evidence, c.Model, c.Links
	p.NoIndex, p.WARC, p.Published, p.PublishedBy = c.NoIndex, c.WARC, c.Published, c.PublishedBy
	p.Document = c.Document
	p.Kind, p.Headline, p.Site, p.Author, p.Leads = c.Kind, c.Headline, c.Site, c.Author, c.Leads
	if c.Change != ChangeJudged || c.DuplicateOf != "" { // a verdict may be that the page is a copy
		p.DuplicateOf, p.Exact, p.Copy, p.Distance = c.DuplicateOf, c.Exact, c.Copy, c.Distance
	}
}
