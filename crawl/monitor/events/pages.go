package events

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// pages are the pages of a journal, in their last state.
type pages struct {
	byURL map[uint64]*page // by hash of the URL requested, and of the one that answered
}

// page is the state of a page.
type page struct {
	version  crawl.Version
	gone     bool
	relevant bool // it is relevant, or a relevant page has the same bytes
	began    bool // it was relevant when it was recorded; its exact duplicates are, too

	// Set for a page that is or was relevant.
	*detail
}

type detail struct {
	url, host, title, lang string
	relevance              float64
	concepts               []concept // heaviest first
	first                  []concept // when it was recorded
	published              time.Time
	publishedBy            string
	story                  *story
	was                    struct { // before the last visit
		relevance float64
		concepts  []concept
	}
}

func (x *pages) of(url string) *page { return x.byURL[xxhash.Sum64String(url)] }

// take reads the next visit. It returns the page and the kind of its event; the kind is
// "" if the page is not and was not relevant.
func (x *pages) take(v *crawl.Visit) (*page, monitor.Kind) {
	p := x.of(v.Choice.URL)
	switch {
	case v.OK() && (p == nil || !v.Choice.Again):
		p = x.add(v)
		x.see(p, v)
		if p.began = p.relevant; p.relevant {
			p.first = p.concepts
			return p, monitor.New
		}
	case p == nil || !v.Choice.Again || v.Unchanged():
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
	p.version, p.gone = v.Version(), false
	of := x.of(v.Same.Of)
	// it has no evidence of its own, and its original may have changed or be gone
	copied := v.Same.Exact && of != nil && of.began
	p.relevant = v.Score.Relevant || copied
	if p.detail == nil && !p.relevant {
		return
	}
	if p.detail == nil {
		p.detail = &detail{url: finalOf(v)}
	}
	d := p.detail
	d.was.relevance, d.was.concepts = d.relevance, d.concepts
	d.host, d.title, d.lang, d.relevance = v.Page.Host, v.Page.Title, v.Page.Lang, v.Score.Relevance
	d.published, d.publishedBy = v.Page.Published, v.Page.PublishedBy
	if d.concepts = conceptsOf(v.Score.Evidence); copied && len(d.concepts) == 0 {
		d.concepts = of.first
	}
}

// seeAgain sets p to what v brought, and returns the kind of change. Another verdict by
// an edited ontology is no event.
func (x *pages) seeAgain(p *page, v *crawl.Visit) monitor.Kind {
	before := *p
	wasRelevance := before.version.Relevance
	x.see(p, v)
	switch {
	case before.gone && p.relevant:
		p.was.relevance, p.was.concepts = 0, nil
		return monitor.New
	case before.gone || before.version.Same(p.version) || !before.relevant && !p.relevant:
		return ""
	}
	if !before.relevant {
		p.was.relevance = wasRelevance
	}
	return monitor.Changed
}

// leave records that the page is gone.
func (p *page) leave() monitor.Kind {
	was := p.relevant && !p.gone
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

// conceptsOf sums evidence by concept, heaviest first. Label and place are those with
// the largest contribution.
func conceptsOf(evidence []crawl.Evidence) []concept {
	var out []concept
	var heaviest []float64
	at := make(map[string]int, len(evidence))
	for i := range evidence {
		e := &evidence[i]
		n, known := at[e.Concept]
		if !known {
			n = len(out)
			at[e.Concept] = n
			out, heaviest = append(out, concept{IRI: e.Concept, Label: e.Label, Place: e.Group}), append(heaviest, e.Contribution)
		}
		c := &out[n]
		c.Count += e.Count
		c.Share += e.Contribution
		if e.Contribution > heaviest[n] {
			c.Label, c.Place, heaviest[n] = e.Label, e.Group, e.Contribution
		}
	}
	slices.SortStableFunc(out, func(a, b concept) int { return cmp.Compare(b.Share, a.Share) })
	return out
}

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
