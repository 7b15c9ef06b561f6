package querycmd

import (
	"context"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/rungraph"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// runData is the run in dir with its ontologies. cmd has the flags of [crawlcmd.BindRunSettings].
func runData(a *cli.App, cmd *cobra.Command, dir string) (*config.Config, rungraph.Data, error) {
	c, t, err := crawlcmd.RunTopic(a, cmd, dir)
	if err != nil {
		return nil, rungraph.Data{}, err
	}
	run, err := crawlcmd.RunOf(dir)
	if err != nil {
		return nil, rungraph.Data{}, err
	}
	d := rungraph.Data{Dir: dir, Run: run}
	for _, s := range t.Sources {
		o, err := readOntology(cmd.Context(), a, c, s.Name)
		if err != nil {
			return nil, d, err
		}
		d.Ontologies = append(d.Ontologies, o)
	}
	return c, d, nil
}

// RunData is what serve answers questions about, of a run. cmd has the flags of
// [crawlcmd.BindRunSettings].
func RunData(a *cli.App, cmd *cobra.Command, dir string) (rungraph.Data, error) {
	_, d, err := runData(a, cmd, dir)
	return d, err
}

// JobData is the same of the folder of a job: its pages, without its ontology.
func JobData(dir string) (rungraph.Data, error) {
	run, err := crawlcmd.RunOf(dir)
	return rungraph.Data{Dir: dir, Run: run}, err
}

// readOntology reads an ontology again, for what it states.
func readOntology(ctx context.Context, a *cli.App, c *config.Config, name string) (rungraph.Ontology, error) {
	var o rungraph.Ontology
	s, err := a.ReadOntology(ctx, c, name, owl.Options{Statement: func(_ string, t rdf.Triple) { o.Stated = append(o.Stated, t) }})
	if err != nil {
		return o, err
	}
	o.Graph = s.Graph()
	return o, nil
}
