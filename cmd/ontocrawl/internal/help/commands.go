package help

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// unknown is the error for a word where a command of group was expected.
func unknown(group *cobra.Command, word string) error {
	var names []string
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return cli.Usagef("%s has no command %q; the nearest is %q (%s --help lists all)",
		group.CommandPath(), word, term.Nearest(word, names, 1)[0], group.CommandPath())
}

// refuseUnknown makes every group of commands refuse a word that is none of its
// commands. cobra by itself would print the help of the group, and exit with 0.
func refuseUnknown(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		refuseUnknown(c)
	}
	if !cmd.HasSubCommands() || cmd.Runnable() {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknown(cmd, args[0])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
}

// helpCommand is "help [command]". It refuses what is no command.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show how a command is used",
		Long: `Shows how a command is used, as COMMAND --help does.

Exit codes: 0 shown; 2 there is no such command.`,
		Example:           "  " + root.Name() + " help crawl\n  " + root.Name() + " help job run",
		ValidArgsFunction: completeCommands,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if cmd == nil || err != nil {
				return unknown(root, args[0])
			}
			if len(rest) > 0 {
				if cmd.HasSubCommands() {
					return unknown(cmd, rest[0])
				}
				return cli.Usagef("%s has no commands below it: %q is too much", cmd.CommandPath(), strings.Join(rest, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// completeCommands completes the names of commands after "help".
func completeCommands(help *cobra.Command, args []string, prefix string) (names []string, _ cobra.ShellCompDirective) {
	cmd, _, err := help.Root().Find(args)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && strings.HasPrefix(c.Name(), prefix) {
			names = append(names, c.Name()+"\t"+c.Short)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
