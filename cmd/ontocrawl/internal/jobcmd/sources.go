package jobcmd

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func (j *job) sources() *cobra.Command {
	var accept, refuse []string
	var add, reason string
	var all bool
	cmd := &cobra.Command{
		Use:   "sources NAME",
		Short: "Show the sites that a job found, accept or refuse them",
		Long: `Lists the sites with relevant pages that no seed of the job names and about which
nobody has decided: the question or link that found each, and its best pages.

--add makes pages and feeds sources of the job: a URL, or a file with one a line, an
OPML file of feeds, or the bookmarks that a browser exported; - reads standard input.
What is too much is told.

--accept makes a site a source of the job: every run reads its front page and its
best pages. Of a site in --refuse nothing is fetched or reported any more, whatever
links to it. Both hold from the next run on, for all hosts of the site; a later
decision replaces them. The audit log says who decided.

Exit codes: 0 shown or decided; 2 the command line or the file of jobs is wrong; 3
the store cannot be opened.`,
		Example: `  ontocrawl job sources typhoon
  ontocrawl job sources typhoon --accept news.example.org --refuse spam.example,ads.example --reason 'a farm of links'
  ontocrawl job sources typhoon --add https://news.example.org/feed.xml
  ontocrawl job sources typhoon --add feeds.opml --reason 'the list of the province'
  ontocrawl job sources typhoon --all --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			decisions, err := decisionsOf(args[0], reason, accept, refuse)
			if err != nil {
				return err
			}
			r, one, err := j.open(cmd, args[0])
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // what was written is durable
			if add != "" {
				return j.addSources(cmd, r, one, add, reason)
			}
			for _, d := range decisions {
				if err := r.Decide(d); err != nil {
					return exitError(err)
				}
			}
			return j.printSources(r, one, all || len(decisions) > 0)
		},
	}
	cmd.Flags().StringVar(&add, "add", "", "URL, or file of URLs, OPML or bookmarks, to add; - for standard input")
	cmd.Flags().StringSliceVar(&accept, "accept", nil, "site to accept, or a host or URL of it; several between commas")
	cmd.Flags().StringSliceVar(&refuse, "refuse", nil, "site to refuse, likewise")
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the audit log")
	cmd.Flags().BoolVar(&all, "all", false, "show also what was accepted or refused")
	cmd.MarkFlagsMutuallyExclusive("add", "accept")
	cmd.MarkFlagsMutuallyExclusive("add", "refuse")
	return cmd
}

// maxAddFile bounds a file of addresses.
const maxAddFile = 8 << 20

// addSources adds a URL, or what a file names.
func (j *job) addSources(cmd *cobra.Command, r *daemon.Reader, one *monitor.Job, add, reason string) error {
	text := add
	if !strings.Contains(add, "://") {
		var in io.Reader = cmd.InOrStdin()
		if add != "-" {
			f, err := os.Open(add)
			if err != nil {
				return cli.Usage(err)
			}
			defer f.Close()
			in = f
		}
		b, err := io.ReadAll(io.LimitReader(in, maxAddFile+1))
		if err != nil {
			return cli.Usage(err)
		}
		if len(b) > maxAddFile {
			return cli.Usagef("%s is larger than 8 MiB", add)
		}
		text = string(b)
	}
	added, err := r.AddSources(one, text, reason)
	if err != nil {
		return exitError(err)
	}
	return j.print(added, func() error { return writeAdded(j.Out, one.Name, added) })
}

// decisionsOf reads which sites are accepted and refused.
func decisionsOf(job, reason string, accept, refuse []string) (all []monitor.Decision, err error) {
	states := map[string]monitor.SourceState{}
	for state, sites := range map[monitor.SourceState][]string{monitor.Accepted: accept, monitor.Refused: refuse} {
		for _, text := range sites {
			site, err := api.SiteOf(text)
			if err != nil {
				return nil, cli.Usage(err)
			}
			if was, ok := states[site]; ok && was != state {
				return nil, cli.Usagef("%s is accepted and refused; give it once", site)
			}
			states[site] = state
			all = append(all, monitor.Decision{Job: job, Site: site, State: state, Reason: reason})
		}
	}
	return all, nil
}

func (j *job) printSources(r *daemon.Reader, one *monitor.Job, all bool) error {
	state := monitor.Undecided
	if all {
		state = ""
	}
	list, err := r.Sources(one.Name, state)
	if err != nil {
		return exitError(err)
	}
	if list == nil {
		list = []monitor.NewSource{}
	}
	return j.print(list, func() error { return writeSources(j.Out, one.Name, list) })
}
