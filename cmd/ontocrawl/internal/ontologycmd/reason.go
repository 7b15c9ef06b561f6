package ontologycmd

import (
	"context"
	"errors"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

type reasonFlags struct {
	why                       []string
	inferred, outside, asJSON bool
}

func newReason(a *app) *cobra.Command {
	var f reasonFlags
	cmd := &cobra.Command{
		Use:   "reason FILE|typhoon|rainstorm|hazards|-",
		Short: "Say what follows from the axioms of an ontology, and why",
		Long: `Infers which class is a kind of which (OWL 2 EL), and prints how many Is-a edges
follow that FILE does not state, which classes can have no instance, and how many
axioms lie outside OWL 2 EL. What is inferred holds whatever lies outside; an edge
may be missing that only follows from an axiom listed with --outside.

--why prints the axioms from which one edge follows: as few as suffice.

The other commands infer too where classes are defined, unless --reason=off.

Exit codes: 0 printed; 1 by the axioms nothing can exist, or so much follows that
the reasoner gave up; or --why: the edge does not follow; 2 the command line is
wrong, a concept is unknown, or FILE cannot be read.`,
		Example: `  ontocrawl ontology reason hazards.owl --inferred
  ontocrawl ontology reason pizza.owl --why Margherita,CheeseyPizza
  ontocrawl ontology reason pizza.owl --why IceCream
  ontocrawl ontology reason envo.owl --outside --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			return a.reason(cmd.Context(), c, args[0], f)
		},
	}
	config.Bind(cmd.Flags(), "map", "lang", "log-level", "log-format")
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringSliceVar(&f.why, "why", nil, "two concepts between commas: why the first is a kind of the second; or one: why it can have no instance")
	fs.BoolVar(&f.inferred, "inferred", false, "list the inferred edges")
	fs.BoolVar(&f.outside, "outside", false, "list the axioms that were not read in full, with the reason")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON, with all edges and axioms")
	return cmd
}

func (a *app) reason(ctx context.Context, c *config.Config, name string, f reasonFlags) error {
	if len(f.why) > 2 {
		return cli.Usagef("--why names %d concepts, but it takes one or two", len(f.why))
	}
	c.Reason = "on"
	if len(f.why) == 0 {
		s, err := a.ReadOntology(ctx, c, name, owl.Options{})
		if err != nil {
			return err
		}
		if s.Ontology.Inference == nil {
			return cli.Exit(cli.ExitFailure, english.Errorf("%s: %w", name, reason.ErrTooMuch))
		}
		r := report.NewReasoned(s.Name, s.Ontology)
		if f.asJSON {
			err = a.JSON(r)
		} else {
			err = r.Write(a.Out, c.Lang, f.inferred, f.outside)
		}
		if err == nil && !r.Consistent {
			err = cli.Exit(cli.ExitFailure, cli.ErrSilent)
		}
		return err
	}
	w, err := a.why(ctx, c, name, f.why)
	switch {
	case err != nil:
		return err
	case f.asJSON:
		return a.JSON(w)
	}
	return w.Write(a.Out)
}

// why justifies an edge, or that a class can have no instance.
func (a *app) why(ctx context.Context, c *config.Config, name string, names []string) (*report.Why, error) {
	c.Reason = "off" // the graph only finds the concepts
	var triples []rdf.Triple
	s, err := a.ReadOntology(ctx, c, name, owl.Options{Statement: func(_ string, t rdf.Triple) { triples = append(triples, t) }})
	if err != nil {
		return nil, err
	}
	ids, err := s.Concepts(names...)
	if err != nil {
		return nil, cli.Usage(err)
	}
	sub, super, shown := s.Graph().Concept(ids[0]).IRI, reason.Nothing, ""
	said := english.Phrasef("that %s can have no instance", names[0])
	if len(ids) == 2 {
		super = s.Graph().Concept(ids[1]).IRI
		shown, said = super, english.Phrasef("that %s is a kind of %s", names[0], names[1])
	}
	o, _ := axiom.FromTriples(triples)
	axioms, err := reason.New(o.Axioms, reason.Options{}).Justify(ctx, sub, super)
	if errors.Is(err, reason.ErrNotInferred) {
		return nil, cli.Exit(cli.ExitFailure, english.Errorf("%s: it does not follow from the axioms %s", name, said))
	}
	return report.NewWhy(sub, shown, axioms), err
}
