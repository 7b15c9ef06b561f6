package ontologycmd

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/template"
)

type templateFlags struct {
	editFlags
	input, iri string
	prefixes   []string
}

func newTemplate(a *app) *cobra.Command {
	var f templateFlags
	cmd := &cobra.Command{
		Use:   "template TABLE|-",
		Short: "Make an ontology of a table",
		Long: `Makes an ontology of a CSV table, or of one with tabs (.tsv, .tab). The first row names
the columns, the second says what they hold, in the template strings of ROBOT; each
other row is a class, a property or an individual:

  ID  LABEL  TYPE       which entity; rows with neither ID nor LABEL are left out
  A p    AL p@en        annotations: of property p, in a language,
  AT p^^xsd:date  AI p  of a datatype, or an IRI; with > before it: of the axiom to the left
  SC %   EC %   DC %    superclass, equivalent, disjoint class; the cell stands for %;
                        several EC mean what they have in common
  C %   CLASS_TYPE      subclass, equivalent or disjoint, as CLASS_TYPE says
  SP EP DP IP % P %     the same of properties, and inverses; PROPERTY_TYPE
  DOMAIN RANGE          and CHARACTERISTIC, as in functional, transitive
  TI %   I p  SI %  DI %  types of an individual, what it has, the same, different ones

SPLIT=| behind a template string parts the values of a cell. Expressions are those of
the Manchester syntax; names in them are labels, in quotes if they have spaces, of the
table or of the file of --input, short names or IRIs. All faults are told at once,
with their line and column.
` + editCodes,
		Example: `  ontocrawl ontology template storms.csv --prefix "ex: http://example.org/storms#" --out storms.owl
  ontocrawl ontology template more.tsv --input hazards.owl --iri http://example.org/more.owl --to turtle
  ontocrawl ontology template more.csv --input hazards.owl -o more.owl && ontocrawl ontology merge hazards.owl more.owl -o all.owl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.template(cmd.Context(), cmd, args[0], &f) },
	}
	f.bind(a, cmd)
	fs := cmd.Flags()
	fs.StringVarP(&f.input, "input", "i", "", "ontology whose labels and entities the table may name; nothing of it is in the result")
	fs.StringVar(&f.iri, "iri", "", "IRI of the new ontology (default: none)")
	fs.StringArrayVar(&f.prefixes, "prefix", nil, `a prefix of short names, as in "ex: http://example.org/"; may be repeated`)
	return cmd
}

func (a *app) template(ctx context.Context, cmd *cobra.Command, name string, f *templateFlags) error {
	t, err := f.target(name, f.input)
	if err != nil {
		return err
	}
	table, err := a.readAll(name)
	if err != nil {
		return cli.Usage(err)
	}
	opt := template.Options{File: name, IRI: f.iri, Limits: a.Limits.Document, Prefixes: map[string]string{}, Tabs: slices.Contains([]string{".tsv", ".tab"}, strings.ToLower(filepath.Ext(name)))}
	if f.input != "" {
		e, err := a.openEdited(ctx, cmd, f.input)
		if err != nil {
			return err
		}
		opt.Input, opt.Prefixes = slices.Concat(e.o.Axioms, e.imported), e.Prefixes()
	}
	for _, p := range f.prefixes {
		prefix, ns, ok := strings.Cut(p, ":")
		if ns = strings.Trim(strings.TrimSpace(ns), "<>"); !ok || !strings.Contains(ns, ":") {
			return cli.Usagef(`--prefix is %q, but it must be a prefix and a namespace, as in "ex: http://example.org/"`, p)
		}
		opt.Prefixes[strings.TrimSpace(prefix)] = ns
	}
	o, err := template.Read(bytes.NewReader(table), opt)
	if err != nil {
		return cli.Usage(err)
	}
	return a.write(&opened{Document: convert.New(name, opt.Prefixes, nil)}, o, t, &f.editFlags, nil, nil)
}
