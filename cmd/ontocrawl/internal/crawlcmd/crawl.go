package crawlcmd

import (
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/help"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

func CrawlCommand(a *cli.App) *cobra.Command {
	var fresh, refresh, retry, stats, asJSON bool
	var servers string
	var extra sourceFlags
	cmd := &cobra.Command{
		Use:   "crawl [URL ...]",
		Short: "Crawl the web for a topic",
		Long: `Fetches the seeds, judges each page against the topic, follows the links with
the highest scores, and writes everything to the run folder
(docs/run-folder.md).

The same command resumes a crawl after Ctrl-C, a kill or a power cut. A finished
run says so and exits 0; --fresh starts it over. A setting that is not given stays
as the run began. A folder that was made with other parameters is refused.

Seeds are the addresses that are given (a name such as weather.example, too), or come
from a file (--seeds), from sitemaps (--sitemap) and from feeds (--feed). The crawler
also asks hosts with relevant pages for the sitemaps that their robots.txt names and
the feeds that their pages name, a few of each; --sitemaps none turns this off.

With --search no seeds are needed: when no known link is good enough, search
sources are asked, at most --queries questions in all. The ontology writes the
questions (docs/discovery.md); "ontocrawl discover" ranks the sites found.

While it crawls, the judge learns from the surest pages which words go with the
topic and which concepts mislead. At the end all pages whose text is kept are
judged again by what it has learned last, and a line says what that changed;
--method-option learn=none turns this off.

The crawl ends at --max-pages recorded pages, --max-requests requests (failures
count, and what was asked before the run was resumed) or --max-time of this run,
whichever comes first, when no link is left, when the last --until-dry requests
brought no find, or when all that is left has to wait for its servers longer than
--max-wait. The same command with a higher --max-requests or --until-dry, or after
the time was over or --max-wait, goes on.

--refresh asks again for the pages of a run that are due, by ETag and
Last-Modified where the server gave them. A page that has changed is due sooner
the next time, an unchanged page later, and a relevant page sooner than others,
all between --refresh-min and --refresh-max. New links are followed, up to
--refresh-new pages. changes.jsonl lists the pages that are new, changed or
gone. The same command can be given again at any time.

--stats measures the processor time of each stage of a page, says at the end what
a page has cost and how many bytes were kept of it, and serves the same with
--metrics. It takes some 10 µs a page.

A page with which the process dies again and again is quarantined: it is recorded
as a failure, and "ontocrawl status" lists it. --retry-quarantined asks for such
pages once more.

Every method of the papers behind this crawler can be chosen by name:
--strategy sets the order in which links are tried, --linkrank how links are
scored, --judge how pages are judged. "ontocrawl methods" lists them, each with the
options that --method-option sets.

--cluster gives the crawl to the nodes of a cluster (ontocrawl-node), which begin it,
and shows it; it goes on when this command ends. The settings must be those of the
nodes; seeds and limits are given here, and --out is not.

Set --contact so that the owners of the sites you visit can reach you.

Exit codes: 0 done, or nothing left to do; 1 it failed while working; 2 the
command line, a setting or an input is wrong; 3 the folder holds another run or
is damaged; 130 interrupted: the same command resumes it.`,
		Example: `  ontocrawl crawl https://weather.example/ --topic typhoon --max-pages 100 --out runs/typhoon
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-requests 2000 --max-time 2h --out runs/tonight
  ontocrawl crawl --topic typhoon --seeds seeds.txt --until-dry 300 --out runs/all
  ontocrawl crawl --topic typhoon,rainstorm --seeds seeds.txt --out runs/storms --same-site
  ontocrawl crawl --ontology hazards.owl --topic 台风 --seeds seeds.txt --out runs/mine
  ontocrawl crawl --topic typhoon --search searxng=http://localhost:8888 --out runs/found
  ontocrawl crawl --topic typhoon --sitemap https://weather.example/sitemap.xml --out runs/map
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon --refresh
  ontocrawl crawl --keywords 'typhoon, storm surge' --strategy its --seeds seeds.txt --out runs/words
  ontocrawl crawl --topics topics.yaml --topic weather --out runs/weather
  ontocrawl crawl --topic typhoon --strategy best-first --linkrank shark --seeds seeds.txt --out runs/shark
  ontocrawl crawl --topic typhoon --strategy on-its --method-option eta=0.2 --seeds seeds.txt --out runs/its
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon --stats
  ontocrawl crawl --cluster n1:4222 --config crawl.yaml --seeds many.txt --max-pages 200000
  ontocrawl crawl --topic typhoon --web stored/web --seeds seeds.txt --deterministic --out runs/offline`,
		Args:        cobra.ArbitraryArgs,
		Annotations: map[string]string{help.Common: "topic ontology seeds sitemap feed search queries out max-pages max-requests until-dry max-time same-site contact strategy refresh fresh json"},
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			limit(c)
			sources, err := extra.links(args)
			if err != nil {
				return cli.Usage(err)
			}
			if servers != "" {
				if fresh || refresh || retry || stats || c.Out != "" || c.Search != "" || c.MaxTime > 0 || c.UntilDry > 0 {
					return cli.Usagef("--cluster cannot be combined with --out, --fresh, --refresh, --retry-quarantined, --stats, --search, --max-time and --until-dry: the nodes have their folders, and crawl until the limits are reached")
				}
				return crawlCluster(cmd.Context(), a, c, servers, sources, asJSON)
			}
			if err := required(c, len(sources) > 0); err != nil {
				return err
			}
			if fresh && refresh {
				return cli.Usagef("--fresh deletes what --refresh asks for again; give one of them")
			}
			r := &runner{App: a, c: c, seeds: sources, fresh: fresh, refresh: refresh, retry: retry}
			if stats {
				r.cost = cost.NewMeter()
			}
			return runCrawl(cmd.Context(), a, r, asJSON)
		},
	}
	config.Bind(cmd.Flags())
	cli.Hide(cmd.Flags(), notOfCrawls()...)
	extra.bind(cmd.Flags())
	cmd.Flags().BoolVar(&fresh, "fresh", false, "delete what the run folder holds and start over")
	cmd.Flags().BoolVar(&refresh, "refresh", false, "ask again for the pages of the run that are due, and list what has changed")
	cmd.Flags().BoolVar(&retry, "retry-quarantined", false, "first ask again, one at a time, for the pages that were quarantined")
	cmd.Flags().BoolVar(&stats, "stats", false, "measure what the crawl costs, and say it at the end: pages a second, processor by stage, bytes a page")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the summary as JSON")
	cmd.Flags().StringVar(&servers, "cluster", "", clusterUsage)
	return cmd
}

