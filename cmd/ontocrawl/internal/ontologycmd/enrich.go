package ontologycmd

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/crawl/coverage"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
)

// enrichFlags are the flags of ontology enrich.
type enrichFlags struct {
	from   string
	least  int
	accept []string
	as     string
	asJSON bool
	convertFlags
}

func newEnrich(a *app) *cobra.Command {
	var f enrichFlags
	cmd := &cobra.Command{
		Use:   "enrich FILE --from RUN",
		Short: "Offer terms that a crawl's pages call by a concept, and add those that you accept",
		Long: `Reads the kept text of the relevant pages of RUN and lists names that they call by a
core concept and that no label has: "Velociraptor is a dromaeosaurid", "dinosaurs
such as Iguanodon", 台风是一种热带气旋. Names that pages of many hosts say come
first. FILE, which holds the concepts, is not changed.

With --out a copy of FILE is written with the names given by --accept, and no others:
as narrower classes, each with its label, or by --as as further labels of the concept
itself. An alternative label is another name of the same thing, a hidden one is
found in pages and not shown.

Exit codes: 0 listed, or all accepted names written; 4 written, except statements that
the syntax cannot say; 2 the command line, FILE or RUN is wrong; 1 failed while
working.`,
		Example: `  ontocrawl ontology enrich dinosaurs.owl --from runs/dinosaurs
  ontocrawl ontology enrich dinosaurs.owl --from runs/dinosaurs --accept Velociraptor --accept "Tyrannosaurus rex" --out dinosaurs-2.owl
  ontocrawl ontology enrich charts.ttl --from runs/charts --accept 柱形图 --as hidden --out charts-2.ttl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.enrich(cmd, args[0], &f) },
	}
	crawlcmd.BindRunSettings(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.from, "from", "", "run folder whose pages are read")
	fs.IntVar(&f.least, "pages", coverage.LeastPages, "pages that must say a name")
	fs.StringArrayVar(&f.accept, "accept", nil, "name to add; may be repeated")
	fs.StringVar(&f.as, "as", kinds[0], "what an accepted name becomes: "+oneOf(kinds))
	fs.StringVarP(&f.out, "out", "o", "", "file to write")
	fs.StringVar(&f.to, "to", "", "syntax to write (default: by the name of --out)")
	fs.BoolVar(&f.force, "force", false, "overwrite FILE")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	return cmd
}

// kinds are what an accepted name may become.
var kinds = []string{"subclass", "alternative", "hidden"}

func (f *enrichFlags) check(file string) error {
	switch {
	case f.from == "":
		return cli.Usagef("--from RUN is missing: names are read from the pages of a run")
	case f.least < 1:
		return cli.Usagef("--pages is %d, but it must be 1 or more", f.least)
	case !slices.Contains(kinds, f.as):
		return cli.Usagef("--as is %q, but it must be %s", f.as, oneOf(kinds))
	case (f.out == "") != (len(f.accept) == 0):
		return cli.Usagef("--accept and --out belong together: nothing is added that was not accepted, and FILE is not changed")
	case f.out != "" && !f.force && cli.SameFile(f.out, file):
		return cli.Usagef("--out %s is the file that is read; add --force to overwrite it", f.out)
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
	all, err := crawlcmd.RunNames(a.App, cmd, f.from, f.least)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(n coverage.Name) bool { return !d.Class(n.IRI) })
	if len(f.accept) > 0 {
		t, err := targetOf(f.convertFlags)
		if err == nil {
			err = accept(d, all, f)
		}
		if err != nil {
			return cli.Usage(err)
		}
		return a.convert(d, t, f.convertFlags)
	}
	if f.asJSON {
		return cli.Failure(a.JSON(all))
	}
	if len(all) == 0 {
		fmt.Fprintf(a.Out, "No name is called by a core concept of %s on %d pages of %s or more whose text is kept.\n", term.Safe(file), f.least, term.Safe(f.from))
		return nil
	}
	t := &term.Table{Head: []string{"name", "called", ">pages", ">hosts", "for example"}}
	for _, n := range all {
		t.Add(n.Name, n.Concept, fmt.Sprint(n.Pages), fmt.Sprint(n.Hosts), "… "+n.Said)
	}
	return cli.Failure(t.Write(a.Out))
}

// accept adds the accepted names to a document.
func accept(d *convert.Document, all []coverage.Name, f *enrichFlags) error {
	for _, name := range f.accept {
		i := slices.IndexFunc(all, func(n coverage.Name) bool { return strings.EqualFold(n.Name, name) })
		if i < 0 {
			return fmt.Errorf("--accept %q: no %d pages of the run call it by a core concept of the file; ontocrawl ontology enrich without --accept lists what they do", name, f.least)
		}
		triples, err := statements(d, &all[i], f.as)
		if err != nil {
			return fmt.Errorf("--accept %q: %w", name, err)
		}
		d.Add(triples...)
	}
	return nil
}

const (
	skos       = "http://www.w3.org/2004/02/skos/core#"
	rdfs       = "http://www.w3.org/2000/01/rdf-schema#"
	rdfTypeIRI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	owlClass   = "http://www.w3.org/2002/07/owl#Class"
)

// statements are what makes a name a term of the ontology.
func statements(d *convert.Document, n *coverage.Name, as string) ([]rdf.Triple, error) {
	label, err := rdf.NewLangLiteral(n.Name, n.Lang)
	if err != nil {
		return nil, err
	}
	switch as {
	case "alternative":
		return say(n.IRI, skos+"altLabel", label)
	case "hidden":
		return say(n.IRI, skos+"hiddenLabel", label)
	}
	class := classIRI(n)
	if d.Class(class) {
		return nil, fmt.Errorf("the file has <%s> already", class)
	}
	own, err := say(class, rdfs+"label", label)
	for property, of := range map[string]string{rdfTypeIRI: owlClass, rdfs + "subClassOf": n.IRI} {
		iri, fault := rdf.NewIRI(of)
		if fault != nil {
			return nil, fault
		}
		more, fault := say(class, property, iri)
		if fault != nil {
			return nil, fault
		}
		own = append(own, more...)
	}
	return own, err
}

func say(subject, property string, object rdf.Object) ([]rdf.Triple, error) {
	s, err := rdf.NewIRI(subject)
	if err != nil {
		return nil, err
	}
	p, err := rdf.NewIRI(property)
	return []rdf.Triple{{Subj: s, Pred: p, Obj: object}}, err
}

// classIRI is the IRI of a new class: the name beside the concept that it is called by.
func classIRI(n *coverage.Name) string {
	base := n.IRI[:strings.LastIndexAny(n.IRI, "#/:")+1]
	return base + strings.Join(strings.FieldsFunc(n.Name, func(r rune) bool { return !isNameRune(r) }), "_")
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
