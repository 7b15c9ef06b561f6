package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/archive"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
)

func newCrawl(a *app) *cobra.Command {
	var fresh, asJSON bool
	cmd := &cobra.Command{
		Use:   "crawl",
		Short: "Crawl the web for a topic",
		Long: `Fetches pages from the seeds on, judges each against the topic, follows the
links most worth it, and writes everything to the run folder
(docs/run-folder.md).

After Ctrl-C or any other death of the process the same command goes on where
it stood. A finished run says so and exits 0; --fresh starts it over. A folder
that was made with other parameters is refused.

Every method of the papers that the crawler was made from can be chosen by
name: --strategy says in which order links are tried, --linkrank what one is
worth (docs/methods.md).

Set --contact so that the owners of the sites you visit can reach you.

` + methodHelp(),
		Example: `  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon
  ontocrawl crawl --topic typhoon,rainstorm --seeds seeds.txt --out runs/storms --same-site
  ontocrawl crawl --ontology hazards.owl --topic 台风 --seeds seeds.txt --out runs/mine
  ontocrawl crawl --keywords 'typhoon, storm surge' --strategy its --seeds seeds.txt --out runs/words
  ontocrawl crawl --topics topics.yaml --topic weather --out runs/weather
  ontocrawl crawl --topic typhoon --strategy best-first --linkrank shark --seeds seeds.txt --out runs/shark
  ontocrawl crawl --topic typhoon --web stored/web --seeds seeds.txt --deterministic --out runs/offline`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			if err := required(c); err != nil {
				return err
			}
			return a.crawl(cmd.Context(), c, fresh, asJSON)
		},
	}
	config.Bind(cmd.Flags())
	cmd.Flags().BoolVar(&fresh, "fresh", false, "throw away what the run folder holds and start over")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return cmd
}

// crawl makes or continues the run that c describes, and says how it went.
func (a *app) crawl(ctx context.Context, c *config.Config, fresh, asJSON bool) error {
	t, err := a.topic(c)
	if err != nil {
		return err
	}
	seeds, err := seedsOf(c)
	if err != nil {
		return usage(err)
	}
	r := &runner{app: a, c: c, topic: t, seeds: seeds, fresh: fresh}
	sum, res, err := r.run(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		err = a.json(sum)
	} else {
		err = a.printSummary(c, sum, res)
	}
	if err != nil {
		return asCode(exitFailure, err)
	}
	switch {
	case res.Pages == 0 && res.Stopped.Finished():
		return &codeError{exitFailure, fmt.Errorf("not one of the %d seeds brought a page; %s/%s says why, --fresh tries them again",
			len(seeds), c.Out, archive.ErrorsFile)}
	case res.Stopped == engine.Interrupted:
		return &codeError{exitInterrupted, errSummed}
	case res.Stopped == engine.Silent:
		return &codeError{exitFailure, fmt.Errorf("stopped: %d attempts in a row brought no answer (see %s in %s); the same command goes on",
			maxSilent, archive.ErrorsFile, c.Out)}
	}
	return nil
}

// required checks what only a crawl needs.
func required(c *config.Config) error {
	var missing []string
	for _, s := range []struct{ name, value string }{{"seeds", c.Seeds}, {"out", c.Out}} {
		if s.value == "" && !(s.name == "seeds" && c.Topics != "") {
			missing = append(missing, "--"+s.name)
		}
	}
	if c.Topic == "" && c.Ontology == "" && c.Keywords == "" && c.Topics == "" {
		missing = append(missing, "--topic")
	}
	if len(missing) > 0 {
		return usagef("a crawl needs %s; see ontocrawl crawl --help", strings.Join(missing, ", "))
	}
	return nil
}

func (a *app) printSummary(c *config.Config, s archive.Summary, res engine.Result) error {
	t := &table{head: []string{"", ">"}}
	t.add("pages", fmt.Sprint(s.Pages))
	t.add("relevant", fmt.Sprint(s.Relevant))
	t.add("harvest rate", percent(s.Relevant, s.Pages))
	t.add("mean relevance", fmt.Sprintf("%.3f", s.Mean))
	t.add("failed", fmt.Sprint(s.Failures))
	t.add("hosts", fmt.Sprint(s.Hosts.Count))
	t.add("links waiting", fmt.Sprint(s.Waiting))
	t.add("seconds", fmt.Sprintf("%.1f", s.Seconds))
	switch {
	case res.Resumed == res.Visits && res.Stopped.Finished():
		fmt.Fprintf(a.out, "This run is finished (%s); --fresh starts it over.\n", stopText(res.Stopped))
	case res.Stopped == engine.Interrupted:
		fmt.Fprintln(a.out, "Interrupted; everything recorded is safe, the same command goes on.")
	case res.Stopped == engine.Silent:
		fmt.Fprintln(a.out, "Stopped: nothing answers any more; nothing is lost, the same command goes on.")
	default:
		fmt.Fprintf(a.out, "Done: %s.\n", stopText(res.Stopped))
	}
	if err := t.write(a.out); err != nil {
		return err
	}
	best, err := bestPages(c.Out, 5)
	if err != nil {
		return err
	}
	if len(best) > 0 {
		fmt.Fprintln(a.out, "\nBest pages")
		a.printPages(best)
	}
	_, err = fmt.Fprintf(a.out, "\nAll pages: %s/%s\n", safe(c.Out), archive.PagesFile)
	return err
}

func stopText(r engine.Reason) string {
	switch r {
	case engine.Budget:
		return "the budget of pages is spent"
	case engine.Exhausted:
		return "no link is left to follow"
	}
	return string(r)
}
