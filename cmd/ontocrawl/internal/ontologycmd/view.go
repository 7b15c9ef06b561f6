package ontologycmd

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/ontology/report"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func newView(a *app) *cobra.Command {
	var (
		out          string
		open, noOpen bool
	)
	cmd := &cobra.Command{
		Use:   "view FILE|typhoon|rainstorm|hazards|-",
		Short: "Draw an ontology as an interactive page and open it",
		Long: `Writes one HTML file that shows the concepts as a tree with the other relations
across it, and opens it in the browser: on a terminal with a display, or with
--open. The file needs no network and no other file: it can be mailed, archived
or put on a web server as it is.

In the page concepts are found by any name in Chinese or English, folded and
unfolded, dragged, filtered by relation, and chosen to read their names,
definition, relations and similarity to the topic, factor by factor. Colours show
the weight for the topic: --topic, else the concept without a parent, of several
the one with the most concepts below it.

Without --out the file is NAME.html in the current folder. A file that this
command did not write is never overwritten.

A file without any concept gives an empty page, and a finding says so.

Exit codes: 0 written; 1 nothing was written, because the disk failed; 2 nothing
was written, because the command line or FILE is wrong.`,
		Example: `  ontocrawl ontology view typhoon
  ontocrawl ontology view hazards.owl --topic 台风 --out hazards.html --lang zh`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if open && (noOpen || out == "-") {
				return cli.Usagef("--open contradicts --no-open and --out -")
			}
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			s, err := a.openCut(cmd.Context(), c, args[0], nil)
			if err != nil {
				return err
			}
			topic.LogFindings(a.Logger(c), s.Name, s.Ontology.Findings)
			page, err := a.viewPage(c, s)
			if err != nil {
				return err
			}
			if out == "" {
				out = viewName(args[0])
			}
			if err := a.writeView(page, out); err != nil || out == "-" {
				return err
			}
			if _, tty := term.Columns(a.Out); noOpen || !tty && !open {
				return nil
			}
			return a.openView(out)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"topic"}, measureFlags()...)...)
	a.FetchFlag(cmd)
	cmd.Flags().StringVarP(&out, "out", "o", "", "HTML file to write, - for standard output (default NAME.html)")
	cmd.Flags().BoolVar(&open, "open", false, "open the file even where standard output is no terminal")
	cmd.Flags().BoolVar(&noOpen, "no-open", false, "write the file and do not open it")
	return cmd
}

// viewName is the page's file name for the ontology called name.
func viewName(name string) string {
	if name == "-" {
		return "ontology.html"
	}
	base := strings.TrimSuffix(filepath.Base(name), ".gz")
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".html"
}

// viewPage gathers what the page shows. An ontology without concepts has a
// page too, an empty one.
func (a *app) viewPage(c *config.Config, s *source) (export.Page, error) {
	p := export.Page{Title: filepath.Base(s.Name), Source: cmp.Or(s.Ontology.Version, s.Ontology.IRI), Lang: c.Lang, Graph: s.Graph(), Fold: lexicon.Fold}
	if s.Graph().Len() == 0 {
		return p, nil
	}
	id := report.MainRoot(s.Graph())
	if c.Topic != "" {
		var err error
		if id, err = s.Concept(c.Topic); err != nil {
			return p, cli.Usage(err)
		}
	}
	p.Topic = report.ViewTopic(s.Measure, s.Graph(), id)
	return p, nil
}

// writeView writes the page to the file out.
func (a *app) writeView(p export.Page, out string) error {
	if out == "-" {
		return export.WritePage(a.Out, p)
	}
	if err := mayReplace(out); err != nil {
		return err
	}
	if err := cli.ReplaceFile(out, func(w io.Writer) error { return export.WritePage(w, p) }); err != nil {
		return err
	}
	message.Fprintf(a.Out, "%s: %d concepts, %d relations\n", term.Safe(out), p.Graph.Len(), len(p.Graph.Edges()))
	return nil
}

// openView shows the file in a browser, or says that the reader has to.
func (a *app) openView(out string) error {
	path, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	why := "there is no display"
	if cmd := opener(runtime.GOOS, a.Env, path); cmd != nil {
		err := cmd.Start()
		if err == nil {
			return cmd.Process.Release() // the browser lives on
		}
		why = err.Error()
	}
	message.Fprintf(a.Err, "ontocrawl: the page was not opened (%s); open %s in a browser\n", term.Safe(why), term.Safe(path))
	return nil
}

// mayReplace refuses to overwrite a file that is not a page of ours: --out
// hazards.owl must not cost anybody an ontology.
func mayReplace(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cli.Usage(err)
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return cli.Usage(err)
	}
	if n > 0 && !export.IsPage(head[:n]) {
		return cli.Usagef("%s exists and was not written by ontology view; remove it, or name another file with --out", path)
	}
	return nil
}

// opener is the command that shows a file to the user, or nil where there is
// no display to show it on.
func opener(goos string, env []string, path string) *exec.Cmd {
	switch goos {
	case "darwin":
		return exec.Command("open", path)
	case "windows": // not "start": it would have cmd read the path
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", path)
	}
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		if (name == "DISPLAY" || name == "WAYLAND_DISPLAY") && value != "" {
			return exec.Command("xdg-open", path)
		}
	}
	return nil
}
