package ontologycmd

import (
	"cmp"
	"context"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/export"
)

// exportFlags are the flags of ontology export.
type exportFlags struct {
	format    string
	concepts  []string
	radius    int
	topic     string
	relations []string
	out       string
}

func newExport(a *app) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export FILE|typhoon|rainstorm|hazards|-",
		Short: "Write the concept graph for other programs to draw and analyse",
		Long: `Writes the concept graph of an ontology, imports included, as

  dot      for Graphviz
  graphml  for yEd, Cytoscape, networkx, igraph
  gexf     for Gephi (GEXF 1.3)
  mermaid  a flowchart for Markdown
  jsonld   concepts and relations as JSON, and as RDF to those who want it
  csv      the relations, one to a row, for spreadsheets

with IRI, names in Chinese and English, depth and core marks of every concept,
and with --topic its weight for that topic (On-ITS eq 3; of several topics
between commas the greatest).

--concept takes the neighbourhood of a concept only: what --radius relations
lead to. --relations takes some of is-a, synonym, includes and other.

The order is that of the IRIs: the same graph gives the same bytes, whatever
syntax it was saved in. The file named by --out appears when it is complete.
Without --format it is the name of that file that decides, else dot.

Exit codes: 0 written; 1 nothing was written, because the disk failed; 2 nothing
was written, because the command line or FILE is wrong.`,
		Example: `  ontocrawl ontology export typhoon --topic 台风灾害 --lang zh | dot -Tsvg > typhoon.svg
  ontocrawl ontology export hazards.owl --format gexf --out hazards.gexf
  ontocrawl ontology export hazards.owl --concept 台风 --radius 2 --format mermaid
  ontocrawl ontology export hazards.owl --relations is-a --out tree.csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(f.concepts) == 0 && cmd.Flags().Changed("radius") {
				return cli.Usagef("--radius counts from a concept; name it with --concept")
			}
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			return a.export(cmd.Context(), c, args[0], f)
		},
	}
	config.Bind(cmd.Flags(), measureFlags()...)
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.format, "format", "", "dot, graphml, gexf, mermaid, jsonld or csv (default: by the name of --out, else dot)")
	fs.StringArrayVar(&f.concepts, "concept", nil, "only what is near this concept (label, synonym, local name or IRI); may be repeated")
	fs.IntVar(&f.radius, "radius", 1, "with --concept: how many relations away")
	fs.StringVar(&f.topic, "topic", "", "weigh every concept for this one; several between commas")
	fs.StringSliceVar(&f.relations, "relations", nil, "only these of is-a, synonym, includes, other (default all)")
	fs.StringVarP(&f.out, "out", "o", "", "file to write (default: standard output)")
	return cmd
}

func (a *app) export(ctx context.Context, c *config.Config, name string, f exportFlags) error {
	format, err := exportFormat(f)
	if err != nil {
		return cli.Usage(err)
	}
	relations, err := relationsNamed(f.relations)
	if err != nil {
		return cli.Usage(err)
	}
	s, err := a.open(ctx, c, name)
	if err != nil {
		return err
	}
	for _, in := range s.Ontology.Files {
		if f.out != "" && cli.SameFile(f.out, in) {
			return cli.Usagef("--out %s is the ontology itself; name another file", f.out)
		}
	}
	opt := export.Options{Radius: f.radius, Relations: relations, Lang: c.Lang, Title: cmp.Or(s.Ontology.IRI, filepath.Base(name)), Topic: f.topic}
	if opt.Around, err = s.Concepts(f.concepts...); err != nil {
		return cli.Usage(err)
	}
	if f.topic != "" {
		ids, err := s.TopicConcepts(f.topic)
		if err != nil {
			return cli.Usage(err)
		}
		opt.Weights = s.Measure.Nearest(ids)
	}
	p, err := export.Select(s.Graph(), opt)
	if err != nil {
		return cli.Usage(err)
	}
	return a.writePart(c, p, format, f.out)
}

// exportFormat returns the format that --format says, else the name of the file.
func exportFormat(f exportFlags) (export.Format, error) {
	if f.format != "" {
		return export.ParseFormat(f.format)
	}
	if f.out == "" || f.out == "-" {
		return export.DOT, nil
	}
	if format, ok := export.FormatOf(f.out); ok {
		return format, nil
	}
	return "", english.Errorf("the name %s tells no graph format; say which with --format", f.out)
}

// writePart writes what was chosen and says what the reader of the file should
// know.
func (a *app) writePart(c *config.Config, p *export.Part, format export.Format, out string) error {
	var n export.Characters
	err := a.WriteTo(out, func(w io.Writer) error { return p.Write(io.MultiWriter(w, &n), format) })
	if err != nil {
		return cli.Failure(err)
	}
	log := a.Logger(c)
	switch lonely := p.Unrelated(); {
	case format == export.CSV && lonely > 0:
		log.Warn("concepts without a relation do not stand in the table", "concepts", lonely)
	case format == export.Mermaid && (p.Relations() > export.MermaidEdges || int(n) > export.MermaidText):
		log.Warn("most pages draw smaller Mermaid charts only; take a neighbourhood with --concept, or raise maxEdges and maxTextSize there",
			"relations", p.Relations(), "maxEdges", export.MermaidEdges, "characters", int(n), "maxTextSize", export.MermaidText)
	}
	if out != "" && out != "-" {
		message.Fprintf(a.Out, "%s: %s, %d concepts, %d relations\n", term.Safe(out), format, p.Concepts(), p.Relations())
	}
	return nil
}
