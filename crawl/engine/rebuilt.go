package engine

import (
	"context"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A journal that was rebuilt after damage (crawl/session/runcheck) knows each address, and not
// always the links of its page. Where the answer is archived it is read once more, by the
// crawl's own reader and filter. Else the links are lost but those that were followed.

// replayRebuilt applies a visit of a rebuilt part of the journal. Of a visit without an
// address nothing is known but its number.
func (r *run) replayRebuilt(ctx context.Context, v *crawl.Visit) error {
	if v.Choice.URL == "" {
		r.count(v)
		return nil
	}
	url := v.Choice.URL
	if i := slices.IndexFunc(r.pending, func(t *task) bool { return t.choice.URL == url }); i >= 0 {
		r.pending = slices.Delete(r.pending, i, i+1)
	} else if _, ok := r.Strategy.Take(url); !ok && !v.Choice.Again {
		// The page that led here is lost.
		r.Strategy.Seed([]crawl.Link{{URL: url, Host: v.Choice.Host}})
		r.Strategy.Take(url) // else it has been taken before
	}
	if v.LinksLost && v.Page != nil {
		r.readAgain(ctx, v)
	}
	r.observe(v)
	r.count(v)
	return r.relearned(v)
}

// readAgain fills the links and blocks of v from its archived answer, if it has one.
func (r *run) readAgain(ctx context.Context, v *crawl.Visit) {
	if r.Answers == nil || v.Stored == (crawl.Ref{}) || v.Stored.Lost() {
		return
	}
	answer, err := r.Answers(v.Stored)
	var p *crawl.Page
	if err == nil {
		p, err = r.Reader.Read(ctx, answer)
	}
	if err != nil || p == nil {
		r.log.Debug("the links of a page cannot be had from the archive", "url", v.Choice.URL, "err", err)
		return
	}
	p.URL, p.Final, p.Host = v.Page.URL, v.Page.Final, v.Page.Host
	known := v.Page.Links // that were followed
	v.Page.Blocks, v.Page.NoFollow, v.Page.Features = p.Blocks, p.NoFollow, p.Features
	v.Page.Links = r.follow(p)
	for _, l := range known {
		if !slices.ContainsFunc(v.Page.Links, func(o crawl.Link) bool { return o.URL == l.URL }) {
			v.Page.Links = append(v.Page.Links, l)
		}
	}
	if r.Scorer != nil {
		r.Scorer.Score(v.Page) // fills what Learn needs; the verdict stays the journal's
	}
}
