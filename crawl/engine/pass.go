package engine

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// passing is how recorded pages are judged again.
type passing struct {
	passes []*pass // the first one is being made
	ending bool    // Final was called
}

// pass is a Pass on its way.
type pass struct {
	*Pass
	run    *run
	keeper crawl.Keeper
	upto   int // last visit seen
	pages  []keptPage
	byURL  map[uint64]int32 // index of a page by its addresses, asked and final
	next   int              // index of the page to be judged next
	n      Judged
}

// keptPage is a recorded page as the journal says.
type keptPage struct {
	seq      int // visit of the version that is there; 0 if the page is gone
	last     crawl.Verdict
	copy     bool   // of another page
	leads    bool   // a list or stub, which is no find
	size     int32  // bytes of its answer
	exact    uint64 // of which address it is an exact copy; 0 if of none
	mentions bool   // the page mentions the topic
}

// Pages of one piece: while results wait to be applied, and while none do.
const (
	smallPiece = 8
	largePiece = 64
	pieceBytes = 8 << 20 // of their answers, if it is more than one page: they are in memory together
	pieceSeen  = 500     // visits of the journal
)

func (p *pass) piece(pages int) (over bool, err error) {
	for range pieceSeen {
		if p.upto == p.run.seq {
			return p.judgeNext(pages)
		}
		v, err := p.keeper.Visit(p.upto + 1)
		if err != nil {
			return false, err
		}
		p.see(v)
	}
	return false, nil
}

// see takes the next visit of the journal.
func (p *pass) see(v *crawl.Visit) {
	p.upto = v.Seq
	i, known := p.byURL[hashOf(v.Choice.URL)]
	switch {
	case v.Adds():
		i = int32(len(p.pages))
		p.pages = append(p.pages, keptPage{})
		p.byURL[hashOf(v.Choice.URL)] = i
		if _, taken := p.byURL[hashOf(v.Page.Final)]; !taken {
			p.byURL[hashOf(v.Page.Final)] = i
		}
	case !known || !v.Choice.Again && !v.Rejudged:
		return
	}
	k := &p.pages[i]
	switch {
	case v.OK():
		*k = keptPage{seq: v.Seq, last: verdictOf(v.Score), mentions: v.Mentions || len(v.Score.Evidence) > 0, leads: v.Page.About.Kind.Leads(), size: int32(min(v.Page.Bytes, math.MaxInt32))}
		k.same(v)
	case v.Rejudged:
		if v.Copy() {
			k.same(v)
		}
		k.last, k.mentions = verdictOf(v.Score), k.mentions || len(v.Score.Evidence) > 0
	case v.Status == 404 || v.Status == 410:
		*k = keptPage{}
	}
}

// same notes what the page of v is a copy of.
func (k *keptPage) same(v *crawl.Visit) {
	if k.copy = v.Copy(); v.Same.Exact {
		k.exact = hashOf(v.Same.Of)
	}
}

func hashOf(url string) uint64 { return xxhash.Sum64String(url) }

func verdictOf(s crawl.Score) crawl.Verdict {
	return crawl.Verdict{Relevance: s.Relevance, Relevant: s.Relevant}
}

// judgeNext judges the next pages. Their texts are read and marked on all processors.
func (p *pass) judgeNext(most int) (over bool, err error) {
	if p.next == len(p.pages) {
		return true, nil
	}
	batch := p.pages[p.next : p.next+p.fitting(most)]
	read := p.read(batch)
	for i := range batch {
		k := &p.pages[p.next]
		p.next++
		if k.seq == 0 {
			continue
		}
		p.n.Pages++
		now, ok := p.score(k, &read[i])
		if !ok {
			continue
		}
		if err := p.record(k, now); err != nil {
			return false, err
		}
	}
	return false, nil
}

