package rundir

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Page is a line of pages.jsonl. The names and their order are an interface.
type Page struct {
	Seq       int              `json:"seq"`        // order among all visits, failures included
	URL       string           `json:"url"`        // canonical key that answered, after redirects
	Status    int              `json:"status"`     // HTTP status
	FetchedAt Time             `json:"fetched_at"` // when the answer was complete
	Depth     int              `json:"depth"`      // links from a seed
	Parent    string           `json:"parent"`     // page on which the link was first found
	Title     string           `json:"title"`
	Lang      string           `json:"lang"`
	Relevance Number           `json:"relevance"` // 0..1
	Relevant  bool             `json:"relevant"`
	Priority  Number           `json:"priority"` // in the strategy's scale
	Evidence  []crawl.Evidence `json:"evidence"`
	Links     int              `json:"links"`               // links on the page, before any filter
	Asked     string           `json:"asked,omitempty"`     // canonical key asked for, if another than URL
	NoIndex   bool             `json:"noindex,omitempty"`   // the page asks search engines not to show it
	WARC      *Place           `json:"warc,omitempty"`      // where the answer is archived
	Canonical string           `json:"canonical,omitempty"` // canonical key by which the page asks to be known, if another than URL

	Published   crawl.Date `json:"published,omitzero"`     // as the page says: a day, or an instant with its zone
	PublishedBy string     `json:"published_by,omitempty"` // by what it says so

	DuplicateOf string `json:"duplicate_of,omitempty"` // the recorded page that this one repeats
	Exact       bool   `json:"exact,omitempty"`        // byte by byte
	Copy        bool   `json:"copy,omitempty"`         // not byte by byte, but it says the same
	Distance    *int   `json:"distance,omitempty"`     // else: bits in which the fingerprints of the texts differ

	Model int `json:"model,omitempty"` // number of the learned model that judged

	Via *crawl.Via `json:"via,omitempty"` // the answer of a search engine in which the page was first found

	Document string `json:"document,omitempty"` // kind of a document: text, pdf, docx or odt

	// What a person would say of the page at a glance.
	Kind     string `json:"kind,omitempty"`     // article, reference, list, thread, service, product, profile, document or stub
	Headline string `json:"headline,omitempty"` // without the name of the site
	Site     string `json:"site,omitempty"`     // what the site calls itself
	Author   string `json:"author,omitempty"`
	Leads    bool   `json:"leads,omitempty"` // a list that is about the topic: it leads to finds, and is none

	Gone bool `json:"-"` // of the pages that Latest yields: it is no longer there
}

// Place is the place of an answer's records in a file of the folder [WARCDir].
type Place struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // in bytes
	Length int64  `json:"length"` // of all of them
	// Lost: the file was in none of the folders of which a run was merged. Offset and Length are 0 then.
	Lost bool `json:"lost,omitempty"`
}

// Ref returns p as a crawl.Ref; the zero Ref if p is nil.
func (p *Place) Ref() crawl.Ref {
	if p == nil {
		return crawl.Ref{}
	}
	return crawl.Ref{File: p.File, Offset: p.Offset, Length: p.Length}
}

// answerPlace returns the place of v's answer in the archive. It is nil for a page
// that asks not to be kept: only its metadata is archived.
func answerPlace(v *crawl.Visit) *Place {
	if v.Page != nil && v.Page.NoIndex {
		return nil
	}
	return placeIn(v.Stored)
}

func placeIn(r crawl.Ref) *Place {
	if r == (crawl.Ref{}) {
		return nil
	}
	return &Place{File: r.File, Offset: r.Offset, Length: r.Length, Lost: r.Lost()}
}

// Failure is a line of errors.jsonl.
type Failure struct {
	Seq       int    `json:"seq"`
	URL       string `json:"url"` // canonical key asked for
	Status    int    `json:"status"`
	Error     string `json:"error"`
	Kind      string `json:"kind"` // as counted in summary.json; "" in files of older programs
	FetchedAt Time   `json:"fetched_at"`
	Depth     int    `json:"depth"`
	Parent    string `json:"parent"`
}

// Time is written in RFC 3339, in UTC, with milliseconds.
type Time struct{ time.Time }

const timeLayout = "2006-01-02T15:04:05.000Z"

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	return t.UTC().AppendFormat(nil, `"`+timeLayout+`"`), nil
}

// Number is a float64 in JSON; NaN and infinity are null.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

