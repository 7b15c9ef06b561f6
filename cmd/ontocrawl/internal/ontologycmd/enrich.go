package ontologycmd

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
)

// enrichFlags are the flags of ontology enrich.
type enrichFlags struct {
	from   string
	least  int
	terms  int
	accept []string
	as     string
	patch  string
	apply  string
	asJSON bool
	convertFlags
}

func newEnrich(a *app) *cobra.Command {
	var f enrichFlags
	cmd := &cobra.Command{
		Use:   "enrich FILE --from RUN",
		Short: "Offer terms of a crawl's pages for an ontology, and add those that you accept",
		Long: `Reads the kept text of the pages of RUN and offers what the ontology FILE lacks. First come
names that relevant pages call by a core concept and that no label has: "Velociraptor is
a dromaeosaurid", "dinosaurs such as Iguanodon", 台风是一种热带气旋; those that pages of
many hosts say come first. Then come terms that are frequent in the relevant pages and
rare in the others, each with the concept that it most likely belongs to, and two more.
For each offer it says which pages of RUN it would have brought: those that are not
relevant now and would be with that name added. FILE is not changed.

With --out a copy of FILE is written with the offers that you accept, and no others: by
--accept NAME, or by --apply PATCH. --patch PATCH writes all offers, one a line, in
columns with tabs between them: put a + in the first column of each line that you accept,
and edit the columns name, lang, as and iri where you know better. What is accepted
becomes a narrower class with its label (subclass; core: with the core mark of the concept
above it, which is offered where that has one), or a further label of the concept itself:
an alternative label is another name of the same thing, a hidden one is found in pages
and not shown. What texts call the cause or effect of a concept is offered as well: it
becomes the other end of "includes" (included: the concept causes it; includes: it causes
the concept). --as says so for all that --accept names.

Exit codes: 0 listed, or all that was accepted is written; 4 written, except statements
that the syntax cannot say; 2 the command line, FILE, PATCH or RUN is wrong; 1 failed
while working.`,
		Example: `  ontocrawl ontology enrich dinosaurs.owl --from runs/dinosaurs
  ontocrawl ontology enrich dinosaurs.owl --from runs/dinosaurs --accept Velociraptor --accept "Tyrannosaurus rex" --out dinosaurs-2.owl
  ontocrawl ontology enrich dinosaurs.owl --from runs/dinosaurs --patch offers.tsv
  ontocrawl ontology enrich dinosaurs.owl --apply offers.tsv --out dinosaurs-2.owl
  ontocrawl ontology enrich charts.ttl --from runs/charts --accept 柱形图 --as hidden --out charts-2.ttl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.enrich(cmd, args[0], &f) },
	}
	crawlcmd.BindRunSettings(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.from, "from", "", "run folder whose pages are read")
	fs.IntVar(&f.least, "pages", coverage.LeastPages, "pages that must say a name")
	fs.IntVar(&f.terms, "terms", 30, "how many terms to offer beside the names; 0: none")
	fs.StringArrayVar(&f.accept, "accept", nil, "name to add; may be repeated")
	fs.StringVar(&f.as, "as", "", "what names of --accept become: "+oneOf(enrich.Kinds())+" (default: as offered)")
	fs.StringVar(&f.patch, "patch", "", "file to which the offers are written, one a line")
	fs.StringVar(&f.apply, "apply", "", "file of offers whose lines with + are added")
	fs.StringVarP(&f.out, "out", "o", "", "file to write")
	fs.StringVar(&f.to, "to", "", "syntax to write (default: by the name of --out)")
	fs.BoolVar(&f.force, "force", false, "overwrite FILE")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	return cmd
}

func (f *enrichFlags) check(file string) error {
	accepts := len(f.accept) > 0 || f.apply != ""
	switch {
	case f.from == "" && f.apply == "":
		return cli.Usagef("--from RUN is missing: names are read from the pages of a run")
	case f.apply != "" && (f.from != "" || len(f.accept) > 0 || f.patch != ""):
		return cli.Usagef("--apply adds what a file says; --from, --accept and --patch do not go with it")
	case f.patch != "" && len(f.accept) > 0:
		return cli.Usagef("--patch and --accept contradict each other: accept in the file, and give it with --apply")
	case f.least < 1:
		return cli.Usagef("--pages is %d, but it must be 1 or more", f.least)
	case f.terms < 0 || f.terms > mostTerms:
		return cli.Usagef("--terms is %d, but it must be 0 to %d", f.terms, mostTerms)
	case f.as != "" && !slices.Contains(enrich.Kinds(), f.as):
		return cli.Usagef("--as is %q, but it must be %s", f.as, oneOf(enrich.Kinds()))
	case (f.out == "") == accepts:
		return cli.Usagef("--accept or --apply and --out belong together: nothing is added that was not accepted, and FILE is not changed")
	case f.out != "" && !f.force && cli.SameFile(f.out, file):
		return cli.Usagef("--out %s is the file that is read; add --force to overwrite it", f.out)
	case f.patch != "" && cli.SameFile(f.patch, file):
		return cli.Usagef("--patch %s is the ontology that is read; name another file", f.patch)
	}
	return nil
}

func (a *app) enrich(cmd *cobra.Command, file string, f *enrichFlags) error {
	if err := f.check(file); err != nil {
		return err
	}
	d, err := a.readDocument(file)
	if err != nil {
		return cli.Usage(err)
	}
	if f.apply != "" {
		accepted, err := readPatch(f.apply)
		if err != nil {
			return cli.Usage(err)
		}
		return a.writeAccepted(d, accepted, f)
	}
	accepting := len(f.accept) > 0
	all, err := a.offers(cmd, d, file, f, !accepting)
	if err != nil {
		return err
	}
	switch {
	case accepting:
		accepted, err := chosen(all, f)
		if err != nil {
			return cli.Usage(err)
		}
		return a.writeAccepted(d, accepted, f)
	case f.patch != "":
		if err := cli.ReplaceFile(f.patch, func(w io.Writer) error { return enrich.WritePatch(w, all) }); err != nil {
			return err
		}
	}
	switch {
	case f.asJSON:
		return cli.Failure(a.JSON(all))
	case f.patch != "":
		message.Fprintf(a.Out, "%d offers are in %s. When + stands before those that you accept: ontocrawl ontology enrich %s --apply %s --out NEW\n",
			len(all), term.Safe(f.patch), term.ShellWord(file), term.ShellWord(f.patch))
		return nil
	}
	return cli.Failure(a.showOffers(all, file, f))
}

func (a *app) showOffers(all []enrich.Offer, file string, f *enrichFlags) error {
	if len(all) == 0 {
		_, err := message.Fprintf(a.Out, "Nothing to offer for %s: no name or term that it lacks is on %d pages of %s or more whose text is kept.\n", term.Safe(file), f.least, term.Safe(f.from))
		return err
	}
	t := &term.Table{Head: []string{"name", "as", "of", ">pages", ">hosts", ">brings", "for example"}}
	for i := range all {
		o := &all[i]
		t.Add(o.Name.Name, o.As, o.Concept, fmt.Sprint(o.Pages), fmt.Sprint(o.Hosts), fmt.Sprint(len(o.Brings)), "… "+o.Said)
	}
	return t.Write(a.Out)
}

// chosen are the offers that --accept names.
func chosen(all []enrich.Offer, f *enrichFlags) (accepted []enrich.Offer, err error) {
	for _, name := range f.accept {
		i := slices.IndexFunc(all, func(o enrich.Offer) bool {
			fits := f.as == "" || f.as == o.As || !enrich.IsRelation(f.as) && !o.Relation()
			return fits && strings.EqualFold(o.Name.Name, name)
		})
		if i < 0 {
			return nil, english.Errorf("--accept %q: it is not offered: no %d pages of the run have it, or call it by a core concept of the file; ontocrawl ontology enrich without --accept lists what is offered", name, f.least)
		}
		o := all[i]
		if o.From = fmt.Sprintf("--accept %q", name); f.as != "" {
			o.As = f.as
		}
		accepted = append(accepted, o)
	}
	return accepted, nil
}

// writeAccepted writes the document with what was accepted.
func (a *app) writeAccepted(d *convert.Document, accepted []enrich.Offer, f *enrichFlags) error {
	t, err := targetOf(f.convertFlags)
	if err != nil {
		return cli.Usage(err)
	}
	if err := enrich.Apply(d, accepted); err != nil {
		return cli.Usage(err)
	}
	return a.convert(d, t, f.convertFlags)
}

// readPatch returns the accepted lines of a file.
func readPatch(file string) ([]enrich.Offer, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return enrich.ReadPatch(in, file)
}

// offers are the names and terms of a run that a document lacks, the names first. What was refused on the
// page is left out, unless --accept names it.
func (a *app) offers(cmd *cobra.Command, d *convert.Document, file string, f *enrichFlags, brings bool) ([]enrich.Offer, error) {
	c, t, err := crawlcmd.RunTopic(a.App, cmd, f.from)
	if err != nil {
		return nil, err
	}
	ctx := cmd.Context()
	opt := enrich.Options{Least: f.least, Terms: f.terms, Brings: brings}
	if f.terms > 0 {
		s, err := a.OpenGraph(ctx, c, file)
		if err != nil {
			return nil, err
		}
		opt.Graph = s.Ontology.Graph
	}
	if len(f.accept) == 0 {
		decided, err := enrich.ReadDecisions(f.from)
		if err != nil {
			return nil, cli.Failure(err)
		}
		opt.Refused = decided.Refused
	}
	return enrich.Find(ctx, crawlcmd.RunOffers(a.App, c, t, f.from), d, opt)
}
