package jobcmd

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/agent"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/status"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/loopback"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

func mcpCommand(e *Deps) *cobra.Command {
	s := &mcpServer{Deps: e}
	cmd := &cobra.Command{
		Use:   "mcp [RUN|JOBS]",
		Short: "Let programs search pages, ask for reasons and compare concepts (Model Context Protocol)",
		Long: `Serves the Model Context Protocol on standard input and output, as programs start it,
or with --listen as streamable HTTP on loopback (at /mcp).

With a run folder, or a file of jobs, its tools list jobs and finds, search captured
pages and explain the verdict of a page. compare_concepts is always there. It only
reads. With --allow-crawl=DIR a program may also start a crawl, in a folder of its own
below DIR, watch and stop it, within --max-pages and --max-time, and ask a running
daemon for a run of a job.

What pages say is marked as untrusted, bounded and cleaned (docs/mcp.md).

Exit codes: 0 the client is gone, or it was stopped by a signal; 1 it failed while
working; 2 the command line is wrong, or the address cannot be used; 3 the store
cannot be opened.`,
		Example: `  ontocrawl mcp runs/typhoon
  ontocrawl mcp /etc/ontocrawl/jobs.yaml --listen 127.0.0.1:7475
  ontocrawl mcp --ontology hazards.owl --allow-crawl runs/agents --max-pages 100 --max-time 5m --contact mailto:me@example.org`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.KeepPrivate()
			return s.serve(cmd, args)
		},
	}
	config.Bind(cmd.Flags(), append(append([]string{}, e.RunSettings...), crawlSettings()...)...)
	cmd.Flags().StringVar(&s.listen, "listen", "", "loopback address to serve HTTP on, instead of standard input and output")
	cmd.Flags().StringVar(&s.crawls, "allow-crawl", "", "folder below which programs may start crawls; without it nothing is fetched")
	return cmd
}

// crawlSettings are the settings that the owner sets for crawls of programs.
func crawlSettings() []string {
	return strings.Fields("lang log-level log-format contact max-pages max-time same-site include exclude delay workers allow-private")
}

// The bounds of a crawl unless the owner sets others.
const (
	agentPages = 200
	agentTime  = 10 * time.Minute
)

// mcpServer is one command line of mcp.
type mcpServer struct {
	*Deps
	listen, crawls string
	c              *config.Config
	closers        []func()
}

func (s *mcpServer) serve(cmd *cobra.Command, args []string) error {
	defer func() {
		for i := len(s.closers) - 1; i >= 0; i-- {
			s.closers[i]()
		}
	}()
	opt := agent.Options{Version: cli.Version}
	err := s.open(cmd, args, &opt)
	if err != nil {
		return err
	}
	opt.Compare = s.compare
	if s.crawls == "" {
		opt.Control = nil
	} else {
		s.allow(&opt)
	}
	if s.listen != "" {
		return s.http(cmd.Context(), agent.New(opt))
	}
	in, out := io.NopCloser(s.In), writeCloser{s.Out}
	err = agent.New(opt).Run(cmd.Context(), agent.Answered{Transport: &mcp.IOTransport{Reader: in, Writer: out}})
	if err != nil && cmd.Context().Err() == nil && !errors.Is(err, io.EOF) {
		return cli.Failure(err)
	}
	return nil
}

type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }

// open opens the run folder or the jobs that args name.
func (s *mcpServer) open(cmd *cobra.Command, args []string, opt *agent.Options) (err error) {
	if len(args) == 0 {
		s.c, err = s.Load(cmd)
		return err
	}
	if info, err := os.Stat(args[0]); err == nil && info.Mode().IsRegular() {
		return s.openJobs(cmd, args[0], opt)
	}
	dir := args[0]
	c, t, err := s.RunTopic(cmd, dir)
	if err != nil {
		return err
	}
	s.c = c
	opt.Source = status.OpenFolder(dir, t.Name, cli.Version, status.ConceptGraph(t))
	opt.Shifts = shiftOf(opt.Source, t.Name, dir)
	s.pages(opt, dir, map[string]string{filepath.Base(filepath.Clean(dir)): dir})
	return nil
}

