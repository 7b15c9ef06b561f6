package status

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Folder is the run folder of a plain crawl, shown as one job with one run. Every
// relevant page is a story; duplicates belong to the story of the first.
type Folder struct {
	dir, name, topic, version string
	graph                     api.Graph
	names                     map[string]string

	mu      sync.Mutex
	pages   follower
	texts   []*text // pages that are or were relevant, in the order found
	byURL   map[string]*text
	stories []monitor.Story          // of texts, in the order found; nil if texts have changed
	newest  []*monitor.Story         // the same, the last ones first; nil until somebody asks
	hours   map[int64]map[string]int // mentions by hour
}

// text is a page that is or was relevant, in its latest version.
type text struct {
	seq                    int
	url, host, title, lang string
	of                     string // the page that it repeats
	at                     time.Time
	relevance              float64
	relevant, gone         bool
	concepts               []monitor.Concept
	via                    *crawl.Via
}

var _ api.Source = (*Folder)(nil)

// OpenFolder returns the run folder dir as a Source. graph is the graph of its topic.
func OpenFolder(dir, topic, version string, graph api.Graph) *Folder {
	f := &Folder{dir: dir, name: filepath.Base(filepath.Clean(dir)), topic: topic, version: version, graph: graph, names: map[string]string{}}
	for _, c := range graph.Concepts {
		f.names[c.IRI] = cmp.Or(c.Zh, c.En)
	}
	f.pages = follower{dir: dir, each: f.page, changed: f.change, restarted: func() {
		f.texts, f.stories, f.byURL = nil, nil, map[string]*text{}
	}}
	return f
}

// update reads what was added. f.mu is held.
func (f *Folder) update() error {
	f.pages.mu.Lock()
	defer f.pages.mu.Unlock()
	err := f.pages.update()
	if f.stories == nil {
		f.tell()
		f.newest = nil
	}
	return err
}

// page adds a page of the run.
func (f *Folder) page(p *rundir.Page) {
	if !p.Relevant || p.Exact {
		return
	}
	f.add(&text{seq: p.Seq, url: p.URL, title: p.Name(), lang: p.Lang, of: p.DuplicateOf, at: p.FetchedAt.Time,
		relevance: float64(p.Relevance), relevant: true, concepts: f.concepts(p.Evidence), via: p.Via})
}

func (f *Folder) add(x *text) {
	x.host = hostOf(x.url)
	f.texts, f.byURL[x.url], f.stories = append(f.texts, x), x, nil
}

// change takes a later version of a page.
func (f *Folder) change(c *rundir.Change) {
	relevant := c.Relevant && !c.Exact
	x := f.byURL[c.URL]
	switch {
	case x == nil && !relevant:
		return
	case x == nil:
		x = &text{seq: c.Seq, url: c.URL, at: c.FetchedAt.Time}
		f.add(x)
	}
	f.stories = nil
	if x.gone = c.Change == rundir.ChangeGone; x.gone {
		return
	}
	x.title, x.lang, x.relevance, x.relevant, x.concepts = c.Name(), c.Lang, float64(c.Relevance), relevant, f.concepts(c.Evidence)
}

// tell makes the stories of the texts. A page that is not relevant any more has none; of
// one that is gone the story says so.
func (f *Folder) tell() {
	f.stories, f.hours = []monitor.Story{}, map[int64]map[string]int{}
	at := map[string]int{}
	for _, x := range f.texts {
		if !x.relevant {
			continue
		}
		f.mentions(x)
		if i, ok := at[x.of]; ok && x.of != "" {
			s := &f.stories[i]
			s.Pages, s.Last, s.Gone = append(s.Pages, x.url), x.at, s.Gone && x.gone
			continue
		}
		at[x.url] = len(f.stories)
		f.stories = append(f.stories, monitor.Story{
			ID: strconv.Itoa(x.seq), Job: f.name, Title: x.title, URL: x.url, Host: x.host, Lang: x.lang, First: x.at, Last: x.at,
			Relevance: x.relevance, Concepts: x.concepts, Pages: []string{x.url}, Run: 1, Gone: x.gone, Via: x.via,
		})
	}
}

// mentions counts the concepts of a page in its hour.
func (f *Folder) mentions(x *text) {
	hour := x.at.Unix() / 3600
	if f.hours[hour] == nil {
		f.hours[hour] = map[string]int{}
	}
	for _, c := range x.concepts {
		f.hours[hour][c.IRI] += c.Count
	}
}

// concepts returns the concepts of the evidence, by their share.
func (f *Folder) concepts(evidence []crawl.Evidence) []monitor.Concept {
	all := monitor.ConceptsOf(evidence)
	for i := range all {
		all[i].Name = cmp.Or(f.names[all[i].IRI], all[i].Label)
	}
	return all
}

// Daemon implements [api.Source].
func (f *Folder) Daemon(context.Context) (api.Daemon, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	d := api.Daemon{Now: now, Version: f.version, Free: -1}
	run, alive, err := f.run()
	if err != nil {
		return d, err
	}
	j := api.Job{Name: f.name, Topic: f.topic, Schedule: "–", State: api.Waiting, Phase: monitor.Transition{Job: f.name}, Day: tally([]monitor.Run{run}, now.Add(-24*time.Hour))}
	switch {
	case alive:
		j.State, j.Open, d.Since = api.Working, &run, run.Started
	case run.Outcome == monitor.Failed:
		j.State, j.Why, j.Last = api.Failing, run.Error, &run
		d.Notices = append(d.Notices, api.Notice{At: run.Ended, Job: f.name, Text: run.Error})
	default:
		j.State, j.Last = api.Ended, &run
	}
	d.Jobs = []api.Job{j}
	return d, nil
}

