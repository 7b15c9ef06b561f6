package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// apply makes a visit of a result and passes it to all parts, in the order of the
// package comment.
func (r *run) apply(t *task) error {
	defer t.drop()
	v := r.visit(t)
	if r.yields != nil {
		if err := r.yield(v); err != nil {
			return err
		}
	}
	if err := r.observe(v); err != nil {
		return err
	}
	r.written(v, t)
	if err := r.learned(v); err != nil {
		return err
	}
	if err := r.store(v); err != nil {
		return err
	}
	r.endLease(t, v)
	return r.record(v)
}

// record counts v and passes it to the state and those that show it, then stores a checkpoint if
// one is due.
func (r *run) record(v *crawl.Visit) error {
	if err := r.write(v); err != nil {
		return err
	}
	if r.due() {
		return r.checkpoint("")
	}
	return nil
}

// write is record without a checkpoint.
func (r *run) write(v *crawl.Visit) error {
	defer r.Cost.Begin(cost.Keep).End()
	r.count(v)
	if r.Duplicates != nil {
		r.Duplicates.Learn(v)
	}
	if err := r.State.Record(v); err != nil {
		return err
	}
	if err := r.keep(v); err != nil {
		return err
	}
	for _, o := range r.Observers {
		o.Visited(v)
	}
	return nil
}

// observe passes v to the parts with memory, both for a new visit and a replayed one.
// The Scorer learned a page that is fetched again at its first visit.
func (r *run) observe(v *crawl.Visit) error {
	defer r.Cost.Begin(cost.Choose).End()
	if r.Scorer != nil && v.Adds() {
		r.Scorer.Learn(v.Page)
	}
	r.Strategy.Observe(v)
	if r.caps.Err != nil { // a part of its memory is on disk
		return r.caps.Err()
	}
	return nil
}

// learner returns the Scorer's Learner; nil if it makes no models.
func (r *run) learner() crawl.Learner {
	if r.Scorer == nil {
		return nil
	}
	return r.Scorer.Learner()
}

// learned notes the model that the Scorer made when it learned v, if it made one.
func (r *run) learned(v *crawl.Visit) error {
	l := r.learner()
	if l == nil || l.ModelNumber() == r.model {
		return nil
	}
	m, err := l.EncodeModel()
	if err != nil {
		return fmt.Errorf("crawl/engine: model %d: %w", l.ModelNumber(), err)
	}
	m.At = r.opt.Now().UTC().Round(time.Millisecond)
	v.Learned, r.model = &m, m.Number
	pages := r.pages
	if v.Adds() {
		pages++
	}
	r.log.Info("the judge has learned a model", "model", m.Number, "pages", pages)
	return nil
}

// store archives the answer of v before the journal refers to it.
func (r *run) store(v *crawl.Visit) (err error) {
	if r.Archiver != nil {
		defer r.Cost.Begin(cost.Keep).End()
		v.Stored, err = r.Archiver.Keep(v)
	}
	return err
}

// keep passes v to the sinks, and flushes them if Record has just committed a batch.
func (r *run) keep(v *crawl.Visit) error {
	for _, s := range r.Sinks {
		if err := s.Append(v); err != nil {
			return err
		}
	}
	if r.State.Committed() == v.Seq {
		return r.flush()
	}
	return nil
}

// count updates the totals, both for a new visit and a replayed one.
func (t *totals) count(v *crawl.Visit) {
	t.seq = v.Seq
	if v.Heard == nil && !v.Rejudged {
		if t.dry++; v.Adds() && v.Find() {
			t.dry = 0
		}
	}
	switch {
	case v.Heard != nil:
		t.heardLetters++
	case v.Rejudged:
		t.rejudged++
		t.relevant += v.Turned()
	case v.Choice.Again:
		t.revisits++
		if v.Unchanged() {
			t.unchanged++
		}
	case v.Source():
		t.sources++
	case v.OK():
		t.pages++
		if v.Find() {
			t.relevant++
		}
	}
}

