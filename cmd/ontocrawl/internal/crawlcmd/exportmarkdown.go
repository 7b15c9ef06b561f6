package crawlcmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/markdown"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// formatMarkdown is a folder; the other formats are files.
const formatMarkdown = "markdown"

// keptPages gives crawl/read/markdown what is kept of a run.
type keptPages struct{ *rescore.Source }

// Text is a page from its kept text. Without one the archive was asked already.
func (k keptPages) Text(ctx context.Context, p *rundir.Page) (*crawl.Page, error) {
	if k.Texts == nil {
		return nil, nil
	}
	return k.Page(ctx, *p, rescore.Plain{})
}

// exportMarkdown writes chosen pages of the run in dir as Markdown.
func exportMarkdown(cmd *cobra.Command, a *cli.App, dir string, f *pagesFlags) error {
	var err error
	if f.to == "" || f.to == "-" {
		return cli.Usagef("--format markdown writes a folder; name it with --out")
	}
	if err := checkExport(dir, f); err != nil {
		return err
	}
	f.filter.Relevant = !f.all
	c, err := a.Load(cmd)
	if err != nil {
		return err
	}
	params, _, err := readParams(dir)
	if err != nil {
		return err
	}
	from, err := rescore.Open(dir, a.Logger(c))
	if err != nil {
		return cli.Failure(err)
	}
	defer from.Close() //nolint:errcheck // it was only read
	from.Documents = a.Documents(c)
	if from.Why != nil {
		message.Fprintf(a.Err, "ontocrawl: the kept texts cannot be read now: %s\n", term.Safe(message.Of(a.Err).Error(from.Why)))
	}
	res, err := markdown.Write(cmd.Context(), f.to, markdown.Export{
		Pages: f.filter.Select(rundir.Current(dir)), From: keptPages{from}, Documents: from.Documents,
		Title: params.Topic, Program: "ontocrawl " + cli.Version,
	})
	if errors.Is(err, markdown.ErrTaken) {
		return cli.Usagef("--out %w; name a new folder", err)
	}
	if err != nil {
		return cli.Failure(err)
	}
	return tellMarkdown(a, res, f.to)
}

// tellMarkdown says what was written.
func tellMarkdown(a *cli.App, res markdown.Result, dir string) error {
	message.Fprintf(a.Err, "ontocrawl: %d pages written to %s\n", res.Written, term.Safe(dir))
	if res.Without > 0 {
		message.Fprintf(a.Err, "ontocrawl: of %d no text was kept (--warc all keeps every answer that may be kept)\n", res.Without)
	}
	return nil
}
