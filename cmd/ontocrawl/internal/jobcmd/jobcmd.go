package jobcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Deps holds what the commands need besides what all commands share.
type Deps struct {
	*cli.App
	// Show logs the progress of a run until stop is called.
	Show func(m *progress.Meter, log *slog.Logger) (stop func())
	// RunTopic returns the topic of a run folder, and the settings of the command.
	RunTopic func(cmd *cobra.Command, dir string) (*config.Config, *topic.Topic, error)
	// Crawl makes the crawl of c, without a word on standard output.
	Crawl func(ctx context.Context, a *cli.App, c *config.Config) error

	// Questions in SPARQL are about RunGraphs and JobGraphs: a run with its ontologies, and the
	// folder of a job with its settings.
	RunGraphs func(cmd *cobra.Command, dir string) (rungraph.Data, error)
	JobGraphs func(ctx context.Context, c *config.Config, dir string) (rungraph.Data, error)
	// StudyRun and StudyJob learn from the marks of a run folder: of a crawl, and of a job with its
	// settings. Nothing is written.
	StudyRun func(ctx context.Context, a *cli.App, c *config.Config, t *topic.Topic, dir string) (*teach.Report, error)
	StudyJob func(ctx context.Context, a *cli.App, c *config.Config, dir string) (*teach.Report, error)
	// RunOffers is a run whose pages offer names for its ontology.
	RunOffers func(a *cli.App, c *config.Config, t *topic.Topic, dir string) enrich.Run
	// Cluster shows the cluster of the settings by its brokers, until close is called.
	Cluster func(c *config.Config, servers string) (shown api.Cluster, close func() error, err error)
	// ClusterUsage is the usage of the flag --cluster, and ClusterSettings are the settings by
	// which a cluster is found.
	ClusterUsage    string
	ClusterSettings []string
	// RunSettings are the settings that serve takes for a run folder.
	RunSettings []string
}

// Commands returns the commands init, job, watch, serve and mcp.
func Commands(e *Deps) []*cobra.Command {
	return []*cobra.Command{initCommand(e), jobCommand(e), Watch(e), serveCommand(e), mcpCommand(e)}
}

func jobCommand(e *Deps) *cobra.Command {
	j := &job{Deps: e}
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Monitoring jobs: check, run, list, look into, pause, set a phase, decide about sources, test alerts",
		Long: `A file of jobs says which topics are crawled when, and who is notified of what
(docs/monitoring.md explains every key). "ontocrawl watch" makes the runs by
itself; "job run" makes one run for cron, systemd timers and Kubernetes.`,
	}
	cmd.PersistentFlags().StringVar(&j.file, "jobs", "", "file of jobs (else ONTOCRAWL_JOBS, else jobs.yaml)")
	cmd.PersistentFlags().BoolVar(&j.asJSON, "json", false, "print JSON")
	config.Bind(cmd.PersistentFlags(), "lang", "log-level", "log-format")
	cmd.AddCommand(j.check(), j.run(), j.list(), j.history(), j.show(), j.report(), j.phase(), j.pause(), j.resume(), j.stop(), j.sources(), j.testAlert())
	return cmd
}

// job holds what the commands below job share.
type job struct {
	*Deps
	file   string
	asJSON bool
	quiet  bool // print warnings only
}

// begin reads the settings and the file of jobs.
func (j *job) begin(cmd *cobra.Command) (*config.Config, *jobfile.File, *slog.Logger, error) {
	c, err := j.Load(cmd)
	if err != nil {
		return nil, nil, nil, err
	}
	j.KeepPrivate()
	j.quiet = c.LogLevel == "warn" || c.LogLevel == "error"
	f, err := j.readJobs(JobsFile(j.App, j.file))
	return c, f, j.Logger(c), err
}

// open opens the jobs for a question about the job called name.
func (j *job) open(cmd *cobra.Command, name string) (*daemon.Reader, *monitor.Job, error) {
	_, f, log, err := j.begin(cmd)
	if err != nil {
		return nil, nil, err
	}
	return readerOf(f, name, log)
}

// readerOf opens what is known of the jobs of f, and finds the job called name.
func readerOf(f *jobfile.File, name string, log *slog.Logger) (*daemon.Reader, *monitor.Job, error) {
	one, err := f.Job(name)
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	r, err := daemon.OpenReader(f, log)
	return r, one, cli.Failure(err)
}

