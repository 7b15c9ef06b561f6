package ontologycmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/walk"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// mostPaths is the greatest --max.
const mostPaths = 1000

func newPaths(a *app) *cobra.Command {
	var (
		opt       walk.PathOptions
		relations []string
		asJSON    bool
	)
	cmd := &cobra.Command{
		Use:   "paths CONCEPT CONCEPT",
		Short: "Print the shortest paths between two concepts",
		Long: `Prints the shortest paths from one concept to another that visit no concept
twice, with the relations walked; a relation walked against its direction points
back. Steps to a synonym do not count in the length. Without --ontology the
embedded ontologies are searched.

Exit codes: 0 answered, be it that no path was found; 2 the command line or the
ontology is wrong, or a concept is unknown.`,
		Example: `  ontocrawl ontology paths 台风 滑坡
  ontocrawl ontology paths Flood Drought --ontology hazards.owl --max 10 --length 6
  ontocrawl ontology paths 台风 风暴潮 --relations is-a --json`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			switch {
			case opt.Max < 1 || opt.Max > mostPaths:
				return cli.Usagef("--max is %d, but it must be 1 to %d", opt.Max, mostPaths)
			case opt.Length < 0:
				return cli.Usagef("--length is %d, but it must be 1 or more, or 0 for any", opt.Length)
			}
			if opt.Relations, err = walked(relations); err != nil {
				return err
			}
			return a.paths(cmd.Context(), c, args[0], args[1], opt, asJSON)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"ontology"}, readFlags...)...)
	a.FetchFlag(cmd)
	cmd.Flags().IntVar(&opt.Max, "max", 5, "how many paths")
	cmd.Flags().IntVar(&opt.Length, "length", 0, "length of the longest (0: any)")
	cmd.Flags().StringSliceVar(&relations, "relations", []string{"is-a", "includes"}, "which of is-a, includes, other to walk")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// pathsReport is the JSON form of paths.
type pathsReport struct {
	Ontology string       `json:"ontology"`
	From     semsim.Ref   `json:"from"`
	To       semsim.Ref   `json:"to"`
	Paths    []pathReport `json:"paths"`
	Complete bool         `json:"complete"` // no shorter path was missed for the work it takes
}

type pathReport struct {
	Length int        `json:"length"` // steps to synonyms not counted
	Steps  []pathStep `json:"steps"`
}

type pathStep struct {
	From     semsim.Ref `json:"from"`
	To       semsim.Ref `json:"to"`
	Relation string     `json:"relation"`
	Property string     `json:"property,omitempty"`
	Forward  bool       `json:"forward"`        // the ontology says it of From; else of To
	Also     []pathLink `json:"also,omitempty"` // further relations between the two
}

type pathLink struct {
	From     semsim.Ref `json:"from"`
	To       semsim.Ref `json:"to"`
	Relation string     `json:"relation"`
	Property string     `json:"property,omitempty"`
	Forward  bool       `json:"forward"`
}

func (a *app) paths(ctx context.Context, c *config.Config, x, y string, opt walk.PathOptions, asJSON bool) error {
	s, ids, err := a.inGraph(ctx, c, x, y)
	if err != nil {
		return err
	}
	found, complete := walk.Paths(s.Graph(), ids[0], ids[1], opt)
	if asJSON {
		return a.JSON(s.pathsReport(ids, found, complete))
	}
	lang := cli.AnswerLang(c, x+y)
	from, to := cli.RefName(s.ref(ids[0]), lang), cli.RefName(s.ref(ids[1]), lang)
	if len(found) == 0 {
		limit := ""
		if opt.Length > 0 {
			limit = fmt.Sprintf(" in %d steps or fewer", opt.Length)
		}
		fmt.Fprintf(a.Out, "No path leads from %s to %s%s.\n", from, to, limit)
	} else if err := a.printPaths(s, from, to, lang, found); err != nil {
		return err
	}
	if !complete {
		fmt.Fprintln(a.Out, "\nThe search was ended: there are more ways than can be tried. --length N makes it smaller.")
	}
	return nil
}

func (a *app) printPaths(s *source, from, to, lang string, found []walk.Path) error {
	fmt.Fprintf(a.Out, "From %s to %s   (ontology %s)\n\n", from, to, term.Safe(s.Name))
	t := &term.Table{Head: []string{">#", ">length", "path"}}
	for i, p := range found {
		var steps []semsim.Step
		for _, st := range p {
			steps = append(steps, semsim.Step{From: s.ref(st.From), To: s.ref(st.To),
				Relation: st.Rel.String(), Property: st.Property, Forward: st.Forward})
		}
		text := cli.PathText(s.Graph(), steps, lang)
		if len(steps) == 0 {
			text = "one concept"
		}
		t.Add(strconv.Itoa(i+1), strconv.Itoa(p.Length()), text)
	}
	return t.Write(a.Out)
}

func (s *source) pathsReport(ids []ontology.ID, found []walk.Path, complete bool) pathsReport {
	r := pathsReport{Ontology: s.Name, From: s.ref(ids[0]), To: s.ref(ids[1]), Paths: []pathReport{}, Complete: complete}
	link := func(l walk.Link) pathLink {
		return pathLink{s.ref(l.From), s.ref(l.To), l.Rel.String(), l.Property, l.Forward}
	}
	for _, p := range found {
		path := pathReport{Length: p.Length(), Steps: []pathStep{}}
		for _, st := range p {
			l := link(st.Link)
			step := pathStep{From: l.From, To: l.To, Relation: l.Relation, Property: l.Property, Forward: l.Forward}
			for _, also := range st.Also {
				step.Also = append(step.Also, link(also))
			}
			path.Steps = append(path.Steps, step)
		}
		r.Paths = append(r.Paths, path)
	}
	return r
}