// visit turns a result into a visit: a judged page with the links that may be
// followed, or a failure.
func (r *run) visit(t *task) *crawl.Visit {
	defer r.Cost.Begin(cost.Judge).End()
	v := &crawl.Visit{Seq: r.seq + 1, Choice: t.choice, Robots: t.robots}
	if resp := t.response; resp != nil {
		v.Status, v.FetchedAt = resp.Status, resp.FetchedAt.UTC()
		v.ETag, v.LastModified, v.Response = resp.ETag, resp.LastModified, resp
	}
	if v.FetchedAt.IsZero() {
		v.FetchedAt = r.opt.Now().UTC().Round(time.Microsecond)
	}
	err := r.judge(v, t)
	if err != nil {
		v.Page, v.Score, v.LinkCount, v.Text, v.Mentions = nil, crawl.Score{}, 0, nil, false
		v.Failure = crawl.Failure{Kind: crawl.KindOf(err), Text: line(err.Error())}
		r.log.Debug("no page", "url", t.choice.URL, "status", v.Status, "kind", v.Failure.Kind.String(), "err", v.Failure.Text)
	}
	return v
}

// judge fills v from a page, or returns why there is none.
func (r *run) judge(v *crawl.Visit, t *task) error {
	if r.known(t) {
		v.Status = 0 // whether or not the fetch had begun
		return failure(crawl.FailDuplicate, "duplicate of %s", t.choice.URL)
	}
	if err := r.leaves(t); err != nil {
		return err
	}
	if t.err != nil || v.Unchanged() {
		return t.err
	}
	p := t.page
	if p.URL == "" {
		p.URL = t.choice.URL
	}
	if p.Final == "" {
		p.Final = p.URL
	}
	if p.Final != t.choice.URL {
		if err := r.redirected(p, t.choice); err != nil {
			return err
		}
	}
	if p.Damaged > 0 {
		r.log.Warn("a sitemap or feed is damaged: what cannot be read of it is left out", "url", p.Final, "left_out", p.Damaged, "entries", len(p.Links))
	}
	v.Page, v.LinkCount, v.Text = p, linkCount(p), t.text
	v.Mentions = slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return len(b.Mentions) > 0 })
	if v.Mentions && !p.Source {
		p.Published.TakeFed(&p.PublishedBy, t.choice.Fed)
	}
	if r.Duplicates != nil && !p.Source {
		p.LinkHost = linkHost(p)
	}
	p.Links = r.follow(p)
	if err := r.weigh(v); err != nil {
		return err
	}
	if err := r.putBeside(t); err != nil {
		return err
	}
	v.Text = t.text
	return nil
}

// putBeside puts what the host repeats beside the text of a page. A text that was packed before
// this was known is packed again.
func (r *run) putBeside(t *task) error {
	if r.Scorer == nil || t.page.Source || !r.Scorer.Beside(t.page, t.choice.Again) || t.text == nil {
		return nil
	}
	r.pack(t)
	return t.err
}

// weigh judges a page. A copy of a recorded page keeps its evidence and is not relevant;
// one with equal bytes has the relevance of what it repeats. One that only is like a
// recorded page is marked. Of a list or stub nothing is learned.
func (r *run) weigh(v *crawl.Visit) error {
	if err := r.score(v); err != nil || v.Source() {
		return err
	}
	if v.Page.About.Kind.Leads() {
		v.Page.Features = nil // its words are from the pages that it leads to
	}
	if r.Duplicates == nil {
		return nil
	}
	of, ok := r.Duplicates.Exact(v.Page)
	if !ok && v.Score.Relevant {
		of, ok = r.Duplicates.Near(v.Page)
	}
	switch {
	case !ok:
		return nil
	case of.Yields && v.Score.Relevant:
		r.yields = &of
		return nil
	}
	v.Same = of.Duplicate
	if v.Copy() {
		v.Page.Features = nil // its words are learned already
		v.Score.Relevant = false
	}
	if of.Exact {
		v.Score = v.Score.Scaled(of.Relevance)
	}
	return nil
}

