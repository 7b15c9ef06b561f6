package evalcmd

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// evalOptions are the flags of eval that are not settings.
type evalOptions struct {
	label, labels, ignore, strategies, budget string
	partial, search                           string
	queries                                   int
	known, failing, spam                      float64
	latency                                   time.Duration
	spamWeb, searchBy                         string
	repeat, perSite                           int
	share, topical                            float64
	ablate, trails, json, rankers             bool
}

// NewEval returns the command eval.
func NewEval(a *cli.App) *cobra.Command {
	var opt evalOptions
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Compare strategies on a stored web whose pages are labelled",
		Long: `Crawls a stored web with every strategy from the same seeds, several times, and
judges the crawls by the labels of the web's index.tsv, which the crawler does
not see. The oracle knows all labels and links and always walks to the nearest
page on topic; it is the upper limit in every table and figure.

Hosts that the web does not have answer about as on the live web: with pages that
are off topic, and with failures. Every request is charged, and budgets count
requests. With --web-outside dead nothing answers there, failures are free, and
budgets count pages. Both figures are in every table.

With --rankers nothing is crawled: all pages of the web are ranked by their
similarity to the seeds, which is measured by the labels (docs/discovery.md).

Writes DIR/report.html, one file that needs no network, and DIR/results.json
with every figure of every run; docs/methods.md explains the figures. The same
seed gives the same figures, except for the times.

Exit codes: 0 compared; 1 it failed while working; 2 the command line, the web or
its labels are wrong; 130 interrupted, and nothing was written.`,
		Example: `  ontocrawl eval --web wikispeedia-en --topic typhoon --label topic:tropical-cyclone --out results
  ontocrawl eval --web wikispeedia-en --topic typhoon --label topic:tropical-cyclone --search stored --seeds none \
      --ablate=false --strategies tabu,breadth-first --out results
  ontocrawl eval --web lohelp-zh --topic 图表 --ontology charts.owl --label topic:charts --rankers --repeat 10 --out ranked
  ontocrawl eval --web hosts-dev --topic typhoon,rainstorm --label topic:storm-rain-flood \
      --ignore 'near:*,maybe:*' --seeds seeds_home.txt --seeds-share 0.75 --budget seeds+20x \
      --strategies tabu,best-first,breadth-first --repeat 5 --out results`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := load(a, cmd)
			if err != nil {
				return err
			}
			if opt.rankers {
				return runRankers(cmd.Context(), a, c, &opt)
			}
			return runEval(cmd.Context(), a, c, &opt)
		},
	}
	bindEval(cmd, &opt)
	return cmd
}

// load reads the settings. For measurements what lies outside of the web is live by default.
func load(a *cli.App, cmd *cobra.Command) (*config.Config, error) {
	c, err := a.Load(cmd)
	if err == nil && c.From["web-outside"].Kind == "default" {
		c.WebOutside = "live"
	}
	return c, err
}

// evalSettings returns the settings that an evaluation reports.
func evalSettings() []string {
	return append([]string{"judge", "phi", "tag-weights", "segmenter", "workers", "patience", "sitemaps", "site-search", "documents", "include", "exclude", "same-site", "filter", "filter-topic",
		"keywords", "topic-from"}, cli.SimilarityFlags()...)
}