// notOfCrawls are settings of nodes, and of questions about runs. A crawl of a cluster has parts as its nodes have.
func notOfCrawls() []string { return []string{"parts", "query-max-time", "query-max-rows"} }

// summaryGC is the collector's GOGC while a summary is made: all pages are read for it, and the process
// is to take no more memory than its crawl.
const summaryGC = 20

// runCrawl resolves the topic of r, reads its seeds, runs it and prints a summary.
func runCrawl(ctx context.Context, a *cli.App, r *runner, asJSON bool) error {
	c := r.c
	err := settleParts(a, c, r.fresh)
	if err != nil {
		return err
	}
	if r.topic, err = a.TopicOf(ctx, c, r.versions()); err != nil {
		return err
	}
	seeds, err := cli.Seeds(c)
	if err != nil {
		return cli.Usage(err)
	}
	r.seeds = append(r.seeds, seeds...)
	res, err := r.run(ctx)
	if err != nil {
		return err
	}
	if !a.OwnGC() {
		defer debug.SetGCPercent(debug.SetGCPercent(summaryGC))
		runtime.GC() // what the run held is not needed any more
	}
	if err := r.summarize(a, &res, asJSON); err != nil {
		return cli.WithCode(cli.ExitFailure, err)
	}
	switch {
	case res.Pages == 0 && res.Stopped.Finished() && len(r.seeds) == 0:
		return cli.Exit(cli.ExitFailure, english.Errorf("no question to a search source brought a page; %s/%s says why, --fresh asks again", c.Out, rundir.ErrorsFile))
	case res.Pages == 0 && res.Stopped.Finished() && res.Summary.Errors[crawl.FailPrivate.String()] > 0:
		return cli.Exit(cli.ExitFailure, english.Errorf("no seed (%d in all) brought a page; addresses refused because they are not public (this machine, or a private network): %d; --allow-private permits them, and --fresh tries them again",
			len(r.seeds), res.Summary.Errors[crawl.FailPrivate.String()]))
	case res.Pages == 0 && res.Stopped.Finished():
		return cli.Exit(cli.ExitFailure, english.Errorf("no seed (%d in all) brought a page; %s/%s says why, --fresh tries them again",
			len(r.seeds), c.Out, rundir.ErrorsFile))
	case res.Stopped == engine.Interrupted:
		return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
	case res.Stopped == engine.Silent:
		return cli.Exit(cli.ExitFailure, english.Errorf("stopped: %d attempts in a row brought no answer (see %s in %s); the same command resumes it",
			session.MaxSilent, rundir.ErrorsFile, c.Out))
	}
	return nil
}

