// Package rescore judges the pages of a run again, with another ontology or other
// settings, without fetching anything.
//
//	rescore.go  Run: judges
//	source.go   Source: what is kept of a page
//	report.go   Report: what has changed, counted and written
//	both.go     Report.FillBoth: two judges beside each other
//	plain.go    Plain: pages without a topic
//
// A page is judged from its kept text, or else from its archived answer; with [Source].Again
// the answer is read again first. Several
// goroutines read pages; one judges them, in the order in which they were recorded. As in
// the crawl, it judges each page before it learns from it. If all pages are kept, the
// same judge gives the same verdicts. If only the relevant ones are, as answers, the
// judge sees less of each host, and may give a higher relevance to words that the host
// repeats on its pages.
package rescore

import (
	"context"
	"errors"
	"iter"
	"runtime"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
)

// Judge reads and scores pages. crawl/relevance.Judge is one.
type Judge interface {
	crawl.Reader
	crawl.Scorer
	// Mark marks the topic's words in a page that was kept. It is called concurrently.
	Mark(p *crawl.Page)
}

// Verdict is the old and the new judgement of a page.
type Verdict struct {
	Was rundir.Page
	// Line is Was, with what was read again of it.
	Line rundir.Page
	Now  crawl.Score
	Lead bool // it would be relevant if it were no list
	// Read is the page as read now, with its links if it was read from its answer; nil if
	// Err is set.
	Read *crawl.Page
	From From
	Cut  bool // the page was longer than its kept text
	// Err says why the page could not be judged again; then Now is zero. It is
	// ErrNotKept, or an error of the text, the archive or the reader.
	Err error
}

// From says from what a page was read.
type From uint8

// What a page is read from.
const (
	FromNothing From = iota
	FromText
	FromArchive
)

// ErrNotKept is the error of a page without a kept text and without an archived answer.
var ErrNotKept = errors.New("rescore: neither the text nor the answer of the page was kept")

// Gained reports a page that became relevant.
func (v *Verdict) Gained() bool { return v.Err == nil && v.Now.Relevant && !v.Was.Relevant }

// Lost reports a page that is no longer relevant.
func (v *Verdict) Lost() bool { return v.Err == nil && !v.Now.Relevant && v.Was.Relevant }

// Moved is the new relevance minus the old.
func (v *Verdict) Moved() float64 { return v.Now.Relevance - float64(v.Was.Relevance) }

// Page returns the page with its new score.
func (v *Verdict) Page() rundir.Page {
	p := v.Line
	p.Relevance, p.Relevant, p.Leads = rundir.Number(v.Now.Relevance), v.Now.Relevant, v.Lead
	p.Evidence = append([]crawl.Evidence{}, v.Now.Evidence...)
	return p
}

// Run judges pages again and calls yield with each verdict, in order. An error of
// yield or of pages ends it, and so does the end of ctx.
func Run(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *Source, judge Judge, yield func(*Verdict) error) error {
	return pass(ctx, pages, from, judge, judge.Learn, yield)
}

// RunToEnd is Run with a judge that learns once more when it has seen all pages, as at the end of
// a crawl. finish reports whether it has; then all pages are read and judged again by what it
// learned, and only these verdicts are yielded. The Verdicts have no Read.
func RunToEnd(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *Source, judge Judge, finish func() bool, yield func(*Verdict) error) error {
	var first []*Verdict
	err := pass(ctx, pages, from, judge, judge.Learn, func(v *Verdict) error {
		v.Read = nil
		first = append(first, v)
		return nil
	})
	if err != nil {
		return err
	}
	if finish() {
		return pass(ctx, pages, from, judge, func(*crawl.Page) {}, func(v *Verdict) error {
			v.Read = nil
			return yield(v)
		})
	}
	for _, v := range first {
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

// pass judges pages in order, and lets learn have each page afterwards.
func pass(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *Source, judge Judge, learn func(*crawl.Page), yield func(*Verdict) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	was := map[string]float64{} // relevance by URL
	var hosts repeated.Texts
	for job := range read(ctx, pages, from, judge) {
		r := <-job
		if r.err != nil {
			return r.err
		}
		v := &Verdict{Was: r.was, Line: r.line, Read: r.page, From: r.from, Cut: r.cut, Err: r.fault}
		if r.page != nil {
			if r.from == FromArchive { // a kept text knows it
				hosts.Beside(r.page, false)
			}
			hosts.Learn(r.page)
			v.Now, v.Lead = scored(judge, &r, was)
			learn(r.page)
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// scored judges a page. As in the crawl, a copy, a list or a stub is not relevant, and a copy with equal bytes
// has the relevance of its original.
func scored(judge Judge, r *result, known map[string]float64) (s crawl.Score, lead bool) {
	s = judge.Score(r.page)
	if relevance, ok := known[r.was.DuplicateOf]; ok && r.was.Exact {
		s = s.Scaled(relevance)
	} else {
		known[r.was.URL] = s.Relevance
	}
	kind, _ := crawl.ParsePageKind(r.line.Kind)
	if kind.Leads() {
		r.page.Features = nil // as in the crawl, nothing is learned of it
	}
	find := s.Relevant && !r.was.Exact && !r.was.Copy
	s.Relevant = find && !kind.Leads()
	return s, find && kind == crawl.KindList
}

// result is a page that was read.
type result struct {
	was   rundir.Page
	line  rundir.Page
	page  *crawl.Page
	from  From
	cut   bool
	fault error // of this page
	err   error // of the run folder; it ends the run
}

// read reads as many pages ahead as there are processors.
func read(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *Source, judge Judge) <-chan chan result {
	jobs := make(chan chan result, runtime.GOMAXPROCS(0))
	go func() {
		defer close(jobs)
		for p, err := range pages {
			job := make(chan result, 1)
			select {
			case jobs <- job:
			case <-ctx.Done():
				return
			}
			if err != nil {
				job <- result{err: err}
				return
			}
			go func() { job <- from.read(ctx, p, judge) }()
		}
	}()
	return jobs
}
