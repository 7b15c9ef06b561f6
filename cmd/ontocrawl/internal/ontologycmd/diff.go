package ontologycmd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// diffFlags are the flags of ontology diff.
type diffFlags struct {
	form
	topic string
}

func newDiff(a *app) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say how two versions of an ontology differ, and what that does to a crawl",
		Long: `Prints concepts added, removed, renamed (another IRI) and moved (other parents),
labels, synonyms, definitions, relations and core marks that changed; then what
that does to the crawl: the weights before and after of the concepts that moved
most, and the terms that are found anew or no longer.

The topic (--topic) is looked for in both; without it, it is the only root.
OLD and NEW are files or embedded ontologies, in any syntax, and one may be - for
standard input: not lines are compared, but what they say.

Exit codes: 0 they say the same; 1 they differ; 2 one cannot be read.`,
		Example: `  ontocrawl ontology diff hazards-v1.owl hazards.owl --topic 台风
  git show HEAD:hazards.owl | ontocrawl ontology diff - hazards.owl
  ontocrawl ontology diff typhoon my-typhoon.ttl --format markdown > review.md`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
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
	f.form.bind(fs, "text", "markdown", "json")
	fs.IntVar(&f.top, "top", 10, "in text and markdown: weights and terms shown (0: all)")
	return cmd
}

// comparisonReport is the JSON form of a difference.
type comparisonReport struct {
	Old    version    `json:"old"`
	New    version    `json:"new"`
	Differ bool       `json:"differ"`
	Diff   *diff.Diff `json:"diff"`
	Crawl  *effect    `json:"crawl"` // null if no topic is known
	Note   string     `json:"note,omitempty"`
}

// version is what a file says of itself.
type version struct {
	File    string   `json:"file"`
	IRI     string   `json:"iri"`
	Version string   `json:"version"`
	SHA256  string   `json:"sha256"`
	Cycles  []string `json:"cycles,omitempty"` // circles of Is-a, each cut at an edge
}

// effect is what a difference does to a crawl.
type effect struct {
	OldTopic []semsim.Ref `json:"old_topic"`
	NewTopic []semsim.Ref `json:"new_topic"`
	diff.Effect
}

// openCut opens an ontology to compare it: circles are no error.
func (a *app) openCut(ctx context.Context, c *config.Config, name string) (*source, error) {
	s, err := a.ReadOntology(ctx, c, name, owl.Options{CutCycles: true})
	if err != nil {
		return nil, err
	}
	if s.Measure, err = semsim.New(s.Graph(), cli.Similarity(c.SimilaritySettings)); err != nil {
		return nil, cli.Usage(err)
	}
	return &source{s}, nil
}

