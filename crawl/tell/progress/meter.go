package progress

import (
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Counts holds the progress of a crawl. The totals cover the whole crawl, with earlier
// processes.
type Counts struct {
	rundir.Totals

	Waiting int `json:"waiting"` // URLs known and not yet chosen, at the last visit
	Budget  int `json:"budget"`  // pages at which the crawl is finished; 0 means none
	// BudgetRequests are the requests at which the crawl is finished, and BudgetSeconds
	// the seconds after which this run ends; 0 means none.
	BudgetRequests int     `json:"budget_requests"`
	BudgetSeconds  float64 `json:"budget_seconds"`

	PagesPerSecond float64     `json:"pages_per_second"` // over the last minute
	SecondsLeft    float64     `json:"seconds_left"`     // to the first of the budgets at the speed of the last minute; -1 if unknown
	LastVisit      rundir.Time `json:"last_visit"`       // of this process; its begin before the first
	LastURL        string      `json:"last_url"`

	Failing []rundir.Host `json:"failing"` // the five hosts with most failures

	Postponed int     `json:"postponed"` // URLs to be asked again later: their servers are busy or broken
	AgainIn   float64 `json:"again_in"`  // seconds until the first of them is; -1 without one

	Stands *stand `json:"stands"` // what the crawl waits for while it asks nobody; null while it goes on
}

// stand is an engine.Standstill.
type stand struct {
	Timer string      `json:"timer"` // "delay", "retry" or "probe"
	Until rundir.Time `json:"until"`
	First string      `json:"first"` // the host of a delay, else the URL
	Links int         `json:"links"` // that wait
}

// speedOver is the time in seconds over which the speed is measured. The pages of a
// polite crawl come in bursts; a minute smooths them.
const speedOver = 60

// failingHosts is how many hosts Counts names.
const failingHosts = 5

// Meter counts the visits of a crawl. It is a crawl.Observer; its methods may be
// called concurrently.
type Meter struct {
	now     func() time.Time
	waiting func() int

	mu    sync.Mutex
	c     Counts // without the totals
	tally rundir.Tally
	begun time.Time
	last  time.Time
	later map[string]time.Time // when a URL is to be asked again
	ring  [speedOver]struct{ second, pages, requests int64 }
}

// Options of a Meter. The zero value counts.
type Options struct {
	Budget   int              // pages at which the crawl is finished; 0 means none
	Requests int              // requests at which it is
	Time     time.Duration    // after which this run ends
	Waiting  func() int       // URLs that wait; called by Visited, in its goroutine
	Now      func() time.Time // nil means time.Now
}

var _ crawl.Observer = (*Meter)(nil)

// NewMeter returns a Meter that begins now.
func NewMeter(opt Options) *Meter {
	m := &Meter{now: opt.Now, waiting: opt.Waiting, later: map[string]time.Time{}}
	if m.now == nil {
		m.now = time.Now
	}
	m.c.Budget, m.c.BudgetRequests, m.c.BudgetSeconds = opt.Budget, opt.Requests, opt.Time.Seconds()
	m.begun = m.now()
	m.last = m.begun
	return m
}

// Count adds a visit of an earlier process.
func (m *Meter) Count(v *crawl.Visit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tally.Add(v)
}

// Visited implements crawl.Observer.
func (m *Meter) Visited(v *crawl.Visit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tally.Add(v); v.Rejudged {
		return
	}
	m.last, m.c.LastURL = m.now(), v.Choice.URL
	delete(m.later, v.Choice.URL)
	if m.waiting != nil {
		m.c.Waiting = m.waiting()
	}
	second := m.last.Unix()
	b := &m.ring[second%speedOver]
	if b.second != second {
		b.second, b.pages, b.requests = second, 0, 0
	}
	b.requests++
	if v.Adds() {
		b.pages++
	}
}

// Retried counts an attempt that will be repeated after wait.
func (m *Meter) Retried(c crawl.Choice, wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.later[c.URL] = m.now().Add(wait)
}

// stand notes what the crawl waits for.
func (m *Meter) Stand(s engine.Standstill) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.c.Stands = nil; s.Timer != "" {
		m.c.Stands = &stand{string(s.Timer), rundir.Time{Time: s.Until}, s.First, s.Links}
	}
}

// Counts returns the present counts.
func (m *Meter) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.c
	c.Totals, c.LastVisit = m.tally.Totals(), rundir.Time{Time: m.last}
	c.Failing = m.tally.Failing(failingHosts)
	c.Postponed, c.AgainIn = len(m.later), -1
	for _, at := range m.later {
		if in := max(0, at.Sub(m.now()).Seconds()); c.AgainIn < 0 || in < c.AgainIn {
			c.AgainIn = in
		}
	}
	pages, requests := m.speed()
	c.PagesPerSecond, c.SecondsLeft = pages, -1
	for _, s := range []float64{timeTo(c.Budget, c.Pages, pages), timeTo(c.BudgetRequests, c.Requests, requests), m.timeLeft()} {
		if s >= 0 && (c.SecondsLeft < 0 || s < c.SecondsLeft) {
			c.SecondsLeft = s
		}
	}
	return c
}

// timeTo is how many seconds it takes to a budget at a speed; -1 if that is unknown.
func timeTo(budget, have int, speed float64) float64 {
	if budget <= 0 || speed <= 0 {
		return -1
	}
	return float64(max(0, budget-have)) / speed
}

// timeLeft is how many seconds are left to this run; -1 if its time is not limited.
func (m *Meter) timeLeft() float64 {
	if m.c.BudgetSeconds <= 0 {
		return -1
	}
	return max(0, m.c.BudgetSeconds-m.now().Sub(m.begun).Seconds())
}

// speed returns pages and requests per second over the last minute, or since the begin.
func (m *Meter) speed() (pages, requests float64) {
	now := m.now()
	for _, b := range m.ring {
		if b.second > now.Unix()-speedOver {
			pages += float64(b.pages)
			requests += float64(b.requests)
		}
	}
	over := max(1, min(now.Sub(m.begun).Seconds(), speedOver)) // at least a second
	return pages / over, requests / over
}
