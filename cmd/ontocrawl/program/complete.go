package program

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
)

// Kind says what an argument of a command names.
type argKind int

// The kinds of arguments.
const (
	argConcept  argKind = iota // a concept of --ontology, else of the embedded ontologies
	argTopic                   // a concept, or an embedded ontology; several with commas
	argOntology                // an embedded ontology, or a file
	argJob                     // a job of the file of jobs
)

// Options say what is completed by what.
type completions struct {
	Flags    map[string][]string      // the values of flags, by the name of the flag
	Args     map[string]argKind       // the arguments of commands, by path: "job run"
	JobsFile func(flag string) string // the file of jobs, from the value of --jobs
}

// Register adds completion to the commands below root. Flags whose values are
// files keep the shell's own completion.
func registerCompletion(root *cobra.Command, a *cli.App, opt completions) {
	c := completer{a, opt}
	for path, kind := range opt.Args {
		cmd, _, err := root.Find(strings.Fields(path))
		if err == nil && cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = c.values(kind)
		}
	}
	c.walk(root)
}

type completer struct {
	app *cli.App
	opt completions
}

// walk registers the flags of cmd and of all commands below it.
func (c completer) walk(cmd *cobra.Command) {
	register := func(f *pflag.Flag) {
		var complete cobra.CompletionFunc
		switch values, ok := c.opt.Flags[f.Name]; {
		case ok:
			complete = fixed(values)
		case f.Name == config.MethodOption:
			complete = c.methodOptions
		case f.Name == "topic":
			complete = c.values(argTopic)
		case f.Name == "ontology":
			complete = c.values(argOntology)
		default:
			return
		}
		// The error means that the command has registered one of its own.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, complete)
	}
	cmd.Flags().VisitAll(register)
	cmd.PersistentFlags().VisitAll(register)
	for _, sub := range cmd.Commands() {
		c.walk(sub)
	}
}

// fixed completes one of values, or a list of them with commas.
func fixed(values []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return matching(values, prefix), cobra.ShellCompDirectiveNoFileComp
	}
}

// matching returns the values that the last part of a list can still become.
func matching(values []string, list string) (found []string) {
	done, prefix := "", list
	if i := strings.LastIndex(list, ","); i >= 0 {
		done, prefix = list[:i+1], list[i+1:]
	}
	for _, v := range values {
		if strings.HasPrefix(strings.ToLower(v), strings.ToLower(prefix)) && v != "" {
			found = append(found, done+v)
		}
	}
	return slices.Compact(found)
}

// values completes what is read from files. Where nothing matches, a shell may
// offer files for an ontology; for all else it offers nothing.
func (c completer) values(kind argKind) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		found := matching(c.read(cmd, kind), prefix)
		if kind == argOntology && len(found) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}
