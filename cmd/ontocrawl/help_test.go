package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// Every command says what its exit codes mean and shows how it is used, in
// lines that fit a terminal.
func TestHelpOfEveryCommand(t *testing.T) {
	t.Parallel()
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			walk(sub)
		}
		if c.HasSubCommands() {
			return
		}
		if !strings.Contains(c.Long, "\n\nExit codes: 0 ") && c.Name() != "demo" || c.Name() == "demo" && !strings.Contains(c.Long, "Exit codes: as of crawl.") {
			t.Errorf("%s: the help does not say what exit codes mean", c.CommandPath())
		}
		if c.Example == "" {
			t.Errorf("%s: the help has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Long) {
			if n := term.Cells(strings.TrimSuffix(line, "\n")); n > 100 {
				t.Errorf("%s: a line of help has %d columns: %s", c.CommandPath(), n, line)
			}
		}
		for line := range strings.Lines(strings.ReplaceAll(c.Example, "\\\n", "")) {
			if args := strings.Fields(line); len(args) < 2 || !strings.Contains(line, strings.Fields(c.CommandPath())[1]) {
				t.Errorf("%s: an example of something else: %s", c.CommandPath(), line)
			}
		}
	}
	walk(program.Ontocrawl(&cli.App{}))
	walk(program.Node(host.Start)(&cli.App{}))
}
