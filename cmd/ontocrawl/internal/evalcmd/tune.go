package evalcmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
	"github.com/ontocrawl/ontocrawl/message"
)

// tuneOptions are the flags of tune that are not settings.
type tuneOptions struct {
	plan, parts, out       string
	trials, crawls, repeat int
	json                   bool
}

// NewTune returns the command tune.
func NewTune(a *cli.App) *cobra.Command {
	var opt tuneOptions
	cmd := &cobra.Command{
		Use:   "tune --plan FILE",
		Short: "Search for better settings on stored webs whose pages are labelled",
		Long: `Tries random settings on several labelled webs, beside the settings in force,
and says what to change and what the change gains. Each web in turn is left out:
settings are chosen on the others and tried on it. A change is proposed only if
the 95 % interval of what it gains on the webs left out lies above 0.

Parts, each searched by itself:
  judge     phi and tag-weights, by the F1 of verdicts on all stored pages; every
            phi in steps of .01 for each draw of weights, without any crawl
  priority  mu1, mu2, mu3, by the area ratio of best-first's crawls
  on-its    eta, by that of on-its
  tabu      tries, tenure, balance, by that of tabu

The plan is a list of labelled topics in YAML; names of files are relative to it:
  - web: stored/encyclopedia          # as eval's flags of these names
    label: topic:tropical-cyclone
    ignore: 'near:*'
    topic: typhoon                    # or ontology, keywords, topic-from
    seeds: 5                          # or a file, with seeds-share
    budget: 4x

--out writes the settings as a file for --config: the proposed ones, and as
comments those without a sure gain. The same seed gives the same result.

Exit codes: 0 searched, whatever was found; 1 it failed while working; 2 the
command line, the plan, a web or its labels are wrong; 130 interrupted, and
nothing was written.`,
		Example: `  ontocrawl tune --plan tune.yaml
  ontocrawl tune --plan tune.yaml --parts judge --trials 500 --out tuned.yaml
  ontocrawl tune --plan tune.yaml --judge centroid --parts judge --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := load(a, cmd)
			if err != nil {
				return err
			}
			return runTune(cmd.Context(), a, c, &opt)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"judge", "phi", "tag-weights", "segmenter", config.MethodOption, "seed", "workers", "log-level", "log-format"}, cli.SimilarityFlags()...)...)
	f := cmd.Flags()
	cli.Compares(f)
	f.Lookup("ontology").Hidden = true // the plan says it
	f.Lookup("seed").Usage = "seed of the draws, of seeds and strategies and of the intervals"
	f.Lookup("workers").Usage = "choices in flight in a crawl"
	f.StringVar(&opt.plan, "plan", "", "YAML file with the labelled topics to tune on, of two webs or more")
	f.StringVar(&opt.parts, "parts", "judge,priority,on-its,tabu", "what to tune, between commas")
	f.IntVar(&opt.trials, "trials", 200, "tag weights to draw")
	f.IntVar(&opt.crawls, "crawl-trials", 20, "settings to draw that take crawls to try")
	f.IntVar(&opt.repeat, "repeat", 3, "crawls of each topic with each such setting, from other seeds")
	f.StringVarP(&opt.out, "out", "o", "", "file for the settings found")
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

func (o *tuneOptions) check() error {
	switch {
	case o.plan == "":
		return cli.Usagef("tuning needs --plan; see ontocrawl tune --help")
	case o.trials < 1 || o.trials > 100_000:
		return cli.Usagef("--trials is %d, but it must be 1 to 100000", o.trials)
	case o.crawls < 1 || o.crawls > 100_000:
		return cli.Usagef("--crawl-trials is %d, but it must be 1 to 100000", o.crawls)
	case o.repeat < 1 || o.repeat > 1000:
		return cli.Usagef("--repeat is %d, but it must be 1 to 1000", o.repeat)
	}
	return nil
}

// runTune searches, writes the settings and prints the result.
func runTune(ctx context.Context, a *cli.App, c *config.Config, opt *tuneOptions) error {
	if err := opt.check(); err != nil {
		return err
	}
	parts, err := list("parts", opt.parts, func(name string) (string, error) {
		if known := eval.PartNames(); !slices.Contains(known, name) {
			return "", english.Errorf("there is no part %q; the nearest is %s (all: %s)", name, term.Nearest(name, known, 1)[0], strings.Join(known, ", "))
		}
		return name, nil
	})
	if err != nil {
		return err
	}
	cases, err := eval.ReadTunePlan(opt.plan, topic.Embedded())
	if err != nil {
		return cli.Usage(err)
	}
	show := progress(a, "trials")
	s := &eval.TuneSearch{
		Cases: cases, Parts: slices.DeleteFunc(eval.TuneParts(), func(p eval.TunePart) bool { return !slices.Contains(parts, p.Name) }), InForce: settingsOf(c), Judge: c.Judge, Seed: c.Seed, Trials: opt.trials, Crawls: opt.crawls,
		Repeat: opt.repeat, Workers: c.Workers, Done: show,
		Open: func(ctx context.Context, one *eval.TuneCase) (*eval.Subject, error) { return openCase(ctx, a, c, one) },
	}
	res, err := s.Run(ctx)
	show(0, 0)
	if err != nil {
		return failure(ctx, english.Errorf("%s: %w", opt.plan, err))
	}
	res.Version = cli.Version
	if opt.out != "" {
		if err := cli.ReplaceFile(opt.out, res.WriteConfig); err != nil {
			return err
		}
	}
	if opt.json {
		return cli.Failure(a.JSON(res))
	}
	if err := res.Write(a.Out); err != nil || opt.out == "" {
		return cli.Failure(err)
	}
	_, err = message.Fprintf(a.Out, "\nWritten: %s\n", term.Safe(opt.out))
	return cli.Failure(err)
}

// openCase resolves the topic of a case and reads its web.
func openCase(ctx context.Context, a *cli.App, settings *config.Config, one *eval.TuneCase) (*eval.Subject, error) {
	c := *settings
	c.Web, c.Topic, c.Ontology, c.Keywords, c.TopicFrom, c.Topics, c.Seeds = one.Web, one.Topic, one.Ontology, one.Keywords, one.TopicFrom, "", one.Seeds
	e, err := newContest(ctx, a, &c, &evalOptions{label: one.Label, ignore: one.Ignore, share: one.SeedsShare})
	if err != nil {
		return nil, err
	}
	return &eval.Subject{
		Web: e.web, Spec: e.spec, Draw: e.draw, NewEntrant: e.entrant,
		NewJudge: func(s eval.Settings) (eval.Judge, error) { return cli.Judge(withSettings(&c, s), e.topic) },
	}, nil
}
