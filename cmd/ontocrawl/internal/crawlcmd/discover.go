package crawlcmd

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/help"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/discover"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// discoverFlags are the flags of discover that are not settings.
type discoverFlags struct {
	like               string
	print, fresh, json bool
}

// DiscoverCommand returns the command discover.
func DiscoverCommand(a *cli.App) *cobra.Command {
	var opt discoverFlags
	cmd := &cobra.Command{
		Use:   "discover",
		Short: "Find sites about a topic with search sources, without a link to begin with",
		Long: `Asks search sources what the ontology says of the topic, reads and judges the pages
they list and those that links lead to, and ranks the sites. Nothing needs to be
known but the topic. A question is asked when no known link is good enough;
--queries bounds the questions and --max-pages the pages (docs/discovery.md).

The run folder is that of a crawl, and beside its files it holds
  sites.jsonl    the sites with a relevant page, the best first: their best pages
                 with evidence, how many were judged, the question that found them
  queries.jsonl  each question: source, results, what was new and relevant of them
  seeds.txt      the best page of each site; "ontocrawl crawl --seeds" takes it

--print-queries shows what the topic would ask, the weightiest first, and sends
nothing. --like FILE begins from examples, one URL a line: they are read first, and
sources that can are asked what is like them and what links to them. The same
command resumes a run that was interrupted.

Exit codes: 0 done; 1 it failed while working, or nothing was found; 2 the command
line, a setting or an input is wrong; 3 the folder holds another run or is damaged;
130 interrupted: the same command resumes it.`,
		Example: `  ontocrawl discover --topic typhoon --search searxng=http://localhost:8888 --queries 100 --max-pages 500 --out runs/found
  ontocrawl discover --topic typhoon --print-queries
  ontocrawl discover --topic typhoon --search own --like good.txt --out runs/like`,
		Args:        cobra.NoArgs,
		Annotations: map[string]string{help.Common: "topic ontology search queries search-lang out max-pages max-requests max-time like print-queries contact fresh json"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.KeepPrivate()
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			limit(c)
			if !cli.TopicGiven(c) {
				return cli.Usagef("discover needs --topic; see ontocrawl discover --help")
			}
			if opt.print {
				return printQueries(cmd.Context(), a, c, &opt)
			}
			return runDiscover(cmd.Context(), a, c, &opt)
		},
	}
	config.Bind(cmd.Flags())
	f := cmd.Flags()
	cli.Hide(f, notOfCrawls()...)
	f.Lookup("seeds").Usage = "as --like"
	f.StringVar(&opt.like, "like", "", "file of examples, one URL a line, to begin from")
	f.BoolVar(&opt.print, "print-queries", false, "show what would be asked, and send nothing")
	f.BoolVar(&opt.fresh, "fresh", false, "delete what the run folder holds and start over")
	f.BoolVar(&opt.json, "json", false, "print the sites, the questions by source and the summary as JSON, with --print-queries the questions")
	return cmd
}

// printed is a question as --print-queries shows it.
type printed struct {
	Query    string   `json:"query"`
	Lang     string   `json:"lang"`
	Weight   float64  `json:"weight"` // above 0 to 1, against the other questions
	Concepts []string `json:"concepts"`
}

// printQueries shows the questions of the topic.
func printQueries(ctx context.Context, a *cli.App, c *config.Config, opt *discoverFlags) error {
	t, err := a.Topic(ctx, c)
	if err != nil {
		return err
	}
	list := []printed{}
	langs := topic.Split(c.SearchLang)
	plan := query.Plan(t.Vector, langs...)
	if len(plan) == 0 && len(langs) > 0 {
		return cli.Usage(&session.LanguagesError{Wanted: langs, Has: query.Languages(query.Plan(t.Vector))})
	}
	for _, q := range plan {
		if len(list) < c.Queries {
			list = append(list, printed{q.Text, q.Lang, term.Round(q.Weight, 3), q.Concepts})
		}
	}
	if opt.json {
		return cli.Failure(a.JSON(list))
	}
	table := &term.Table{Head: []string{">", ">weight", "language", "words"}}
	for i, q := range list {
		table.Add(fmt.Sprint(i+1), fmt.Sprintf("%.3f", q.Weight), term.Safe(q.Lang), term.Safe(q.Query))
	}
	return cli.Failure(table.Write(a.Out))
}

// runDiscover crawls, ranks and writes.
func runDiscover(ctx context.Context, a *cli.App, c *config.Config, opt *discoverFlags) error {
	var missing []string
	if c.Search == "" {
		missing = append(missing, "--search"+definedSources(c))
	}
	if c.Out == "" {
		missing = append(missing, "--out")
	}
	switch {
	case len(missing) > 0:
		return cli.Usagef("discover needs %s; see ontocrawl discover --help", strings.Join(missing, " and "))
	case c.SameSite:
		return cli.Usagef("--same-site keeps to known sites, and discover looks for others; leave it out")
	case opt.like != "" && c.Seeds != "":
		return cli.Usagef("--like and --seeds are the same; give one of them")
	}
	c.Seeds = cmp.Or(opt.like, c.Seeds)
	err := settleParts(a, c, opt.fresh)
	if err != nil {
		return err
	}
	r := &runner{App: a, c: c, fresh: opt.fresh}
	if r.topic, err = a.TopicOf(ctx, c, r.versions()); err != nil {
		return err
	}
	if r.seeds, err = cli.Seeds(c); err != nil {
		return cli.Usage(err)
	}
	res, err := r.run(ctx)
	if err != nil {
		return err
	}
	return r.found(ctx, &res, opt)
}

