package ontologycmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// app gives the subcommands of this package what all commands share.
type app struct{ *cli.App }

// Command returns the command ontology. It groups the subcommands that look into
// an ontology without crawling. folder returns the run folder of a job in a file of jobs, "" for the usual file.
func Command(shared *cli.App, folder func(file, job string) (string, error)) *cobra.Command {
	a := &app{shared}
	cmd := &cobra.Command{
		Use:   "ontology",
		Short: "Inspect, check, convert, learn, enrich, compare and view ontologies",
	}
	cmd.AddCommand(newInspect(a), newValidate(a), newDiff(a, folder), newTree(a), newPaths(a), newView(a), newExport(a), newConvert(a), newLearn(a), newEnrich(a), newReason(a),
		newMerge(a), newExtract(a), newReduce(a), newRelax(a), newMaterialize(a), newTemplate(a))
	return cmd
}

// readFlags are the settings that bear on how an ontology is read and shown.
var readFlags = []string{"map", "reason", "lang", "log-level", "log-format"}

// form is the form in which a report is printed, by the flags --format, --json
// and --top.
type form struct {
	format string
	asJSON bool
	top    int
	known  []string
}

func (f *form) bind(fs *pflag.FlagSet, known ...string) {
	f.known = known
	fs.StringVar(&f.format, "format", known[0], oneOf(known))
	fs.BoolVar(&f.asJSON, "json", false, "the same as --format json")
}

// check reports flags that contradict each other.
func (f *form) check(cmd *cobra.Command) error {
	switch {
	case f.asJSON && cmd.Flags().Changed("format") && f.format != "json":
		return cli.Usagef("--json and --format %s contradict each other", f.format)
	case f.asJSON:
		f.format = "json"
	case !slices.Contains(f.known, f.format):
		return cli.Usagef("--format is %q, but it must be %s", f.format, oneOf(f.known))
	}
	if f.top < 0 {
		return cli.Usagef("--top is %d, but it must be 1 or more, or 0 for all", f.top)
	}
	return nil
}

// oneOf is "a, b or c".
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// measureFlags are the settings of commands that weigh one given ontology.
func measureFlags() []string {
	return slices.DeleteFunc(cli.SimilarityFlags(), func(name string) bool { return name == "ontology" })
}

// source is an ontology that was read.
type source struct{ *topic.Source }

// open reads and measures an ontology.
func (a *app) open(ctx context.Context, c *config.Config, name string) (*source, error) {
	s, err := a.Open(ctx, c, name)
	return &source{s}, err
}

// inGraph finds the first ontology that knows all names: the one of --ontology,
// else an embedded one. It is not measured, which takes the longest.
func (a *app) inGraph(ctx context.Context, c *config.Config, names ...string) (*source, []ontology.ID, error) {
	files := topic.Embedded()
	if c.Ontology != "" {
		files = []string{c.Ontology}
	}
	var faults []string
	for _, file := range files {
		s, err := a.OpenGraph(ctx, c, file)
		if err != nil {
			return nil, nil, err
		}
		ids, err := s.Concepts(names...)
		if err == nil {
			return &source{s}, ids, nil
		}
		faults = append(faults, err.Error())
	}
	return nil, nil, cli.Usagef("%s", strings.Join(faults, "\n"))
}

// relationsNamed reads --relations.
func relationsNamed(names []string) ([]ontology.Relation, error) {
	var all []ontology.Relation
	for _, name := range names {
		r, ok := ontology.ParseRelation(strings.TrimSpace(name))
		if !ok {
			return nil, english.Errorf("--relations holds %q, but there are is-a, synonym, includes and other", name)
		}
		all = append(all, r)
	}
	return all, nil
}

// walked reads --relations of the verbs that walk the graph.
func walked(names []string) (report.Relations, error) {
	rels, err := relationsNamed(names)
	if err != nil {
		return 0, cli.Usage(err)
	}
	rels = slices.DeleteFunc(rels, func(r ontology.Relation) bool { return r == ontology.Synonym })
	if len(rels) == 0 {
		return 0, cli.Usagef("--relations names no relation to walk: synonyms are one concept here, so give is-a, includes or other")
	}
	return report.Of(rels...), nil
}
