package ontologycmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/learn"
	"github.com/ontocrawl/ontocrawl/crawl/judge/samples"
	"github.com/ontocrawl/ontocrawl/crawl/read/bib"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/fca"
)

// learnFlags are the flags of ontology learn.
type learnFlags struct {
	from    string
	topic   string
	iri     string
	lattice string
	support int
	largest int
	asJSON  bool
	learn.Options
	convertFlags
}

// mostTexts bounds the files of a folder.
const mostTexts = 50_000

func newLearn(a *app) *cobra.Command {
	var f learnFlags
	cmd := &cobra.Command{
		Use:   "learn --from DIR|RUN|FILE.bib",
		Short: "Learn an ontology from texts, as proposals for a person",
		Long: `Reads texts and proposes an ontology of their topic: terms in Chinese and English, for each
term the kinds that it may belong to, other names, what it causes, and the texts that
say so. Texts are HTML, text, Markdown, PDF, DOCX and ODT files of the folder DIR, the
relevant pages of the run folder RUN (its other pages say what is common everywhere),
or the titles, keywords and abstracts of a BibTeX file.

With --out an OWL file is written for Protégé. Each class is marked with the annotations
proposed, weight, evidence and source: nobody has confirmed it. --topic names the class
above all others.

--lattice writes the concept lattice of texts by terms, one formal concept a line: how
many texts have all its terms, its terms, and the lines that stand right above it. Its
size is estimated and said first. A lattice of more than --largest formal concepts is
refused; a larger --support makes it smaller.

Exit codes: 0 learned; 4 written, except statements that the syntax cannot say; 2 the
command line or the texts are wrong, or the lattice is too large; 1 failed while working.`,
		Example: `  ontocrawl ontology learn --from abstracts.bib --topic "rainstorm disaster" --out rainstorm.owl
  ontocrawl ontology learn --from runs/typhoon --terms 50
  ontocrawl ontology learn --from papers/ --lattice lattice.jsonl --support 5`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
			if err == nil {
				err = f.check()
			}
			if err != nil {
				return err
			}
			return a.learn(cmd.Context(), c, &f)
		},
	}
	config.Bind(cmd.Flags(), "log-level", "log-format")
	fs := cmd.Flags()
	fs.StringVar(&f.from, "from", "", "folder of texts, run folder, or BibTeX file")
	fs.StringVar(&f.topic, "topic", "", "what the texts are about: the class above all others")
	fs.IntVar(&f.Most, "terms", learn.DefaultMost, "how many terms to propose")
	fs.IntVar(&f.Pages, "pages", learn.DefaultPages, "texts that must have a term")
	fs.StringVar(&f.iri, "iri", "http://example.org/learned", "IRI of the ontology")
	fs.StringVarP(&f.out, "out", "o", "", "file to write")
	fs.StringVar(&f.to, "to", "", "syntax to write (default: by the name of --out)")
	fs.StringVar(&f.lattice, "lattice", "", "file to which the concept lattice is written")
	fs.IntVar(&f.support, "support", 2, "texts that a formal concept must have")
	fs.IntVar(&f.largest, "largest", fca.DefaultMost, "formal concepts of the largest lattice")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	return cmd
}

func (f *learnFlags) check() error {
	switch {
	case f.from == "":
		return cli.Usagef("--from is missing: name a folder of texts, a run folder or a BibTeX file")
	case f.Most < 1 || f.Most > mostTerms:
		return cli.Usagef("--terms is %d, but it must be 1 to %d", f.Most, mostTerms)
	case f.Pages < 1:
		return cli.Usagef("--pages is %d, but it must be 1 or more", f.Pages)
	case f.support < 0 || f.largest < 1:
		return cli.Usagef("--support must be 0 or more and --largest 1 or more")
	case f.out != "" && cli.SameFile(f.out, f.from) || f.lattice != "" && (cli.SameFile(f.lattice, f.from) || cli.SameFile(f.lattice, f.out)):
		return cli.Usagef("--out, --lattice and --from must be different files")
	}
	return nil
}

const mostTerms = 600

func (a *app) learn(ctx context.Context, c *config.Config, f *learnFlags) error {
	on, other, err := a.texts(ctx, c, f.from)
	if err != nil {
		return err
	}
	corpus, err := learn.Read(ctx, on, other, nil)
	if err != nil {
		return cli.Failure(err)
	}
	res, err := corpus.Learn(ctx, f.Options)
	if err != nil {
		return cli.Failure(err)
	}
	if f.lattice != "" {
		if err := a.writeLattice(ctx, res, f); err != nil {
			return err
		}
	}
	if f.asJSON {
		err = cli.Failure(a.JSON(res))
	} else {
		err = cli.Failure(a.showProposals(res))
	}
	if err != nil || f.out == "" {
		return err
	}
	return a.writeLearned(res, f)
}

