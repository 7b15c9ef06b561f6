package crawlcmd

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/message"
)

// pagesFlags are the flags of export.
type pagesFlags struct {
	filter            export.Filter
	since, format, to string
	all               bool // --relevant=false
}

func ExportCommand(a *cli.App) *cobra.Command {
	var f pagesFlags
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write the pages of a run for other programs",
		Long: `Writes the pages of the run folder RUN, in the order recorded, as

  jsonl   the lines of pages.jsonl (docs/run-folder.md)
  csv     a table for spreadsheets, one page to a row
  parquet a table with types and all evidence, for pandas, R, DuckDB and Spark
  warc    the archived answers, WARC 1.1; pages without one are left out
  turtle  RDF: each page with its concepts, their weights, and its origin
          (schema.org and PROV-O)
  jsonld  the same graph as JSON-LD
  cdxj    an index of all answers in warc/, for replay tools such as pywb
  bibtex, csl-json
          a bibliography of relevant pages, for Zotero, LaTeX and Pandoc;
          --relevant=false writes all pages
  card, cff
          datacard.md and CITATION.cff of the run folder, which say what the
          pages of an ended run are, and how they are cited as a data set
  markdown
          the main text of relevant pages, for readers and language models: a
          folder with one file a page, which begins with front matter in YAML,
          and index.md; --relevant=false writes all pages

The run may be running, finished or killed; it is not changed. The file named by
--out appears when it is complete. Without --format the name of that file decides
(.jsonl, .csv, .parquet, .warc.gz, .ttl, .jsonld, .cdxj, .bib, .csl.json, .cff), else
jsonl. For markdown --out names a folder, which is new, empty, or an earlier export: its
files of the same pages are replaced.

Each page has its last verdict, and after crawl --refresh its latest version; pages
that are gone are left out.

Exit codes: 0 written; 1 nothing was written, because the disk failed; 2 nothing
was written, because the command line or RUN is wrong.`,
		Example: `  ontocrawl export runs/typhoon --relevant --format csv -o pages.csv
  ontocrawl export runs/typhoon --relevant --min 0.8 --lang zh -o pages.ttl
  ontocrawl export runs/typhoon --host weather.example --since 2026-11-01 -o weather.warc.gz
  ontocrawl export runs/typhoon --format jsonl | jq -r .title
  ontocrawl export runs/typhoon -o typhoon.cdxj
  ontocrawl export runs/typhoon -o typhoon.bib
  ontocrawl export runs/typhoon --relevant=false -o pages.parquet
  ontocrawl export runs/typhoon --format card -o README.md
  ontocrawl export runs/typhoon --format markdown --lang zh --out typhoon-zh`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.all = cmd.Flags().Changed("relevant") && !f.filter.Relevant
			if f.format == formatMarkdown {
				return exportMarkdown(cmd, a, args[0], &f)
			}
			return exportPages(a, args[0], &f)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.format, "format", "", "jsonl, csv, warc, turtle, jsonld, cdxj, bibtex, csl-json, card, cff, parquet or markdown (default: by the name of --out, else jsonl)")
	fs.StringVarP(&f.to, "out", "o", "", "file to write (default: standard output); with --format markdown a folder")
	fs.BoolVar(&f.filter.Relevant, "relevant", false, "only relevant pages")
	fs.Float64Var(&f.filter.Min, "min", 0, "only pages of at least this relevance")
	fs.StringSliceVar(&f.filter.Hosts, "host", nil, "only pages of this host and of hosts below it; may be repeated")
	fs.StringSliceVar(&f.filter.Langs, "lang", nil, "only pages in this language (zh, en, zh-Hant); may be repeated")
	fs.StringVar(&f.since, "since", "", "only pages fetched at this time or later (2026-11-21 or 2026-11-21T08:00:00Z)")
	return cmd
}

func exportPages(a *cli.App, dir string, f *pagesFlags) error {
	if name := describing(f); name != "" {
		return exportDescription(a, dir, name, f)
	}
	format, err := pagesFormat(f)
	if err != nil {
		return err
	}
	if err := checkExport(dir, f); err != nil {
		return err
	}
	f.filter.Relevant = f.filter.Relevant || format.Cites() && !f.all
	folder, err := openArchive(dir)
	if err != nil {
		return err
	}
	if folder != nil {
		defer folder.Close()
	}
	if format == export.FormatCDXJ {
		if f.choose() {
			return cli.Usagef("cdxj is an index of all that is archived; export chosen pages as warc, and let your replay tool index that")
		}
		if folder == nil {
			return cli.Usagef("%s has no archive: it was made with --warc none", dir)
		}
	}
	return cli.Failure(a.WriteTo(f.to, func(w io.Writer) error { return writePages(a, w, format, dir, &f.filter, folder) }))
}

