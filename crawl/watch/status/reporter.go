package status

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// Options of a Reporter. Reader, State or Rest, and Folder are needed.
type Options struct {
	monitor.Reader
	// State returns the state of the scheduler. Nil: none runs, and Rest reads the state
	// from the store.
	State func() scheduler.State
	Rest  func(monitor.Reader) (scheduler.State, error)
	// Folder returns the run folder of a job.
	Folder func(job string) string
	// Graph returns a job's concept graph; nil shows none.
	Graph func(job string) (api.Graph, error)
	// Notices returns further messages for a person; nil has none.
	Notices func() []api.Notice
	// Cluster returns how the daemons stand that share the jobs; nil, or nil from it: one has them.
	Cluster func() *holder.View
	Version string
	Now     func() time.Time // nil means time.Now
}

// Reporter answers for the jobs of a daemon.
type Reporter struct {
	Options

	mu      sync.Mutex
	daemon  api.Daemon
	names   map[string]bool // of the jobs, at that time
	asked   time.Time
	days    map[string]*day
	follows map[string]*follower
	graphs  map[string]drawn
	dead    int
	waiting int
	counted time.Time
}

// day is the tally of a job's last day, after a run.
type day struct {
	last  int // number of its latest run
	at    time.Time
	tally api.Tally
}

type drawn struct {
	g  api.Graph
	at time.Time
}

// How old an answer may be: the number of readers does not change how often the store
// is asked.
const (
	daemonAge       = 900 * time.Millisecond
	restAge         = 10 * time.Second // without a scheduler
	dayAge          = time.Minute
	notificationAge = 10 * time.Second
	graphAge        = 5 * time.Second
)

// mostOfADay is how many runs of a day are counted: one in half a minute.
const mostOfADay = 3000

var _ api.Source = (*Reporter)(nil)

// New returns a Reporter.
func New(opt Options) *Reporter {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &Reporter{Options: opt, days: map[string]*day{}, follows: map[string]*follower{}, graphs: map[string]drawn{}}
}

// Daemon implements [api.Source].
func (b *Reporter) Daemon(context.Context) (api.Daemon, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.current()
}

// current returns the state, a new one if the last answer is old. b.mu is held.
func (b *Reporter) current() (api.Daemon, error) {
	now, oldest := b.Now(), daemonAge
	if b.State == nil {
		oldest = restAge
	}
	if age := now.Sub(b.asked); age >= 0 && age < oldest {
		d := b.daemon
		d.Now = now
		return d, nil
	}
	d, err := b.build(now)
	if err == nil {
		b.daemon, b.asked = d, now
	}
	return d, err
}

func (b *Reporter) build(now time.Time) (d api.Daemon, err error) {
	var st scheduler.State
	if b.State != nil {
		st = b.State()
	} else if st, err = b.Rest(b.Reader); err != nil {
		return d, err
	}
	d = api.Daemon{Now: now, Version: b.Version, Since: st.Since, Free: st.Free, Jobs: make([]api.Job, 0, len(st.Jobs))}
	if b.Cluster != nil {
		d.Cluster = b.Cluster()
	}
	if st.Full {
		d.Notices = append(d.Notices, api.Notice{At: now, Text: fmt.Sprintf("the disk is nearly full: %d MB are free; nothing is fetched until there is room", st.Free>>20)}) // not translated: an answer of the API
	}
	b.names = map[string]bool{}
	for _, s := range st.Jobs {
		b.names[s.Job.Name] = true
		j, err := b.job(s, st.Full, now)
		if err != nil {
			return d, err
		}
		if j.Why != "" && j.State != api.Held {
			d.Notices = append(d.Notices, api.Notice{At: cmp.Or(s.Last.Ended, now), Job: j.Name, Text: j.Why})
		}
		d.Jobs = append(d.Jobs, j)
	}
	if b.Notices != nil {
		d.Notices = append(d.Notices, b.Notices()...)
	}
	err = b.notifications(now)
	d.Waiting, d.Dead = b.waiting, b.dead
	return d, err
}

