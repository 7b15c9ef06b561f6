package shift

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Bounds of a report: nobody reads a longer one when a shift begins.
const (
	mostFacts   = 40 // of a part
	mostOfEvent = 8  // of an event in a part, so that none hides the others
	mostSides   = 6
	mostPages   = 20
	mostSilent  = 30
	mostStories = 5_000 // are looked at
)

// before is how long before a span sources count that are silent in it, and how old what happened may be.
const before = 7 * 24 * time.Hour

// Maker makes reports of jobs. Its methods may be called concurrently.
type Maker struct {
	Reader monitor.Reader
	// Cards returns the events that the pages of a job tell of, nil if there are none.
	Cards func(job string) (*eventgraph.Cards, error)
	// Job returns a job; its error wraps [monitor.ErrNotFound] if there is none.
	Job func(name string) (*monitor.Job, error)
}

// Report returns the report of a job for [from, to). A zero to is now, and a zero from the begin of the last shift that had
// ended by then: who comes late on duty is told of what came since, too.
func (m *Maker) Report(job string, from, to, now time.Time) (*Report, error) {
	j, err := m.Job(job)
	if err != nil {
		return nil, err
	}
	to = cmp.Or(to, now)
	if from.IsZero() {
		from, _ = j.Report.Last(to)
	}
	cards, err := m.Cards(job)
	if err != nil {
		return nil, err
	}
	stories, err := m.Reader.Stories(job, time.Time{}, mostStories)
	if err != nil {
		return nil, err
	}
	sources, err := m.Reader.Sources(job, monitor.Accepted)
	if err != nil {
		return nil, err
	}
	zone := cmp.Or(j.Zone, time.Local)
	r := &Report{Job: job, From: from.In(zone), To: to.In(zone), Zone: zoneName(from.In(zone)), zone: zone, New: []Fact{}, Changed: []Change{}, Forecast: []Fact{}, Contradicted: []Conflict{}, Pages: []Page{}, Silent: []Source{}}
	if cards != nil {
		if err := r.events(cards); err != nil {
			return nil, err
		}
	}
	r.pages(stories)
	r.silent(stories, named(j, sources))
	return r, nil
}

// zoneName names the zone of a time; the zone of the machine has no name but its abbreviation.
func zoneName(t time.Time) string {
	if t.Location() == time.Local {
		return t.Format("MST")
	}
	return t.Location().String()
}

// within reports whether t is in the span.
func (r *Report) within(t time.Time) bool { return !t.Before(r.From) && t.Before(r.To) }

// events adds what the cards of a job have, the worst event first.
func (r *Report) events(cards *eventgraph.Cards) error {
	r.Read = cards.At
	var all []*eventgraph.Card
	for i := range cards.Cards {
		if cards.Cards[i].Last().Before(r.From) {
			continue // it tells of nothing new
		}
		c, err := cards.Full(i)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	sorts.Stable(all, func(a, b *eventgraph.Card) int { return slices.Compare(severity(b), severity(a)) })
	for _, c := range all {
		r.event(c)
	}
	r.New, r.LeftOut.New = first(r.New, mostFacts, r.LeftOut.New)
	r.Changed, r.LeftOut.Changed = first(r.Changed, mostFacts, r.LeftOut.Changed)
	r.Forecast, r.LeftOut.Forecast = first(r.Forecast, mostFacts, r.LeftOut.Forecast)
	r.Contradicted, r.LeftOut.Contradicted = first(r.Contradicted, mostFacts, r.LeftOut.Contradicted)
	return nil
}

// first are the first n of all; left is how many others there are, with those left out before.
func first[T any](all []T, n, before int) (some []T, left int) {
	return all[:min(n, len(all))], before + max(0, len(all)-n)
}

// severity orders events: by deaths, by the colour of a warning in force, by pages.
func severity(c *eventgraph.Card) []int {
	dead, colour := 0, 0
	for i := range c.Figures {
		f := &c.Figures[i]
		switch {
		case f.Doubt != "" || f.Part || f.Forecast:
		case f.Kind == "dead":
			dead = max(dead, int(min(f.Value, 1e9)))
		case f.Kind == "warning" && !f.Lifted:
			colour = max(colour, 1+slices.Index([]string{"blue", "yellow", "orange", "red"}, f.Colour))
		}
	}
	return []int{dead, colour, c.Pages}
}

// pages adds new pages whose facts are not in the report.
func (r *Report) pages(stories []monitor.Story) {
	told := make(map[string]bool)
	for _, f := range slices.Concat(r.New, r.Forecast) {
		told[f.URL] = true
	}
	for _, c := range r.Changed {
		told[c.URL] = true
	}
	for i := range stories {
		s := &stories[i]
		if !r.within(s.First) || s.Gone || s.Lost || slices.ContainsFunc(s.Pages, func(u string) bool { return told[u] }) {
			continue
		}
		r.Pages = append(r.Pages, Page{URL: s.URL, Title: s.Title, Lang: s.Lang, Host: s.Host, Seen: s.First, Relevance: s.Relevance, Sources: max(1, len(s.Pages))})
	}
	sorts.Stable(r.Pages, func(a, b Page) int { return cmp.Compare(b.Relevance, a.Relevance) })
	r.Pages, r.LeftOut.Pages = first(r.Pages, mostPages, 0)
}

// named are the hosts that a job or a person names as sources.
func named(j *monitor.Job, sources []monitor.NewSource) map[string]bool {
	hosts := make(map[string]bool)
	add := func(address string) {
		if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
			hosts[u.Hostname()] = true
		}
	}
	for _, u := range slices.Concat(j.Seeds, j.Feeds, j.Sitemaps) {
		add(u)
	}
	for i := range sources {
		for _, a := range sources[i].Added {
			add(a.URL)
		}
	}
	return hosts
}

// silent adds the sources that are named, or were heard in the week before the span, and are not heard in it.
func (r *Report) silent(stories []monitor.Story, named map[string]bool) {
	last := make(map[string]time.Time)
	for host := range named {
		last[host] = time.Time{}
	}
	heard := func(address string, at time.Time) {
		host := address
		if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
			host = u.Hostname()
		}
		if at.Before(r.To) && at.After(last[host]) && at.After(r.From.Add(-before)) {
			last[host] = at
		}
	}
	for i := range stories {
		s := &stories[i]
		heard(s.URL, s.First)
		for _, page := range s.Pages[min(1, len(s.Pages)):] {
			heard(page, s.Last) // a copy
		}
	}
	for host, at := range last {
		if !r.within(at) {
			r.Silent = append(r.Silent, Source{Host: host, Named: named[host], Last: at})
		}
	}
	sorts.Func(r.Silent, func(a, b Source) int {
		return cmp.Or(compareBool(b.Named, a.Named), b.Last.Compare(a.Last), strings.Compare(a.Host, b.Host))
	})
	r.Silent, r.LeftOut.Silent = first(r.Silent, mostSilent, 0)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