// run returns the crawl as the only run of a job. f.mu is held.
func (f *Folder) run() (monitor.Run, bool, error) {
	if err := f.update(); err != nil {
		return monitor.Run{}, false, err
	}
	r := monitor.Run{Job: f.name, Number: 1, Trigger: monitor.ByHand, Outcome: monitor.Interrupted, Pages: f.pages.pages, Relevant: f.pages.found, New: f.pages.found, Stories: len(f.stories)}
	if sum, err := rundir.ReadSummary(f.dir); err == nil {
		r.Started, r.Ended, r.Failures = sum.Started.Time, sum.Finished.Time, sum.Failures
	}
	s, alive, err := progress.Read(f.dir)
	if err != nil {
		r.Due = r.Started
		return r, false, nil
	}
	r.Failures, r.Started = s.Failures, cmp.Or(r.Started, s.Begun.Time)
	r.Due = r.Started
	switch {
	case alive:
		r.Outcome, r.Ended = monitor.Running, time.Time{}
	case s.State == progress.Failed:
		r.Outcome, r.Error = monitor.Failed, s.Error
	case engine.Reason(s.State).Finished():
		r.Outcome = monitor.Done
	}
	return r, alive, nil
}

// is returns nil if job is this folder's.
func (f *Folder) is(job string) error {
	if job == "" || job == f.name {
		return nil
	}
	return fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
}

// Runs implements [monitor.Reader].
func (f *Folder) Runs(job string, before time.Time, n int) ([]monitor.Run, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, _, err := f.run()
	if err := cmp.Or(f.is(job), err); err != nil || n < 1 || !before.IsZero() && !r.Due.Before(before) {
		return nil, err
	}
	return []monitor.Run{r}, nil
}

// Run implements [monitor.Reader].
func (f *Folder) Run(job string, number int) (monitor.Run, error) {
	if err := f.is(job); err != nil || number != 1 {
		return monitor.Run{}, cmp.Or(err, fmt.Errorf("run %d: %w", number, monitor.ErrNotFound))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	r, _, err := f.run()
	return r, err
}

// maxEvents is how many events of the run are listed.
const maxEvents = 500

// Events implements [monitor.Reader]: the newest.
func (f *Folder) Events(job string, _ int) ([]monitor.Event, error) {
	stories, err := f.Stories(job, time.Time{}, maxEvents)
	events := make([]monitor.Event, len(stories))
	for i, s := range stories {
		events[i] = monitor.Event{Job: f.name, Run: 1, Kind: monitor.New, URL: s.URL, Host: s.Host, Title: s.Title, Lang: s.Lang,
			Relevance: s.Relevance, Relevant: true, Concepts: s.Concepts, Captured: s.First, Story: s.ID, Via: s.Via}
		events[i].Seq, _ = strconv.Atoi(s.ID) // the ID was made of it
	}
	return events, err
}

// Stories implements [monitor.Reader].
func (f *Folder) Stories(job string, before time.Time, n int) ([]monitor.Story, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := cmp.Or(f.is(job), f.update()); err != nil {
		return nil, err
	}
	if f.newest == nil {
		f.newest = make([]*monitor.Story, len(f.stories))
		for i := range f.stories {
			f.newest[i] = &f.stories[i]
		}
		sorts.Stable(f.newest, func(a, b *monitor.Story) int { return cmp.Or(b.Last.Compare(a.Last), strings.Compare(b.ID, a.ID)) })
	}
	all := []monitor.Story{}
	for _, s := range f.newest {
		if len(all) == n {
			break
		}
		if before.IsZero() || s.Last.Before(before) {
			all = append(all, *s)
		}
	}
	return all, nil
}

// Notifications implements [monitor.Reader]: a plain crawl notifies nobody.
func (f *Folder) Notifications(job string, _ time.Time, _ int, _ bool) ([]monitor.Notification, error) {
	return nil, f.is(job)
}

// Transitions implements [monitor.Reader]: it has no phase.
func (f *Folder) Transitions(job string, _ int) ([]monitor.Transition, error) { return nil, f.is(job) }

// Sources implements [monitor.Reader]: nobody decides about a plain crawl.
func (f *Folder) Sources(string, monitor.SourceState) ([]monitor.NewSource, error) { return nil, nil }

// Mentions implements [monitor.Reader].
func (f *Folder) Mentions(job string, from, to time.Time) (map[string][]int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := cmp.Or(f.is(job), f.update()); err != nil || !from.Before(to) {
		return nil, err
	}
	first, n := from.Unix()/3600, int((to.Unix()-1)/3600-from.Unix()/3600+1)
	counts := map[string][]int{}
	for hour, mentions := range f.hours {
		i := int(hour - first)
		if i < 0 || i >= n {
			continue
		}
		for iri, c := range mentions {
			if counts[iri] == nil {
				counts[iri] = make([]int, n)
			}
			counts[iri][i] += c
		}
	}
	return counts, nil
}

// Live implements [api.Source].
func (f *Folder) Live(_ context.Context, job string) (api.Live, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.is(job); err != nil {
		return api.Live{}, err
	}
	return f.pages.live()
}

// Graph implements [api.Source].
func (f *Folder) Graph(_ context.Context, job string) (api.Graph, error) {
	return f.graph, f.is(job)
}