func pageLine(v *crawl.Visit) *Page {
	p := &Page{
		Seq: v.Seq, URL: cmp.Or(v.Page.Final, v.Choice.URL), Status: v.Status, FetchedAt: Time{v.FetchedAt},
		Depth: v.Choice.Depth, Parent: v.Choice.Parent, Title: v.Page.Title, Lang: v.Page.Lang,
		Relevance: Number(v.Score.Relevance), Relevant: v.Find(), Priority: Number(v.Choice.Priority),
		Evidence: finite(v.Score.Evidence), Links: v.LinkCount, NoIndex: v.Page.NoIndex, WARC: answerPlace(v),
		Canonical: v.Page.Canonical, Model: v.Score.Model, Via: v.Choice.Via, Document: v.Page.Document,
	}
	if p.URL != v.Choice.URL {
		p.Asked = v.Choice.URL
	}
	p.Published, p.PublishedBy = v.Page.Published, v.Page.PublishedBy
	p.DuplicateOf, p.Exact, p.Copy, p.Distance = same(v)
	a := &v.Page.About
	p.Kind, p.Headline, p.Site, p.Author, p.Leads = a.Kind.String(), a.Headline, a.Site, a.Author, v.Lead()
	return p
}

// ReadAgain gives p what its answer says by the reader of now: title, language, what the page is,
// its date. The date of a feed stays unless the page names an instant.
func (p *Page) ReadAgain(now *crawl.Page) {
	date, by := now.Published, now.PublishedBy
	if p.PublishedBy == crawl.ByFeed {
		date.TakeFed(&by, p.Published)
	}
	p.Title, p.Lang, p.Document, p.Published, p.PublishedBy = now.Title, now.Lang, now.Document, date, by
	a := &now.About
	p.Kind, p.Headline, p.Site, p.Author = a.Kind.String(), a.Headline, a.Site, a.Author
}

// Name is how a person would call the page: its headline, else its title.
func (p *Page) Name() string { return cmp.Or(p.Headline, p.Title) }

// same returns which page v repeats, and how nearly.
func same(v *crawl.Visit) (of string, exact, text bool, distance *int) {
	if v.Same.Of != "" && !v.Same.Exact {
		distance = &v.Same.Distance
	}
	return v.Same.Of, v.Same.Exact, v.Same.Copy, distance
}

// Same is the page that p repeats, as its visit had it.
func (p *Page) Same() crawl.Duplicate {
	d := crawl.Duplicate{Of: p.DuplicateOf, Exact: p.Exact, Copy: p.Copy}
	if p.Distance != nil {
		d.Distance = *p.Distance
	}
	return d
}

// finite returns evidence that JSON can represent, never nil.
func finite(evidence []crawl.Evidence) []crawl.Evidence {
	out := append([]crawl.Evidence{}, evidence...)
	for i := range out {
		if c := out[i].Contribution; math.IsNaN(c) || math.IsInf(c, 0) {
			out[i].Contribution = 0
		}
	}
	return out
}

func failureLine(v *crawl.Visit) *Failure {
	return &Failure{
		Seq: v.Seq, URL: v.Choice.URL, Status: v.Status, Error: v.Failure.Text, Kind: v.Failure.Kind.String(),
		FetchedAt: Time{v.FetchedAt}, Depth: v.Choice.Depth, Parent: v.Choice.Parent,
	}
}

// Line returns v as a line of pages.jsonl or errors.jsonl, with its newline.
func Line(v *crawl.Visit) ([]byte, error) { return appendLine(nil, v), nil }

func encodeJSON(x any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // "&" in URLs stays readable
	e.SetIndent("", indent)
	if err := e.Encode(x); err != nil {
		return nil, err
	}
	return Escape(b.Bytes()), nil
}

// Escape returns JSON text with the characters that control a terminal written as
// \uXXXX: DEL, the C1 controls, and the bidirectional overrides and isolates. In
// JSON they occur in strings only.
func Escape(b []byte) []byte {
	if i := slices.IndexFunc(b, func(c byte) bool { return c >= 0x7f }); i < 0 || !bytes.ContainsFunc(b[i:], isControl) {
		return b
	}
	out := make([]byte, 0, len(b)+16)
	for _, r := range string(b) {
		if isControl(r) {
			out = appendEscaped(out, r)
		} else {
			out = append(out, string(r)...)
		}
	}
	return out
}

func isControl(r rune) bool {
	return 0x7f <= r && r <= 0x9f || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 ||
		r == 0x200e || r == 0x200f || r == 0x061c
}

// Line returns p as a line of pages.jsonl, with its newline.
func (p *Page) Line() ([]byte, error) { return p.append(nil), nil }