func (a *app) diff(ctx context.Context, c *config.Config, oldName, newName string, f diffFlags) error {
	before, err := a.openCut(ctx, c, oldName)
	if err != nil {
		return err
	}
	after, err := a.openCut(ctx, c, newName)
	if err != nil {
		return err
	}
	r := comparisonReport{Old: before.version(), New: after.version(), Diff: diff.Compare(before.Graph(), after.Graph())}
	r.Differ = !r.Diff.Empty() || r.Old.IRI != r.New.IRI || r.Old.Version != r.New.Version
	if r.Crawl, r.Note, err = effectOf(before, after, r.Diff, f.topic); err != nil {
		return cli.Usage(err)
	}
	switch f.format {
	case "json":
		err = a.JSON(r)
	case "markdown":
		err = r.write(a.Out, c.Lang, f.top, term.Markdown{})
	default:
		err = r.write(a.Out, c.Lang, f.top, term.Plain{})
	}
	if err == nil && r.Differ {
		err = cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return err
}

func (s *source) version() version {
	v := version{File: s.Name, IRI: s.Ontology.IRI, Version: s.Ontology.Version, SHA256: s.Ontology.Hash}
	for _, e := range s.Ontology.Cycles {
		v.Cycles = append(v.Cycles, e.Error())
	}
	return v
}

// effectOf compares the weights of a topic. Without a topic that both have
// there is a note that says why.
func effectOf(before, after *source, d *diff.Diff, topic string) (*effect, string, error) {
	olds, oldErr := before.TopicConcepts(topic)
	news, newErr := after.TopicConcepts(topic)
	if topic != "" && oldErr == nil && newErr != nil {
		news, newErr = after.renamed(before, olds, d, newErr)
	}
	switch {
	case topic != "" && oldErr != nil && newErr != nil:
		return nil, "", newErr
	case topic != "" && oldErr != nil:
		return nil, fmt.Sprintf("the topic %s is new: there is nothing to compare its weights with", topic), nil
	case topic != "" && newErr != nil:
		return nil, fmt.Sprintf("the topic %s is gone: %v", topic, newErr), nil
	case oldErr != nil || newErr != nil:
		return nil, "several concepts have no parent; say with --topic for what the weights are to be compared", nil
	}
	e := &effect{Effect: d.Vectors(before.weighted(olds), after.weighted(news), lexicon.Fold)}
	for _, id := range olds {
		e.OldTopic = append(e.OldTopic, before.ref(id))
	}
	for _, id := range news {
		e.NewTopic = append(e.NewTopic, after.ref(id))
	}
	return e, "", nil
}

// renamed finds by what they are called now the concepts ids of an older
// Version; err if they are not all there.
func (s *source) renamed(old *source, ids []ontology.ID, d *diff.Diff, err error) ([]ontology.ID, error) {
	now := map[string]string{}
	for _, r := range d.Renamed {
		now[r.Old.IRI] = r.New.IRI
	}
	var out []ontology.ID
	for _, id := range ids {
		iri := old.Graph().Concept(id).IRI
		if to, ok := now[iri]; ok {
			iri = to
		}
		found, ok := s.Graph().ByIRI(iri)
		if !ok {
			return nil, err
		}
		out = append(out, found)
	}
	return out, nil
}

// weighted is the vector of a topic as plain numbers.
func (s *source) weighted(ids []ontology.ID) []diff.Weighted {
	v := s.Vector(ids)
	g := s.Graph()
	var all []diff.Weighted
	for _, e := range v.Entries {
		w := diff.Weighted{Ref: diff.Ref{IRI: e.IRI, Zh: e.Zh, En: e.En}, Weight: e.Weight}
		for _, m := range g.Synonyms(e.Concept) {
			w.Members = append(w.Members, g.Concept(m).IRI)
		}
		for _, l := range e.Labels {
			if l.Kind == ontology.Loose { // not looked for
				continue
			}
			w.Terms = append(w.Terms, diff.Term{Text: l.Text, Lang: l.Lang})
		}
		all = append(all, w)
	}
	return all
}

// Write writes the report for a person.
func (r *comparisonReport) write(out io.Writer, lang string, top int, l term.Layout) error {
	w := bufio.NewWriter(out)
	p := diffPrinter{w: w, l: l, lang: lang, top: top}
	l.Title(w, fmt.Sprintf("%s -> %s: %s", r.Old.File, r.New.File, r.sum()))
	for _, v := range []version{r.Old, r.New} {
		for _, c := range v.Cycles {
			l.Note(w, v.File+": "+c)
		}
	}
	p.header(r)
	p.concepts("Added", "+", r.Diff.Added)
	p.concepts("Removed", "-", r.Diff.Removed)
	p.renamed(r.Diff)
	p.moved(r.Diff.Moved)
	p.texts("Labels and synonyms", r.Diff.Labels)
	p.texts("Definitions", r.Diff.Definitions)
	p.relations(r.Diff)
	p.marks(r.Diff.Marks)
	if err := p.crawl(r); err != nil {
		return err
	}
	return w.Flush()
}

// sum counts what changed.
func (r *comparisonReport) sum() string {
	d := r.Diff
	if !r.Differ {
		return "they say the same"
	}
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{len(d.Added), "added"}, {len(d.Removed), "removed"}, {len(d.Renamed), "renamed"}, {len(d.Moved), "moved"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	for _, c := range []struct {
		n    int
		what string
	}{
		{len(d.Labels), "label"}, {len(d.Definitions), "definition"}, {len(d.Relations), "relation"}, {len(d.Marks), "mark"},
	} {
		if c.n > 0 {
			parts = append(parts, several(c.n, c.what))
		}
	}
	if len(parts) == 0 {
		return "the concepts are the same"
	}
	return strings.Join(parts, ", ")
}