// costed is a summary with what the crawl has cost.
type costed struct {
	rundir.Summary
	Cost cost.Report `json:"cost"`
}

// summarize prints how the crawl ended, and what it has cost if that was measured.
func (r *runner) summarize(a *cli.App, res *session.Result, asJSON bool) error {
	var spent cost.Report
	if r.cost != nil {
		spent = r.cost.Report(state.DiskSpace(r.c.Out), res.Pages)
	}
	switch {
	case asJSON && r.cost != nil:
		return a.JSON(costed{res.Summary, spent})
	case asJSON:
		return a.JSON(res.Summary)
	}
	end := progress.End{Summary: res.Summary, Result: res.Result, Refresh: r.refresh}
	if res.Second != nil {
		end.Learned = res.Second
	}
	err := progress.WriteSummary(a.Out, r.c.Out, &end)
	if err == nil && r.cost != nil {
		err = progress.WriteCost(a.Out, &spent)
	}
	return err
}

// Crawl makes the crawl of c, as the command crawl does, and says nothing: the settings are
// complete, and c.Seeds is a file. A crawl that ctx ends is no error.
func Crawl(ctx context.Context, a *cli.App, c *config.Config) error {
	own := *a
	own.Out, own.Err = io.Discard, io.Discard
	own.Args = []string{"crawl", "--out", c.Out, "--seeds", c.Seeds, "--topic", c.Topic}
	if c.Topic == "" {
		own.Args = []string{"crawl", "--out", c.Out, "--seeds", c.Seeds, "--keywords", c.Keywords}
	}
	err := runCrawl(ctx, &own, &runner{App: &own, c: c}, false)
	if errors.Is(err, cli.ErrSummed) {
		return nil
	}
	return err
}

// versions returns the versions of the run that the folder holds, which also keeps the settings that
// nobody gives. A folder that cannot be read has none: opening it says why.
func (r *runner) versions() map[string]string {
	if r.fresh {
		return nil
	}
	dir := r.c.Out
	if parts := rundir.Parts(dir); parts != nil {
		dir = parts[0] // all have the same
	}
	p, _, err := session.ReadParams(dir)
	if err != nil {
		return nil
	}
	cli.Keep(r.c, &p, cli.FreeSettings())
	return p.Versions()
}

// limit takes back the default of max-pages if another limit is set.
func limit(c *config.Config) {
	if c.From["max-pages"].Kind == "default" && (c.MaxRequests > 0 || c.UntilDry > 0 || c.MaxTime > 0) {
		c.MaxPages = 0
	}
}

// required checks what only a crawl needs. sources: there are sitemaps or feeds.
func required(c *config.Config, sources bool) error {
	var missing []string
	if c.Seeds == "" && c.Topics == "" && c.Search == "" && !sources {
		missing = append(missing, "an address, --seeds or --search")
	}
	if c.Out == "" {
		missing = append(missing, "--out")
	}
	if !cli.TopicGiven(c) {
		missing = append(missing, "--topic")
	}
	if len(missing) > 0 {
		return cli.Usagef("a crawl needs %s; see ontocrawl crawl --help", strings.Join(missing, ", "))
	}
	if c.SameSite && c.Seeds == "" && c.Topics == "" && !sources {
		return cli.Usagef("--same-site keeps to the sites of the seeds, and there are none; leave it out, or give --seeds")
	}
	return nil
}
