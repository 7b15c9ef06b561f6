package reading

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Document is a captured page as a person reads it.
type Document struct {
	Job   string `json:"job"`
	URL   string `json:"url"`
	Host  string `json:"host"`
	Title []Part `json:"title"`
	Lang  string `json:"lang,omitempty"`

	PageKind string `json:"page_kind,omitempty"` // as in pages.jsonl, and so are Site and Author
	Site     string `json:"site,omitempty"`
	Author   string `json:"author,omitempty"`

	Status      int        `json:"status"`
	Captured    time.Time  `json:"captured"`
	Published   crawl.Date `json:"published,omitzero"`
	PublishedBy string     `json:"published_by,omitempty"`
	Document    string     `json:"document,omitempty"`  // kind of a document: text, pdf, docx or odt
	Canonical   string     `json:"canonical,omitempty"` // address by which the page asks to be known, if another

	Gone      bool    `json:"gone,omitempty"`
	Relevance float64 `json:"relevance"` // as last seen
	Relevant  bool    `json:"relevant"`
	Model     int     `json:"model,omitempty"` // number of the learned model that judged
	// Evidence is why it is so relevant: the shares add up to the relevance.
	Evidence []crawl.Evidence `json:"evidence"`

	// How it was found: by a link on the page Parent, or by a question to a search source.
	Asked  string     `json:"asked,omitempty"` // address that was asked for, if another
	Depth  int        `json:"depth"`           // links from a seed
	Parent string     `json:"parent,omitempty"`
	Via    *crawl.Via `json:"via,omitempty"`

	DuplicateOf string `json:"duplicate_of,omitempty"`

	// Version is the version whose text is shown; 0 if none can be.
	Version  int       `json:"version"`
	Versions []Version `json:"versions"` // the latest first
	Blocks   []Block   `json:"blocks"`
	Why      string    `json:"why,omitempty"` // why there are no blocks
}

// Version says what a page said, or how it was judged, at one time.
type Version struct {
	Seq       int       `json:"seq"` // visit, in the journal of the job
	At        time.Time `json:"at"`
	Kind      string    `json:"kind"` // new, changed, gone or judged
	Title     string    `json:"title"`
	Relevance float64   `json:"relevance"`
	Relevant  bool      `json:"relevant"`
	Archived  bool      `json:"archived"` // its text can be read, and compared

	place *rundir.Place
}

// documentOf returns what a run folder has of a page, without its text.
func documentOf(job string, h *rundir.History) *Document {
	p := h.Page
	d := &Document{Job: job, Asked: p.Asked, Depth: p.Depth, Parent: p.Parent, Via: p.Via, Versions: versions(h)}
	for i := range h.Changes {
		c := &h.Changes[i]
		if c.Change == rundir.ChangeGone {
			d.Gone = true
			continue
		}
		d.Gone = false
		p.Status, p.FetchedAt, p.Title, p.Lang, p.Relevance, p.Relevant, p.Evidence = c.Status, c.FetchedAt, c.Title, c.Lang, c.Relevance, c.Relevant, c.Evidence
		p.Model, p.Published, p.PublishedBy, p.Document = c.Model, c.Published, c.PublishedBy, c.Document
		p.Kind, p.Headline, p.Site, p.Author = c.Kind, c.Headline, c.Site, c.Author
		if c.Change != rundir.ChangeJudged || c.DuplicateOf != "" {
			p.DuplicateOf = c.DuplicateOf
		}
	}
	d.URL, d.Lang, d.Status, d.Captured, d.Document, d.Canonical = p.URL, p.Lang, p.Status, p.FetchedAt.UTC(), p.Document, p.Canonical
	d.Published, d.PublishedBy = p.Published, p.PublishedBy
	d.Relevance, d.Relevant, d.Model, d.DuplicateOf = float64(p.Relevance), p.Relevant && !d.Gone, p.Model, p.DuplicateOf
	if d.Evidence = p.Evidence; d.Evidence == nil {
		d.Evidence = []crawl.Evidence{}
	}
	d.PageKind, d.Site, d.Author = p.Kind, p.Site, p.Author
	d.Title, d.Blocks = []Part{{Text: p.Name()}}, []Block{}
	return d
}

// versions returns the versions of a page, the latest first.
func versions(h *rundir.History) []Version {
	p := &h.Page
	all := []Version{{p.Seq, p.FetchedAt.UTC(), rundir.ChangeNew, p.Name(), float64(p.Relevance), p.Relevant, p.WARC != nil, p.WARC}}
	for i := range h.Changes {
		c := &h.Changes[i]
		v := Version{c.Seq, c.FetchedAt.UTC(), c.Change, c.Name(), float64(c.Relevance), c.Relevant, false, nil}
		if c.Change == rundir.ChangeNew || c.Change == rundir.ChangeChanged { // a verdict has no text of its own
			v.place, v.Archived = c.WARC, c.WARC != nil
		}
		all = append([]Version{v}, all...)
	}
	return all
}

// text returns the version with a text that is wanted: the one of visit seq, or the latest
// for 0; nil if there is none.
func (d *Document) text(seq int) *Version {
	for i := range d.Versions {
		if v := &d.Versions[i]; v.Archived && (seq == 0 || v.Seq == seq) {
			return v
		}
	}
	return nil
}
