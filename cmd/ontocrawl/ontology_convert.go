package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// exitPartly is the exit code of ontology convert where a file was written
// that does not say all that was read.
const exitPartly = 4

// convertFlags are the flags of ontology convert.
type convertFlags struct {
	to    string
	out   string
	force bool
}

func newConvert(a *app) *cobra.Command {
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert FILE|typhoon|rainstorm|-",
		Short: "Write an ontology in another syntax",
		Long: `Reads an ontology in any syntax and writes all its axioms and annotations as

` + targetHelp() + `
in an order that does not depend on the file's: an ontology saved twice gives
the same file, and a small change a small difference. Imports stay imports.
FILE may be packed with gzip, and so is a file whose name ends in .gz written.

The file named by --out appears when it is complete. The file that was read is
only overwritten with --force.

Exit codes: 0 all that was read was written; 4 it was written but for what the
syntax cannot say, and what could not be read, which is listed; 2 nothing was
written, because the command line or FILE is wrong; 1 nothing was written,
because the disk failed.`,
		Example: `  ontocrawl ontology convert hazards.owl --to turtle
  ontocrawl ontology convert hazards.omn --out hazards.owl
  ontocrawl ontology convert hazards.owl --out hazards.owl --force`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := targetOf(f)
			if err != nil {
				return usage(err)
			}
			if f.out != "" && !f.force && sameFile(f.out, args[0]) {
				return usagef("--out %s is the file that is read; add --force to overwrite it", f.out)
			}
			d, err := a.readDocument(args[0])
			if err != nil {
				return usage(err)
			}
			return a.convert(d, t, f.out)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.to, "to", "", "syntax to write: "+strings.Join(targetNames(), ", ")+" (default: by the name of --out)")
	fs.StringVar(&f.out, "out", "", "file to write (default: standard output)")
	fs.BoolVar(&f.force, "force", false, "overwrite the file that is read")
	return cmd
}

// targetOf is what --to says, else what the name of the file means.
func targetOf(f convertFlags) (*target, error) {
	if f.to == "" && (f.out == "" || f.out == "-") {
		return nil, fmt.Errorf("say with --to in which syntax to write: %s", strings.Join(targetNames(), ", "))
	}
	name := strings.ToLower(f.out)
	ext := filepath.Ext(strings.TrimSuffix(name, ".gz"))
	for _, t := range targets() {
		if f.to != "" && strings.EqualFold(f.to, string(t.Format)) || f.to == "" && ext != "" && (ext == t.ext || ext == t.alt) {
			return &t, nil
		}
	}
	if f.to != "" {
		return nil, fmt.Errorf("--to is %q, but there are %s", f.to, strings.Join(targetNames(), ", "))
	}
	return nil, fmt.Errorf("the name %s tells no syntax that can be written; say which with --to: %s", f.out, strings.Join(targetNames(), ", "))
}

func targetNames() []string {
	var names []string
	for _, t := range targets() {
		names = append(names, string(t.Format))
	}
	return names
}

func targetHelp() string {
	var b strings.Builder
	for _, t := range targets() {
		fmt.Fprintf(&b, "  %-10s  %-11s  %s\n", string(t.Format), strings.TrimSpace(t.ext+" "+t.alt), t.Name())
	}
	return b.String()
}

// convert writes a document and tells what is missing in it.
func (a *app) convert(d *document, t *target, out string) error {
	text, left, err := t.save(d)
	if err != nil {
		return usage(fmt.Errorf("%s as %s: %w", d.name, t.Name(), err))
	}
	note, err := renamed(d, t, text)
	if err != nil {
		return usage(fmt.Errorf("%s as %s: %w", d.name, t.Name(), err))
	}
	err = a.toOut(out, func(w io.Writer) (err error) {
		if strings.HasSuffix(strings.ToLower(out), ".gz") {
			z := gzip.NewWriter(w)
			defer func() { err = errors.Join(err, z.Close()) }()
			w = z
		}
		_, err = w.Write(text)
		return err
	})
	if err != nil {
		return failure(err)
	}
	if out != "" && out != "-" {
		fmt.Fprintf(a.out, "%s: %s, %d statements\n", safe(out), t.Name(), len(d.triples))
	}
	if note != "" {
		fmt.Fprintf(a.err, "ontocrawl: %s\n", safe(note))
	}
	if len(d.flaws)+len(left) == 0 {
		return nil
	}
	return &codeError{exitPartly, missing(d, t, left)}
}

// missing lists what was not written.
func missing(d *document, t *target, left []string) error {
	var b strings.Builder
	if n := len(d.flaws); n > 0 {
		fmt.Fprintf(&b, "%s: not read, and so not written (%d):", d.name, n)
		for _, f := range d.flaws {
			b.WriteString("\n  " + f)
		}
	}
	if n := len(left); n > 0 {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: read, but not written, for %s has no words for it (%d):", d.name, t.Name(), n)
		for _, s := range left {
			b.WriteString("\n  " + s)
		}
	}
	return errors.New(b.String())
}

// renamed says which names change because the syntax sorts labels: of several
// labels in one language, the first is the name of a concept.
func renamed(d *document, t *target, text []byte) (string, error) {
	before, several := d.names()
	if !several {
		return "", nil
	}
	again, err := parseDocument(d.name, text)
	if err != nil {
		return "", fmt.Errorf("what was written cannot be read: %w", err)
	}
	after, _ := again.names()
	n, example := 0, ""
	for _, k := range slices.Sorted(maps.Keys(before)) {
		if now, ok := after[k]; ok && now != before[k] {
			if n++; n == 1 {
				example = fmt.Sprintf("%s is %q, was %q", k, now, before[k])
			}
		}
	}
	if n == 0 {
		return "", nil
	}
	return fmt.Sprintf("%s sorts labels, so that other ones come first, which are the names of concepts (%d): %s; to keep a name, make the others skos:altLabel",
		t.Name(), n, example), nil
}
