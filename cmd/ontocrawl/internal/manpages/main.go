// Command manpages writes a page for man(1) of each program: manpages FOLDER. A release holds them.
package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: manpages FOLDER")
		os.Exit(2)
	}
	for _, of := range []program.Root{program.Ontocrawl, program.Node(host.Start)} {
		root := of(&cli.App{})
		file := filepath.Join(os.Args[1], root.Name()+".1")
		if err := atomicfile.Write(file, []byte(page(root)), atomicfile.Options{Mode: 0o644}); err != nil { // everybody may read it
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// page returns the page of a program in the language of man(7).
func page(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\"\n", strings.ToUpper(root.Name()), root.Name(), root.Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n", root.Name(), text(root.Short), text(root.Name()+" COMMAND [FLAGS]"))
	b.WriteString(".SH DESCRIPTION\n" + paragraphs(root.Long) + ".SH EXAMPLES\n" + verbatim(root.Example) + ".SH COMMANDS\n")
	commands(&b, root)
	return b.String()
}

// commands writes a section for each command below parent that does something.
func commands(b *strings.Builder, parent *cobra.Command) {
	for _, c := range parent.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		if c.HasAvailableSubCommands() {
			commands(b, c)
			continue
		}
		c.InitDefaultHelpFlag()
		fmt.Fprintf(b, ".SS %s\n%s", text(c.UseLine()), paragraphs(cmp.Or(c.Long, c.Short)))
		c.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				name, usage := pflag.UnquoteUsage(f)
				fmt.Fprintf(b, ".TP\n.B %s\n%s\n", text(strings.TrimSpace("--"+f.Name+" "+name)), text(usage))
			}
		})
		if c.Example != "" {
			b.WriteString(".PP\nExamples:\n" + verbatim(c.Example))
		}
	}
}

func paragraphs(long string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.TrimSpace(long), "\n\n") {
		b.WriteString(".PP\n" + text(part) + "\n")
	}
	return b.String()
}

func verbatim(s string) string { return ".PP\n.nf\n" + text(strings.Trim(s, "\n")) + "\n.fi\n" }

// text escapes what man(7) would read as its own: backslashes, hyphens, and a dot or quote that begins a line.
func text(s string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
