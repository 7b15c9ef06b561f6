package eventgraph

import (
	"context"
	"iter"
	"net/url"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/dateline"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// AddRun adds pages of a run, in the order recorded. Their texts come from what is kept of them
// in from, read by judge; links come from the archived answers, and where there is none from the
// page on which a page was found. It returns how many pages are left out, because neither text
// nor answer was kept.
func (b *Builder) AddRun(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *rescore.Source, judge rescore.Judge) (unread int, err error) {
	archive := &rescore.Source{Archive: from.Archive}
	at := make(map[string]int)
	for rec, err := range pages {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return unread, err
		}
		p, err := from.Page(ctx, rec, judge)
		if err != nil || p == nil {
			if ctx.Err() != nil {
				return unread, ctx.Err()
			}
			unread++
			continue
		}
		if i, ok := at[rec.Parent]; ok {
			b.Pages[i].Links = append(b.Pages[i].Links, rec.URL)
		}
		at[rec.URL] = len(b.Pages)
		b.Add(pageOf(&rec, p, links(ctx, archive, rec, p, judge)))
	}
	return unread, nil
}

// links are the addresses that a page links to. A kept text has none, so its archived answer is
// read for them, if there is one.
func links(ctx context.Context, archive *rescore.Source, rec rundir.Page, p *crawl.Page, judge rescore.Judge) (out []string) {
	if len(p.Links) == 0 && archive.Archive != nil && rec.WARC != nil {
		if q, err := archive.Page(ctx, rec, judge); err == nil && q != nil {
			p = q
		}
	}
	for i := range p.Links {
		out = append(out, p.Links[i].URL)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pageOf is the page of a record.
func pageOf(rec *rundir.Page, p *crawl.Page, links []string) Page {
	out := NewPage(rec.URL, rec.Lang, p, rec.Published)
	out.List = rec.Kind == crawl.KindList.String()
	out.Hub = out.List || rec.Kind == crawl.KindService.String() || rec.Kind == crawl.KindProduct.String()
	out.Title, out.Fetched, out.Relevance, out.Links = rec.Name(), rec.FetchedAt.Time, float64(rec.Relevance), links
	return out
}

// NewPage takes the main text of p: menus, headers and code tell of no events. published is zero if
// nothing says when it was.
func NewPage(address, lang string, p *crawl.Page, published crawl.Date) Page {
	out := Page{URL: address, Title: p.Name(), Lang: lang}
	if !published.IsZero() {
		host := ""
		if u, err := url.Parse(address); err == nil {
			host = u.Host
		}
		out.Published, out.Day = published.In(dateline.Zone(host, lang)), published.Day
	}
	for i := range p.Blocks {
		if blk := &p.Blocks[i]; blk.Region == crawl.RegionMain && !blk.Code && !blk.Trail {
			out.Texts = append(out.Texts, blk.Text)
		}
	}
	return out
}

// Terms are the labels of the concepts of an ontology, as event words.
func Terms(g *ontology.Graph) (out []extract.Term) {
	for id := range ontology.ID(g.Len()) {
		c := g.Concept(id)
		for _, l := range c.Labels {
			out = append(out, extract.Term{Label: l.Text, Class: c.IRI, Alt: l.Kind != ontology.Preferred})
		}
	}
	return out
}
