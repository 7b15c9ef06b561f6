package events

import (
	"net/http"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// pages are those of a journal, as they were found last.
type pages struct {
	byURL map[uint64]*page // by hash of the URL asked for, and of the one that answered
}

// page is what is known of one.
type page struct {
	edition  crawl.Version
	gone     bool
	relevant bool // it is, or a relevant one has its bytes
	began    bool // it was relevant when it was recorded: what its exact copies have

	// Of a page that is or was relevant.
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

// take hears of the next visit, and returns the page of which it tells something
// new, and what. The kind is "" if it tells of nothing that is or was relevant.
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

func finalOf(v *crawl.Visit) string {
	if v.Page.Final != "" {
		return v.Page.Final
	}
	return v.Choice.URL
}

// see makes p what v brought.
func (x *pages) see(p *page, v *crawl.Visit) {
	p.edition, p.gone = v.Version(), false
	of := x.of(v.Same.Of)
	// It has no evidence of its own. What it is a copy of may have changed since, or be gone.
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

// seeAgain makes p what v brought, and returns what that is. What is only judged
// otherwise, by an ontology that was edited, is no news of the page.
func (x *pages) seeAgain(p *page, v *crawl.Visit) monitor.Kind {
	before := *p
	wasRelevance := before.edition.Relevance
	x.see(p, v)
	switch {
	case before.gone && p.relevant:
		p.was.relevance, p.was.concepts = 0, nil
		return monitor.New
	case before.gone || before.edition.Same(p.edition) || !before.relevant && !p.relevant:
		return ""
	}
	if !before.relevant {
		p.was.relevance = wasRelevance
	}
	return monitor.Changed
}

// leave notes that the page is not there any more.
func (p *page) leave() monitor.Kind {
	told := p.relevant && !p.gone
	p.gone, p.relevant, p.edition = true, false, crawl.Version{}
	if !told {
		return ""
	}
	p.was.relevance, p.was.concepts = p.relevance, p.concepts
	p.relevance, p.concepts = 0, nil
	return monitor.Gone
}
