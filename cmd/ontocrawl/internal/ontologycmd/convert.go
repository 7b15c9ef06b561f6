package ontologycmd

import (
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// convertFlags are the flags of ontology convert.
type convertFlags struct {
	to    string
	out   string
	left  string
	force bool
}

func newConvert(a *app) *cobra.Command {
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert FILE|typhoon|rainstorm|hazards|-",
		Short: "Write an ontology in another syntax",
		Long: `Reads an ontology in any syntax and writes all its axioms and annotations as

` + convert.Targets() + `
in an order that does not depend on the file's: an ontology saved twice gives
the same file, and a small change a small difference. Imports stay imports.
FILE may be packed with gzip, and so is a file whose name ends in .gz written.

The file named by --out appears when it is complete. The file that was read is
only overwritten with --force.

Prefixes stay those of FILE. Others that people know are added where FILE has a
use for them. Comments in the text (# ..., <!-- ... -->) are no part of an
ontology and do not stay; rdfs:comment does.

Exit codes: 0 everything was written; 4 written, except statements that the syntax
cannot say or that could not be read: the terminal shows the first of each kind,
the file --left all; 2 nothing was written, because the command line or FILE is
wrong; 1 nothing was written, because the disk failed.`,
		Example: `  ontocrawl ontology convert hazards.owl --to turtle
  ontocrawl ontology convert hazards.omn --out hazards.owl
  ontocrawl ontology convert hazards.owl --out hazards.owl --force`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := targetOf(f)
			if err != nil {
				return cli.Usage(err)
			}
			switch {
			case f.out != "" && !f.force && cli.SameFile(f.out, args[0]):
				return cli.Usagef("--out %s is the file that is read; add --force to overwrite it", f.out)
			case f.left != "" && (cli.SameFile(f.left, args[0]) || filepath.Clean(f.left) == filepath.Clean(f.out)):
				return cli.Usagef("--left %s is the file that is read or written; name another", f.left)
			}
			d, err := a.readDocument(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			return a.convert(d, t, f)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.to, "to", "", "syntax to write: "+strings.Join(syntax.All().Written().Names(), ", ")+" (default: by the name of --out)")
	fs.StringVarP(&f.out, "out", "o", "", "file to write (default: standard output)")
	fs.StringVar(&f.left, "left", "", "file to which what could not be written goes, one statement a line")
	fs.BoolVar(&f.force, "force", false, "overwrite the file that is read")
	return cmd
}

// targetOf is the syntax that --to says, else the one that the name of the file
// means.
func targetOf(f convertFlags) (*syntax.Syntax, error) {
	all := syntax.All().Written()
	names := strings.Join(all.Names(), ", ")
	switch {
	case f.to == "" && (f.out == "" || f.out == "-"):
		return nil, english.Errorf("say with --to in which syntax to write: %s", names)
	case f.to != "":
		if s := all.Named(f.to); s != nil {
			return s, nil
		}
		return nil, english.Errorf("--to is %q, but there are %s", f.to, names)
	}
	if s := all.OfFile(f.out); s != nil {
		return s, nil
	}
	return nil, english.Errorf("the name %s tells no syntax that can be written; say which with --to: %s", f.out, names)
}

// convert writes a document and reports what the syntax could not say.
func (a *app) convert(d *convert.Document, t *syntax.Syntax, f convertFlags) error {
	text, left, err := d.Write(t)
	renamed, example := 0, english.Phrase{}
	if err == nil {
		renamed, example, err = d.Renamed(text)
	}
	if err != nil {
		return cli.Usage(english.Errorf("%s as %s: %w", d.Name, t.Title, err))
	}
	err = a.WriteTo(f.out, func(w io.Writer) (err error) {
		if strings.HasSuffix(strings.ToLower(f.out), ".gz") {
			z := gzip.NewWriter(w)
			defer func() { err = errors.Join(err, z.Close()) }()
			w = z
		}
		_, err = w.Write(text)
		return err
	})
	if err != nil {
		return cli.Failure(err)
	}
	if f.out != "" && f.out != "-" {
		message.Fprintf(a.Out, "%s: %s, %d statements\n", term.Safe(f.out), t.Title, len(d.Triples))
	}
	if renamed > 0 {
		message.Fprintf(a.Err, "ontocrawl: %s\n", term.Safe(message.Of(a.Err).Sprintf("%s sorts labels, so that other ones come first, which are the names of concepts (%d): %s; to keep a name, make the others skos:altLabel",
			t.Title, renamed, example)))
	}
	if f.left != "" {
		if err := cli.ReplaceFile(f.left, func(w io.Writer) error { return d.WriteLeft(w, left) }); err != nil {
			return err
		}
	}
	if len(d.Flaws)+len(left) == 0 {
		return nil
	}
	return cli.Exit(cli.ExitPartly, d.Missing(t, left, shown, f.left))
}

// shown is how many statements of a kind are listed on a terminal.
const shown = 10
