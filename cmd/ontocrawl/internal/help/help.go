// Package help shows how commands are used, and answers commands that there are
// not.
//
//	help.go     usage texts with flags in groups
//	translate.go the same in another language
//	wrong.go    wrong flags and arguments
//	commands.go wrong commands, and the nearest right one
package help

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/message"
)

// Common is the annotation of a command that names, between spaces, the flags
// that most users need. They are listed first.
const Common = "common-flags"

// The headings of flags that are no settings.
const (
	mostUsed = "Most used flags"
	others   = "Flags"
)

// Headings returns the headings of flags, for the test that each has a translation.
func Headings() []string {
	all := []string{mostUsed, others}
	for _, k := range config.Keys() {
		all = append(all, k.Group)
	}
	return all
}

// few is how many flags a command may have before they are listed in groups.
const few = 14

// columns is how wide a usage text may be.
const columns = 100

// Install gives root and all commands below it usage texts with grouped flags,
// and the answers of commands.go. Call it when the tree of commands is complete.
func Install(root *cobra.Command) {
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		p := message.Of(cmd.OutOrStdout())
		Translate(cmd.Root(), p)
		_, err := io.WriteString(cmd.OutOrStderr(), usage(p, cmd))
		return err
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		p := message.Of(cmd.OutOrStdout())
		Translate(cmd.Root(), p)
		about := cmp.Or(cmd.Long, cmd.Short)
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", strings.TrimRight(about, "\n "), usage(p, cmd)) //nolint:errcheck // as cobra's own
	})
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &flagError{err} })
	root.SetHelpCommand(helpCommand(root))
	refuseUnknown(root)
	wrapArgs(root)
}

// usage returns the text below the description of a command.
func usage(p *message.Printer, cmd *cobra.Command) string {
	var b strings.Builder
	line := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		line = cmd.CommandPath() + " COMMAND"
	}
	b.WriteString(p.Sprintf("Usage:\n  %s\n", line))
	if cmd.HasExample() {
		b.WriteString(p.Sprintf("\nExamples:\n%s\n", cmd.Example))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString(p.Text("\nCommands:\n"))
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s  %s\n", cmd.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	for _, g := range flagGroups(p, cmd) {
		b.WriteString(p.Sprintf("\n%s:\n%s\n", g.title, g.usages))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString(p.Sprintf("\n%q shows more about a command.\n", cmd.CommandPath()+" COMMAND --help"))
	}
	return b.String()
}

// group is a heading and the flags below it.
type group struct {
	title, usages string
}

// flagGroups returns the flags of cmd as its help lists them: the flags that most users
// need, the command's own, the settings by their group, and last the flags of all
// commands. A command with few flags has one group.
func flagGroups(p *message.Printer, cmd *cobra.Command) []group {
	local := visible(cmd.LocalFlags())
	common := strings.Fields(cmd.Annotations[Common])
	if len(common) > 0 {
		common = append(common, "help")
	}
	titles := []string{mostUsed, others}
	for _, k := range config.Keys() {
		if !slices.Contains(titles, k.Group) {
			titles = append(titles, k.Group)
		}
	}
	sets := make(map[string]*pflag.FlagSet)
	put := func(title string, f *pflag.Flag) {
		if sets[title] == nil {
			sets[title] = pflag.NewFlagSet(title, pflag.ContinueOnError)
			sets[title].SortFlags = false
		}
		sets[title].AddFlag(f)
	}
	for _, name := range common {
		if f := cmd.LocalFlags().Lookup(name); f != nil {
			put(titles[0], f)
		}
	}
	for _, f := range local {
		if !slices.Contains(common, f.Name) {
			put(titleOf(f, len(local)), f)
		}
	}
	var groups []group
	for _, title := range titles {
		if sets[title] != nil {
			groups = append(groups, group{p.Text(title), usages(p, sets[title])})
		}
	}
	if inherited := visible(cmd.InheritedFlags()); len(inherited) > 0 {
		groups = append(groups, group{p.Text("Flags of all commands"), usages(p, cmd.InheritedFlags())})
	}
	return groups
}

// titleOf returns the heading of a flag of a command with n flags.
func titleOf(f *pflag.Flag, n int) string {
	if g := f.Annotations[config.GroupAnnotation]; len(g) == 1 && n > few {
		return g[0]
	}
	return others
}

func visible(fs *pflag.FlagSet) (flags []*pflag.Flag) {
	fs.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags = append(flags, f)
		}
	})
	return flags
}
