// Package rescore judges the archived pages of a run again, with another ontology or
// other settings, without fetching anything. rescore.go judges, report.go counts and
// writes what has changed.
//
// Several goroutines read pages; one judges them, in the order in which they were
// recorded. As in the crawl, it judges each page before it learns from it. If the
// archive holds all pages (--warc all), the same judge gives the same verdicts. If it
// holds only the relevant pages, the judge sees less of each host, and may give a
// higher relevance to words that the host repeats on its pages.
package rescore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
)

// Judge reads and scores pages. crawl/relevance.Judge is one.
type Judge interface {
	crawl.Reader
	crawl.Scorer
}

// Verdict is the old and the new judgement of a page.
type Verdict struct {
	Was rundir.Page
	Now crawl.Score
	// Read is the page as read now, with its links; nil if Err is set.
	Read *crawl.Page
	// Err says why the page could not be judged again; then Now is zero. It is
	// ErrNotArchived, or an error of the archive or the reader.
	Err error
}

// ErrNotArchived is the error of a page without an archived answer.
var ErrNotArchived = errors.New("rescore: no answer of the page is archived")

// Gained reports a page that became relevant.
func (v *Verdict) Gained() bool { return v.Err == nil && v.Now.Relevant && !v.Was.Relevant }

// Lost reports a page that is no longer relevant.
func (v *Verdict) Lost() bool { return v.Err == nil && !v.Now.Relevant && v.Was.Relevant }

// Moved is the new relevance minus the old.
func (v *Verdict) Moved() float64 { return v.Now.Relevance - float64(v.Was.Relevance) }

// Page returns the page with its new score.
func (v *Verdict) Page() rundir.Page {
	p := v.Was
	p.Relevance, p.Relevant = rundir.Number(v.Now.Relevance), v.Now.Relevant
	p.Evidence = append([]crawl.Evidence{}, v.Now.Evidence...)
	return p
}

// Run judges pages again and calls yield with each verdict, in order. An error of
// yield or of pages ends it, and so does the end of ctx.
func Run(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *warc.Folder, judge Judge, yield func(*Verdict) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	was := map[string]float64{} // relevance by URL
	for job := range read(ctx, pages, from, judge) {
		r := <-job
		if r.err != nil {
			return r.err
		}
		v := &Verdict{Was: r.was, Read: r.page, Err: r.fault}
		if r.page != nil {
			v.Now = scored(judge, &r, was)
			judge.Learn(r.page)
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// scored judges a page. As in the crawl, an exact duplicate has the relevance of its
// original, is not relevant and has no evidence.
func scored(judge Judge, r *result, known map[string]float64) crawl.Score {
	if relevance, ok := known[r.was.DuplicateOf]; ok && r.was.Exact {
		return crawl.Score{Relevance: relevance}
	}
	s := judge.Score(r.page)
	known[r.was.URL] = s.Relevance
	return s
}

// result is a page that was read.
type result struct {
	was   rundir.Page
	page  *crawl.Page
	fault error // of this page
	err   error // of the run folder; it ends the run
}

// read reads as many pages ahead as there are processors.
func read(ctx context.Context, pages iter.Seq2[rundir.Page, error], from *warc.Folder, judge Judge) <-chan chan result {
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
			go func() { job <- readOne(ctx, p, from, judge) }()
		}
	}()
	return jobs
}

func readOne(ctx context.Context, p rundir.Page, from *warc.Folder, judge Judge) (r result) {
	r.was = p
	defer func() {
		if x := recover(); x != nil {
			r.page, r.fault = nil, fmt.Errorf("rescore: reading the page panicked: %v", x)
		}
	}()
	if p.WARC == nil {
		r.fault = ErrNotArchived
		return r
	}
	all, err := from.Exchanges(p.WARC.Ref())
	var answer *crawl.Response
	if err == nil {
		answer, err = replay.Answer(all)
	}
	if err == nil {
		r.page, err = judge.Read(ctx, answer)
	}
	if err != nil {
		r.page, r.fault = nil, err
	}
	return r
}
