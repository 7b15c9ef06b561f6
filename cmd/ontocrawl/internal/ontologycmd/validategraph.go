package ontologycmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/shacl"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// ValidateCommand returns the command validate-graph.
func ValidateCommand(a *cli.App) *cobra.Command {
	var shapes []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "validate-graph FILE...",
		Short: "Hold graphs to shapes (SHACL)",
		Long: `Reads the graphs of all FILEs (TriG, N-Quads, Turtle or any syntax of ontologies) as
one, and says which nodes do not conform to the shapes: those of --shapes, else those
that hold of every run that "export" writes as Turtle or JSON-LD.

Shapes are in SHACL Core. A shapes file with faults is refused: a misspelt constraint
would hold of everything. It ends after --query-max-time.

Exit codes: 0 it conforms; 1 it does not, or it took too long; 2 the command line,
a FILE or the shapes are wrong.`,
		Example: `  ontocrawl export runs/typhoon -o pages.ttl && ontocrawl validate-graph pages.ttl
  ontocrawl validate-graph events.trig --shapes mine.ttl --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			r, err := validate(cmd.Context(), c, args, shapes)
			if err != nil {
				return err
			}
			if asJSON {
				err = a.JSON(r)
			} else {
				_, err = io.WriteString(a.Out, message.Of(a.Out).Say(r))
			}
			if err == nil && !r.Conforms {
				err = cli.Exit(cli.ExitFailure, cli.ErrSilent)
			}
			return cli.Failure(err)
		},
	}
	config.Bind(cmd.Flags(), "query-max-time", "log-level", "log-format")
	cmd.Flags().StringArrayVar(&shapes, "shapes", nil, "file with shapes, instead of those of export; may be repeated")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func validate(ctx context.Context, c *config.Config, files, shapeFiles []string) (*shacl.Report, error) {
	shapes, err := readShapes(shapeFiles)
	if err != nil {
		return nil, err
	}
	var data sparql.Dataset
	for i, name := range files {
		if err := loadFile(&data, name, i); err != nil {
			return nil, cli.Usage(err)
		}
	}
	if c.QueryMaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.QueryMaxTime)
		defer cancel()
	}
	r, err := shapes.Validate(ctx, data.Triples())
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = english.Errorf("the validation took longer than %v; --query-max-time gives it more", c.QueryMaxTime)
	case errors.Is(err, context.Canceled):
		return nil, cli.Exit(cli.ExitInterrupted, cli.ErrSilent)
	}
	return r, cli.Failure(err)
}

func loadFile(data *sparql.Dataset, name string, unit int) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return data.Load(f, name, "urn:file", unit)
}

func readShapes(files []string) (*shacl.Shapes, error) {
	var triples []rdf.Triple
	take := func(t rdf.Triple) error { triples = append(triples, t); return nil }
	if len(files) == 0 {
		if err := syntax.Decode(strings.NewReader(export.Shapes), rdfio.Options{File: "shapes.ttl"}, take); err != nil {
			return nil, cli.Failure(err)
		}
	}
	for i, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, cli.Usage(err)
		}
		err = syntax.Decode(f, rdfio.Options{File: name, BlankPrefix: fmt.Sprint("s", i)}, take)
		f.Close() //nolint:errcheck // only read
		if err != nil {
			return nil, cli.Usage(err)
		}
	}
	s, err := shacl.Parse(triples)
	if err != nil {
		return nil, cli.Usagef("%s: %w", strings.Join(append([]string{}, files...), ", "), err)
	}
	return s, nil
}
