package ontologycmd

import (
	"context"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/report"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// editFlags are the flags of the commands that make one ontology of others.
type editFlags struct {
	convertFlags
	asJSON bool
}

// editCodes ends the help of these commands.
const editCodes = `
The result goes to standard output, in the syntax --to, or to the file --out, in the
syntax of its name. --json prints what was done and needs --out.

Exit codes: 0 written; 4 written, except what the syntax cannot say; 2 nothing was
written, because the command line or a file is wrong; 1 nothing was written, because
the disk failed or everything would follow from the axioms.`

// bind declares the flags on a command.
func (f *editFlags) bind(a *app, cmd *cobra.Command) {
	config.Bind(cmd.Flags(), "map", "lang", "log-level", "log-format")
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.to, "to", "", "syntax to write: "+strings.Join(syntax.All().Written().Names(), ", ")+" (default: by the name of --out)")
	fs.StringVarP(&f.out, "out", "o", "", "file to write (default: standard output)")
	fs.BoolVar(&f.force, "force", false, "overwrite a file that is read")
	fs.BoolVar(&f.asJSON, "json", false, "print what was done as JSON; --out has the ontology")
}

// target checks the flags against the files that are read.
func (f *editFlags) target(read ...string) (*syntax.Syntax, error) {
	t, err := targetOf(f.convertFlags)
	if err != nil {
		return nil, cli.Usage(err)
	}
	if f.asJSON && (f.out == "" || f.out == "-") {
		return nil, cli.Usagef("--json and the ontology cannot both go to standard output; name a file with --out")
	}
	for _, name := range read {
		if f.out != "" && !f.force && cli.SameFile(f.out, name) {
			return nil, cli.Usagef("--out %s is the file that is read; add --force to overwrite it", f.out)
		}
	}
	return t, nil
}

// opened is an ontology that is read to be changed.
type opened struct {
	*convert.Document
	o        *axiom.Ontology
	left     []rdf.Triple // statements that are no axiom
	imported []axiom.Axiom
}

// openEdited reads the file called name, and what it imports.
func (a *app) openEdited(ctx context.Context, cmd *cobra.Command, name string) (*opened, error) {
	d, err := a.readDocument(name)
	if err != nil {
		return nil, cli.Usage(err)
	}
	e := &opened{Document: d}
	e.o, e.left = axiom.FromTriples(d.Triples)
	if len(e.o.Imports) == 0 {
		return e, nil
	}
	parts, err := a.openParts(ctx, cmd, name)
	if err != nil {
		return nil, err
	}
	for _, p := range parts[1:] {
		o, _ := axiom.FromTriples(p.triples)
		e.imported = append(e.imported, o.Axioms...)
	}
	return e, nil
}

// part is one file of an ontology: the file itself, or what it imports.
type part struct {
	owl.File
	triples []rdf.Triple
	found   []owl.Import
}

// openParts reads a file and what it imports, in this order. What is not found is told.
func (a *app) openParts(ctx context.Context, cmd *cobra.Command, name string) ([]*part, error) {
	c, err := a.Load(cmd)
	if err != nil {
		return nil, err
	}
	c.Reason = "off"
	by := map[string]*part{}
	s, err := a.ReadOntology(ctx, c, name, owl.Options{Statement: func(file string, t rdf.Triple) {
		if by[file] == nil {
			by[file] = &part{}
		}
		by[file].triples = append(by[file].triples, t)
	}})
	if err != nil {
		return nil, err
	}
	var all []*part
	for _, f := range s.Ontology.Read {
		p := by[f.Name]
		if p == nil {
			p = &part{}
		}
		p.File = f
		all = append(all, p)
	}
	all[0].found = s.Ontology.Imports
	for _, i := range s.Ontology.Imports {
		if i.Found == owl.Missing || i.Found == owl.Unreadable {
			message.Fprintf(a.Err, "ontocrawl: %s\n", term.Safe(message.Of(a.Err).Sprintf("%s imports %s, which is not read: the import stays", name, i.IRI)))
		}
	}
	return all, nil
}

// change tells programs of an edit.
type change struct {
	Ontology string           `json:"ontology"`
	File     string           `json:"file"`
	Axioms   int              `json:"axioms"` // of the result
	Added    []report.OfAxiom `json:"added"`
	Removed  []report.OfAxiom `json:"removed"`
}

// write writes o in place of what was read, and tells what changed.
func (a *app) write(e *opened, o *axiom.Ontology, t *syntax.Syntax, f *editFlags, added, removed []axiom.Axiom) error {
	triples, err := o.Triples()
	if err != nil {
		return cli.Usage(english.Errorf("%s: %w", e.Name, err))
	}
	e.Replace(append(triples, e.left...))
	if len(e.Triples) == 0 {
		return cli.Usage(english.Errorf("%s: %w", e.Name, convert.ErrEmpty))
	}
	quiet := *a.App
	if f.asJSON {
		quiet.Out = a.Err
	}
	if err := (&app{&quiet}).convert(e.Document, t, f.convertFlags); err != nil {
		return err
	}
	if f.asJSON {
		all := report.OfAxioms(o, added, removed)
		return a.JSON(change{e.Name, f.out, len(o.Axioms), all[0], all[1]})
	}
	if f.out != "" && f.out != "-" && len(added)+len(removed) > 0 {
		message.Fprintf(a.Out, "%s, %s\n", english.Plural(len(added), "%d axiom added", "%d axioms added"), english.Plural(len(removed), "%d removed", "%d removed"))
	}
	return nil
}

// named finds the IRIs of names: IRIs, short ones by the prefixes of the document, or labels.
func (e *opened) named(names []string) ([]string, error) {
	known, labels := map[string]bool{}, map[string][]string{}
	for _, a := range slices.Concat(e.o.Axioms, e.imported) {
		a.Walk(func(x axiom.Expr) {
			if x.Op.IsEntity() {
				known[x.Text] = true
			}
		})
		if a.Op == axiom.AnnotationAssertion && a.Args[0].Text == rdfsLabel && a.Args[2].Op == axiom.Literal {
			if at, iri := a.Args[2].Text, a.Args[1].Text; !slices.Contains(labels[at], iri) {
				labels[at] = append(labels[at], iri)
			}
		}
	}
	prefixes := e.Prefixes()
	var all []string
	for _, n := range names {
		n = strings.TrimSpace(n)
		iri := strings.Trim(n, "<>")
		if prefix, local, ok := strings.Cut(n, ":"); ok && prefixes[prefix] != "" {
			iri = prefixes[prefix] + local
		}
		switch of := labels[n]; {
		case known[iri]:
			all = append(all, iri)
		case len(of) == 1:
			all = append(all, of[0])
		case len(of) > 1:
			return nil, cli.Usagef("%s: %q is the label of several: %s; give the IRI", e.Name, n, strings.Join(of, ", "))
		default:
			return nil, cli.Usagef("%s has no %q: give IRIs, short names by its prefixes, or labels", e.Name, n)
		}
	}
	return all, nil
}

const rdfsLabel = "http://www.w3.org/2000/01/rdf-schema#label"