// choose reports whether not all pages are wanted.
func (f *pagesFlags) choose() bool {
	x := &f.filter
	return x.Relevant || x.Min > 0 || len(x.Hosts)+len(x.Langs) > 0 || f.since != ""
}

// The formats of the files that describe an ended run.
const (
	formatCard = "card"
	formatCFF  = "cff"
)

// describing returns which of these files is asked for, or "".
func describing(f *pagesFlags) string {
	switch {
	case f.format == formatCard:
		return rundir.CardFile
	case f.format == formatCFF, f.format == "" && strings.HasSuffix(strings.ToLower(f.to), ".cff"):
		return rundir.CitationFile
	}
	return ""
}

// exportDescription writes the file name, which describes the run in dir, with the bytes that it has in the folder.
func exportDescription(a *cli.App, dir, name string, f *pagesFlags) error {
	if err := checkExport(dir, f); err != nil {
		return err
	}
	if f.choose() {
		return cli.Usagef("card and cff describe all pages of a run; leave out what chooses pages")
	}
	files, err := session.Describe(dir)
	if err != nil {
		return cli.WithCode(cli.ExitUsage, err)
	}
	if len(files) == 0 {
		return cli.Usagef("the run in %s goes on, or was killed; card and cff describe a run that has ended", dir)
	}
	return cli.Failure(a.WriteTo(f.to, func(w io.Writer) error {
		_, err := w.Write(files[name])
		return err
	}))
}

// checkExport checks what all formats have in common.
func checkExport(dir string, f *pagesFlags) (err error) {
	if f.filter.Since, err = parseSince(f.since); err != nil {
		return err
	}
	if f.filter.Min < 0 || f.filter.Min > 1 {
		return cli.Usagef("--min is %v, but it must be between 0 and 1", f.filter.Min)
	}
	if err := checkRun(dir); err != nil {
		return err
	}
	if within(f.to, dir) {
		return cli.Usagef("--out %s lies in the run folder, which belongs to the run; name another place", f.to)
	}
	return nil
}

func writePages(a *cli.App, w io.Writer, format export.Format, dir string, f *export.Filter, folder *warc.Folder) error {
	run := export.Run{Program: "ontocrawl " + cli.Version}
	if format.Describes() {
		var err error
		if run, err = RunOf(dir); err != nil {
			return err
		}
	}
	written, without, err := format.Write(w, dir, &run, f.Select(rundir.Current(dir)), folder)
	if err == nil && without > 0 {
		message.Fprintf(a.Err, "ontocrawl: %d pages written; of %d no answer was archived (--warc all keeps every one that may be kept)\n", written, without)
	}
	return err
}

// RunOf describes the run in dir, for a graph.
func RunOf(dir string) (export.Run, error) {
	run, err := session.RunOf(dir)
	return run, cli.WithCode(cli.ExitUsage, err)
}

// pagesFormat returns the format of --format, else of the file name.
func pagesFormat(f *pagesFlags) (export.Format, error) {
	if f.format != "" {
		if !slices.Contains(export.Formats(), export.Format(f.format)) {
			others := strings.Join([]string{formatCard, formatCFF, formatMarkdown}, ", ")
			return "", cli.Usagef("--format is %q, but it must be one of %s, %s", f.format, strings.Trim(strings.ReplaceAll(fmt.Sprint(export.Formats()), " ", ", "), "[]"), others)
		}
		return export.Format(f.format), nil
	}
	if f.to == "" || f.to == "-" {
		return export.FormatJSONL, nil
	}
	format, ok := export.FormatOf(f.to)
	if !ok {
		return "", cli.Usagef("the name of %s does not show its format; name the format with --format", f.to)
	}
	return format, nil
}

func parseSince(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, cli.Usagef("--since is %q, but it must be a day or a time such as 2026-11-21 or 2026-11-21T08:00:00Z", s)
}
