package events

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// pages are the pages of a journal, in their last state.
type pages struct {
	byURL map[uint64]*page // by hash of the URL requested, and of the one that answered
}

// page is the state of a page.
type page struct {
	version   crawl.Version
	gone      bool
	relevant  bool       // it is relevant, or a relevant page has the same bytes
	began     bool       // it was relevant when it was recorded; its exact duplicates are, too
	judged    int        // visit of the last verdict
	text      int        // visit that brought its text
	elsewhere *elsewhere // another run folder says what is below; until this one sees the page

	// Set for a page that is or was relevant.
	*detail
}

type detail struct {
	asked                  string // the URL that was requested
	url, host, title, lang string
	relevance              float64
	concepts               []concept // heaviest first
	first                  []concept // when it was recorded
	published              crawl.Date
	publishedBy            string
	seen                   time.Time // when it was fetched last
	copyOf                 *page     // the relevant page whose bytes it has; nil for others
	story                  *story
	was                    struct { // before the last visit
		relevance float64
		concepts  []concept
	}
}

func (x *pages) of(url string) *page { return x.byURL[xxhash.Sum64String(url)] }

// take reads the next visit. It returns the page, the kind of its event and the visit of
// the verdict before; the kind is "" if the page is not and was not relevant.
func (x *pages) take(v *crawl.Visit) (p *page, kind monitor.Kind, was int) {
	p = x.of(v.Choice.URL)
	if p != nil {
		was = p.judged
	}
	p, kind = x.next(p, v)
	return p, kind, was
}

func (x *pages) next(p *page, v *crawl.Visit) (*page, monitor.Kind) {
	again := v.Choice.Again
	if p != nil && p.elsewhere != nil {
		switch {
		case v.Rejudged:
			return nil, "" // it is the verdict of an older version
		case v.Unchanged():
			return p, p.back()
		}
		again = true // the job saw it before
	}
	switch {
	case v.Rejudged:
		return p, x.judge(p, v)
	case v.OK() && (p == nil || !again):
		p = x.add(v)
		x.see(p, v)
		if p.began = p.relevant; p.relevant {
			p.first = p.concepts
			return p, monitor.New
		}
	case p == nil || !again || v.Unchanged():
	case v.OK():
		return p, x.seeAgain(p, v)
	case v.Status == http.StatusNotFound || v.Status == http.StatusGone:
		return p, p.leave()
	}
	return nil, ""
}

func (x *pages) add(v *crawl.Visit) *page {
	if x.byURL == nil {
		x.byURL = make(map[uint64]*page)
	}
	p := &page{}
	x.byURL[xxhash.Sum64String(v.Choice.URL)] = p
	if final := xxhash.Sum64String(finalOf(v)); x.byURL[final] == nil {
		x.byURL[final] = p
	}
	return p
}

func finalOf(v *crawl.Visit) string { return cmp.Or(v.Page.Final, v.Choice.URL) }

// see sets p to what v brought.
func (x *pages) see(p *page, v *crawl.Visit) {
	if p.version, p.gone, p.judged = v.Version(), false, v.Seq; !v.Rejudged {
		p.text = v.Seq
	}
	of := x.of(v.Same.Of)
	// it has no evidence of its own, and its original may have changed or be gone
	copied := v.Copy() && of != nil && (of.began && !v.Choice.Again || of.relevant)
	p.relevant = v.Find() || copied
	if p.detail == nil && !p.relevant {
		return
	}
	if p.detail == nil {
		p.detail = &detail{url: finalOf(v), asked: v.Choice.URL}
	}
	d := p.detail
	d.was.relevance, d.was.concepts = d.relevance, d.concepts
	d.host, d.title, d.lang, d.relevance = v.Page.Host, v.Page.Name(), v.Page.Lang, v.Score.Relevance
	d.published, d.publishedBy, d.seen = v.Page.Published, v.Page.PublishedBy, v.FetchedAt
	d.copyOf = nil
	if copied {
		d.copyOf = of
	}
	if d.concepts = monitor.ConceptsOf(v.Score.Evidence); copied && len(d.concepts) == 0 {
		d.concepts = of.first
		if v.Choice.Again || of.first == nil {
			d.concepts = of.concepts
		}
	}
}

// judge gives p a new verdict, and returns the kind of its event. A copy follows
// its original and has no event of its own.
func (x *pages) judge(p *page, v *crawl.Visit) monitor.Kind {
	if p == nil || p.gone || v.Copy() {
		return ""
	}
	before := *p
	if p.relevant == v.Find() && p.detail == nil {
		p.version, p.judged = v.Version(), v.Seq
		return ""
	}
	x.see(p, v)
	return p.turned(&before)
}

// turned returns the kind of event of a page that has not changed, and had the verdict
// of before.
func (p *page) turned(before *page) monitor.Kind {
	if p.relevant == before.relevant {
		return ""
	}
	if p.story != nil {
		for _, m := range p.story.members {
			if m.copyOf == p {
				m.relevant = p.relevant
			}
		}
	}
	if p.relevant {
		p.was.relevance = before.version.Relevance
		return monitor.Gained
	}
	return monitor.Lost
}

// seeAgain sets p to what v brought, and returns the kind of change.
func (x *pages) seeAgain(p *page, v *crawl.Visit) monitor.Kind {
	before, elsewhere := *p, p.elsewhere != nil
	wasRelevance := before.version.Relevance
	x.see(p, v)
	p.elsewhere = nil
	switch {
	case before.gone && p.relevant:
		p.was.relevance, p.was.concepts = 0, nil
		return monitor.New
	case before.gone || !before.relevant && !p.relevant:
		return ""
	case before.version.Same(p.version), elsewhere && sameText(before.version, p.version):
		if p.copyOf != nil || v.Copy() {
			return ""
		}
		return p.turned(&before)
	}
	if !before.relevant {
		p.was.relevance = wasRelevance
	}
	return monitor.Changed
}

// leave records that the page is gone.
func (p *page) leave() monitor.Kind {
	was := p.relevant && !p.gone
	p.elsewhere = nil
	p.gone, p.relevant, p.version = true, false, crawl.Version{}
	if !was {
		return ""
	}
	p.was.relevance, p.was.concepts = p.relevance, p.concepts
	p.relevance, p.concepts = 0, nil
	return monitor.Gone
}

// concept is a concept of a page; its name is set later.
type concept = monitor.Concept

// appeared returns the IRIs of now that were not in before.
func appeared(now, before []concept) []string {
	had := make(map[string]bool, len(before))
	for i := range before {
		had[before[i].IRI] = true
	}
	var out []string
	for i := range now {
		if !had[now[i].IRI] {
			out = append(out, now[i].IRI)
		}
	}
	return out
}

// named returns concepts with their names.
func (c *Collector) named(concepts []concept) []monitor.Concept {
	out := slices.Clone(concepts)
	for i := range out {
		if c.opt.Name != nil {
			out[i].Name = c.opt.Name(out[i].IRI)
		}
		out[i].Name = cmp.Or(out[i].Name, lastPart(out[i].IRI))
	}
	return out
}

// lastPart returns the end of an IRI, behind the last # or /.
func lastPart(iri string) string {
	trimmed := strings.TrimRight(iri, "#/")
	return trimmed[strings.LastIndexAny(trimmed, "#/")+1:]
}
