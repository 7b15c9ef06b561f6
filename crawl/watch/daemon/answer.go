package daemon

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/tell/metrics"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/crawl/watch/status"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// socketFile lies in the folder of the jobs while a daemon runs.
const socketFile = "daemon.sock"

// maxSocketName is the longest name of a unix socket on Linux.
const maxSocketName = 107

// headerTimeout is how long a client of the socket may take to send a header.
const headerTimeout = 5 * time.Second

// answer begins to answer on the socket, to Prometheus and on the page.
func (d *Daemon) answer() error {
	r := status.New(status.Options{
		Reader: d.store, State: d.state, Version: d.Version, Now: d.clock.Now,
		Folder: func(job string) string { return scheduler.Dir(d.Jobs.Folder, job) }, Graph: d.graph, Notices: d.notices, Cluster: d.cluster,
	})
	if err := d.listen(r); err != nil {
		return err
	}
	if d.Metrics != "" {
		if err := d.serveMetrics(); err != nil {
			return &SetupError{"metrics", err}
		}
	}
	if d.Page == nil {
		return nil
	}
	index := library.Open(filepath.Join(d.Jobs.Folder, library.Dir), d.captured, d.Log)
	d.closers = append(d.closers, index.Close)
	index.Use(d.Dictionary)
	index.Keep(library.Keeping{Stamp: func() string { return library.StampOf(d.folders()) }, Count: func() int { return library.Count(d.folders()) }})
	opt := *d.Page
	opt.Control, opt.Search, opt.Log = d, index, d.Log
	opt.JobsFile, opt.Shifts = d.jobsFile(), ShiftsOf(d.Jobs.Folder, d.store, d.job)
	if d.Study != nil {
		teacher := &teaching.Teacher{Folder: d.folder, Study: d.study, Now: d.clock.Now, Log: d.Log}
		if d.member != nil {
			teacher.Before = func(string) error { return d.order() }
			teacher.Changed = func(job string) error { return share(d.member.Store(), taughtPrefix+job, d.taughtFile(job)) }
		}
		d.closers = append(d.closers, teacher.Close)
		opt.Teacher = teacher
	}
	list := finds.New(finds.Options{Folders: d.folders})
	go list.Counts("") //nolint:errcheck // the folders are read before somebody asks, who is told what is wrong
	opt.Finds = list
	opt.Documents = reading.New(reading.Options{Folders: d.folders, Dictionary: d.Dictionary})
	if d.Ontologies != nil {
		bench := d.Ontologies(d.job)
		d.closers = append(d.closers, bench.Close)
		opt.Ontologies = bench
	}
	srv, err := serve.Start(r, opt)
	if err != nil {
		return &SetupError{"page", err}
	}
	d.closers = append(d.closers, srv.Close)
	d.Log.Info("the page is served", "url", srv.URL())
	if file, own := srv.Token(); own != "" {
		d.Log.Warn("the file of the page's token cannot be written; until this process ends the token is", "token", own, "log-in", srv.URL()+"login")
	} else if file != "" {
		d.Log.Info("without a token everybody on this machine may only look; who may do more logs in with the token of a file", "log-in", srv.URL()+"login", "file", file)
	}
	return nil
}

// folders are the run folders of the present jobs, by name.
func (d *Daemon) folders() map[string]string {
	folders := map[string]string{}
	for _, s := range d.loop().State().Jobs {
		folders[s.Job.Name] = scheduler.Dir(d.Jobs.Folder, s.Job.Name)
	}
	return folders
}

// folder is the run folder of a present job.
func (d *Daemon) folder(job string) (string, bool) {
	_, err := d.job(job)
	return scheduler.Dir(d.Jobs.Folder, job), err == nil
}

// study learns from the marks of a present job.
func (d *Daemon) study(ctx context.Context, job, dir string) (*teach.Report, error) {
	j, err := d.job(job)
	if err != nil {
		return nil, err
	}
	return d.Study(ctx, j, dir)
}

// captured yields the archived pages of the present jobs.
func (d *Daemon) captured(ctx context.Context) iter.Seq2[library.Doc, error] {
	return library.Archived(d.folders())(ctx)
}