// definedSources are the sources of the settings file, for a hint.
func definedSources(c *config.Config) string {
	var names []string
	for _, s := range c.SearchSources {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return " (such as searxng=http://localhost:8888)"
	}
	return " (the settings have " + strings.Join(names, ", ") + ")"
}

// discovery is the JSON that discover prints.
type discovery struct {
	Sites   []discover.Site   `json:"sites"`
	Sources []discover.Source `json:"sources"`
	Summary rundir.Summary    `json:"summary"`
}

// found ranks what a run found, writes it and prints it.
func (r *runner) found(ctx context.Context, res *session.Result, opt *discoverFlags) error {
	d := discovery{Summary: res.Summary}
	queries, err := r.rank(&d)
	if err == nil {
		err = discover.Write(r.c.Out, d.Sites, queries)
	}
	if err != nil {
		return cli.Failure(err)
	}
	if opt.json {
		err = r.JSON(d)
	} else {
		err = r.printSites(&d)
	}
	switch {
	case err != nil:
		return cli.Failure(err)
	case res.Stopped == engine.Interrupted:
		return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
	case len(d.Sites) == 0:
		return cli.Exit(cli.ExitFailure, english.Errorf("no site with a relevant page was found; %s and %s in %s say why", discover.QueriesFile, rundir.ErrorsFile, r.c.Out))
	}
	return ctx.Err()
}

// rank reads the folder of the run.
func (r *runner) rank(d *discovery) (queries []discover.Query, err error) {
	j, err := cli.Judge(r.c, r.topic)
	if err != nil {
		return nil, err
	}
	phi, err := rundir.CalibratedPhi(r.c.Out, j.Name())
	if err != nil {
		return nil, err
	}
	if d.Sites, err = discover.Sites(r.c.Out, cmp.Or(r.c.Phi, phi, j.Phi())); err != nil {
		return nil, err
	}
	store, err := state.Open(filepath.Join(r.c.Out, rundir.StateDir), state.Options{Logger: r.Logger(r.c)})
	if err != nil {
		return nil, err
	}
	defer store.Close() //nolint:errcheck // only read
	queries, d.Sources, err = discover.Queries(store)
	return queries, err
}

// maxNames is how many words of the best page of a site are printed: those that say most.
const maxNames = 3

// maxShown is how many sites are printed; sites.jsonl has all.
const maxShown = 20

func (r *runner) printSites(d *discovery) error {
	message.Fprintf(r.Out, "%d sites with relevant pages, %d pages of %d relevant\n\n", len(d.Sites), d.Summary.Relevant, d.Summary.Pages)
	sites := &term.Table{Head: []string{">rank", ">chance", ">relevant", ">judged", "site", "language", "words", "found by"}}
	for i := range d.Sites[:min(len(d.Sites), maxShown)] {
		s := &d.Sites[i]
		sites.Add(fmt.Sprint(s.Rank), fmt.Sprintf("%.3f", s.Chance), fmt.Sprint(s.Relevant), fmt.Sprint(s.Judged), term.Readable(s.Site),
			term.Clip(term.Safe(s.Pages[0].Lang), 12), term.Clip(term.Safe(strings.Join(s.Pages[0].Names(maxNames), ", ")), 40), foundBy(message.Of(r.Out), s.Found))
	}
	if len(d.Sites) > 0 {
		if err := sites.Write(r.Out); err != nil {
			return err
		}
		fmt.Fprintln(r.Out)
	}
	sources := &term.Table{Head: []string{"source", ">asked", ">failed", ">results", ">new", ">relevant", ">questions a relevant page"}}
	for _, s := range d.Sources {
		sources.Add(s.Source, fmt.Sprint(s.Asked), fmt.Sprint(s.Failed), fmt.Sprint(s.Results), fmt.Sprint(s.New), fmt.Sprint(s.Relevant), questionsEach(&s))
	}
	if err := sources.Write(r.Out); err != nil {
		return err
	}
	fmt.Fprintln(r.Out)
	failed := 0
	for i := range d.Sources {
		r.printTrouble(&d.Sources[i])
		failed += d.Sources[i].Failed
	}
	if left := r.c.Queries - d.Summary.Queries - failed; failed > 0 && left > 0 {
		message.Fprintf(r.Out, "questions left: %d; the same command, later, asks again\n", left)
	}
	if len(d.Sites) == 0 {
		return nil // the error says where to look
	}
	_, err := message.Fprintf(r.Out, "all sites: %s\nseeds:     %s\n", term.Safe(filepath.Join(r.c.Out, discover.SitesFile)), term.Safe(filepath.Join(r.c.Out, discover.SeedsFile)))
	return err
}

// questionsEach is how many questions to a source there were for each relevant page.
func questionsEach(s *discover.Source) string {
	if s.Relevant == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", s.Cost)
}

// printTrouble says in a line why a source brought less than it could.
func (r *runner) printTrouble(s *discover.Source) {
	if s.Failed > 0 {
		why := message.Of(r.Out).Recorded(s.LastFailure) // a journal is in English
		message.Fprintf(r.Out, "%s: %d of %d questions failed, the last one because of: %s\n", s.Source, s.Failed, s.Asked, term.Clip(term.Safe(why), 300))
	} else if s.Asked > 0 && s.Results == 0 {
		message.Fprintf(r.Out, "%s: no answer has a result that can be followed; does it find anything in the languages that it is asked in (--print-queries shows the questions)?\n", s.Source)
	}
}

// foundBy says which question found a site.
func foundBy(p *message.Printer, v *crawl.Via) string {
	if v == nil {
		return p.Text("links to it")
	}
	if v.Op == search.Keyword.String() {
		return term.Clip(term.Safe(v.Query), 40)
	}
	return v.Op + " " + term.Clip(term.Readable(v.Query), 40)
}
