package events

import (
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Options of a Collector. Job, Run and Open are needed.
type Options struct {
	Job *monitor.Job
	Run monitor.Run // as Store.Claim returned it
	// Open calls f with the Store. A daemon passes its Store; another process opens the
	// Store, calls f and closes it.
	Open func(f func(monitor.Store) error) error

	Rules monitor.Rules        // nil: nobody is notified
	Phase func() monitor.Phase // nil: Run.Phase
	Now   func() time.Time     // nil: time.Now
	// Name returns the label of a concept in the user's language, "" if there is none.
	// Nil: the end of the IRI is the name.
	Name func(iri string) string
	// Notify is called for each event once it is in the Store, by the goroutine of the
	// crawl; may be nil.
	Notify func(*monitor.Event)
	// Folder is the name of the run folder among those that the job has on several machines;
	// "": it has one. Then the Store also keeps what each relevant page was, so that the
	// folder of another machine neither repeats an event nor misses a change.
	Folder string
	// Texts are the rules that ask something of the text of a page; nil: none does.
	Texts *textrule.Rules
	// Every is how long the run's counters may wait if nothing else must be kept; 0 means
	// 2 s.
	Every time.Duration
}

// Collector is the [monitor.Sink] of a job. One goroutine uses it.
type Collector struct {
	opt  Options
	run  monitor.Run
	seq  int // last visit read
	upto int // last visit in the Store

	tally    rundir.Tally
	versions []version

	pages   pages
	stories stories
	sites   sites
	seeds   map[string]bool       // canonical URLs
	events  []pending             // events that are not in the Store yet
	fed     map[string]crawl.Date // publication dates in feeds, by the key of the Note
	forget  []string              // keys of Notes that are no longer needed
	flushed time.Time

	kept    kept
	heights map[string]monitor.Height // of figures, as this run knows them
	singles singles

	turns     turns
	baselines []baseline      // that the Store has, until they are laid over the journal
	noted     map[string]bool // their keys, until Restore ends
}

// version is a version of the ontology: it judged the visits after the given one.
type version struct {
	after    int
	ontology string
}

var _ monitor.Sink = (*Collector)(nil)

// pending is an event that is not in the Store yet.
type pending struct {
	event monitor.Event
	asked string // URL that was requested
	folded
	run           monitor.Run            // its counters up to here
	done          bool                   // completed; Rules must be asked once only
	found         *monitor.Event         // the page is the first of a new source
	site          *site                  // of found
	notifications []monitor.Notification // that Rules returned
	stories       []monitor.Story        // as they stood then
	page          string                 // the URL by which it was requested first
	baseline      []byte                 // of the page after the visit; nil: none is kept
	answer        *textrule.Answer       // what rules found in the text; nil: there is none
	heights       map[string]monitor.Height
}

// New returns a Collector for a run.
func New(o Options) *Collector {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Phase == nil {
		phase := o.Run.Phase
		o.Phase = func() monitor.Phase { return phase }
	}
	if o.Every <= 0 {
		o.Every = 2 * time.Second
	}
	c := &Collector{opt: o, run: o.Run, fed: map[string]crawl.Date{}}
	c.stories.pages = &c.pages
	c.sites, c.seeds = newSites(o.Job), seedsOf(o.Job)
	return c
}

// Restore implements [crawl.Sink]: it reads the whole journal and evaluates what the
// Store does not know yet. A journal that is shorter than the Store knows belongs to a
// new run folder, and all of it is new.
func (c *Collector) Restore(j crawl.Journal) error {
	err := c.opt.Open(func(b monitor.Store) (err error) {
		if c.upto, err = c.readUpto(b); err != nil {
			return err
		}
		known, err := b.Sources(c.opt.Job.Name, "")
		c.sites.know(known)
		return err
	})
	if err != nil {
		return err
	}
	if j.Committed() < c.upto {
		c.upto = 0
	}
	err = j.Visits(func(v *crawl.Visit) error {
		if err := c.take(v); err != nil || len(c.events) < maxEvents {
			return err
		}
		return c.flush()
	})
	c.lay()
	if err == nil && c.seq > c.upto {
		err = c.flush()
	}
	if err != nil || c.opt.Folder == "" {
		return err
	}
	return c.opt.Open(c.noteTurn)
}

// Edited implements [monitor.Sink].
func (c *Collector) Edited(after int, ontology string) {
	c.versions = append(c.versions, version{after, ontology})
}

// reason returns why the page with last verdicts at visit was and now is judged
// otherwise now, and by which version, if the ontology was edited between them.
func (c *Collector) reason(was, now int) (monitor.Reason, string) {
	for _, e := range slices.Backward(c.versions) {
		if e.after < now && e.after >= was {
			return monitor.ByEdit, e.ontology
		}
	}
	return monitor.ByModel, ""
}

// Append implements [crawl.Sink].
func (c *Collector) Append(v *crawl.Visit) error {
	return c.take(v)
}

// Flush implements [crawl.Sink]. Events and times from feeds are stored at once,
// counters at intervals.
func (c *Collector) Flush() error {
	if len(c.events) == 0 && len(c.fed) == 0 && c.opt.Now().Sub(c.flushed) < c.opt.Every {
		return nil
	}
	return c.flush()
}

// Finish implements [monitor.Sink].
func (c *Collector) Finish() (run monitor.Run, err error) {
	if c.seq > c.upto {
		if err := c.flush(); err != nil {
			return c.run, err
		}
	}
	err = c.opt.Open(func(b monitor.Store) (err error) {
		run, err = b.Run(c.run.Job, c.run.Number)
		return err
	})
	return run, err
}

// take reads the next visit.
func (c *Collector) take(v *crawl.Visit) error {
	c.seq = v.Seq
	c.tally.Add(v)
	fresh := v.Seq > c.upto
	if fresh {
		c.lay()
		c.count(v)
		c.hearFeed(v)
	}
	if fresh && c.old(v) {
		return nil
	}
	p, kind, was := c.pages.take(v)
	if kind == "" {
		if fresh && v.Adds() {
			c.forget = append(c.forget, noteKey(v.Choice.URL))
		}
		return nil
	}
	to := c.stories.fold(p, v, kind)
	found := c.sites.take(p, v, fresh)
	if !fresh || c.sites.refused(p.url) {
		return nil
	}
	c.countEvent(kind, to.begun)
	f := c.newEvent(v, p, kind)
	f.Story, f.DuplicateOf = to.story.ID, to.duplicate
	if kind == monitor.Gained || kind == monitor.Lost {
		f.Reason, f.Ontology = c.reason(was, v.Seq)
		f.Captured = p.seen
	}
	answer, err := c.read(v, p, &f)
	if err != nil {
		return err
	}
	e := pending{event: f, answer: answer, asked: v.Choice.URL, folded: to, run: c.run, page: p.asked, baseline: c.baselineOf(p)}
	if found != nil {
		e.found, e.site = sourceEvent(f, found), found
	}
	c.events = append(c.events, e)
	return nil
}

// countEvent counts an event of a page.
func (c *Collector) countEvent(kind monitor.Kind, begun bool) {
	switch kind {
	case monitor.New:
		c.run.New++
	case monitor.Changed:
		c.run.Changed++
	case monitor.Gone:
		c.run.Gone++
	case monitor.Gained:
		c.run.Gained++
	case monitor.Lost:
		c.run.Lost++
	}
	if begun {
		c.run.Stories++
	}
}

func (c *Collector) count(v *crawl.Visit) {
	r := &c.run
	if r.LastSeq = v.Seq; r.FirstSeq == 0 {
		r.FirstSeq = v.Seq
	}
	t := c.tally.Totals()
	r.Pages, r.Relevant = t.Pages, t.Relevant
	if !v.Rejudged {
		r.Requests++
	}
	if v.Failed() && !v.Choice.Again {
		r.Failures++
	}
	c.countAnswer(v)
}

// event returns the event that a visit of p brought.
func (c *Collector) newEvent(v *crawl.Visit, p *page, kind monitor.Kind) monitor.Event {
	f := monitor.Event{
		Job: c.opt.Job.Name, Run: c.run.Number, Seq: v.Seq, Kind: kind,
		URL: p.url, Host: p.host, Title: p.title, Lang: p.lang,
		Relevance: p.relevance, WasRelevance: p.was.relevance, Relevant: p.relevant,
		Published: p.published, PublishedBy: p.publishedBy, Captured: v.FetchedAt, Via: v.Choice.Via,
	}
	if kind == monitor.Gone {
		return f
	}
	f.Model = v.Score.Model
	f.Concepts = c.named(p.concepts)
	if kind == monitor.Changed {
		f.Appeared = appeared(p.concepts, p.was.concepts)
	}
	return f
}