// salvage reads as much of the file of jobs as a question about the past needs. What is wrong
// with it is said on standard error.
func (j *job) salvage(cmd *cobra.Command) (*jobfile.File, *slog.Logger, error) {
	c, err := j.Load(cmd)
	if err != nil {
		return nil, nil, err
	}
	j.KeepPrivate()
	name := JobsFile(j.App, j.file)
	f, faults, err := jobfile.Salvage(name, j.JobOptions())
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	if len(faults) > 0 {
		fmt.Fprintln(j.Err, term.Safe(message.Of(j.Err).Say(jobfile.Faults(name, faults)))) //nolint:errcheck // the answer follows
	}
	return f, j.Logger(c), nil
}

// openPast opens the jobs for a question about what the job called name did, whatever is wrong
// with the file of jobs.
func (j *job) openPast(cmd *cobra.Command, name string) (*daemon.Reader, *monitor.Job, error) {
	f, log, err := j.salvage(cmd)
	if err != nil {
		return nil, nil, err
	}
	return readerOf(f, name, log)
}

// print prints v as JSON, or as text.
func (j *job) print(v any, text func() error) error {
	if j.asJSON {
		return cli.Failure(j.JSON(v))
	}
	return cli.Failure(text())
}

// readJobs reads a file of jobs.
func (e *Deps) readJobs(name string) (*jobfile.File, error) {
	f, err := jobfile.Read(name, e.JobOptions())
	if err != nil {
		return nil, cli.Usage(err)
	}
	return f, nil
}

// options returns the options of a daemon, and releases the crawler in close.
func (e *Deps) options(c *config.Config, f *jobfile.File, log *slog.Logger) (opt daemon.Options, close func()) {
	dict := new(lexicon.Dictionary)
	crawler := e.crawler(c.Lang, log, dict)
	return daemon.Options{
		Jobs: f, Crawler: crawler, Log: log, Lang: c.Lang, Secret: e.LookupEnv, ReceiverHosts: config.List(c.ReceiverHosts), Version: cli.Version, Dictionary: dict,
		Read:   func() (*jobfile.File, error) { return jobfile.Read(f.Path, e.JobOptions()) },
		Checks: func() jobfile.Options { return e.checks(c) }, Study: e.study,
		Ontologies: func(job func(name string) (*monitor.Job, error)) *jobontology.Bench {
			return e.ontologiesOf(f.Folder, job, dict, log)
		},
	}, crawler.Close
}

// quiet is the App for what people ask at a page: nothing is read from standard input, and nobody
// is told on the terminal.
func (e *Deps) quiet() *Deps {
	own, app := *e, *e.App
	app.In, app.Out, app.Err, app.Piped = strings.NewReader(""), io.Discard, io.Discard, nil
	app.Log = slog.New(slog.DiscardHandler)
	own.App = &app
	return &own
}

// checks returns what a file of jobs cannot know, for a check at the page.
func (e *Deps) checks(c *config.Config) jobfile.Options {
	opt := e.quiet().JobOptions()
	opt.Files = config.List(c.JobFiles)
	return opt
}

// study learns from the marks of a job.
func (e *Deps) study(ctx context.Context, j *monitor.Job, dir string) (*teach.Report, error) {
	q := e.quiet()
	c, err := jobConfig(q.App, j)
	if err != nil {
		return nil, err
	}
	return e.StudyJob(ctx, q.App, c, dir)
}

// jobsVariable names the file of jobs.
const jobsVariable = "ONTOCRAWL_JOBS"

// JobsFile returns the file of jobs: of the flag --jobs, of the variable, or jobs.yaml.
func JobsFile(a *cli.App, flag string) string {
	if flag != "" {
		return flag
	}
	for _, kv := range a.Env {
		if v, ok := strings.CutPrefix(kv, jobsVariable+"="); ok && v != "" {
			return v
		}
	}
	return "jobs.yaml"
}

// exitError gives an error of the store or the daemon its exit code.
func exitError(err error) error {
	var setup *daemon.SetupError
	var none *noRunError
	var refused *holder.RefusedError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, monitor.ErrLocked):
		return cli.Exit(cli.ExitConflict, english.Errorf("%w; is another daemon running on this folder?", err))
	case errors.Is(err, monitor.ErrNotFound), errors.As(err, &setup), errors.As(err, &none), errors.As(err, &refused):
		return cli.Usage(err)
	}
	return cli.Failure(err)
}
