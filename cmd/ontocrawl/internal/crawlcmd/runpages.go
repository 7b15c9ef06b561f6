package crawlcmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Bounds of the pages of a run that are held at once.
const (
	mostRelevant = 20_000
	mostOther    = 2_000
)

// IsRun reports whether dir is a run folder.
func IsRun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, rundir.PagesFile))
	return !errors.Is(err, fs.ErrNotExist)
}

// RunPages returns the pages of the run in dir whose text is kept, without what they mention:
// relevant ones, at most 20,000, and of the others at most 2,000 from all parts of the run.
func RunPages(ctx context.Context, a *cli.App, c *config.Config, dir string) (relevant, other []*crawl.Page, err error) {
	if err := checkRun(dir); err != nil {
		return nil, nil, err
	}
	run, err := calibrate.Load(dir)
	if err != nil {
		return nil, nil, cli.Failure(err)
	}
	from, err := rescore.Open(dir, a.Logger(c))
	if err != nil {
		return nil, nil, cli.Failure(err)
	}
	defer from.Close() //nolint:errcheck // it was only read
	from.Documents = a.Documents(c)
	if from.Why != nil {
		message.Fprintf(a.Err, "ontocrawl: the kept texts cannot be read now: %s\n", term.Safe(message.Of(a.Err).Error(from.Why)))
	}
	others, seen := 0, 0
	for i := range run.Pages {
		others += 1 - stats.Bit(run.Pages[i].Relevant)
	}
	step := max(1, (others+mostOther-1)/mostOther)
	for i := range run.Pages {
		if !run.Pages[i].Relevant {
			if seen++; seen%step != 0 {
				continue
			}
		} else if len(relevant) == mostRelevant {
			continue
		}
		p, err := from.Page(ctx, run.Pages[i].Record, rescore.Plain{})
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		switch {
		case err != nil || p == nil:
		case run.Pages[i].Relevant:
			relevant = append(relevant, p)
		default:
			other = append(other, p)
		}
	}
	return relevant, other, nil
}