// texts reads what --from names.
func (a *app) texts(ctx context.Context, c *config.Config, from string) (on, other []*crawl.Page, err error) {
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return nil, nil, cli.Usage(english.Errorf("--from: %w", err))
	case info.IsDir() && crawlcmd.IsRun(from):
		on, other, err = crawlcmd.RunPages(ctx, a.App, c, from)
	case info.IsDir():
		on, err = a.folder(ctx, c, from)
	default:
		on, err = a.bibliography(from)
	}
	if err == nil && len(on) == 0 {
		err = cli.Usagef("--from %s: there is no text to learn from: no relevant page with kept text, no entry with a title or an abstract", from)
	}
	return on, other, err
}

func (a *app) folder(ctx context.Context, c *config.Config, dir string) (on []*crawl.Page, err error) {
	folder, err := samples.ReadUpTo(ctx, dir, a.Documents(c), mostTexts)
	if err != nil {
		return nil, cli.Usage(err)
	}
	if n := len(folder.Skipped); n > 0 {
		message.Fprintf(a.Err, "ontocrawl: %d files of %s were left out, the first is %s: %s\n", n, term.Safe(dir), term.Safe(folder.Skipped[0].Name), term.Safe(folder.Skipped[0].Why.Error()))
	}
	for _, d := range folder.Documents {
		d.Page.Final = "file:" + d.Name
		on = append(on, d.Page)
	}
	return on, nil
}

func (a *app) bibliography(file string) (on []*crawl.Page, err error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, cli.Usage(err)
	}
	defer in.Close()
	entries, faults, err := bib.Read(in)
	if err != nil {
		return nil, cli.Usage(english.Errorf("%s: %w", file, err))
	}
	if len(faults) > 0 {
		message.Fprintf(a.Err, "ontocrawl: %s: %d entries could not be read and were left out; the first: %s\n", term.Safe(file), len(faults), term.Safe(faults[0].Error()))
	}
	for i := range entries {
		if p, ok := entries[i].Page(); ok {
			on = append(on, p)
		}
	}
	return on, nil
}

// showProposals prints what was learned as a table.
func (a *app) showProposals(res *learn.Result) error {
	message.Fprintf(a.Out, "%d terms of %d, learned from %d texts of %d words (%d others for comparison). They are proposals: nobody has confirmed them.\n",
		len(res.Proposals), res.Candidates, res.Pages, res.Words, res.Other)
	t := &term.Table{Head: []string{"term", "a kind of", "same as", "causes", ">texts", "for example"}}
	for i := range res.Proposals {
		p := &res.Proposals[i]
		example := ""
		if len(p.Evidence) > 0 {
			example = p.Evidence[0].Text
		}
		t.Add(p.Name, relationNames(p.Parents), relationNames(p.Synonyms), relationNames(p.Includes), fmt.Sprint(p.Pages), example)
	}
	return t.Write(a.Out)
}

func relationNames(all []learn.Relation) string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return strings.Join(names, ", ")
}

// writeLearned writes the proposals as OWL.
func (a *app) writeLearned(res *learn.Result, f *learnFlags) error {
	t, err := targetOf(f.convertFlags)
	if err != nil {
		return cli.Usage(err)
	}
	triples, err := res.Triples(f.iri, f.topic)
	if err != nil {
		return cli.Usage(err)
	}
	d, err := convert.Parse(f.out, []byte("<"+f.iri+"> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Ontology> .\n"), convert.Options{Limits: a.Limits.Document})
	if err != nil {
		return cli.Usage(english.Errorf("--iri %s: %w", f.iri, err))
	}
	d.Add(triples...)
	said := a.Out
	if f.asJSON {
		a.Out = a.Err // standard output holds JSON
		defer func() { a.Out = said }()
	}
	return a.convert(d, t, f.convertFlags)
}

// formalConcept is a line of --lattice.
type formalConcept struct {
	Number int      `json:"number"` // of the line, from 0
	Texts  int      `json:"texts"`
	Terms  []string `json:"terms"`
	Above  []int    `json:"above"` // numbers of those right above
}

// writeLattice computes and writes the concept lattice. Its size is said before.
func (a *app) writeLattice(ctx context.Context, res *learn.Result, f *learnFlags) error {
	c := res.Context()
	message.Fprintf(a.Err, "ontocrawl: the lattice of %d texts and %d terms has about %.0f formal concepts of %d texts or more\n",
		c.Objects(), c.Attributes(), c.Estimate(f.support, 200), f.support)
	l, err := c.Lattice(ctx, fca.Options{Support: f.support, Most: f.largest})
	var size *fca.SizeError
	switch {
	case errors.As(err, &size):
		return cli.Usagef("the lattice has more than %d formal concepts of %d texts or more, by an estimate %.0f: give a larger --support, fewer --terms, or a larger --largest; nothing was written", size.Most, size.Support, size.Estimate)
	case err != nil:
		return cli.Failure(err)
	}
	above := l.Covers()
	return cli.ReplaceFile(f.lattice, func(w io.Writer) error {
		e := json.NewEncoder(w)
		for i := range l.Concepts {
			line := formalConcept{i, len(l.Concepts[i].Extent), []string{}, append([]int{}, above[i]...)}
			for _, t := range l.Concepts[i].Intent {
				line.Terms = append(line.Terms, res.Proposals[t].Name)
			}
			if err := e.Encode(line); err != nil {
				return err
			}
		}
		return nil
	})
}
