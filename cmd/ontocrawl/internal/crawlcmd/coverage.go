package crawlcmd

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// CoverageCommand returns the command coverage.
func CoverageCommand(a *cli.App) *cobra.Command {
	var asJSON, all, noMarks bool
	cmd := &cobra.Command{
		Use:   "coverage RUN",
		Short: "Say what the concepts and labels of a run's ontology found, and what they miss",
		Long: `Reads the run folder RUN and reports, the most useful first: languages of pages
for which the ontology has no label, words of surely relevant pages that no label
has, names that they call by a core concept ("Velociraptor is a dinosaur"), core
concepts that mislead on some host, core marks in doubt; then for each
concept the pages that mention it, alone or with others, the labels that found
it, and the relevant pages that the other core mark would win and lose. --all adds
every concept, the labels that were never found, and labels that hold a label of a core
concept. Nothing is changed and nothing is fetched.

What another mark would change is tried by judging pages again in memory, as far
as the run keeps their text, and names are read from it; --no-marks leaves both out
and is fast.

Exit codes: 0 reported; 1 failed while working; 2 the command line, RUN or the
ontology is wrong.`,
		Example: `  ontocrawl coverage runs/typhoon
  ontocrawl coverage runs/typhoon --all --lang zh
  ontocrawl coverage runs/typhoon --no-marks --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, _, err := loadAs(a, cmd, args[0])
			if err != nil {
				return err
			}
			t, err := a.Topic(cmd.Context(), c)
			if err != nil {
				return err
			}
			rep, err := runCoverage(cmd.Context(), a, c, t, args[0], !noMarks)
			if err != nil {
				return cli.Failure(err)
			}
			if asJSON {
				return cli.Failure(a.JSON(rep))
			}
			return cli.Failure(rep.Write(a.Out, all))
		},
	}
	BindRunSettings(cmd)
	fs := cmd.Flags()
	fs.BoolVar(&all, "all", false, "show every concept and label")
	fs.BoolVar(&noMarks, "no-marks", false, "do not try what other core marks would change")
	fs.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runCoverage(ctx context.Context, a *cli.App, c *config.Config, t *topic.Topic, dir string, marks bool) (*coverage.Report, error) {
	judge, err := cli.Judge(c, t)
	if err == nil {
		err = useModel(judge, dir)
	}
	if err != nil {
		return nil, err
	}
	opt, err := coverageOptions(c, t, judge)
	if err != nil {
		return nil, err
	}
	run, err := calibrate.Load(dir)
	if err != nil {
		return nil, err
	}
	rep := coverage.Count(run, opt)
	rep.Run, rep.Topic, rep.Judge, rep.Phi = dir, t.Name, judge.Name(), judge.Phi()
	if rep.NoMarks = !marks; rep.NoMarks {
		return rep, nil
	}
	texts, close, err := openTexts(a, c, dir, judge)
	if err != nil {
		return nil, err
	}
	defer close()
	return rep, rep.Rejudge(ctx, run, opt, texts)
}

// coverageOptions are the topic and the judge of a run, with the model that it learned.
func coverageOptions(c *config.Config, t *topic.Topic, judge *relevance.Judge) (opt coverage.Options, err error) {
	spec := cli.JudgeSpec(c)
	find := lexicon.Options{Segmenter: spec.Segmenter, Dictionary: t.Dictionary}
	lex, err := lexicon.New(relevance.TermsOf(t.Vector), find)
	if err != nil {
		return opt, cli.Usage(err)
	}
	return coverage.Options{
		Topic: t.Vector, Lexicon: lex, Find: find, Model: judge.Model(),
		Judge: relevance.Options{Judge: cmp.Or(spec.Name, t.Judge), Phi: cmp.Or(spec.Phi, t.Phi), Groups: spec.Groups},
		Name: func(e *semsim.Entry) string {
			if c.Lang == "zh" {
				return e.Zh
			}
			return e.En
		},
	}, nil
}
