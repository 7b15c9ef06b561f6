package jobcmd

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobcrawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/crawl/watch/status"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func serveCommand(e *Deps) *cobra.Command {
	s := &server{Deps: e}
	cmd := &cobra.Command{
		Use:   "serve [RUN|JOBS]",
		Short: "Show a crawl, or monitoring jobs, as a page in the browser",
		Long: `Serves a page that shows the run folder of a crawl, running or ended: the progress
of the harvest, the newest relevant pages and why they are relevant, the concepts by
mentions, and a search in the captured pages. The page is in Chinese and English and
loads nothing from other servers. Programs read the same under /api/v1
(/api/v1/openapi.yaml describes it), and ask in SPARQL under /api/v1/sparql what
"ontocrawl query" answers. The crawl is not disturbed.

For a file of jobs it shows the jobs: what the daemon ("ontocrawl watch") answers,
which also takes orders; if no daemon runs, what was recorded.

It listens on loopback, where everybody on this machine may look. Who may do more shows
a token: that in the variable ONTOCRAWL_TOKEN or in a file; if there is none, one is made
at the first start, in the file page-token of RUN or of the folder of the jobs. Any other
address needs such a token, or client certificates; a browser asks for it once.
--access names a file of several tokens, each with a role (read, run, admin).
What people did stands in audit.jsonl, in RUN or in the folder of the jobs, what they
marked in marks.jsonl of RUN or of the job. The index of the search is made and kept
up to date in the background, in the folder "search" of RUN or of the jobs; it holds
the pages whose answers are archived (--warc).
The events that pages tell of, with a map and a card for each, are read into the folder
"events" of RUN when somebody orders it; a job can keep them itself (event-graph).

--cluster shows a cluster of machines as well, or alone, without RUN and JOBS: its
nodes and parts, and what is wrong; it pauses, resumes and stops its crawl, and lets
nodes leave (docs/cluster.md). Alone, audit.jsonl stands in the working directory.

The ontology of a run or job is shown with its findings and versions, and what the pages
offer for it; what an admin accepts is written to the file of a job.

Exit codes: 0 stopped by Ctrl-C; 1 it failed while working; 2 the command line is
wrong, RUN is no run folder and JOBS no file of jobs, or the address cannot be used;
3 the store cannot be opened.`,
		Example: `  ontocrawl serve runs/typhoon
  ontocrawl serve runs/typhoon --listen 127.0.0.1:8080
  ontocrawl serve jobs.yaml
  ontocrawl serve --cluster n1:4222 --config crawl.yaml
  ONTOCRAWL_TOKEN=$(openssl rand -hex 16) ontocrawl serve runs/typhoon --listen :7474 --tls-cert cert.pem --tls-key key.pem`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.KeepPrivate()
			if len(args) == 0 {
				return s.cluster(cmd)
			}
			if info, err := os.Stat(args[0]); err == nil && info.Mode().IsRegular() {
				return s.jobs(cmd, args[0])
			}
			return s.run(cmd, args[0])
		},
	}
	config.Bind(cmd.Flags(), append(e.RunSettings, "lang", "log-level", "log-format", "query-max-time", "query-max-rows", "job-files", "receiver-hosts")...)
	s.page.bind(cmd.Flags(), serve.DefaultAddr)
	s.page.bindCluster(cmd.Flags(), e)
	return cmd
}

// server is one command line of serve.
type server struct {
	*Deps
	page   pageFlags
	graphs func(ctx context.Context, job, dir string) (rungraph.Data, error)
	keeper func(ctx context.Context, job, dir string) (*eventgraph.Keeper, error)
	marks  func(ctx context.Context, job, dir string) (*teach.Report, error)
	edit   api.JobsFile // nil: there is none
	shifts api.Shifts
	// ontologies shows the ontologies of what is served.
	ontologies func(dict *lexicon.Dictionary, log *slog.Logger) *jobontology.Bench
}

// run serves the page of a run folder.
func (s *server) run(cmd *cobra.Command, dir string) error {
	c, t, err := s.RunTopic(cmd, dir)
	if err != nil {
		return err
	}
	source := status.OpenFolder(dir, t.Name, cli.Version, status.ConceptGraph(t))
	name := filepath.Base(filepath.Clean(dir))
	s.graphs = func(context.Context, string, string) (rungraph.Data, error) { return s.RunGraphs(cmd, dir) }
	s.keeper = func(context.Context, string, string) (*eventgraph.Keeper, error) {
		return jobcrawl.EventKeeper(dir, cli.Version, t, monitor.EventGraph{})
	}
	s.marks = func(ctx context.Context, _, dir string) (*teach.Report, error) {
		own := *c
		return s.StudyRun(ctx, s.quiet().App, &own, t, dir)
	}
	s.ontologies = func(dict *lexicon.Dictionary, log *slog.Logger) *jobontology.Bench {
		return s.ontologyOfRun(name, dir, c, dict, log)
	}
	s.shifts = shiftOf(source, name, dir)
	return s.serve(cmd.Context(), c, source, nil, dir, map[string]string{name: dir})
}

