package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/config"
)

// docs/commands.md is made from the commands and the table of settings. ONTOCRAWL_UPDATE=1 writes it.
func TestCommandsPage(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	page.WriteString("# Commands and settings\n\nThis page is made from the code (`TestCommandsPage`). `ontocrawl help COMMAND` says the same, in Chinese too.\n")
	root := program.Ontocrawl(&cli.App{})
	fmt.Fprintf(&page, "\n```text\n%s\n```\n", strings.TrimSpace(root.Long))
	page.WriteString("\n## Commands\n")
	for _, cmd := range root.Commands() {
		describe(&page, cmd)
	}
	page.WriteString("\n## Settings\n\nEach is a flag, a variable (`--max-pages` is `ONTOCRAWL_MAX_PAGES`) and a key of the YAML file (`max-pages`).\n" +
		"What single methods have is given by `--method-option` ([methods.md](methods.md#options-of-methods)).\n")
	group := ""
	for _, k := range config.Keys() {
		if k.Group != group {
			group = k.Group
			fmt.Fprintf(&page, "\n### %s\n\n| setting | default | |\n|---|---|---|\n", group)
		}
		fmt.Fprintf(&page, "| `--%s` | %s | %s |\n", k.Name, code(fmt.Sprint(k.Default)), cell(k.Usage))
	}
	dir := filepath.Join("..", "..", "docs")
	if updating {
		write(t, dir, "commands.md", page.String())
	}
	if d := cmp.Diff(page.String(), readFile(t, dir, "commands.md")); d != "" {
		t.Errorf("docs/commands.md is not what the commands say (ONTOCRAWL_UPDATE=1 go test -run TestCommandsPage ./cmd/ontocrawl writes it):\n%s", d)
	}
}

// describe writes what a command and those below it do, and which flags they take.
func describe(page *strings.Builder, cmd *cobra.Command) {
	if !cmd.IsAvailableCommand() || cmd.Name() == "help" {
		return
	}
	if cmd.Runnable() && !cmd.HasAvailableSubCommands() {
		fmt.Fprintf(page, "\n### %s\n\n%s.\n\n```text\n%s\n```\n", cmd.CommandPath(), cmd.Short, cmd.UseLine())
		flagsOf(page, cmd)
	}
	for _, sub := range cmd.Commands() {
		describe(page, sub)
	}
}

// flagsOf lists the flags that belong to one command, and names the settings that it takes.
func flagsOf(page *strings.Builder, cmd *cobra.Command) {
	own, settings := "", []string(nil)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden || f.Name == "help":
		case f.Annotations[config.GroupAnnotation] != nil:
			settings = append(settings, "`--"+f.Name+"`")
		default:
			name, usage := pflag.UnquoteUsage(f)
			own += fmt.Sprintf("| `%s` | %s |\n", strings.TrimSpace("--"+f.Name+" "+name), cell(usage))
		}
	})
	if own != "" {
		fmt.Fprintf(page, "\n| flag | |\n|---|---|\n%s", own)
	}
	if len(settings) > 0 {
		fmt.Fprintf(page, "\nSettings: %s.\n", strings.Join(settings, ", "))
	}
}

// cell makes a text safe for a cell of a Markdown table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(s) }

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
