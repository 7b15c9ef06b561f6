package crawlcmd

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/option"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// MethodsCommand lists the methods and their options. Its help does, too.
func MethodsCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "methods [NAME...]",
		Short: "List judges, strategies and link ranks with their options",
		Long: `Lists the judges of pages, the strategies and the link ranks that can be chosen, or
those that are named, and the options of each with default and bounds
(docs/methods.md says more). A strategy that a link rank goes with has the options of
that, too: best-first, annealing and annealing-host those of priority, unless
--linkrank says another. An option is given by --method-option key=value, which
may be given again, by ONTOCRAWL_METHOD_OPTIONS=key=value,key=value or in a file of
settings or jobs:

    strategy: on-its
    method_options:
      eta: 0.2

Exit codes: 0 listed; 2 there is no such method.`,
		Example: `  ontocrawl methods
  ontocrawl methods tabu annealing
  ontocrawl methods --json`,
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			return methodNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for _, name := range args {
				if known := methodNames(); !slices.Contains(known, name) {
					return cli.Usagef("no method is called %q; the nearest is %s", name, term.Nearest(name, known, 1)[0])
				}
			}
			tables := methodsNamed(args)
			if asJSON {
				return a.JSON(tables)
			}
			return cli.Failure(writeMethods(a.Out, tables))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		cmd.Root().HelpFunc()(cmd, args)
		fmt.Fprintln(cmd.OutOrStdout())                    //nolint:errcheck // as the help above
		writeMethods(cmd.OutOrStdout(), methodsNamed(nil)) //nolint:errcheck // as the help above
	})
	return cmd
}

func methodNames() (names []string) {
	for _, of := range cli.AllMethods() {
		for _, m := range of.Rows {
			names = append(names, m.Name)
		}
	}
	return names
}

// methodsNamed are the tables with the methods that names names, or all.
func methodsNamed(names []string) (tables []cli.Methods) {
	for _, of := range cli.AllMethods() {
		if len(names) > 0 {
			of.Rows = slices.DeleteFunc(slices.Clone(of.Rows), func(m cli.Method) bool { return !slices.Contains(names, m.Name) })
		}
		if len(of.Rows) > 0 {
			tables = append(tables, of)
		}
	}
	return tables
}

// writeMethods writes tables as text: each method in a line, its options below it with defaults and bounds.
func writeMethods(out io.Writer, tables []cli.Methods) error {
	p := message.Of(out)
	var b strings.Builder
	for i, of := range tables {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s:\n", p.Text(of.Title))
		for k, m := range of.Rows {
			writeLine(&b, 20, "  "+m.Name, p.Text(m.About))
			if first := slices.IndexFunc(of.Rows[:k], func(x cli.Method) bool { return sameOptions(x, m) }); first >= 0 {
				writeLine(&b, 6, "", p.Sprintf("the options of %s", of.Rows[first].Name))
				continue
			}
			for _, o := range m.Options {
				writeLine(&b, 40, fmt.Sprintf("      %-21s %s", fmt.Sprintf("%s=%v", o.Name, o.Default), o.Bounds()), p.Text(o.About))
			}
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// sameOptions reports that two methods have the same options, and some.
func sameOptions(a, b cli.Method) bool {
	return len(a.Options) > 0 && slices.EqualFunc(a.Options, b.Options, func(x, y option.Option) bool { return x.Name == y.Name && x.About == y.About })
}

// writeLine writes a text beside what is written so wide before it, and wraps it.
func writeLine(b *strings.Builder, wide int, before, text string) {
	const columns = 100
	indent := len(before) - len(strings.TrimLeft(before, " "))
	b.WriteString(message.Wrap(fmt.Sprintf("%-*s%s", wide, before, text), columns, wide-indent, term.Cells) + "\n")
}