// bindEval defines the flags. Some settings have another meaning or default here
// than in a crawl.
func bindEval(cmd *cobra.Command, opt *evalOptions) {
	f := cmd.Flags()
	config.Bind(f, append([]string{"topic", "core", "topics", "seed", "seeds", "out", "web", "web-outside", config.MethodOption}, evalSettings()...)...)
	cli.Compares(f)
	for name, usage := range map[string]string{
		"seeds":   "how many pages on topic to draw for each run (default 5), a file of URLs, or none (with --search)",
		"web":     "the stored web: a folder with index.tsv, which holds the labels, and pages/",
		"out":     "folder for report.html and results.json",
		"workers": "choices in flight, as in a crawl: how many are chosen before the outcome of the first is known",
		"seed":    "seed of the draws, of all strategies and of the intervals: the same seed gives the same figures",
	} {
		f.Lookup(name).Usage = usage
	}
	f.Lookup("web-outside").DefValue = "live"
	f.StringVar(&opt.partial, "web-partial", "", "hosts of which only a part is stored, between commas, or all: a missing page of them costs no request (beside those in the web's partial.txt)")
	f.Float64Var(&opt.topical, "web-topical", 0, "cross-check: let this share of the URLs outside with a core concept in an anchor (0 to 1) answer with a page on topic, free and not counted")
	f.StringVar(&opt.label, "label", "", "a page with this label is on topic")
	f.StringVar(&opt.labels, "labels", "", "verdicts of people about pages of the web (ontocrawl mark RUN --list --out FILE, or a marks.jsonl): they rule over --label; without --label, pages that are not in the file count neither for nor against the crawler's judge")
	f.StringVar(&opt.ignore, "ignore", "", "labels, as patterns between commas (near:*,maybe:*); pages with them count neither for nor against the crawler's judge")
	f.StringVar(&opt.strategies, "strategies", "tabu,best-first,breadth-first", "strategies to compare, between commas, or all; with another link ranker: best-first/shark")
	f.StringVar(&opt.budget, "budget", "4x", "requests to make, or pages to fetch (web-outside), seeds included: 2000, 4x (times the reachable pages on topic), seeds+20x; several between commas")
	f.IntVar(&opt.repeat, "repeat", 5, "runs of each strategy, each from other seeds")
	f.Float64Var(&opt.share, "seeds-share", 1, "share of a file's seeds that each run but the first takes, drawn anew")
	f.IntVar(&opt.perSite, "per-site-cap", 0, "most pages of one site (registrable domain); 0: no limit")
	f.StringVar(&opt.search, "search", "", "stored: let all strategies ask an engine over the stored web, so that every page on topic can be found; with --seeds none they begin with nothing")
	f.IntVar(&opt.queries, "queries", 100, "with --search: most questions of a crawl; they cost no request")
	f.Float64Var(&opt.known, "index-share", 1, "with --search: share of the pages that the engine knows, above 0 to 1")
	f.StringVar(&opt.searchBy, "search-by", "thompson", "with --search: how the operator of a question is chosen: thompson, turns, greedy, ucb1, or kw, rel, back alone; several between commas, each with every strategy that does not ask by itself")
	f.DurationVar(&opt.latency, "search-latency", 0, "with --search: time before each answer")
	f.Float64Var(&opt.failing, "search-errors", 0, "with --search: share of the questions that are not answered, 0 to 1")
	f.Float64Var(&opt.spam, "search-spam", 0, "with --search: share of the results in whose place stands a page of --spam-web, 0 to 1")
	f.StringVar(&opt.spamWeb, "spam-web", "", "the stored web with the pages of --search-spam")
	f.BoolVar(&opt.ablate, "ablate", true, "also leave out each part of the first strategy and of the priority, and measure what it contributes (with the first budget)")
	f.BoolVar(&opt.trails, "trails", false, "also write trails.tsv: every page of every run, in order")
	f.BoolVar(&opt.rankers, "rankers", false, "crawl nothing: rank all pages of the web by their similarity to the seeds, with the rankers of DWDBRM and ours, into DIR/rankers.json")
	f.BoolVar(&opt.json, "json", false, "print results.json instead of the table")
}

// runEval makes all crawls, writes the files and prints the table.
func runEval(ctx context.Context, a *cli.App, c *config.Config, opt *evalOptions) error {
	e, plan, err := newPlan(ctx, a, c, opt)
	if err != nil {
		return err
	}
	defer e.web.Close() //nolint:errcheck // only read
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return cli.Usage(english.Errorf("--out: %w", err))
	}
	show := progress(a, "crawls")
	plan.Done = show
	result, err := plan.Run(ctx)
	show(0, 0)
	if err != nil {
		return failure(ctx, err)
	}
	res := e.results(plan, result)
	if opt.ablate {
		show := progress(a, "parts left out")
		study := eval.Study{Plan: plan, Settings: settingsOf(c), New: e.entrant, Done: show}
		study.Settings.Strategy = plan.Entrants[0].Name
		res.Ablation, err = study.Run(ctx, result)
		show(0, 0)
		if err != nil {
			return failure(ctx, err)
		}
	}
	if err := e.writeFiles(res, plan); err != nil {
		return err
	}
	if opt.json {
		return cli.Failure(a.JSON(res))
	}
	return cli.Failure(e.print(res))
}

// newPlan checks the input and plans the comparison.
func newPlan(ctx context.Context, a *cli.App, c *config.Config, opt *evalOptions) (*contest, *eval.Plan, error) {
	names, err := strategiesNamed(opt.strategies)
	if err != nil {
		return nil, nil, err
	}
	budgets, err := list("budget", opt.budget, eval.ParseBudget)
	if err != nil {
		return nil, nil, err
	}
	if err := opt.check(c); err != nil {
		return nil, nil, err
	}
	if _, err := session.NewFilter(cli.FilterSpec(c.FilterSettings), nil); err != nil { // its patterns are right or wrong whatever the seeds
		return nil, nil, cli.SessionError(err)
	}
	e, err := newContest(ctx, a, c, opt)
	if err != nil {
		return nil, nil, err
	}
	plan := &eval.Plan{Web: e.web, Spec: e.spec, Budgets: budgets, Repeat: opt.repeat, Seed: uint64(c.Seed), Cap: opt.perSite, Outside: opt.outside(c)}
	for _, name := range names {
		settings := settingsOf(c)
		settings.Strategy = name
		entrant, err := e.entrant(ctx, settings)
		if err != nil {
			return nil, nil, err
		}
		plan.Entrants = append(plan.Entrants, e.choosing(entrant)...)
	}
	plan.Draw, err = e.draw()
	return e, plan, err
}