func (b *Reporter) job(s scheduler.Status, full bool, now time.Time) (api.Job, error) {
	j := api.Job{Name: s.Job.Name, Topic: topicOf(s.Job), Schedule: s.Job.Schedule.String(), Phase: s.Transition, Next: s.Next, Pause: s.Pause}
	j.Phase.Job = j.Name
	j.State, j.Why = stateOf(s, full, now)
	runs, err := monitor.LastRuns(b, j.Name, now)
	if err != nil {
		return j, err
	}
	for i := range runs {
		if r := runs[i]; r.Ended.IsZero() && r.Outcome == monitor.Running {
			j.Open = cmp.Or(j.Open, &r)
		} else {
			j.Last = cmp.Or(j.Last, &r)
		}
	}
	j.Day, err = b.day(j, now)
	return j, err
}

// day returns the tally of j's last day, a new one after each run and every minute.
func (b *Reporter) day(j api.Job, now time.Time) (api.Tally, error) {
	last := cmp.Or(j.Last, &monitor.Run{}).Number
	d := b.days[j.Name]
	if d == nil || d.last != last || now.Sub(d.at) > dayAge {
		runs, err := b.Runs(j.Name, time.Time{}, mostOfADay)
		if err != nil {
			return api.Tally{}, err
		}
		d = &day{last: last, at: now, tally: tally(runs, now.Add(-24*time.Hour))}
		b.days[j.Name] = d
	}
	return d.tally, nil
}

// notifications counts those that wait, and those given up in the last week.
func (b *Reporter) notifications(now time.Time) error {
	if age := now.Sub(b.counted); age >= 0 && age < notificationAge {
		return nil
	}
	waiting, err := b.Notifications("", time.Time{}, 1000, true)
	if err != nil {
		return err
	}
	recent, err := b.Notifications("", time.Time{}, 1000, false)
	if err != nil {
		return err
	}
	b.waiting, b.dead, b.counted = len(waiting), 0, now
	for _, l := range recent {
		if l.Dead && now.Sub(l.Created) < 7*24*time.Hour {
			b.dead++
		}
	}
	return nil
}

// known returns nil if there is such a job.
func (b *Reporter) known(job string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.current(); err != nil {
		return err
	}
	if b.names[job] {
		return nil
	}
	return fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
}

// Live implements [api.Source].
func (b *Reporter) Live(_ context.Context, job string) (api.Live, error) {
	if err := b.known(job); err != nil {
		return api.Live{}, err
	}
	b.mu.Lock()
	f := cmp.Or(b.follows[job], &follower{dir: b.Folder(job)})
	b.follows[job] = f
	b.mu.Unlock()
	return f.live()
}

// live returns how the crawl in the folder goes. All numbers are 0 before it begins.
func (f *follower) live() (api.Live, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.update(); err != nil {
		return api.Live{}, err
	}
	l := api.Live{State: "none", Curve: f.points(), TopHosts: f.topHosts(8)}
	s, alive, err := progress.Read(f.dir)
	if err == nil { // else there is no status yet, or it is another program's folder
		l.Totals, l.Alive, l.State, l.Budget, l.Waiting = s.Totals, alive, s.State, s.Budget, s.Waiting
		l.LastURL, l.Updated, l.Failing = s.LastURL, s.Updated, s.Failing
	}
	// status.json of a crawl that was killed may be older than the pages
	l.Pages, l.Relevant, l.Hosts, l.HarvestRate = f.pages, f.found, len(f.hosts), 0
	if l.RequestsPerRelevant = 0; f.found > 0 {
		l.RequestsPerRelevant = float64(l.Requests) / float64(f.found)
	}
	if f.pages > 0 {
		l.HarvestRate = float64(f.found) / float64(f.pages)
	}
	if alive {
		l.PerSecond = s.PagesPerSecond
	}
	return l, nil
}

// Graph implements [api.Source].
func (b *Reporter) Graph(_ context.Context, job string) (api.Graph, error) {
	if err := b.known(job); err != nil || b.Options.Graph == nil {
		return api.Graph{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if d, ok := b.graphs[job]; ok && b.Now().Sub(d.at) < graphAge {
		return d.g, nil
	}
	g, err := b.Options.Graph(job)
	if err == nil {
		b.graphs[job] = drawn{g, b.Now()}
	}
	return g, err
}

// Run implements [monitor.Reader], with the error the API knows.
func (b *Reporter) Run(job string, number int) (monitor.Run, error) {
	if err := b.known(job); err != nil {
		return monitor.Run{}, err
	}
	return b.Reader.Run(job, number)
}