// yield records that the page which v repeats is a copy of it. That comes before v: if
// the process ends in between, v is fetched again, and finds no page that it repeats. A checkpoint
// waits for v: its choice is in no part's hands any more.
func (r *run) yield(v *crawl.Visit) error {
	of := r.yields
	r.yields = nil
	keeper := r.State.Keeper()
	if keeper == nil {
		return nil
	}
	was, err := keeper.Visit(of.Seq)
	if err != nil {
		return err
	}
	was.Score.Relevance, was.Score.Relevant = of.Relevance, of.Relevant
	d := of.Duplicate
	d.Of = v.Page.Final
	if err := r.write(was.Copied(v.Seq, d)); err != nil {
		return err
	}
	v.Seq = r.seq + 1
	return nil
}

// linkHost is the host to which most links of a page lead, "" if there are as many to
// another.
func linkHost(p *crawl.Page) string {
	count, best, most, tie := map[string]int{}, "", 0, false
	for i := range p.Links {
		l := &p.Links[i]
		if l.Kind != crawl.LinkPage || l.Host == "" {
			continue
		}
		count[l.Host]++
		switch n := count[l.Host]; {
		case n > most:
			best, most, tie = l.Host, n, false
		case n == most && l.Host != best:
			tie = true
		}
	}
	if tie {
		return ""
	}
	return best
}

// linkCount is the number of links on a page, without sitemaps and feeds, or of what a source
// lists, without the next page of an answer.
func linkCount(p *crawl.Page) (n int) {
	for i := range p.Links {
		if k := p.Links[i].Kind; k == crawl.LinkPage || p.Source && k != crawl.LinkSearch {
			n++
		}
	}
	return n
}

// known reports a URL that is recorded and not to be fetched again.
func (r *run) known(t *task) bool { return !t.choice.Again && r.State.Recorded(t.choice.URL) }

// redirected returns why a page with another final URL is not kept. A seed may be
// redirected anywhere.
func (r *run) redirected(p *crawl.Page, c crawl.Choice) error {
	if !c.Again && r.State.Recorded(p.Final) {
		return failure(crawl.FailDuplicate, "duplicate of %s", p.Final)
	}
	if r.Filter == nil || c.Depth == 0 {
		return nil
	}
	to := &crawl.Link{URL: p.Final, Host: p.Host}
	if p.Source { // a sitemap or feed stays one, whatever its address ends with
		to.Kind = crawl.LinkSitemap
	}
	if reason := r.Filter.Allow(to, nil); reason != "" {
		return failure(crawl.FailMoved, "redirect to %s: %s", p.Final, reason)
	}
	return nil
}

// follow returns the links of p that the strategy may hear of.
func (r *run) follow(p *crawl.Page) []crawl.Link {
	if p.NoFollow {
		return nil
	}
	links, bound := p.Links[:0], r.capOf(p)
	for i := range p.Links {
		l := &p.Links[i]
		if l.NoFollow || l.URL == p.URL || l.URL == p.Final {
			continue
		}
		if r.Filter != nil && l.Host != "" { // the further page of an answer has none
			if reason := r.Filter.Allow(l, p); reason != "" {
				r.log.Debug("link left out", "url", l.URL, "from", p.Final, "reason", reason)
				continue
			}
		}
		if bound.allow(l) {
			links = append(links, *l)
		}
	}
	r.noteLeft(p, &bound)
	return links
}

// score judges the page unless it is a source. Score does not change the Scorer, so
// a panic in it harms this page only.
func (r *run) score(v *crawl.Visit) (err error) {
	if r.Scorer == nil || v.Source() {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = r.panicked("judging", v.Choice.URL, p)
		}
	}()
	v.Score = r.Scorer.Score(v.Page)
	return nil
}

func failure(kind crawl.FailureKind, format string, args ...any) error {
	return &crawl.KindError{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// maxErr bounds the bytes of an error text.
const maxErr = 500

// line makes an error text, which may quote a server, one printable line.
func line(s string) string {
	s = strings.Map(func(c rune) rune {
		if !unicode.IsGraphic(c) || c == unicode.ReplacementChar {
			return ' '
		}
		return c
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxErr {
		s = strings.ToValidUTF8(s[:maxErr], "") + "…"
	}
	if s == "" {
		return "unknown error"
	}
	return s
}