func (s *mcpServer) openJobs(cmd *cobra.Command, name string, opt *agent.Options) (err error) {
	if s.c, err = s.Load(cmd); err != nil {
		return err
	}
	f, err := s.readJobs(name)
	if err != nil {
		return err
	}
	log := s.Logger(s.c)
	r, err := daemon.OpenReader(f, log)
	if err != nil {
		return cli.Failure(err)
	}
	s.closers = append(s.closers, func() { r.Close() }) //nolint:errcheck // only read
	if r.Daemon != nil {
		opt.Source, opt.Control = r.Daemon, r.Daemon
	} else {
		own, close := s.options(s.c, f, log)
		s.closers = append(s.closers, close)
		opt.Source = daemon.Recorded(own, r)
	}
	opt.Shifts = daemon.ShiftsOf(f.Folder, opt.Source, f.Job)
	s.pages(opt, f.Folder, foldersOf(f))
	return nil
}

func foldersOf(f *jobfile.File) map[string]string {
	folders := map[string]string{}
	for _, j := range f.Jobs {
		folders[j.Name] = scheduler.Dir(f.Folder, j.Name)
	}
	return folders
}

// pages gives opt what reads run folders; the index of the search lies in dir.
func (s *mcpServer) pages(opt *agent.Options, dir string, folders map[string]string) {
	index := library.Open(filepath.Join(dir, library.Dir), library.Captured(folders), s.Logger(s.c))
	s.closers = append(s.closers, func() { index.Close() }) //nolint:errcheck // its index is on disk
	opt.Search = index
	opt.Folder = func(job string) (string, bool) { dir, ok := folders[job]; return dir, ok }
}

// allow lets programs start crawls.
func (s *mcpServer) allow(opt *agent.Options) {
	bounds := agent.Bounds{Pages: agentPages, Time: cmp.Or(s.c.MaxTime, agentTime)}
	if s.c.From["max-pages"].Kind != "default" && s.c.MaxPages > 0 {
		bounds.Pages = s.c.MaxPages
	}
	crawls := &agent.Crawls{Dir: s.crawls, Max: bounds, Run: s.crawl}
	s.closers = append(s.closers, crawls.Close)
	opt.Crawls = crawls
	known := opt.Folder
	opt.Folder = func(job string) (string, bool) {
		if dir, ok := crawls.Folder(job); ok || known == nil {
			return dir, ok
		}
		return known(job)
	}
}

// crawl makes a crawl for a program.
func (s *mcpServer) crawl(ctx context.Context, r agent.Request) error {
	c := *s.c
	c.Topic, c.Keywords, c.Out, c.MaxPages, c.MaxTime = r.Topic, r.Keywords, r.Dir, r.Pages, r.Time
	c.Seeds, c.Metrics = r.Dir+".seeds", ""
	var b strings.Builder
	for _, l := range r.Seeds {
		b.WriteString(l.URL + "\n")
	}
	if err := atomicfile.Write(c.Seeds, []byte(b.String()), atomicfile.Options{}); err != nil {
		return err
	}
	return s.Crawl(ctx, s.App, &c)
}

// compare compares two concepts of the ontology.
func (s *mcpServer) compare(ctx context.Context, a, b string) (out agent.Comparison, err error) {
	all, err := s.OpenAll(ctx, s.c)
	if err != nil {
		return out, err
	}
	src, ids, _, err := topic.Together(all, a, b)
	if err != nil {
		return out, err
	}
	e := src.Measure.Explain(ids[0], ids[1])
	lang := cli.AnswerLang(s.c, a+b)
	var why strings.Builder
	if err := (simtext.Explainer{W: &why, Ontology: src.Name, Graph: src.Graph(), Lang: lang}).Explain(e); err != nil {
		return out, err
	}
	return agent.Comparison{Ontology: src.Name, A: simtext.Name(e.A, lang), B: simtext.Name(e.B, lang), Similarity: e.Sim, Why: why.String()}, nil
}

// http serves the protocol on a loopback address until ctx ends.
func (s *mcpServer) http(ctx context.Context, server *mcp.Server) error {
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return cli.Usage(err)
	}
	if !loopback.Loopback(l.Addr()) {
		l.Close() //nolint:errcheck // nothing was served
		return cli.Usagef("--listen %s: others could ask there, and nobody is asked who they are; give a loopback address such as 127.0.0.1:7475", s.listen)
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	srv := &http.Server{Handler: loopback.OwnName(loopback.OwnOrigin(mux)), ReadHeaderTimeout: 5 * time.Second}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	message.Fprintf(s.Err, "The protocol is served at http://%s/mcp (Ctrl-C ends it)\n", l.Addr()) //nolint:errcheck // it is served all the same
	<-ctx.Done()
	if err := loopback.Stop(srv, done, time.Second); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return cli.Failure(err)
	}
	return nil
}
