package strategy

import (
	"net/http"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Refresh lets another strategy ask again for recorded pages, sitemaps and feeds.
// First it chooses those that are due (crawl.Choice.Again), then the inner
// strategy, which observes the links found meanwhile, chooses at most New new
// pages.
//
// When a page is due follows from the journal alone. If a visit found it changed,
// the interval to the next visit is halved; if not, it grows by half; it stays
// within Min and Max; a relevant page is due after half the interval. The first
// interval is a tenth of the page's age by its Last-Modified, as caches estimate
// (RFC 9111, section 4.2.2), else a day. This is the simplest form of the adaptive
// policies of Cho and Garcia-Molina (ACM TODS 28(4), 2003): if changes are Poisson,
// it reaches the rate of a page within a factor of two, and needs one number for
// each page.
//
// What is due is decided once, when a refresh begins; a refresh that was
// interrupted continues with what is left of that.
type Refresh struct {
	in   Level
	p    RefreshParams
	last int // visits in the journal when it was opened
	seq  int // of the last visit observed

	pages []*recorded
	urls  map[string]*recorded

	live  bool              // the journal is replayed
	begun bool              // a refresh is under way
	anew  bool              // decide again what is due all the same
	queue frontier.Frontier // what is due
	added int               // pages that the inner strategy has brought since it began
	sent  int               // choices of the inner strategy in flight
}

// RefreshParams are the settings of a Refresh.
type RefreshParams struct {
	// On begins a refresh, or continues the one that was interrupted. Without it the
	// inner strategy chooses alone, once the journal is replayed.
	On       bool
	Now      time.Time     // pages due then or before are asked for again
	Min, Max time.Duration // bounds of the time between two visits of a page
	New      int           // pages that a refresh may add
	// Always are due in every refresh, before all others. Those that never brought
	// anything are asked for as if for the first time.
	Always []crawl.Link
	// Anew decides again what is due even if a refresh was interrupted.
	Anew bool
	// Skip, if not nil, reports a host whose pages are not due.
	Skip func(host string) bool
	// Backend opens the queue of what is due; nil: frontier.InMemory.
	Backend frontier.Backend
}

// firstInterval is for pages that do not say how old they are.
const firstInterval = 24 * time.Hour

// recorded is a page or source as the journal knows it.
type recorded struct {
	choice   crawl.Choice
	version  crawl.Version
	relevant bool
	source   bool
	at       time.Time // of the last visit
	interval time.Duration
}

// NewRefresh returns the policy of a Refresh. j is the journal of the crawl; it is read if
// p.On is set.
func NewRefresh(j crawl.Journal, p RefreshParams) (Policy, error) {
	r := &Refresh{p: p, last: j.Committed(), urls: map[string]*recorded{}, anew: p.On && p.Anew}
	r.queue = Params{Backend: p.Backend}.frontier()
	r.live = r.last == 0
	if p.On {
		if err := j.Visits(func(v *crawl.Visit) error { r.learn(v); return nil }); err != nil {
			return Policy{}, err
		}
	}
	return Policy{PlaceRefresh, r.around, r, &memory{Memory: formOf("refresh", 1, r), absent: r.nothingLeft}}, nil
}

func (r *Refresh) around(l *Level) {
	r.in = *l
	l.Next, l.Take, l.Observe, l.Len, l.Replayed, l.Leave = r.Next, r.Take, r.Observe, r.Len, r.replayed, r.leave
	if l.Block != nil {
		l.Block, l.Unblock = r.Block, r.Unblock
	}
}

// leave implements [Level.Leave].
func (r *Refresh) leave() error {
	if r.begun {
		return english.Errorf("a refresh is under way in it: let it end first, by the same command")
	}
	return r.in.leave()
}

// Block implements [crawl.Caps].Block.
func (r *Refresh) Block(host, turn string) {
	r.queue.Hosts().Block(host, turn)
	r.in.Block(host, turn)
}

// Unblock implements [crawl.Caps].Unblock.
func (r *Refresh) Unblock(turn string) (more bool) {
	more = r.queue.Hosts().Unblock(turn)
	return r.in.Unblock(turn) || more
}

// learn takes a visit of the journal, or a new one.
func (r *Refresh) learn(v *crawl.Visit) {
	k := r.urls[v.Choice.URL]
	switch {
	case v.Rejudged:
		if k != nil {
			k.version, k.relevant = v.Version(), v.Score.Relevant
		}
		return
	case v.Choice.Again && k != nil:
		k.again(v)
	case !v.Choice.Again && k == nil && v.Page != nil && !v.Choice.Asks():
		k = &recorded{choice: v.Choice, interval: firstInterval}
		if t, err := http.ParseTime(v.LastModified); err == nil {
			k.interval = v.FetchedAt.Sub(t) / 10
		}
		r.urls[v.Choice.URL], r.pages = k, append(r.pages, k)
		k.take(v)
	default:
		return
	}
	k.interval = min(max(k.interval, r.p.Min), r.p.Max)
}

// take keeps what a visit brought.
func (k *recorded) take(v *crawl.Visit) {
	k.at, k.version, k.source = v.FetchedAt, v.Version(), v.Source()
	k.choice.ETag, k.choice.LastModified = v.ETag, v.LastModified
	if !k.source {
		k.relevant = v.Score.Relevant
	}
}

// again learns from a page that was asked for again. A page that is gone may come
// back; a server that is out of order says nothing of its pages.
func (k *recorded) again(v *crawl.Visit) {
	switch {
	case v.Unchanged():
		k.interval += k.interval / 2
		k.at = v.FetchedAt
		if v.ETag != "" {
			k.choice.ETag = v.ETag
		}
	case v.Page != nil && k.version.Same(v.Version()):
		k.interval += k.interval / 2
		k.take(v)
	case v.Page != nil:
		k.interval /= 2
		k.take(v)
	case v.Status == http.StatusNotFound || v.Status == http.StatusGone:
		k.interval += k.interval / 2
		k.at, k.version, k.relevant = v.FetchedAt, crawl.Version{}, false
		k.choice.ETag, k.choice.LastModified = "", ""
	default:
		k.at = v.FetchedAt
	}
}

// due reports whether the page is to be asked for again. It is, too, when its last visit is further ahead than the interval is
// long: the clock was wrong then, and must not keep the page from being asked for until that day.
func (k *recorded) due(now time.Time) bool {
	wait := k.interval
	if k.relevant {
		wait /= 2
	}
	return !k.at.Add(wait).After(now) || k.at.Sub(now) > k.interval
}

// score orders what is due: sitemaps and feeds first, because they name new pages,
// then pages by their relevance.
func (k *recorded) score() float64 {
	if k.source {
		return 2
	}
	return k.version.Relevance
}

// begin decides what is due.
func (r *Refresh) begin() {
	r.reset()
	r.begun, r.anew = true, false
	frontier.AddSeeds(r.queue, r.p.Always)
	for _, k := range r.pages {
		if k.due(r.p.Now) && (r.p.Skip == nil || !r.p.Skip(k.choice.Host)) {
			r.queue.Add(k.choice.URL, k.choice.Host, frontier.Item{Score: k.score(), Parent: frontier.None, Depth: int32(k.choice.Depth)})
		}
	}
}

// reset forgets the refresh that is under way.
func (r *Refresh) reset() {
	r.begun, r.added, r.sent = false, 0, 0
	frontier.Clear(r.queue)
}

// settle is called before every new decision: it begins a refresh, or forgets one
// that is not to continue. While the journal is replayed nothing is decided.
func (r *Refresh) settle() {
	switch {
	case !r.live:
	case r.p.On && (!r.begun || r.anew):
		r.begin()
	case !r.p.On && r.begun:
		r.reset()
	}
}

// Next implements [Level.Next].
func (r *Refresh) Next(busy func(host string) bool) (crawl.Choice, bool) {
	r.settle()
	if !r.begun {
		return r.in.Next(busy)
	}
	if id := r.queue.Best(busy); id >= 0 {
		return r.choose(id), true
	}
	if r.room() <= 0 {
		return crawl.Choice{}, false
	}
	c, ok := r.in.Next(busy)
	if ok {
		r.sent++
	}
	return c, ok
}

// choose takes what is due out of the queue.
func (r *Refresh) choose(id int32) crawl.Choice {
	c := frontier.Choose(r.queue, id)
	if k := r.urls[c.URL]; k != nil {
		c.Parent, c.Depth, c.Query, c.ETag, c.LastModified = k.choice.Parent, k.choice.Depth, k.choice.Query, k.choice.ETag, k.choice.LastModified
		c.Again = true
	}
	return c
}

// room is how many choices the inner strategy may still make.
func (r *Refresh) room() int { return r.p.New - r.added - r.sent }

// Take implements [Level.Take].
func (r *Refresh) Take(url string) (crawl.Choice, bool) {
	r.settle()
	if id, ok := frontier.NumberWaiting(r.queue, url); ok && r.begun {
		return r.choose(id), true
	}
	c, ok := r.in.Take(url)
	if ok && r.begun {
		r.sent++
	}
	return c, ok
}

// Observe implements [Level.Observe]. The inner strategy observes a page asked for
// again only if it is there: its links may be new.
func (r *Refresh) Observe(v *crawl.Visit) {
	if r.p.On && v.Seq > r.last { // the others were learned from the journal
		r.learn(v)
	}
	_, due := r.queue.Number(v.Choice.URL)
	if due || v.Choice.Again {
		frontier.Land(r.queue, v.Choice)
	}
	if v.Choice.Again {
		if v.Page != nil {
			r.in.Observe(v)
		}
	} else {
		r.in.Observe(v)
		if !due {
			r.sent = max(0, r.sent-1)
		}
		if v.Adds() {
			r.added++
		}
	}
	r.seq = v.Seq
	r.live = r.live || v.Seq >= r.last
}

// replayed implements Caps.Replayed: the last visits of the journal may be new verdicts,
// which no Strategy observes.
func (r *Refresh) replayed() {
	r.live = true
	if r.in.Replayed != nil {
		r.in.Replayed()
	}
}

// Len implements [Level.Len]. During a refresh it counts what the refresh may still
// choose.
func (r *Refresh) Len() int {
	if !r.begun {
		return r.in.Len()
	}
	return r.queue.Counts().Waiting + min(r.in.Len(), max(0, r.room()))
}

// nothingLeft reports that no refresh is under way or the one that is has nothing left
// to do. Then a checkpoint is the inner strategy's alone, so that a crawl may be
// resumed with a Refresh or without. A checkpoint is made only when the journal is
// replayed.
func (r *Refresh) nothingLeft() bool {
	r.live = true
	r.settle()
	return !r.begun || r.queue.Counts().Waiting+r.queue.Counts().InFlight+r.sent == 0 && (r.added >= r.p.New || r.in.Len() == 0)
}

func (r *Refresh) save(w *binenc.Writer) {
	w.Uint(uint64(max(r.seq, r.last)))
	w.Uint(uint64(r.added))
	w.Uint(uint64(r.sent))
	w.Next(r.queue)
}

func (r *Refresh) load(s *binenc.Reader) {
	seq := int(s.Uint() & (1<<62 - 1))
	r.added, r.sent = readCount(s, maxCount32), readCount(s, maxCount32)
	s.Next(r.queue)
	s.Wait()
	r.begun = true
	r.seq, r.live = seq, seq >= r.last
}
