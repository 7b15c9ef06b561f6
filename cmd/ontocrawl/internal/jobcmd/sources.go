package jobcmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobtext"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func (j *job) sources() *cobra.Command {
	var accept, refuse []string
	var reason string
	var all bool
	cmd := &cobra.Command{
		Use:   "sources NAME",
		Short: "Show the sites that a job found, accept or refuse them",
		Long: `Lists the sites with relevant pages that no seed of the job names and about which
nobody has decided: the question or link that found each, and its best pages.

--accept makes a site a source of the job: every run reads its front page and its
best pages. Of a site in --refuse nothing is fetched or reported any more, whatever
links to it. Both hold from the next run on, for all hosts of the site; a later
decision replaces them. The audit log says who decided.

Exit codes: 0 shown or decided; 2 the command line or the file of jobs is wrong; 3
the store cannot be opened.`,
		Example: `  ontocrawl job sources typhoon
  ontocrawl job sources typhoon --accept news.example.org --refuse spam.example,ads.example --reason 'a farm of links'
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
			for _, d := range decisions {
				if err := r.Decide(d); err != nil {
					return exitError(err)
				}
			}
			return j.printSources(r, one, all || len(decisions) > 0)
		},
	}
	cmd.Flags().StringSliceVar(&accept, "accept", nil, "site to accept, or a host or URL of it; several between commas")
	cmd.Flags().StringSliceVar(&refuse, "refuse", nil, "site to refuse, likewise")
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the audit log")
	cmd.Flags().BoolVar(&all, "all", false, "show also what was accepted or refused")
	return cmd
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
	return j.print(list, func() error { return jobtext.WriteSources(j.Out, one.Name, list) })
}
