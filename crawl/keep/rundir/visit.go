package rundir

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A line as a visit, for a journal that is rebuilt. What the line does not say is zero:
// validators, links, the hashes that find duplicates. As a line again it has the same
// bytes.

// Visit returns the visit that p is a line of.
func (p *Page) Visit() *crawl.Visit {
	asked := cmp.Or(p.Asked, p.URL)
	v := &crawl.Visit{
		Seq: p.Seq, Status: p.Status, FetchedAt: p.FetchedAt.Time, LinkCount: p.Links, Stored: p.WARC.Ref(), Same: p.Same(),
		Choice: crawl.Choice{URL: asked, Host: host(asked), Parent: p.Parent, Depth: p.Depth, Priority: float64(p.Priority)},
		Score:  crawl.Score{Relevance: float64(p.Relevance), Relevant: p.Relevant, Evidence: p.Evidence, Model: p.Model},
		Page:   page(asked, p.URL, p.Status, p.Title, p.Lang, p.Canonical, p.NoIndex, p.FetchedAt),
	}
	v.Mentions = len(p.Evidence) > 0
	v.Page.Published, v.Page.PublishedBy = p.Published, p.PublishedBy
	v.Page.Document = p.Document
	v.Page.About, v.Score.Relevant = about(p.Kind, p.Headline, p.Site, p.Author), p.Relevant || p.Leads
	return v
}

func page(asked, final string, status int, title, lang, canonical string, noindex bool, at Time) *crawl.Page {
	return &crawl.Page{URL: asked, Final: final, Host: host(final), Status: status, Title: title, Lang: lang, Canonical: canonical, NoIndex: noindex, FetchedAt: at.Time}
}

func about(kind, headline, site, author string) crawl.About {
	k, _ := crawl.ParsePageKind(kind)
	return crawl.About{Kind: k, Headline: headline, Site: site, Author: author}
}

// host is the host of a canonical key, in the form of crawl.Link.Host.
func host(key string) string {
	u, err := url.Parse(key)
	if err != nil {
		return ""
	}
	return u.Host
}

// Visit returns the visit that f is a line of.
func (f *Failure) Visit() *crawl.Visit {
	return &crawl.Visit{
		Seq: f.Seq, Status: f.Status, FetchedAt: f.FetchedAt.Time,
		Choice:  crawl.Choice{URL: f.URL, Host: host(f.URL), Parent: f.Parent, Depth: f.Depth},
		Failure: crawl.Failure{Kind: crawl.FailureKindOf(f.Kind), Text: f.Error},
	}
}

// Visit returns the visit that c is a line of, for a page of which first is the first
// visit and before the last one. A line "new" of a page that is there for the first time
// belongs to the page, and has no visit of its own: then the result is nil.
func (c *Change) Visit(first, before *crawl.Visit) *crawl.Visit {
	if first == nil || first.Seq == c.Seq {
		return nil
	}
	score := crawl.Score{Relevance: float64(c.Relevance), Relevant: c.Relevant || c.Leads, Evidence: c.Evidence, Model: c.Model}
	if c.Change == ChangeJudged && before != nil && before.Page != nil {
		return before.Rejudge(c.Seq, score)
	}
	v := &crawl.Visit{Seq: c.Seq, Choice: first.Choice, Status: c.Status, FetchedAt: c.FetchedAt.Time, Score: score, LinkCount: c.Links, Stored: c.WARC.Ref()}
	v.Choice.Again = true
	if c.Change == ChangeGone {
		v.Failure = crawl.Failure{Kind: crawl.StatusKind(c.Status), Text: "status " + http.StatusText(c.Status)}
		return v
	}
	v.Page = page(first.Choice.URL, c.URL, c.Status, c.Title, c.Lang, "", c.NoIndex, c.FetchedAt)
	v.Page.Published, v.Page.PublishedBy = c.Published, c.PublishedBy
	v.Page.Document = c.Document
	v.Page.About = about(c.Kind, c.Headline, c.Site, c.Author)
	v.Same = (&Page{DuplicateOf: c.DuplicateOf, Exact: c.Exact, Distance: c.Distance}).Same()
	return v
}

// ModelOf returns the model of which m is a line.
func (m *Model) ModelOf() *crawl.Model {
	return &crawl.Model{Number: m.Model, At: m.LearnedAt.Time, Data: m.Learned}
}
