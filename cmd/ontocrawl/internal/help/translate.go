package help

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Translate puts the texts of cmd and all commands below it into the language of p: what they
// do, paragraph by paragraph, and their flags. Examples are command lines, and stay.
func Translate(cmd *cobra.Command, p *message.Printer) {
	if p == nil {
		return
	}
	cmd.Short = p.Text(cmd.Short)
	cmd.Long = text(p, cmd.Long)
	each := func(f *pflag.Flag) { flagUsage(p, f) }
	cmd.LocalNonPersistentFlags().VisitAll(each)
	cmd.PersistentFlags().VisitAll(each)
	for _, c := range cmd.Commands() {
		Translate(c, p)
	}
}

// Paragraphs returns the parts of a long text that are translated by themselves, so that
// an edit of one leaves the others translated.
func Paragraphs(long string) []string { return strings.Split(strings.Trim(long, "\n"), "\n\n") }

func text(p *message.Printer, long string) string {
	parts := Paragraphs(long)
	for i, part := range parts {
		if t := p.Text(part); t != part {
			parts[i] = message.Wrap(t, columns-12, 0, term.Cells)
		}
	}
	return strings.Join(parts, "\n\n")
}

// FlagText returns the text of the usage of a flag that is to be translated: without the names of
// values. That of --help and --version, which cobra makes, has a verb.
func FlagText(f *pflag.Flag) string {
	if parts := f.Annotations[cli.ValuesAnnotation]; len(parts) == 2 {
		return parts[0]
	}
	if made, ok := strings.CutSuffix(f.Usage, " for ontocrawl"); ok && (f.Name == "help" || f.Name == "version") {
		return made + " for %s"
	}
	if f.Name == "help" && strings.HasPrefix(f.Usage, "help for ") {
		return "help for %s"
	}
	return f.Usage
}

func flagUsage(p *message.Printer, f *pflag.Flag) {
	english := FlagText(f)
	if parts := f.Annotations[cli.ValuesAnnotation]; len(parts) == 2 {
		f.Usage = p.Text(english) + parts[1]
	} else if _, name, ok := strings.Cut(f.Usage, " for "); ok && strings.HasSuffix(english, " for %s") {
		f.Usage = p.Sprintf(english, name)
	} else {
		f.Usage = p.Text(english)
	}
}

// usages returns how flags are used, in lines of at most columns.
func usages(p *message.Printer, fs *pflag.FlagSet) string {
	if p == nil {
		return strings.TrimRight(fs.FlagUsagesWrapped(columns), "\n")
	}
	var b strings.Builder
	hang := hanging(fs)
	for line := range strings.Lines(strings.TrimRight(fs.FlagUsages(), "\n")) {
		body := strings.TrimRight(line, "\n")
		indent := len(body) - len(strings.TrimLeft(body, " "))
		b.WriteString(message.Wrap(body, columns, hang-indent, term.Cells) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// hanging is the column at which pflag begins the usage of each flag of fs: behind the
// longest name with its type.
func hanging(fs *pflag.FlagSet) int {
	first, _, _ := strings.Cut(fs.FlagUsages(), "\n")
	column := 0
	fs.VisitAll(func(f *pflag.Flag) {
		_, usage := pflag.UnquoteUsage(f)
		if i := strings.Index(first, usage); i > 0 && column == 0 {
			column = term.Cells(first[:i])
		}
	})
	return column
}
