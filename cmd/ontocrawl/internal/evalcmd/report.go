package evalcmd

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/report"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// NewReport returns the command report.
func NewReport(a *cli.App) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "Write what a crawl found as one HTML file",
		Long: `Reads the run directory of a crawl and writes one HTML file: the harvest over time
(Figures 3 to 6 of the On-ITS paper), the best pages and why, the concepts they
mention, depths, languages, tunnels, failures and parameters. The file needs no
network and no other file, and can be printed and read on a phone. The crawl may
be running: the report shows what it has recorded.

Exit codes: 0 written; 1 nothing was written, because the disk failed; 2 nothing
was written, because the command line or RUN is wrong.`,
		Example: `  ontocrawl report runs/typhoon
  ontocrawl report runs/typhoon --out typhoon.html`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				out = filepath.Join(args[0], "report.html")
			}
			return reportRun(a, args[0], out)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "the file to write (default: report.html in the run directory; -: standard output)")
	return cmd
}

// reportRun writes the report of a run directory.
func reportRun(a *cli.App, dir, out string) error {
	if n := len(rundir.Parts(dir)); n > 0 {
		return cli.Usage(&rundir.PartsError{Dir: dir, Parts: n})
	}
	params, err := os.ReadFile(filepath.Join(dir, rundir.ParamsFile))
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
		return report.Crawl(w, report.Crawled{Dir: dir, Version: cli.Version, Parameters: string(params), Address: term.Readable, Printer: message.Of(a.Out)})
	})
	if err != nil || out == "-" {
		return err
	}
	_, err = message.Fprintf(a.Out, "Written: %s\n", term.Safe(out))
	return cli.Failure(err)
}