// fitting is how many of the next pages are read at once: most, or fewer if they are large.
func (p *pass) fitting(most int) (n int) {
	most = min(most, len(p.pages)-p.next)
	for bytes := 0; n < most; n++ {
		bytes += int(p.pages[p.next+n].size)
		if n > 0 && bytes > pieceBytes {
			break
		}
	}
	return n
}

// reading is a page that is read from its text.
type reading struct {
	text *crawl.Text
	page *crawl.Page
	err  error
}

func (p *pass) read(batch []keptPage) []reading {
	list := make([]reading, len(batch))
	for i, k := range batch {
		if k.seq == 0 {
			continue
		}
		if p.SameTopic && !k.mentions {
			list[i].page, list[i].err = p.withoutText(k.seq)
			continue
		}
		if list[i].text, list[i].err = p.keeper.Text(k.seq); list[i].err != nil {
			list[i].text = nil
		}
	}
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(list))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(list); i += workers {
				p.readOne(&list[i])
			}
		})
	}
	wg.Wait()
	return list
}

// withoutText returns the page of a visit as its record says.
func (p *pass) withoutText(seq int) (*crawl.Page, error) {
	v, err := p.keeper.Visit(seq)
	if err != nil {
		return nil, err
	}
	return v.Page, nil
}

// readOne reads and marks a page. If that panics, only this page is not judged.
func (p *pass) readOne(x *reading) {
	if x.text == nil {
		return
	}
	defer p.run.Cost.Begin(cost.Again).End()
	defer func() {
		if c := recover(); c != nil {
			x.page, x.err = nil, english.Errorf("reading the text panicked: %v\n%s", c, debug.Stack())
		}
	}()
	if x.page, x.err = p.Unpack(x.text); x.err == nil {
		p.Judge.Mark(x.page)
	}
}

// score judges a page. A copy is not relevant, and an exact one has the relevance of what
// it repeats, as when it was recorded.
func (p *pass) score(k *keptPage, x *reading) (s crawl.Score, ok bool) {
	original, known := p.byURL[k.exact]
	known = known && k.exact != 0
	if known && x.page == nil { // a copy of which no text was kept
		p.n.Judged++
		return crawl.Score{Relevance: p.pages[original].last.Relevance}, true
	}
	switch {
	case x.err != nil:
	case x.page == nil:
		p.n.NoText++
		return s, false
	default:
		s, x.err = p.judge(x.page)
	}
	if x.err != nil {
		p.n.Unread++
		p.run.log.Warn("a kept page could not be judged again", "visit", k.seq, "err", x.err)
		return s, false
	}
	if known {
		s = s.Scaled(p.pages[original].last.Relevance)
	}
	s.Relevant = s.Relevant && !k.copy
	p.n.Judged++
	if p.Judged != nil {
		p.Judged(x.page, k.last, s)
	}
	return s, true
}

func (p *pass) judge(page *crawl.Page) (s crawl.Score, err error) {
	defer p.run.Cost.Begin(cost.Again).End()
	defer func() {
		if c := recover(); c != nil {
			err = p.run.panicked("judging", page.URL, c)
		}
	}()
	return p.Judge.Score(page), nil
}

// record records the verdict now of k if it is another than the last one.
func (p *pass) record(k *keptPage, now crawl.Score) error {
	switch turned := now.Relevant != k.last.Relevant; {
	case turned && k.leads: // it is no find, before or now
		p.n.Moved++
	case turned && now.Relevant:
		p.n.Gained++
	case turned:
		p.n.Lost++
	case math.Abs(now.Relevance-k.last.Relevance) >= LeastMove:
		p.n.Moved++
	default:
		return nil
	}
	base, err := p.keeper.Visit(k.seq)
	if err != nil {
		return err
	}
	base.Score.Relevance, base.Score.Relevant = k.last.Relevance, k.last.Relevant
	v := base.Rejudge(p.run.seq+1, now)
	p.see(v)
	if err := p.run.learned(v); err != nil {
		return err
	}
	return p.run.record(v)
}
