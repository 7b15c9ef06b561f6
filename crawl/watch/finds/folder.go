package finds

import (
	"time"
	"unique"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// folder has the pages of a run folder that are or were relevant.
type folder struct {
	job     string
	files   rundir.Follower
	records []*record // in the order found
	byURL   map[uint64]*record
	seqs    map[uint64]int           // of all pages: the visit of the latest version
	early   map[uint64]rundir.Change // changes of pages that were not read yet
	changed bool                     // since it was asked last
	marks   *marks.File              // nil before it was opened
}

// name is a text that many records share.
type name = unique.Handle[string]

// record is a page in its latest version. Texts that repeat are kept once.
type record struct {
	job        string
	seq        int
	url, title string
	of         string // the page that it repeats
	host, lang name
	kind       monitor.Kind
	first, at  time.Time
	published  crawl.Date
	relevance  float64
	relevant   bool // and there
	evidence   []evidence
	via        *crawl.Via
	// What a person would say of the page, beside its title.
	pageKind, site, author name
}

// evidence is a crawl.Evidence in half of the space.
type evidence struct {
	concept, label, group name
	count                 int32
	share                 float32
}

func newFolder(job, dir string) *folder {
	f := &folder{job: job}
	f.files = rundir.Follower{Dir: dir, Page: f.page, Change: f.change, Restarted: f.begin}
	f.begin()
	return f
}

func (f *folder) begin() {
	f.records, f.changed = nil, true
	f.byURL, f.seqs, f.early = map[uint64]*record{}, map[uint64]int{}, map[uint64]rundir.Change{}
}

// update reads what was added, and reports whether anything was.
func (f *folder) update() (bool, error) {
	err := f.files.Update()
	changed := f.changed
	f.changed = false
	return changed, err
}

func (f *folder) page(p *rundir.Page) {
	key := xxhash.Sum64String(p.URL)
	f.seqs[key] = p.Seq
	if p.Relevant && !p.Exact {
		r := f.add(p.URL, p.Seq, p.FetchedAt.Time)
		r.kind, r.relevant, r.of, r.via = monitor.New, true, p.DuplicateOf, p.Via
		r.version(p.Name(), p.Lang, float64(p.Relevance), p.Evidence, p.Published)
		r.about(p.Kind, p.Site, p.Author)
	}
	if c, ok := f.early[key]; ok {
		delete(f.early, key)
		f.change(&c)
	}
}

func (f *folder) add(url string, seq int, at time.Time) *record {
	r := &record{job: f.job, seq: seq, url: url, host: unique.Make(urlkey.Host(url)), first: at.UTC(), at: at.UTC()}
	f.records, f.byURL[xxhash.Sum64String(url)], f.changed = append(f.records, r), r, true
	return r
}

func (r *record) about(kind, site, author string) {
	r.pageKind, r.site, r.author = unique.Make(kind), unique.Make(site), unique.Make(author)
}

// version keeps what a version of the page says.
func (r *record) version(title, lang string, relevance float64, list []crawl.Evidence, published crawl.Date) {
	r.title, r.lang, r.relevance, r.published = title, unique.Make(lang), relevance, published
	r.evidence = make([]evidence, len(list))
	for i, e := range list {
		r.evidence[i] = evidence{unique.Make(e.Concept), unique.Make(e.Label), unique.Make(e.Group), int32(e.Count), float32(e.Contribution)}
	}
}

// change takes a later version of a page.
func (f *folder) change(c *rundir.Change) {
	key := xxhash.Sum64String(c.URL)
	seq, known := f.seqs[key]
	if !known {
		f.early[key] = *c
		return
	}
	if c.Seq <= seq { // the page itself, found by a refresh
		return
	}
	f.seqs[key] = c.Seq
	relevant := c.Relevant && !c.Exact && c.Change != rundir.ChangeGone
	r := f.byURL[key]
	if r == nil && !relevant {
		return
	}
	if r == nil {
		r = f.add(c.URL, c.Seq, c.FetchedAt.Time)
	}
	f.changed = true
	if kind := kindOf(c, r.relevant, relevant); kind != "" {
		r.kind, r.at = kind, c.FetchedAt.UTC()
	}
	if r.relevant = relevant; c.Change == rundir.ChangeGone {
		return
	}
	if c.Change != rundir.ChangeJudged || c.DuplicateOf != "" { // a verdict may be that the page is a copy
		r.of = c.DuplicateOf
	}
	r.version(c.Name(), c.Lang, float64(c.Relevance), c.Evidence, c.Published)
	r.about(c.Kind, c.Site, c.Author)
}

// kindOf returns what a change makes of a find that was relevant, or is; "" if nothing
// that is told.
func kindOf(c *rundir.Change, was, is bool) monitor.Kind {
	switch {
	case c.Change == rundir.ChangeGone && was:
		return monitor.Gone
	case c.Change == rundir.ChangeGone:
		return ""
	case was && !is:
		return monitor.Lost
	case !was && is && c.Change == rundir.ChangeJudged:
		return monitor.Gained
	case is && c.Change == rundir.ChangeNew:
		return monitor.New
	case is && c.Change == rundir.ChangeChanged:
		return monitor.Changed
	}
	return ""
}

// concepts returns the concepts of the page, as the events of a job have them.
func (r *record) concepts() []monitor.Concept {
	list := make([]crawl.Evidence, len(r.evidence))
	for i, e := range r.evidence {
		list[i] = crawl.Evidence{Concept: e.concept.Value(), Label: e.label.Value(), Group: e.group.Value(), Count: int(e.count), Contribution: float64(e.share)}
	}
	all := monitor.ConceptsOf(list)
	for i := range all {
		all[i].Name = all[i].Label
	}
	if all == nil {
		all = []monitor.Concept{}
	}
	return all
}
