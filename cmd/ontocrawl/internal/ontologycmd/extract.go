package ontologycmd

import (
	"bytes"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
)

type extractFlags struct {
	editFlags
	term        []string
	terms       string
	upto        []string
	method, iri string
}

func newExtract(a *app) *cobra.Command {
	var f extractFlags
	cmd := &cobra.Command{
		Use:   "extract FILE|typhoon|rainstorm|hazards|-",
		Short: "Take out of an ontology what bears on some terms",
		Long: `Writes the part of FILE and of what it imports that bears on the terms, with the
declarations and annotations of all that it speaks of.

  star    the least part that says the same of the terms as the whole (default)
  bot     what the terms are kinds of, and all that bears on that
  top     what is a kind of the terms, and all that bears on that
  mireot  the terms and what they are stated to be kinds of, and no other axiom;
          --upto ends it at these classes

star, bot and top are modules by syntactic locality: whatever follows of the terms
from FILE follows from the part. Terms are IRIs, short ones by the prefixes of FILE,
or labels; --terms reads them from a file, one a line, where # begins a remark.
` + editCodes,
		Example: `  ontocrawl ontology extract envo.owl --term obo:ENVO_01001818 --out storms.owl
  ontocrawl ontology extract hazards.ttl --terms terms.txt --method bot --to turtle
  ontocrawl ontology extract pizza.owl --term Margherita --method mireot --upto Pizza --to manchester`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.extract(cmd.Context(), cmd, args[0], &f) },
	}
	f.bind(a, cmd)
	fs := cmd.Flags()
	fs.StringArrayVar(&f.term, "term", nil, "a term to extract; may be repeated")
	fs.StringVar(&f.terms, "terms", "", "file with terms, one a line")
	fs.StringVar(&f.method, "method", "star", "star, bot, top or mireot")
	fs.StringArrayVar(&f.upto, "upto", nil, "with mireot: a class above which nothing is taken; may be repeated")
	fs.StringVar(&f.iri, "iri", "", "IRI of the new ontology (default: none)")
	return cmd
}

func (a *app) extract(ctx context.Context, cmd *cobra.Command, name string, f *extractFlags) error {
	t, err := f.target(name, f.terms)
	if err != nil {
		return err
	}
	kind, known := map[string]reason.ModuleKind{"star": reason.Star, "bot": reason.Bot, "top": reason.Top}[f.method]
	switch {
	case !known && f.method != "mireot":
		return cli.Usagef("--method is %q, but there are star, bot, top and mireot", f.method)
	case known && len(f.upto) > 0:
		return cli.Usagef("--upto is for --method mireot; a module ends by itself")
	}
	names := f.term
	if f.terms != "" {
		more, err := a.lines(f.terms)
		if err != nil {
			return cli.Usage(err)
		}
		names = append(names, more...)
	}
	if len(names) == 0 {
		return cli.Usagef("no term: name some with --term or --terms")
	}
	e, err := a.openEdited(ctx, cmd, name)
	if err != nil {
		return err
	}
	if names, err = e.named(names); err != nil {
		return err
	}
	upto, err := e.named(f.upto)
	if err != nil {
		return err
	}
	whole := *e.o
	whole.Axioms = append(whole.Axioms, e.imported...)
	var o *axiom.Ontology
	if known {
		o = reason.Module(&whole, kind, names...)
	} else {
		o = reason.Ancestors(&whole, upto, names...)
	}
	o.IRI, e.left = f.iri, nil
	return a.write(e, o, t, &f.editFlags, nil, nil)
}

// lines reads the lines of a file that are neither empty nor a remark.
func (a *app) lines(name string) ([]string, error) {
	data, err := a.readAll(name)
	if err != nil {
		return nil, err
	}
	var all []string
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		text, _, _ := strings.Cut(string(line), " #")
		if text = strings.TrimSpace(text); text != "" && text[0] != '#' {
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return nil, english.Errorf("%s names no term", name)
	}
	return all, nil
}