// listen serves the API on the socket in the folder of the jobs. This process holds
// the store, so an old socket belongs to a dead process and is removed.
func (d *Daemon) listen(source api.Source) error {
	l, err := listenUnix(filepath.Join(d.Jobs.Folder, socketFile))
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	audit := access.NewAudit(d.Jobs.Folder, access.AuditOptions{Log: d.Log})
	srv := &http.Server{
		Handler:           api.New(source, api.Options{Who: owner, Audit: audit, Control: d, JobsFile: d.jobsFile(), Own: true, Now: d.clock.Now, Stop: stop}),
		ReadHeaderTimeout: headerTimeout, ErrorLog: slog.NewLogLogger(d.Log.Handler(), slog.LevelDebug),
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	d.closers = append(d.closers, func() error {
		close(stop)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if srv.Shutdown(ctx) != nil {
			srv.Close() //nolint:errcheck // clients had their second
		}
		<-done
		return nil
	})
	return nil
}

// owner returns the socket's caller; the file mode admits only the owner.
func owner(*http.Request) access.Person { return access.Person{Name: "owner", Role: access.Admin} }

// listenUnix opens a unix socket that only its owner may use.
func listenUnix(path string) (net.Listener, error) {
	if abs, err := filepath.Abs(path); err == nil && len(abs) < len(path) {
		path = abs
	}
	if len(path) > maxSocketName {
		return nil, &SetupError{"socket", english.Errorf("the name is too long for the system: %s; choose a shorter folder in the file of jobs", path)}
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, english.Errorf("socket of the daemon: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// graph returns the concept graph of a job.
func (d *Daemon) graph(name string) (api.Graph, error) {
	j, err := d.job(name)
	if err != nil {
		return api.Graph{}, err
	}
	return d.Crawler.Graph(j)
}

// notices tell of receivers that cannot be reached and of CAP sources that cannot
// be read.
func (d *Daemon) notices() (out []api.Notice) {
	for _, text := range d.clusterWords() {
		out = append(out, api.Notice{At: d.clock.Now(), Text: text})
	}
	for _, s := range d.worker.Stats() {
		if s.LastError != "" {
			out = append(out, api.Notice{At: s.LastFail, Text: fmt.Sprintf("receiver %s cannot be reached: %s; next try at %s", s.Receiver, s.LastError, s.Until.Format(time.RFC3339))}) // not translated: an answer of the API
		}
	}
	for _, t := range d.troubles().Now() {
		out = append(out, api.Notice{At: t.Since, Job: t.Job, Text: strings.TrimSuffix(string(t.Kind)+": "+t.Text, ": ")})
	}
	if _, err := d.pinger.Last(); err != nil {
		out = append(out, api.Notice{At: d.clock.Now(), Text: "the ping of the operators is not answered: " + err.Error()})
	}
	for _, s := range d.loop().State().Jobs {
		if err := d.phases.SourceError(s.Job); err != nil {
			out = append(out, api.Notice{At: d.clock.Now(), Job: s.Job.Name, Text: err.Error()})
		}
	}
	return out
}

// Recorded returns the status of jobs on which no daemon runs, as the store has it.
func Recorded(opt Options, r monitor.Reader) api.Source {
	now := monitor.SystemClock{}.Now
	return status.New(status.Options{
		Reader: r, Version: opt.Version, Now: now,
		Folder: func(job string) string { return scheduler.Dir(opt.Jobs.Folder, job) },
		Rest:   func(r monitor.Reader) (scheduler.State, error) { return recordedState(r, opt.Jobs, now()) },
		Graph: func(job string) (api.Graph, error) {
			j, err := opt.Jobs.Job(job)
			if err != nil {
				return api.Graph{}, english.Errorf("%w: %w", monitor.ErrNotFound, err)
			}
			return opt.Crawler.Graph(j)
		},
	})
}

// serveMetrics serves the numbers of the daemon to Prometheus.
func (d *Daemon) serveMetrics() error {
	set := metrics.NewDaemon(metrics.DaemonOptions{Version: d.Version, State: d.numbers, Notifications: d.notificationCounts})
	d.found = func(e *monitor.Event) {
		delay, known := e.Delay()
		set.Found(e.Job, string(e.Kind), delay, known && e.Kind == monitor.New)
	}
	srv, err := metrics.Serve(d.Metrics, set, d.Log)
	if err != nil {
		return err
	}
	d.closers = append(d.closers, srv.Close)
	d.Log.Info("metrics are served", "address", srv.Addr())
	return nil
}

// numbers returns the state of all jobs.
func (d *Daemon) numbers() metrics.DaemonState {
	s, now := d.state(), d.clock.Now()
	runs, delays := d.loop().Counts()
	n := metrics.DaemonState{Full: s.Full, Free: s.Free, Notes: d.clusterWords()}
	n.Pinged, _ = d.pinger.Last()
	for _, t := range d.troubles().Now() {
		n.Troubles = append(n.Troubles, metrics.Trouble{Kind: string(t.Kind), Job: t.Job, Text: t.Text, Since: t.Since})
	}
	for _, j := range s.Jobs {
		name := j.Job.Name
		job := metrics.JobState{Name: name, Phase: j.Transition.To.String(), Running: j.Running, Delay: delays[name], Next: j.Next, Runs: map[string]int{}}
		if j.Late {
			job.Lag = now.Sub(j.Next)
		}
		for key, count := range runs {
			if key.Job == name {
				job.Runs[string(key.Outcome)] = count
			}
		}
		n.Jobs = append(n.Jobs, job)
	}
	return n
}

func (d *Daemon) notificationCounts() (counts []metrics.NotificationCount) {
	for _, s := range d.worker.Stats() {
		counts = append(counts, metrics.NotificationCount{Receiver: s.Receiver, Sent: s.Sent, Failed: s.Failed, Dead: s.Dead})
	}
	return counts
}
