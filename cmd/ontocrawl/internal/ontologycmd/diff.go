package ontologycmd

import (
	"context"
	"io"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/report"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// diffFlags are the flags of ontology diff.
type diffFlags struct {
	form
	topic string
	run   string
	job   string
	jobs  string
}

func newDiff(a *app, folder func(file, job string) (string, error)) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say how two versions of an ontology differ, and what that does to a crawl",
		Long: `Prints the axioms and annotations added and removed, in the words of the Manchester
syntax; what that does to the concepts: added, removed, renamed (another IRI) and
moved (other parents), labels, synonyms, definitions, relations and core marks that
changed; then what that does to the crawl: the weights before and after of the concepts that moved
most, and the terms that are found anew or no longer.

With --run RUN the kept pages of a run folder, or with --job NAME those of a job, are
judged by both versions, with the other settings of the run: pages gained and lost, and of
how many of the last seven days alerts would have told. Nothing is fetched or changed.

The topic (--topic) is looked for in both; without it, it is the only root.
OLD and NEW are files or embedded ontologies, in any syntax, and one may be - for
standard input: not lines are compared, but what they say, with what they import. The
order of statements, the labels of blank nodes, the case of language tags and
declarations of what is used anyway make no difference.

Exit codes: 0 they say the same; 1 they differ; 2 one cannot be read.`,
		Example: `  ontocrawl ontology diff hazards-v1.owl hazards.owl --topic 台风
  ontocrawl ontology diff hazards-v1.owl hazards.owl --topic 台风 --run runs/hazards
  ontocrawl ontology diff hazards-v1.owl hazards.owl --job storms
  git show HEAD:hazards.owl | ontocrawl ontology diff - hazards.owl
  ontocrawl ontology diff typhoon my-typhoon.ttl --format markdown > review.md`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			switch {
			case f.job != "" && f.run != "":
				return cli.Usagef("--run and --job contradict each other: whose pages are to be judged?")
			case f.job == "" && f.jobs != "":
				return cli.Usagef("--jobs needs --job: the name of a job in that file")
			case f.job != "":
				var err error
				if f.run, err = folder(f.jobs, f.job); err != nil {
					return err
				}
			}
			if f.run != "" && (args[0] == "-" || args[1] == "-") {
				return cli.Usagef("--run and --job read the ontologies again; save what is on standard input to a file")
			}
			if args[0] == "-" && args[1] == "-" {
				return cli.Usagef("both are standard input; name a file")
			}
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			return a.diff(cmd.Context(), c, args[0], args[1], f)
		},
	}
	config.Bind(cmd.Flags(), measureFlags()...)
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.topic, "topic", "", "concept for which weights are compared (default: the only root); several between commas")
	fs.StringVar(&f.run, "run", "", "run folder whose kept pages are judged by both versions")
	fs.StringVar(&f.job, "job", "", "job whose kept pages are judged by both versions")
	fs.StringVar(&f.jobs, "jobs", "", "file of jobs (else ONTOCRAWL_JOBS, else jobs.yaml)")
	f.form.bind(fs, "text", "markdown", "json")
	fs.IntVar(&f.top, "top", 10, "in text and markdown: weights and terms shown (0: all)")
	return cmd
}

// openCut opens an ontology to compare or draw it: it may hold no concept. statement, unless nil, gets its statements.
func (a *app) openCut(ctx context.Context, c *config.Config, name string, statement func(file string, t rdf.Triple)) (*source, error) {
	s, err := a.ReadOntology(ctx, c, name, owl.Options{Statement: statement})
	if err != nil {
		return nil, err
	}
	if s.Measure, err = semsim.New(s.Graph(), cli.Similarity(c.SimilaritySettings)); err != nil {
		return nil, cli.Usage(err)
	}
	return &source{s}, nil
}

func (a *app) diff(ctx context.Context, c *config.Config, oldName, newName string, f diffFlags) error {
	var olds, news []rdf.Triple
	before, err := a.openCut(ctx, c, oldName, func(_ string, t rdf.Triple) { olds = append(olds, t) })
	if err != nil {
		return err
	}
	after, err := a.openCut(ctx, c, newName, func(_ string, t rdf.Triple) { news = append(news, t) })
	if err != nil {
		return err
	}
	r := report.Compare(before.Name, before.Ontology, after.Name, after.Ontology)
	r.CompareAxioms(olds, news)
	p := message.Of(a.Out)
	if f.format == "json" {
		p = nil // programs read English
	}
	if r.Crawl, r.Note, err = effectOf(p, before, after, r.Diff, f.topic); err != nil {
		return cli.Usage(err)
	}
	both := compared{Comparison: r}
	if f.run != "" {
		if both.Run, err = crawlcmd.JudgeBoth(ctx, a.App, f.run, f.topic, oldName, newName); err != nil {
			return cli.Failure(err)
		}
	}
	switch f.format {
	case "json":
		err = a.JSON(both)
	case "markdown":
		err = both.write(a.Out, c.Lang, f.top, term.Markdown{})
	default:
		err = both.write(a.Out, c.Lang, f.top, term.Plain{})
	}
	if err == nil && r.Differ {
		err = cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return err
}

// compared is a comparison, and what it does to the pages of a run.
type compared struct {
	*report.Comparison
	Run *rescore.Report `json:"run,omitempty"`
}

func (c compared) write(w io.Writer, lang string, top int, l term.Layout) error {
	if err := c.Comparison.Write(w, lang, top, l); err != nil || c.Run == nil {
		return err
	}
	return c.Run.Write(w, top, l)
}

// effectOf compares the weights of a topic. Without a topic that both have
// there is a note that says why, in the language of p.
func effectOf(p *message.Printer, before, after *source, d *diff.Diff, topic string) (*report.Effect, string, error) {
	olds, oldErr := before.TopicConcepts(topic)
	news, newErr := after.TopicConcepts(topic)
	if topic != "" && oldErr == nil && newErr != nil {
		if ids, ok := report.Renamed(d, before.Graph(), after.Graph(), olds); ok {
			news, newErr = ids, nil
		}
	}
	switch {
	case topic != "" && oldErr != nil && newErr != nil:
		return nil, "", newErr
	case topic != "" && oldErr != nil:
		return nil, p.Sprintf("the topic %s is new: there is nothing to compare its weights with", topic), nil
	case topic != "" && newErr != nil:
		return nil, p.Sprintf("the topic %s is gone: %v", topic, newErr), nil
	case before.Graph().Len() == 0 || after.Graph().Len() == 0:
		return nil, p.Text("one of the two has no concept, so there are no weights to compare"), nil
	case oldErr != nil || newErr != nil:
		return nil, p.Text("several concepts have no parent; say with --topic for what the weights are to be compared"), nil
	}
	return report.EffectOf(d, before.topic(olds), after.topic(news)), "", nil
}

func (s *source) topic(ids []ontology.ID) report.Topic {
	return report.Topic{Graph: s.Graph(), Concepts: ids, Vector: s.Vector(ids)}
}
