package events

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// sites are the sites of a journal with a relevant page. A job that asks nobody has none:
// then a site that a link led to is none of its business.
type sites struct {
	named   map[string]bool                // by seeds, feeds and sitemaps
	states  map[string]monitor.SourceState // as the Store has them when the run begins
	bySite  map[string]*site
	changed []*site // since the last batch
}

// site is a site that no seed names.
type site struct {
	monitor.NewSource
	changed bool
}

// newSites returns the sites of j.
func newSites(j *monitor.Job) (x sites) {
	if !j.Search.On() {
		return x
	}
	x.named, x.bySite = map[string]bool{}, map[string]*site{}
	for _, urls := range [][]string{j.Seeds, j.Feeds, j.Sitemaps} {
		for _, url := range urls {
			if canonical, err := urlkey.Canonical(url); err == nil {
				x.named[siteOf(canonical)] = true
			}
		}
	}
	return x
}

func siteOf(url string) string { return polite.Site(urlkey.Host(url)) }

// know takes what the Store has.
func (x *sites) know(all []monitor.NewSource) {
	x.states = make(map[string]monitor.SourceState, len(all))
	for i := range all {
		x.states[all[i].Site] = all[i].State
	}
}

// refused reports whether a person refused the site of url. Nothing of it is an event.
func (x *sites) refused(url string) bool {
	return len(x.states) > 0 && x.states[siteOf(url)] == monitor.Refused
}

// take notes the page p after visit v. It returns its site if p makes it a new source;
// fresh says that the Store does not know v yet.
func (x *sites) take(p *page, v *crawl.Visit, fresh bool) *site {
	if x.bySite == nil || !p.relevant || p.gone {
		return nil
	}
	name := siteOf(p.url)
	if x.named[name] {
		return nil
	}
	s := x.bySite[name]
	first := s == nil
	if first {
		s = &site{NewSource: monitor.NewSource{Site: name, State: monitor.Undecided, Via: v.Choice.Via, Parent: v.Choice.Parent, Found: v.FetchedAt}}
		x.bySite[name] = s
	}
	_, listed := x.states[name]
	better := s.add(p)
	if !fresh || !first && !listed {
		return nil
	}
	if better && !s.changed {
		s.changed, x.changed = true, append(x.changed, s)
	}
	if !first || listed {
		return nil
	}
	x.states[name] = monitor.Undecided
	return s
}

// add lists p among the best pages, and reports whether they are others now.
func (s *site) add(p *page) bool {
	now := slices.DeleteFunc(slices.Clone(s.Pages), func(o monitor.SourcePage) bool { return o.URL == p.url })
	now = append(now, monitor.SourcePage{
		URL: p.url, Title: p.title, Lang: p.lang, Relevance: p.relevance, Concepts: p.concepts[:min(len(p.concepts), monitor.MaxSourceConcepts)],
	})
	sorts.Stable(now, func(a, b monitor.SourcePage) int { return cmp.Compare(b.Relevance, a.Relevance) })
	now = now[:min(len(now), monitor.MaxSourcePages)]
	same := slices.EqualFunc(now, s.Pages, func(a, b monitor.SourcePage) bool { return a.URL == b.URL && a.Relevance == b.Relevance })
	s.Pages = now
	return !same
}

// sourceEvent is the event of a new source, whose page has the event f.
func sourceEvent(f monitor.Event, s *site) *monitor.Event {
	f.Kind, f.Site, f.Parent = monitor.SourceFound, s.Site, s.Parent
	f.WasRelevance, f.Reason, f.Ontology, f.DuplicateOf, f.Appeared = 0, "", "", "", nil
	f.Story = storyID("source " + s.Site)
	if s.Via != nil {
		f.Parent = ""
	}
	return &f
}

// asStory presents a new source to [monitor.Rules]. It is no story and not kept: a
// source is found once.
func asStory(f *monitor.Event) *monitor.Story {
	return &monitor.Story{ID: f.Story, Job: f.Job, Title: f.Site, URL: f.URL, Host: f.Host, Lang: f.Lang, Run: f.Run}
}

// sourceOf returns a site as it is kept.
func (c *Collector) sourceOf(s *site) monitor.NewSource {
	out := s.NewSource
	out.Job, out.Run = c.opt.Job.Name, c.run.Number
	out.Pages = slices.Clone(out.Pages)
	for i := range out.Pages {
		out.Pages[i].Concepts = c.named(out.Pages[i].Concepts)
	}
	if out.Via != nil {
		out.Parent = ""
	}
	return out
}

// kept notes that the Store has all that has changed.
func (x *sites) kept() {
	for _, s := range x.changed {
		s.changed = false
	}
	x.changed = nil
}