// jobs serves the page of a file of jobs.
func (s *server) jobs(cmd *cobra.Command, name string) error {
	c, err := s.Load(cmd)
	if err != nil {
		return err
	}
	f, err := s.readJobs(name)
	if err != nil {
		return err
	}
	folders := map[string]string{}
	for _, j := range f.Jobs {
		folders[j.Name] = scheduler.Dir(f.Folder, j.Name)
	}
	s.ofJobs(f)
	log := s.Logger(c)
	r, err := daemon.OpenReader(f, log)
	if err != nil {
		return cli.Failure(err)
	}
	defer r.Close() //nolint:errcheck // only read
	s.shifts = daemon.ShiftsOf(f.Folder, r, f.Job)
	if r.Daemon != nil {
		s.edit = r.Daemon.JobsFile()
		return s.serve(cmd.Context(), c, r.Daemon, r.Daemon, f.Folder, folders)
	}
	s.edit = &jobedit.File{Path: f.Path, Options: func() jobfile.Options { return s.checks(c) }}
	opt, close := s.options(c, f, log)
	defer close()
	return s.serve(cmd.Context(), c, daemon.Recorded(opt, r), nil, f.Folder, folders)
}

// ofJobs answers about the jobs of f.
func (s *server) ofJobs(f *jobfile.File) {
	s.marks = func(ctx context.Context, job, dir string) (*teach.Report, error) {
		j, err := f.Job(job)
		if err != nil {
			return nil, err
		}
		return s.study(ctx, j, dir)
	}
	s.ontologies = func(dict *lexicon.Dictionary, log *slog.Logger) *jobontology.Bench {
		return s.ontologiesOf(f.Folder, f.Job, dict, log)
	}
	s.graphs = func(ctx context.Context, job, dir string) (rungraph.Data, error) {
		j, err := f.Job(job)
		if err != nil {
			return rungraph.Data{}, err
		}
		c, err := jobConfig(s.App, j)
		if err != nil {
			return rungraph.Data{}, err
		}
		return s.JobGraphs(ctx, c, dir)
	}
	s.keeper = func(ctx context.Context, job, dir string) (*eventgraph.Keeper, error) {
		j, err := f.Job(job)
		if err != nil {
			return nil, err
		}
		c, err := jobConfig(s.App, j)
		if err != nil {
			return nil, err
		}
		t, err := s.Topic(ctx, c)
		if err != nil {
			return nil, err
		}
		return jobcrawl.EventKeeper(dir, cli.Version, t, j.EventGraph)
	}
}

// serve serves the page until ctx ends, with a search over run folders, whose index
// lies in dir.
func (s *server) serve(ctx context.Context, c *config.Config, source api.Source, control api.Control, dir string, folders map[string]string) error {
	log := s.Logger(c)
	opt, err := s.page.options(s.App, dir, log)
	if err != nil {
		return err
	}
	opt.Log, opt.Control = log, control
	shut, err := s.page.show(s.Deps, c, &opt)
	if err != nil {
		return err
	}
	defer shut() //nolint:errcheck // it was only looked at
	index := library.Open(filepath.Join(dir, library.Dir), library.Archived(folders), opt.Log)
	defer index.Close() //nolint:errcheck // its index is on disk
	dict := new(lexicon.Dictionary)
	index.Use(dict)
	index.Keep(library.Keeping{Stamp: func() string { return library.StampOf(folders) }, Count: func() int { return library.Count(folders) }})
	opt.Search = index
	opt.Asker = newAskers(folders, s.graphs, c)
	all := func() map[string]string { return folders }
	list := finds.New(finds.Options{Folders: all})
	go list.Counts("") //nolint:errcheck // BenchmarkTally measures the share of counting the words of English text.
	opt.Finds, opt.Documents = list, reading.New(reading.Options{Folders: all, Dictionary: dict})
	folder := func(name string) (string, bool) {
		dir, ok := folders[name]
		return dir, ok
	}
	teacher := &teaching.Teacher{Folder: folder, Study: s.marks, Log: log}
	defer teacher.Close() //nolint:errcheck // nothing was written
	opt.Teacher, opt.JobsFile = teacher, s.edit
	cache := &eventgraph.Cache{Keeper: s.keeper, Log: log, Folder: folder}
	defer cache.Close() //nolint:errcheck // what was read is on disk
	opt.Told, opt.Shifts = cache, s.shifts
	bench := s.ontologies(dict, log)
	defer bench.Close() //nolint:errcheck // it never fails
	opt.Ontologies = bench
	return s.until(ctx, source, opt)
}

// cluster serves the page of a cluster alone.
func (s *server) cluster(cmd *cobra.Command) error {
	if s.page.cluster == "" {
		return cli.Usagef("give a run folder, a file of jobs, or --cluster")
	}
	c, err := s.Load(cmd)
	if err != nil {
		return err
	}
	log := s.Logger(c)
	opt, err := s.page.options(s.App, ".", log)
	if err != nil {
		return err
	}
	opt.Log = log
	shut, err := s.page.show(s.Deps, c, &opt)
	if err != nil {
		return err
	}
	defer shut() //nolint:errcheck // it was only looked at
	return s.until(cmd.Context(), status.Nothing{Version: cli.Version}, opt)
}

// until serves a page until ctx ends.
func (s *server) until(ctx context.Context, source api.Source, opt serve.Options) error {
	srv, err := serve.Start(source, opt)
	if err != nil {
		return cli.Usage(pageError(err))
	}
	message.Fprintf(s.Err, "The page is at %s (Ctrl-C ends it)\n", srv.URL())
	if file, own := srv.Token(); own != "" {
		message.Fprintf(s.Err, "Everybody on this machine may look. To do more, log in at %slogin with the token %s, which holds until this process ends: %s cannot be written\n", srv.URL(), own, file)
	} else if file != "" {
		message.Fprintf(s.Err, "Everybody on this machine may look. To do more, log in at %[1]slogin with the token in the file %[2]s; programs send it: curl -H \"Authorization: Bearer $(cat %[2]s)\" ...\n", srv.URL(), file)
	}
	<-ctx.Done()
	if err := srv.Close(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return cli.Failure(err)
	}
	return nil
}
