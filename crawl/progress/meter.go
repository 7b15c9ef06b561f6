package progress

import (
	"hash/maphash"
	"maps"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// Counts holds the progress of a crawl. All fields but the speed and the times cover
// the whole crawl, with earlier processes.
type Counts struct {
	Visits      int            `json:"visits"` // pages, failures, sources and revisits
	Pages       int            `json:"pages"`
	Relevant    int            `json:"relevant"` // pages above phi
	HarvestRate float64        `json:"harvest_rate"`
	Failures    int            `json:"failures"`
	Sources     int            `json:"sources"`    // sitemaps and feeds read
	Revisits    int            `json:"revisits"`   // times a page was asked for again
	Unchanged   int            `json:"unchanged"`  // revisits that found no change
	Duplicates  int            `json:"duplicates"` // pages that repeat another
	Hosts       int            `json:"hosts"`      // from which pages came
	Errors      map[string]int `json:"errors"`     // failures by reason, as in summary.json

	Waiting int `json:"waiting"` // URLs known and not yet chosen, at the last visit
	Budget  int `json:"budget"`  // pages at which the crawl is finished; 0 means none

	PagesPerSecond float64     `json:"pages_per_second"` // over the last minute
	SecondsLeft    float64     `json:"seconds_left"`     // to the budget at that speed; -1 if unknown
	LastVisit      rundir.Time `json:"last_visit"`       // of this process; its begin before the first
	LastURL        string      `json:"last_url"`

	Postponed int     `json:"postponed"` // URLs to be asked again later: their servers are busy or broken
	AgainIn   float64 `json:"again_in"`  // seconds until the first of them is; -1 without one
}

// speedOver is the time in seconds over which the speed is measured. The pages of a
// polite crawl come in bursts; a minute smooths them.
const speedOver = 60

// Meter counts the visits of a crawl. It is a crawl.Observer; its methods may be
// called concurrently.
type Meter struct {
	now     func() time.Time
	waiting func() int
	seed    maphash.Seed

	mu    sync.Mutex
	c     Counts
	hosts map[uint64]struct{} // hashes take less memory than names
	begun time.Time
	last  time.Time
	later map[string]time.Time // when a URL is to be asked again
	ring  [speedOver]struct{ second, pages int64 }
}

// Options of a Meter. The zero value counts.
type Options struct {
	Budget  int              // pages at which the crawl is finished; 0 means none
	Waiting func() int       // URLs that wait; called by Visited, in its goroutine
	Now     func() time.Time // nil means time.Now
}

var _ crawl.Observer = (*Meter)(nil)

// NewMeter returns a Meter that begins now.
func NewMeter(opt Options) *Meter {
	m := &Meter{now: opt.Now, waiting: opt.Waiting, seed: maphash.MakeSeed(), hosts: map[uint64]struct{}{}, later: map[string]time.Time{}}
	if m.now == nil {
		m.now = time.Now
	}
	m.c.Budget, m.c.Errors = opt.Budget, map[string]int{}
	m.begun = m.now()
	m.last = m.begun
	return m
}

// Count adds a visit of an earlier process.
func (m *Meter) Count(v *crawl.Visit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count(v)
}

// Visited implements crawl.Observer.
func (m *Meter) Visited(v *crawl.Visit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count(v)
	m.last, m.c.LastURL = m.now(), v.Choice.URL
	delete(m.later, v.Choice.URL)
	if m.waiting != nil {
		m.c.Waiting = m.waiting()
	}
	if v.Adds() {
		second := m.last.Unix()
		b := &m.ring[second%speedOver]
		if b.second != second {
			b.second, b.pages = second, 0
		}
		b.pages++
	}
}

// Retried counts an attempt that will be repeated after wait.
func (m *Meter) Retried(c crawl.Choice, wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.later[c.URL] = m.now().Add(wait)
}

func (m *Meter) count(v *crawl.Visit) {
	m.c.Visits++
	switch {
	case v.Choice.Again:
		m.c.Revisits++
		if v.Unchanged() {
			m.c.Unchanged++
		}
	case v.Source():
		m.c.Sources++
	case v.Failed():
		m.c.Failures++
		m.c.Errors[v.Failure.Kind.String()]++
	default:
		m.page(v)
	}
}

func (m *Meter) page(v *crawl.Visit) {
	m.c.Pages++
	if v.Score.Relevant {
		m.c.Relevant++
	}
	if v.Same.Of != "" {
		m.c.Duplicates++
	}
	m.hosts[maphash.String(m.seed, v.Page.Host)] = struct{}{}
}

// Counts returns the present counts.
func (m *Meter) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.c
	c.Errors, c.Hosts, c.LastVisit = maps.Clone(m.c.Errors), len(m.hosts), rundir.Time{Time: m.last}
	c.Postponed, c.AgainIn = len(m.later), -1
	for _, at := range m.later {
		if in := max(0, at.Sub(m.now()).Seconds()); c.AgainIn < 0 || in < c.AgainIn {
			c.AgainIn = in
		}
	}
	if c.Pages > 0 {
		c.HarvestRate = float64(c.Relevant) / float64(c.Pages)
	}
	c.PagesPerSecond = m.speed()
	c.SecondsLeft = -1
	if c.Budget > 0 && c.PagesPerSecond > 0 {
		c.SecondsLeft = float64(max(0, c.Budget-c.Pages)) / c.PagesPerSecond
	}
	return c
}

// speed returns pages per second over the last minute, or since the begin.
func (m *Meter) speed() float64 {
	now := m.now()
	var pages int64
	for _, b := range m.ring {
		if b.second > now.Unix()-speedOver {
			pages += b.pages
		}
	}
	over := min(now.Sub(m.begun).Seconds(), speedOver)
	return float64(pages) / max(over, 1) // at least a second
}
