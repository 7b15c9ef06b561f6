package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/complete"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/evalcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/help"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/ontologycmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/querycmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/similaritycmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// app gives the commands of this package what all commands share.
type app struct{ cli.App }

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s cli.Streams, env []string) int {
	return execute(ctx, &app{App: cli.App{Streams: s, Args: args, Env: env, Memory: new(cli.Memory)}})
}

// execute is run for an app that is made already.
func execute(ctx context.Context, a *app) int {
	root := newRoot(a)
	p := message.New(cli.Language(root, &a.App))
	a.Out, a.Err = message.To(a.Out, p), message.To(a.Err, p)
	if len(a.Args) > 0 && strings.HasPrefix(a.Args[0], cobra.ShellCompRequestCmd) {
		help.Translate(root, p) // the shell shows what commands and flags do
	}
	root.SetArgs(a.Args)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return cli.ExitOK
	}
	var ce *cli.ExitError
	code := cli.ExitUsage // what cobra itself refuses is a wrong command line
	if errors.As(err, &ce) {
		code = ce.Code
	}
	if code == cli.ExitUsage && failedWrite(err) {
		code = cli.ExitFailure
	}
	if !errors.Is(err, cli.ErrSummed) && !errors.Is(err, cli.ErrSilent) {
		for line := range strings.SplitSeq(p.Error(err), "\n") {
			fmt.Fprintf(a.Err, "ontocrawl: %s\n", term.Safe(redact.Text(line)))
		}
	}
	return code
}

// failedWrite reports an error of writing to a file or to standard output: a full disk,
// and no fault of the command line.
func failedWrite(err error) bool {
	var e *fs.PathError
	return errors.As(err, &e) && e.Op == "write"
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "ontocrawl",
		Short: "Crawl the web for a topic that an ontology defines",
		Long: `ontocrawl loads a domain ontology as Protégé saves it, computes how similar every
concept is to the topic, and crawls the web for pages about the topic, in Chinese
and English.

Settings come from flags, ONTOCRAWL_* variables and a YAML file, in that order
of strength; "ontocrawl config" shows what is in force.

Exit codes: 0 done; 1 failed while working; 2 wrong command line, setting or
input; 3 the run folder holds another run or is damaged; 4 converted, but the
syntax could not express everything; 130 interrupted (the same command resumes).
"ontology validate", "ontology diff", "rescore", "verify" and "repair" also answer by their exit code:
see their help.`,
		Example: `  ontocrawl demo
  ontocrawl similarity 台风 风暴潮
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon`,
		Version:       cli.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("ontocrawl {{.Version}}\n")
	root.PersistentFlags().StringVar(&a.ConfigFile, "config", "", "YAML file with settings (also ONTOCRAWL_CONFIG)")
	config.Bind(root.PersistentFlags(), "lang")
	root.PersistentFlags().Var(&a.Limits, "limit", "raise a limit of reading ontologies, as in depth=5000: "+owl.LimitNames)
	jobs := jobDeps(a)
	root.AddCommand(
		crawlcmd.DemoCommand(&a.App),
		crawlcmd.CrawlCommand(&a.App),
		crawlcmd.DiscoverCommand(&a.App),
		crawlcmd.ExportCommand(&a.App),
		crawlcmd.GraphCommand(&a.App, jobs.Folders),
		querycmd.Command(&a.App),
		querycmd.ValidateCommand(&a.App),
		crawlcmd.RescoreCommand(&a.App),
		crawlcmd.CalibrateCommand(&a.App),
		crawlcmd.MarkCommand(&a.App),
		crawlcmd.TeachCommand(&a.App),
		crawlcmd.CoverageCommand(&a.App),
		similaritycmd.Command(&a.App),
		similaritycmd.TopicCommand(&a.App),
		crawlcmd.ScoreCommand(&a.App),
		crawlcmd.ReadPDFCommand(&a.App),
		crawlcmd.ConfigCommand(&a.App),
		ontologycmd.Command(&a.App),
		crawlcmd.StatusCommand(&a.App),
		crawlcmd.HealthCommand(&a.App),
		crawlcmd.LinksCommand(&a.App),
		crawlcmd.VerifyCommand(&a.App),
		crawlcmd.RepairCommand(&a.App),
		crawlcmd.ClusterCommand(&a.App),
		crawlcmd.NodeCommand(&a.App),
		evalcmd.NewEval(&a.App),
		evalcmd.NewTune(&a.App),
		evalcmd.NewReport(&a.App),
		newVersion(a),
	)
	root.AddCommand(jobcmd.Commands(jobs)...)
	help.Install(root)
	cli.ShowMethodNames(root)
	complete.Register(root, &a.App, completion(a))
	return root
}

// jobDeps are what the commands about jobs need.
func jobDeps(a *app) *jobcmd.Deps {
	usage, settings := crawlcmd.ClusterFlag()
	return &jobcmd.Deps{
		App: &a.App, Show: progress.LogProgress, RunSettings: crawlcmd.JudgeSettings(), Crawl: crawlcmd.Crawl,
		RunTopic: func(cmd *cobra.Command, dir string) (*config.Config, *topic.Topic, error) {
			return crawlcmd.RunTopic(&a.App, cmd, dir)
		},
		RunOffers: crawlcmd.RunOffers, ClusterUsage: usage, ClusterSettings: settings,
		Cluster: func(c *config.Config, servers string) (api.Cluster, func() error, error) {
			shown, err := crawlcmd.ShowCluster(c, servers)
			if err != nil {
				return nil, nil, err
			}
			return shown, shown.Close, nil
		},
		RunGraphs: func(cmd *cobra.Command, dir string) (rungraph.Data, error) {
			return querycmd.RunData(&a.App, cmd, dir)
		},
		StudyRun: crawlcmd.Study, StudyJob: crawlcmd.StudyJob,
		JobGraphs: func(ctx context.Context, c *config.Config, dir string) (rungraph.Data, error) {
			return querycmd.JobData(ctx, &a.App, c, dir)
		},
	}
}
