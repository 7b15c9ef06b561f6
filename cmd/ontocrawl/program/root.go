package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/evalcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/help"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/ontologycmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// Root makes the command line of a program.
type Root func(a *cli.App) *cobra.Command

// Run executes one command line and returns its exit code.
func Run(ctx context.Context, of Root, a *cli.App) int {
	if a.Memory == nil {
		a.Memory = new(cli.Memory)
	}
	root := of(a)
	p := message.New(cli.Language(root, a))
	a.Out, a.Err = message.To(a.Out, p), message.To(a.Err, p)
	if len(a.Args) > 0 && strings.HasPrefix(a.Args[0], cobra.ShellCompRequestCmd) {
		help.Translate(root, p)                    // the shell shows what commands and flags do
		registerCompletion(root, a, completion(a)) // cobra keeps what is registered for ever, so no other command line does
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
			fmt.Fprintf(a.Err, "%s: %s\n", root.Name(), term.Safe(redact.Text(line)))
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

// Ontocrawl is the command line of ontocrawl.
func Ontocrawl(a *cli.App) *cobra.Command {
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
  ontocrawl try https://weather.example/news/1.html --topic typhoon
  ontocrawl similarity 台风 风暴潮
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon`,
	}
	jobs := jobDeps(a)
	root.AddCommand(
		crawlcmd.DemoCommand(a, func(dir, file string) error { return evalcmd.WriteReport(a, dir, file) }),
		crawlcmd.TryCommand(a),
		crawlcmd.CrawlCommand(a),
		crawlcmd.DiscoverCommand(a),
		crawlcmd.ExportCommand(a),
		crawlcmd.GraphCommand(a, jobs.Folders),
		crawlcmd.EventCommand(a),
		ontologycmd.QueryCommand(a),
		ontologycmd.ValidateCommand(a),
		crawlcmd.RescoreCommand(a),
		crawlcmd.CalibrateCommand(a),
		crawlcmd.MarkCommand(a),
		crawlcmd.TeachCommand(a),
		crawlcmd.CoverageCommand(a),
		ontologycmd.SimilarityCommand(a),
		ontologycmd.TopicCommand(a),
		crawlcmd.ScoreCommand(a),
		crawlcmd.ReadCommand(a),
		crawlcmd.ReadPDFCommand(a),
		crawlcmd.MethodsCommand(a),
		crawlcmd.ConfigCommand(a),
		ontologycmd.Command(a, jobs.Folder),
		crawlcmd.StatusCommand(a),
		crawlcmd.HealthCommand(a),
		crawlcmd.LinksCommand(a),
		crawlcmd.VerifyCommand(a),
		crawlcmd.RepairCommand(a),
		crawlcmd.UpgradeCommand(a),
		crawlcmd.BackupCommand(a),
		crawlcmd.RestoreCommand(a),
		crawlcmd.ClusterCommand(a),
		crawlcmd.MovedNode(),
		evalcmd.NewEval(a),
		evalcmd.NewTune(a),
		evalcmd.NewReport(a),
		newVersion(a),
	)
	root.AddCommand(jobcmd.Commands(jobs)...)
	finish(root, a)
	help := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if _, ok := term.Columns(a.Out); ok {
			return greet(a.Out)
		}
		return help(cmd, args)
	}
	return root
}

// finish gives a complete tree of commands what all programs have in common.
func finish(root *cobra.Command, a *cli.App) *cobra.Command {
	root.Version, root.SilenceUsage, root.SilenceErrors = cli.Version, true, true
	root.SetVersionTemplate(root.Name() + " {{.Version}}\n")
	root.PersistentFlags().StringVar(&a.ConfigFile, "config", "", "YAML file with settings (also ONTOCRAWL_CONFIG)")
	config.Bind(root.PersistentFlags(), "lang")
	root.PersistentFlags().Var(&a.Limits, "limit", "raise a limit of reading ontologies, as in depth=5000: "+owl.LimitNames)
	help.Install(root)
	cli.BindMethods(root)
	return root
}

// jobDeps returns what the commands about jobs need.
func jobDeps(a *cli.App) *jobcmd.Deps {
	usage, settings := crawlcmd.ClusterFlag()
	return &jobcmd.Deps{
		App: a, Show: progress.LogProgress, RunSettings: crawlcmd.JudgeSettings(), Crawl: crawlcmd.Crawl,
		RunTopic: func(cmd *cobra.Command, dir string) (*config.Config, *topic.Topic, error) {
			return crawlcmd.RunTopic(a, cmd, dir)
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
			return ontologycmd.RunData(a, cmd, dir)
		},
		StudyRun: crawlcmd.Study, StudyJob: crawlcmd.StudyJob,
		JobGraphs: func(ctx context.Context, c *config.Config, dir string) (rungraph.Data, error) {
			return ontologycmd.JobData(ctx, a, c, dir)
		},
	}
}
