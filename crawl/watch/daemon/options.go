package daemon

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/events"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Crawler crawls the pages of jobs and knows their topics.
type Crawler interface {
	monitor.Crawler
	// Names returns the label of each concept of a job's topic; nil if the topic
	// cannot be read.
	Names(job *monitor.Job) func(iri string) string
	// Graph returns the concepts of a job's topic with their relations.
	Graph(job *monitor.Job) (api.Graph, error)
	// AlertFetcher returns what fetches CAP alerts for a job; nil if the settings of
	// the job are wrong.
	AlertFetcher(job *monitor.Job) crawl.Fetcher
}

// Options of a daemon or of a single run. Jobs, Crawler and Log are needed.
type Options struct {
	Jobs    *jobfile.File
	Crawler Crawler
	Log     *slog.Logger
	Read    func() (*jobfile.File, error) // reads the file of jobs again; for Reload
	// Checks returns what a file of jobs cannot know, for people who edit it; nil: nobody does.
	Checks func() jobfile.Options
	// Study learns from the marks of a job, and writes nothing; nil: the page offers no study.
	Study  func(ctx context.Context, job *monitor.Job, dir string) (*teach.Report, error)
	Lang   string // of mails and feeds
	Secret func(name string) (string, bool)
	// ReceiverHosts may get alerts although their addresses are not public.
	ReceiverHosts []string
	Version       string
	// Dictionary of Chinese words, shared with the crawls; nil: the page loads its own.
	Dictionary *lexicon.Dictionary

	// Ontologies returns what shows the ontologies of jobs on the page, which job finds; nil: they are not shown.
	Ontologies func(job func(name string) (*monitor.Job, error)) *jobontology.Bench

	// Cluster makes the daemon one of several that share the jobs; nil: it is alone.
	Cluster *Cluster
	Clock   monitor.Clock // nil: the machine's

	Metrics string         // address of the metrics; "" for none
	Page    *serve.Options // where the web page is served; nil for none
}

// parts holds what a daemon and a single run share.
type parts struct {
	Options
	clock  monitor.Clock
	store  monitor.Store
	worker *notify.Worker
	phases *phaseWatcher
	stored atomic.Pointer[troubleStore]
	shifts reports
	member *holder.Member                 // nil: the daemon is alone
	found  func(*monitor.Event)           // called for each event; may be nil
	phase  func(job string) monitor.Phase // nil: the phase in which the run began
}

func newParts(opt Options, s monitor.Store) *parts {
	p := &parts{Options: opt, clock: cmp.Or(opt.Clock, monitor.Clock(monitor.SystemClock{})), store: s, phases: newPhaseWatcher(s, opt.Crawler.AlertFetcher, opt.Log)}
	p.worker = notify.NewWorker(s, opt.Jobs.Jobs, notify.Options{
		Dir: opt.Jobs.Folder, Clock: p.clock, Log: opt.Log, Lang: opt.Lang, Zone: time.Local, Secret: opt.Secret, Hosts: opt.ReceiverHosts, Receivers: opt.Jobs.Receivers,
	})
	return p
}

// openTroubles reads what was wrong before, and tells what was not told yet.
func (p *parts) openTroubles() {
	b := openTroubles(troubleOptions{Dir: p.Jobs.Folder, Now: p.clock.Now, Log: p.Log, Tell: p.worker.Tell, Wrote: p.keeper(troublesFile)})
	p.stored.Store(b)
	b.Keep(p.Jobs.Jobs)
}

// troubles returns what is wrong.
func (p *parts) troubles() *troubleStore { return p.stored.Load() }

// recentRuns is how many runs of a job say what is wrong with it. Some of them may not count.
const recentRuns = 20

// ran notes what a run that has ended shows of its job.
func (p *parts) ran(job string) {
	runs, err := p.store.Runs(job, time.Time{}, recentRuns)
	if err != nil {
		p.Log.Warn("what the last runs of a job show is not known", "job", job, "err", err)
		return
	}
	p.troubles().Ran(job, runs)
}

// runner returns what makes a run.
func (p *parts) runner() scheduler.Runner {
	r := scheduler.Runner{
		Dir: p.Jobs.Folder, Store: p.store, Crawler: p.Crawler, Clock: p.clock, Sink: p.sink,
		Free: state.FreeSpace, MinFree: p.Jobs.MinFree, Log: p.Log,
	}
	if p.member != nil {
		r.Known = func(job string) ([]string, error) { return events.Known(p.store, job, p.member.ID()) }
	}
	return r
}

// sink returns what finds the events in a run.
func (p *parts) sink(job *monitor.Job, run monitor.Run) (monitor.Sink, error) {
	texts, err := textrule.New(job.AlertRules, p.Dictionary)
	if err != nil {
		return nil, err
	}
	opt := events.Options{
		Job: job, Run: run, Rules: notify.Rules{}, Texts: texts, Now: p.clock.Now, Name: p.Crawler.Names(job),
		Open: func(f func(monitor.Store) error) error { return f(p.store) },
		Notify: func(e *monitor.Event) {
			p.worker.Wake()
			if p.found != nil {
				p.found(e)
			}
		},
	}
	if p.member != nil {
		opt.Folder = p.member.ID()
	}
	if p.phase != nil {
		opt.Phase = func() monitor.Phase { return p.phase(job.Name) }
	}
	return events.New(opt), nil
}

// deliver sends notifications when they are due, until stop is called.
func (p *parts) deliver(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := p.worker.Run(ctx); err != nil && ctx.Err() == nil {
			p.Log.Error("notifications are not delivered", "err", err)
		}
	}()
	return func() { cancel(); <-done }
}

// SetupError is an error of an address or a name that the user chose.
type SetupError struct {
	What string // "metrics", "page" or "socket"
	Err  error
}

func (e *SetupError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *SetupError) Message() english.Phrase {
	return english.Phrasef("%s: %v", english.Word(e.What), e.Err)
}
func (e *SetupError) Unwrap() error { return e.Err }

// makeFolder makes the folder of the jobs, for this user only. A folder that is there
// keeps its mode.
func makeFolder(f *jobfile.File) error { return os.MkdirAll(f.Folder, 0o700) }

// warnOpen warns of a folder of the jobs that others may look into.
func warnOpen(f *jobfile.File, log *slog.Logger) {
	if info, err := os.Stat(f.Folder); err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		log.Warn("other users of this machine may look into the folder of the jobs; chmod 700 ends that", "folder", f.Folder, "mode", info.Mode().Perm())
	}
}
