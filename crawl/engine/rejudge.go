package engine

import (
	"context"
	"errors"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Judge judges pages again. crawl/relevance.Judge is one.
type Judge interface {
	// Mark marks the topic's words in the blocks of p. It is called concurrently.
	Mark(p *crawl.Page)
	// Score judges p. The deciding goroutine calls it.
	Score(p *crawl.Page) crawl.Score
}

// Pass judges all kept pages again, in the order in which they were recorded. A verdict
// that is another now becomes a visit of the journal ([crawl.Visit].Rejudged): relevant
// is relevant no more, or the other way round, or the relevance has moved by LeastMove.
// The same pages and the same judge give the same visits. A Pass that was interrupted is
// simply made again: what it has recorded is no change any more.
type Pass struct {
	Judge Judge
	// SameTopic says that Judge finds the mentions that were found when the pages were
	// read. Then the texts of pages without a mention are not read: it is known that
	// there is none.
	SameTopic bool
	// Unpack reads a kept text.
	Unpack func(t *crawl.Text) (*crawl.Page, error)
	// Judged hears of each page that was judged, before its new verdict is recorded, if
	// that is another. nil: nobody does. The deciding goroutine calls it.
	Judged func(p *crawl.Page, was crawl.Verdict, now crawl.Score)
	// Done is called by the deciding goroutine when the pass is over: when all pages are
	// judged, or with the error that ended it before, the context's error if the run was
	// interrupted. nil: nobody is told.
	Done func(n Judged, err error)
}

// LeastMove is the change of relevance that is recorded.
const LeastMove = 0.01

// Judged counts the pages of a Pass.
type Judged struct {
	Pages  int // there now
	Judged int // from their texts; exact copies get the verdict of what they repeat
	NoText int // without a kept text
	Unread int // whose text cannot be read
	Gained int // relevant now, and not before
	Lost   int // not relevant now, but before
	Moved  int // of another relevance, by LeastMove or more, with the same verdict
}

// ErrNoTexts is the error of a Pass over a State that keeps no texts.
var ErrNoTexts = errors.New("crawl/engine: the state keeps no texts of pages")

// Rejudge makes p while the crawl goes on, a few pages at a time; the run does not end
// by itself before it is over. Only functions of Exec, and Final, may call it.
func (e *Engine) Rejudge(p *Pass) {
	r, keeper := e.running, e.State.Keeper()
	if r == nil || keeper == nil {
		p.done(Judged{}, ErrNoTexts)
		return
	}
	r.passes = append(r.passes, &pass{Pass: p, run: r, keeper: keeper, byURL: make(map[uint64]int32)})
}

// Revise records that the recorded page that v brought, or judged last, has the verdict s now. Only functions of Exec may
// call it.
func (e *Engine) Revise(v *crawl.Visit, s crawl.Score) error {
	r := e.running
	if r == nil {
		return nil
	}
	return r.record(v.Rejudge(r.seq+1, s))
}

func (p *Pass) done(n Judged, err error) {
	if p.Done != nil {
		p.Done(n, err)
	}
}

// rejudge makes a piece of the first pass.
func (r *run) rejudge(pages int) error {
	if len(r.passes) == 0 {
		return nil
	}
	p := r.passes[0]
	over, err := p.piece(pages)
	if over || err != nil {
		r.passes = r.passes[1:]
		p.done(p.n, err)
	}
	return err
}

// endPasses ends the passes that are not over.
func (r *run) endPasses(ctx context.Context, err error) {
	if err == nil {
		err = ctx.Err()
	}
	for _, p := range r.passes {
		p.done(p.n, err)
	}
	r.passes = nil
}
