package ontologycmd

import (
	"context"
	"path/filepath"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
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
	d.Ontologies, err = readOntologies(cmd.Context(), a, c, t, versions(cmd, dir))
	return c, d, err
}

// versions are the versions of embedded ontologies with which the run in dir began, unless the command
// names an ontology.
func versions(cmd *cobra.Command, dir string) map[string]string {
	p, _, err := session.ReadParams(dir)
	if f := cmd.Flags().Lookup("ontology"); err != nil || f != nil && f.Changed {
		return nil
	}
	return p.Versions()
}

// RunData returns the data of a run, about which serve answers questions. cmd has the
// flags of [crawlcmd.BindRunSettings].
func RunData(a *cli.App, cmd *cobra.Command, dir string) (rungraph.Data, error) {
	_, d, err := runData(a, cmd, dir)
	d.Kept = kept(dir)
	return d, err
}

// JobData is the same of the folder of a job with settings c: its ontologies are those that judge its pages
// now, because a job takes up edits.
func JobData(ctx context.Context, a *cli.App, c *config.Config, dir string) (rungraph.Data, error) {
	run, err := crawlcmd.RunOf(dir)
	if err != nil {
		return rungraph.Data{}, err
	}
	d := rungraph.Data{Dir: dir, Run: run, Kept: kept(dir)}
	t, err := a.Topic(ctx, c)
	if err != nil {
		return d, err
	}
	d.Ontologies, err = readOntologies(ctx, a, c, t, nil)
	return d, err
}

// kept is the event graph that is kept in a run folder.
func kept(dir string) string { return filepath.Join(dir, eventgraph.Dir, eventgraph.GraphFile) }

// readOntologies reads the ontologies of a topic again, for what they state.
func readOntologies(ctx context.Context, a *cli.App, c *config.Config, t *topic.Topic, versions map[string]string) (all []rungraph.Ontology, err error) {
	for _, s := range t.Sources {
		var o rungraph.Ontology
		src, err := a.ReadOntologyOf(ctx, c, s.Name, versions, owl.Options{Statement: func(_ string, t rdf.Triple) { o.Stated = append(o.Stated, t) }})
		if err != nil {
			return nil, err
		}
		o.Graph = src.Graph()
		all = append(all, o)
	}
	return all, nil
}
