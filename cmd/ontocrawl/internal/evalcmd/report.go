package evalcmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/report"
	"github.com/ontocrawl/ontocrawl/message"
)

// NewReport returns the command report.
func NewReport(a *cli.App) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "Write what a crawl found as one HTML file",
		Long: `Reads the run directory of a crawl and writes one HTML file: topic, ontology and
settings; the harvest rate over time (Figures 3 to 6 of the On-ITS paper); all
relevant pages and why, to be sorted and filtered by text, host, language and
concept; what seeds, search sources, questions and hosts brought; concepts, depths,
tunnels and failures by kind. The crawl may be running: the report shows what it has
recorded.

The file needs no network and no other file, and can be printed and read on a phone.
It holds English and Chinese; --lang says in which it opens. 100,000 relevant pages
open in a browser; of very many it has the most relevant, and says so. Without
JavaScript it shows the first rows of each table.

Exit codes: 0 written; 1 nothing was written, because the disk failed; 2 nothing
was written, because the command line or RUN is wrong.`,
		Example: `  ontocrawl report runs/typhoon
  ontocrawl report runs/typhoon --out typhoon.html --lang zh`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				out = filepath.Join(args[0], "report.html")
			}
			return WriteReport(a, args[0], out)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "the file to write (default: report.html in the run directory; -: standard output)")
	return cmd
}

// WriteReport writes the report of a run directory to a file, and says so.
func WriteReport(a *cli.App, dir, out string) error {
	if n := len(rundir.Parts(dir)); n > 0 {
		return cli.Usage(&rundir.PartsError{Dir: dir, Parts: n})
	}
	params, text, err := session.ReadParams(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("%s has no %s, so it is not a run directory", dir, rundir.ParamsFile)
	}
	if err != nil {
		return cli.Usage(err)
	}
	if err := rundir.CheckFormat(dir); err != nil {
		return cli.WithCode(cli.ExitConflict, err)
	}
	if _, err := rundir.ReadSummary(dir); errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("%s has no %s yet: the crawl has only just begun", dir, rundir.SummaryFile)
	}
	err = a.WriteTo(out, func(w io.Writer) error {
		c := crawled(params)
		c.Dir, c.Parameters, c.Printer = dir, string(text), message.Of(a.Out)
		return report.Crawl(w, c)
	})
	if err != nil || out == "-" {
		return err
	}
	_, err = message.Fprintf(a.Out, "Written: %s\n", term.Safe(out))
	return cli.Failure(err)
}

// crawled returns what the parameters of a run say to its report.
func crawled(p session.Params) report.Crawled {
	c := report.Crawled{Version: cli.Version, Topic: p.Topic, Address: term.Readable}
	for _, o := range p.Ontologies {
		c.Ontologies = append(c.Ontologies, report.Ontology{Name: o.Name, IRI: o.IRI, Version: o.Version, SHA256: o.SHA256})
	}
	judge, phi := p.Judge()
	c.Settings = []report.Fact{{Name: "judge", Value: judge}, {Name: "phi", Value: fmt.Sprintf("%.3g", phi)}}
	for _, name := range []string{"strategy", "segmenter", "max-pages", "max-requests", "max-time", "filter"} {
		if v := fmt.Sprint(p.Settings[name]); p.Settings[name] != nil && v != "" && v != "0" && v != "0s" {
			c.Settings = append(c.Settings, report.Fact{Name: name, Value: v})
		}
	}
	c.Settings = append(c.Settings, report.Fact{Name: "seeds", Value: fmt.Sprint(p.Seeds.Count)})
	return c
}
